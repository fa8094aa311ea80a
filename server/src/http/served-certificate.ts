import { connect } from 'node:tls'

const connectTimeoutMs = 5_000

export interface ServedCertificate {
  /** Milliseconds UTC. */
  readonly until: number
  /** Why browsers refuse it. */
  readonly fault: string | null
}

/** The certificate at an https URL, even if browsers would refuse it; or the code of the error if nothing answers. */
export function servedCertificate(url: string): Promise<ServedCertificate | string> {
  const { hostname, port } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve) => {
    // Accept any certificate in order to report on it; no data is sent.
    const socket = connect({
      host,
      port: Number(port || 443),
      servername: host,
      rejectUnauthorized: false,
      timeout: connectTimeoutMs,
    })
    const end = (found: ServedCertificate | string): void => {
      socket.destroy()
      resolve(found)
    }
    socket.once('secureConnect', () => {
      const until = Date.parse(socket.getPeerCertificate().valid_to)
      const fault = socket.authorized ? null : String(socket.authorizationError)
      end({ until, fault })
    })
    socket.once('timeout', () => end('ETIMEDOUT'))
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? 'UNKNOWN'))
  })
}
