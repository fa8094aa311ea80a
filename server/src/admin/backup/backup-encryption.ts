import { createReadStream, createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'

/** Why an encrypted backup cannot be written or read, in one line. */
export class BackupEncryptionFault extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BackupEncryptionFault'
  }
}

/** Encrypts to public keys (https://age-encryption.org/v1). Throws BackupEncryptionFault if one is not valid. */
export function encrypterFor(recipients: readonly string[]): Encrypter {
  const encrypter = new Encrypter()
  for (const recipient of recipients)
    try {
      encrypter.addRecipient(recipient)
    } catch {
      throw new BackupEncryptionFault(
        `${recipient} is not a public key of age. It begins with age1: age-keygen prints it.`,
      )
    }
  return encrypter
}

/** Encrypts a file into another one, which exists and is empty. */
export async function encryptFile(encrypter: Encrypter, from: string, to: string): Promise<void> {
  const encrypted = await encrypter.encrypt(streamOf(from))
  await pipeline(Readable.fromWeb(encrypted as ReadableStream), createWriteStream(to, { flags: 'r+' }))
}

/**
 * Writes a new decrypted file that only this user may read. `identityFile` has a private key in a line of its own, as
 * age-keygen writes it. Throws BackupEncryptionFault if it does not fit, or if the file was truncated or changed.
 */
export async function decryptFile(identityFile: string, from: string, to: string): Promise<void> {
  const decrypter = new Decrypter()
  for (const identity of await identitiesIn(identityFile))
    try {
      decrypter.addIdentity(identity)
    } catch {
      throw new BackupEncryptionFault(`${identityFile} has a line that is not a private key of age.`)
    }
  try {
    const decrypted = await decrypter.decrypt(streamOf(from))
    await pipeline(
      Readable.fromWeb(decrypted as ReadableStream),
      createWriteStream(to, { flags: 'wx', mode: 0o600 }),
    )
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new BackupEncryptionFault(
      /no identity matched/.test(why)
        ? `${from} was encrypted to another key than that of ${identityFile}.`
        : `${from} cannot be decrypted: it was truncated or changed.`,
    )
  }
}

const streamOf = (file: string) =>
  Readable.toWeb(createReadStream(file)) as unknown as globalThis.ReadableStream<Uint8Array>

async function identitiesIn(file: string): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) throw new BackupEncryptionFault(`${file} cannot be read.`)
  const lines = text.split('\n').map((line) => line.trim())
  const identities = lines.filter((line) => line !== '' && !line.startsWith('#'))
  if (identities.length === 0) throw new BackupEncryptionFault(`${file} has no private key of age.`)
  return identities
}
