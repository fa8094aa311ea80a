import { hostUrls } from '../host-urls.ts'
import { isDatabaseUnavailable } from './database-errors.ts'
import { NoReadWriteHost } from './read-write-host.ts'

/** Why PostgreSQL cannot be used, for an operator. */
export interface ConnectionFault {
  /** One line that names the variable, the cause and the cure. It contains no password. */
  readonly message: string
  /** Whether it can pass without a change of the configuration. */
  readonly isTemporary: boolean
}

/** Causes that last until a person changes something, by the code or the beginning of the message of the error. */
const lasting: readonly (readonly [cause: RegExp, cure: string])[] = [
  [/^28P01$|^SASL/, 'Correct the user and the password; special characters are percent-encoded, @ as %40'],
  [/^28000$/, 'Allow the user, the database and this machine in pg_hba.conf, or correct the user or sslmode'],
  [/^3D000$/, 'Create the database, or correct its name after the last /'],
  [/^42501$/, 'Let the user own the database: alter database … owner to …'],
  [
    /^The server does not support SSL/,
    'Switch ssl on in postgresql.conf, or use sslmode=disable on this machine',
  ],
  [
    /CERT|^UNABLE_TO_/,
    'Set sslrootcert to the authority of its certificate, or use sslmode=no-verify in a private network',
  ],
]

/** What the operating system calls a failed connection. */
const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name cannot be resolved now',
  ETIMEDOUT: 'the host does not answer',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
}

/** The driver's message for a statement without a response. */
const unconfirmed = 'Query read timeout'

const codeOf = (error: Error): string => String((error as NodeJS.ErrnoException).code ?? '')

const cureOf = (error: Error): string | null =>
  lasting.find(([cause]) => cause.test(codeOf(error)) || cause.test(error.message))?.[1] ?? null

/** The text of an error on one line, without a full stop. */
const textOf = (error: Error): string =>
  (error.message === unconfirmed
    ? 'it does not confirm writes: is its synchronous standby away?'
    : (words[codeOf(error)] ?? error.message)
  )
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/\.$/, '')

/** Why the database of a URL cannot be used; null for an error that is not about the connection. */
export function connectionFaultOf(error: unknown, databaseUrl: string): ConnectionFault | null {
  if (!(error instanceof Error)) return null
  const causes = error instanceof NoReadWriteHost ? error.causes : [error]
  const cures = causes.map(cureOf)
  // One host that answers is enough, so it may be another one that comes back.
  const cure = cures.every((each) => each !== null) ? cures[0] : null
  if (!cure && !isDatabaseUnavailable(error)) return null
  const hosts = hostUrls(databaseUrl).map((url) => new URL(url).host)
  const cause = [...new Set(causes.map(textOf))].join('; ')
  const message = `DATABASE_URL: the database at ${hosts.join(', ')} cannot be used: ${cause}. `
  if (cure) return { message: `${message}${cure}.`, isTemporary: false }
  return {
    message: `${message}Start it, or correct the host and the port.`,
    isTemporary: true,
  }
}
