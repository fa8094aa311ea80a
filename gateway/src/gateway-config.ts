import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { ConfigError } from '@aitai/server/config.ts'
import type { Static, TSchema } from 'typebox'
import { Errors } from 'typebox/value'
import { demoSessions } from './demo-sessions.ts'
import { FolderEntry, SessionEntry, SessionFile } from './session-entry.ts'
import type { TlsOptions } from './sessions/acceptor.ts'

/** How the gateway runs. */
export interface GatewayConfig {
  /** The server, such as http://127.0.0.1:8080. */
  readonly serverUrl: string
  readonly host: string
  readonly port: number
  /** Our CompID. */
  readonly compId: string
  readonly folder: string
  readonly databaseUrl: string | null
  readonly tls: TlsOptions | null
  /** Whether every message is logged, with passwords hidden. */
  readonly logsMessages: boolean
  /** Where /metrics is served, on the loopback address; null for nowhere. */
  readonly metricsPort: number | null
  readonly sessions: readonly SessionEntry[]
  readonly folders: readonly FolderEntry[]
}

/** Reads the configuration from the environment and the file of sessions. Throws ConfigError. */
export function readGatewayConfig(
  env: Readonly<Record<string, string | undefined>>,
  { isDemo }: { readonly isDemo: boolean },
): GatewayConfig {
  if (!isDemo && !env.FIX_SESSIONS)
    throw new ConfigError('FIX_SESSIONS must name the file of the sessions, or --demo be given')
  return {
    serverUrl: urlOf(env.AITAI_URL || 'http://127.0.0.1:8080'),
    host: env.FIX_HOST || '127.0.0.1',
    port: portOf('FIX_PORT', env.FIX_PORT || '9880'),
    compId: env.FIX_COMP_ID || 'AITAI',
    folder: resolve(env.FIX_DATA_DIR || 'data/fix'),
    databaseUrl: env.DATABASE_URL || null,
    tls: tlsOf(env),
    metricsPort: env.FIX_METRICS_PORT ? portOf('FIX_METRICS_PORT', env.FIX_METRICS_PORT) : null,
    logsMessages: env.FIX_LOG_MESSAGES === 'on',
    ...(env.FIX_SESSIONS ? readSessions(env.FIX_SESSIONS) : { sessions: demoSessions, folders: [] }),
  }
}

function urlOf(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new ConfigError(
      `AITAI_URL must be the address of the server, such as https://desk.example: ${text}`,
    )
  return text.replace(/\/+$/, '')
}

function portOf(variable: string, text: string): number {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new ConfigError(`${variable} must be a port from 0 to 65535: ${text}`)
  return port
}

function tlsOf(env: Readonly<Record<string, string | undefined>>): TlsOptions | null {
  const { FIX_TLS_KEY: key, FIX_TLS_CERT: cert, FIX_TLS_CA: ca } = env
  if (!key && !cert && !ca) return null
  if (!key || !cert) throw new ConfigError('FIX_TLS_KEY and FIX_TLS_CERT must both be given')
  return {
    key: fileText('FIX_TLS_KEY', key),
    cert: fileText('FIX_TLS_CERT', cert),
    ca: ca ? fileText('FIX_TLS_CA', ca) : null,
  }
}

type Sessions = Pick<GatewayConfig, 'sessions' | 'folders'>

function readSessions(path: string): Sessions {
  const text = fileText('FIX_SESSIONS', path)
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0)
    throw new ConfigError(`FIX_SESSIONS: others can read ${path}, which holds credentials: chmod 600 ${path}`)
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    throw new ConfigError(`FIX_SESSIONS: ${path} is not JSON: ${(error as Error).message}`)
  }
  const { sessions } = checked(SessionFile, parsed, `${path} `)
  const entries = sessions.map((entry, index) =>
    entry.type === 'folder'
      ? checked(FolderEntry, entry, `${path} /sessions/${index}`)
      : checked(SessionEntry, entry, `${path} /sessions/${index}`),
  )
  const [repeated] = repeats(entries.map(({ id }) => id))
  if (repeated !== undefined)
    throw new ConfigError(`FIX_SESSIONS: ${path} has two sessions with the id ${repeated}`)
  // The server has one session of an OMS for each user: the second sign-in would end the first.
  const [shared] = repeats(entries.map(({ user }) => user.toLowerCase()))
  if (shared !== undefined)
    throw new ConfigError(`FIX_SESSIONS: ${path} has two sessions of ${shared}; a user can have one`)
  const folders = entries
    .filter((entry) => entry.type === 'folder')
    .map((entry) => ({ ...entry, folder: resolve(entry.folder) }))
  const [common] = repeats(folders.map(({ folder }) => folder))
  if (common !== undefined)
    throw new ConfigError(`FIX_SESSIONS: ${path} has two sessions with the folder ${common}`)
  return { sessions: entries.filter((entry) => entry.type !== 'folder'), folders }
}

/** Returns a value of a schema. Throws ConfigError with the first fault, after what it is in. */
function checked<T extends TSchema>(schema: T, value: unknown, where: string): Static<T> {
  const [fault] = Errors(schema, value)
  if (fault) throw new ConfigError(`FIX_SESSIONS: ${where}${fault.instancePath || '/'} ${fault.message}`)
  return value as Static<T>
}

const repeats = (values: readonly string[]): string[] =>
  values.filter((value, index) => values.indexOf(value) < index)

function fileText(variable: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new ConfigError(`${variable}: ${path} cannot be read: ${(error as Error).message}`)
  }
}
