import { resolve } from 'node:path'

/** The environment, read once, with defaults (design 12). A wrong value stops the start with one line. */
export interface Config {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  /** postgres://… or null for the embedded SQLite in the data folder. */
  readonly databaseUrl: string | null
  /** Where browsers reach us: links in mails, and the one origin whose sockets are taken. */
  readonly publicUrl: string
  readonly calendar: 'always-open' | 'jpx'
  readonly quotes: 'simulated'
  readonly demo: boolean
  readonly robots: boolean
  readonly webVersion: string
  readonly logLevel: string
  /** The proxies whose word on a client's address is taken, as addresses or networks; null for none. */
  readonly trustProxy: string | null
  readonly rateLimits: RateLimits
}

/** How much is taken from whom before a 429 (quality 2.5). */
export interface RateLimits {
  /** Failed log-ins in 10 minutes, per account and per network address. */
  readonly loginsPerAccount: number
  readonly loginsPerNetwork: number
  /** Per user and second, with room for a burst. */
  readonly changesPerSecond: number
  readonly readsPerSecond: number
  /** Without a session, per network address and second. */
  readonly visitsPerSecond: number
}

export class ConfigError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>

function oneOf<const T extends string>(
  env: Environment,
  name: string,
  values: readonly T[],
  otherwise: T,
): T {
  const value = env[name]
  if (value === undefined || value === '') return otherwise
  const found = values.find((each) => each === value)
  if (!found) throw new ConfigError(`${name} must be one of ${values.join(', ')}, not "${value}"`)
  return found
}

function portOf(env: Environment): number {
  const value = env.PORT || '8080'
  const port = Number(value)
  if (!/^\d+$/.test(value) || port > 65_535)
    throw new ConfigError(`PORT must be from 0 to 65535, not "${value}"`)
  return port
}

function urlOf(env: Environment, name: string, otherwise: string): string {
  const value = env[name] || otherwise
  if (!URL.canParse(value)) throw new ConfigError(`${name} must be a URL, not "${value}"`)
  return value.replace(/\/$/, '')
}

function countOf(env: Environment, name: string, otherwise: number): number {
  const value = env[name]
  if (value === undefined || value === '') return otherwise
  if (!/^[1-9]\d{0,6}$/.test(value))
    throw new ConfigError(`${name} must be a whole number above 0, not "${value}"`)
  return Number(value)
}

/** Reads the configuration. Throws ConfigError with one clear line on a value that is none. */
export function readConfig(env: Environment): Config {
  const port = portOf(env)
  const databaseUrl = env.DATABASE_URL || null
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl))
    throw new ConfigError('DATABASE_URL must start with postgres://')
  return {
    port,
    host: env.HOST || 'localhost',
    dataDir: resolve(env.DATA_DIR || 'data'),
    databaseUrl,
    publicUrl: urlOf(env, 'PUBLIC_URL', `http://localhost:${port}`),
    calendar: oneOf(env, 'CALENDAR', ['always-open', 'jpx'], 'always-open'),
    quotes: oneOf(env, 'QUOTES', ['simulated'], 'simulated'),
    demo: oneOf(env, 'DEMO', ['on', 'off'], 'on') === 'on',
    robots: oneOf(env, 'ROBOTS', ['on', 'off'], 'on') === 'on',
    webVersion: env.WEB_VERSION || '0.2.0',
    logLevel: oneOf(env, 'LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], 'info'),
    trustProxy: env.TRUST_PROXY || null,
    rateLimits: {
      loginsPerAccount: countOf(env, 'LOGINS_PER_ACCOUNT', 10),
      loginsPerNetwork: countOf(env, 'LOGINS_PER_NETWORK', 30),
      changesPerSecond: countOf(env, 'CHANGES_PER_SECOND', 10),
      readsPerSecond: countOf(env, 'READS_PER_SECOND', 40),
      visitsPerSecond: countOf(env, 'VISITS_PER_SECOND', 20),
    },
  }
}
