import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The certificate of a server, signed by an authority of its own. */
export class OwnCertificate {
  readonly #folder: string

  private constructor(folder: string) {
    this.#folder = folder
  }

  /** @param folder empty */
  static async create(folder: string): Promise<OwnCertificate> {
    const created = new OwnCertificate(folder)
    await created.#request('ca', 365, ['-subj', '/CN=An authority'])
    await created.renew(90)
    return created
  }

  /** Replaces the certificate. */
  renew(days: number): Promise<void> {
    const signer = ['-CA', this.#file('ca.crt'), '-CAkey', this.#file('ca.key')]
    const name = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
    return this.#request('own', days, [...name, ...signer])
  }

  /** The certificate and its key, for a server that a test starts. */
  async served(): Promise<{ readonly cert: Buffer; readonly key: Buffer }> {
    return { cert: await readFile(this.#file('own.crt')), key: await readFile(this.#file('own.key')) }
  }

  /** The variables of a server that uses it. */
  get environment(): Readonly<Record<string, string>> {
    return {
      PEER_TLS_CA: this.#file('ca.crt'),
      PEER_TLS_CERT: this.#file('own.crt'),
      PEER_TLS_KEY: this.#file('own.key'),
    }
  }

  #file(name: string): string {
    return join(this.#folder, name)
  }

  async #request(name: string, days: number, more: readonly string[]): Promise<void> {
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
    const files = ['-keyout', this.#file(`${name}.key`), '-out', this.#file(`${name}.crt`)]
    await promisify(execFile)('openssl', ['req', '-x509', ...key, '-days', String(days), ...files, ...more])
  }
}
