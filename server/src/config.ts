import { join, resolve } from 'node:path'

/** The environment, read once, with defaults. An invalid value stops the start with one line. */
export interface Config {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  /** postgres://… or null for the embedded SQLite in the data folder. */
  readonly databaseUrl: string | null
  /** With PostgreSQL: the host and port at which the other processes reach this one. Port 0 is any free port. */
  readonly peerUrl: string
  /** The PEM files with which the processes encrypt what they send to each other; null if PEER_URL is http. */
  readonly peerTls: { readonly ca: string; readonly cert: string; readonly key: string } | null
  /** The file with the secrets of the installation. Those in the environment, by variable, take precedence. */
  readonly secretsFile: string
  readonly secrets: Readonly<Record<string, string>>
  /**
   * The address at which browsers reach the server: for links in mails, and as the only accepted origin of
   * sockets.
   */
  readonly publicUrl: string
  readonly calendar: 'always-open' | 'jpx'
  readonly quotes: QuoteSource
  readonly demo: boolean
  /** Starts with demonstration accounts even if others can reach the server without TLS. */
  readonly demoExposed: boolean
  readonly robots: boolean
  readonly webVersion: string
  /** Whether the descriptions of the calls and of the live socket are served, to anybody. */
  readonly apiDocs: boolean
  readonly logLevel: string
  /** The file that log lines are appended to; null for standard output. */
  readonly logFile: string | null
  /** The proxies that are trusted to name a client's address, as addresses or networks; null for none. */
  readonly trustProxy: string | null
  readonly rateLimits: RateLimits
  /** The mail server, as smtp:// or smtps://; with null, mails stay in the outbox. */
  readonly smtpUrl: string | null
  /** The SMS gateway, as http:// or https://; with null, messages stay in the outbox. */
  readonly smsUrl: string | null
  /** The bearer token for the gateway; null for none. */
  readonly smsToken: string | null
  /** The sender of mails, and the account manager who receives contact requests. */
  readonly mailFrom: string
  readonly accountManager: string
  /** An external about page by language, or null for the built-in one. */
  readonly aboutUrl: { readonly En: string | null; readonly Jp: string | null }
  /** Whether the login page redirects there. */
  readonly loginRedirect: boolean
  /**
   * How long a security waits before contras are looked for in it: drawn uniformly, in milliseconds
   * (docs/rules.md §4).
   */
  readonly sweepDelay: { readonly min: number; readonly max: number }
  /** Where /metrics is served: nowhere, at the server's own port, or at another port of this machine only. */
  readonly metrics: 'off' | 'anyone' | number
}

/** The source of market data. */
export type QuoteSource =
  | { readonly source: 'simulated' }
  /** A file of quotes, with the factor by which the replay is faster than the recording. */
  | { readonly source: 'replay'; readonly file: string; readonly speed: number }
  /** The venue's own feed handler, which authenticates with this token. */
  | { readonly source: 'http'; readonly token: string }

/** Rate limits, beyond which the reply is 429. */
export interface RateLimits {
  /** Failed log-ins in 10 minutes: for an account from one network, and from one network for all accounts. */
  readonly loginsPerAccount: number
  readonly loginsPerNetwork: number
  /**
   * Failed log-ins in 10 minutes for an account from all networks; beyond it only its usual networks can sign
   * in.
   */
  readonly loginsPerAccountAnywhere: number
  /**
   * Password reset mails in an hour. Over the limit, an account gets none without notice, and a network gets
   * 429.
   */
  readonly forgotsPerAccount: number
  readonly forgotsPerNetwork: number
  /** Checks of such a link, and uses of it, per hour and network. */
  readonly tokenChecksPerNetwork: number
  readonly resetsPerNetwork: number
  /** Contact requests to the account manager, per user and hour. */
  readonly contactsPerUser: number
  /** Per user and second, with a burst allowance. */
  readonly changesPerSecond: number
  /** Bulk files and restored lists together, per user and minute (BULK_PER_MINUTE). */
  readonly bulkPerMinute: number
  readonly readsPerSecond: number
  /** Without a session, per network address and second. */
  readonly visitsPerSecond: number
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

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

function peerUrlOf(env: Environment): string {
  const value = urlOf(env, 'PEER_URL', 'http://localhost:0')
  if (!/^https?:\/\/[^/@]+:\d+$/.test(value))
    throw new ConfigError(`PEER_URL must be like https://host:8090, not "${value}"`)
  return value
}

function peerTlsOf(env: Environment, peerUrl: string): Config['peerTls'] {
  const { PEER_TLS_CA: ca, PEER_TLS_CERT: cert, PEER_TLS_KEY: key } = env
  if (!peerUrl.startsWith('https:')) return null
  if (!ca || !cert || !key)
    throw new ConfigError('A PEER_URL with https needs PEER_TLS_CA, PEER_TLS_CERT and PEER_TLS_KEY')
  return { ca: resolve(ca), cert: resolve(cert), key: resolve(key) }
}

/** Not validated here: a command of the operator that needs none must not fail. */
const secretsOf = (env: Environment): Config['secrets'] =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      /^(PEER|TWO_FACTOR|FINGERPRINT|SNAPSHOT)_SECRET(_BEFORE(_UNTIL)?)?$/.test(name) && value
        ? [[name, value]]
        : [],
    ),
  )

function countOf(env: Environment, name: string, otherwise: number): number {
  const value = env[name]
  if (value === undefined || value === '') return otherwise
  if (!/^[1-9]\d{0,6}$/.test(value))
    throw new ConfigError(`${name} must be a whole number above 0, not "${value}"`)
  return Number(value)
}

/** At least 128 bits, in any encoding. */
const minTokenLength = 22

function quotesOf(env: Environment): QuoteSource {
  const value = env.QUOTES || 'simulated'
  if (value === 'simulated') return { source: 'simulated' }
  if (value === 'http') {
    const token = env.FEED_TOKEN ?? ''
    if (!/^[\w.~+/=-]+$/.test(token) || token.length < minTokenLength || new Set(token).size < 8)
      throw new ConfigError(`QUOTES=http needs a FEED_TOKEN of at least ${minTokenLength} random characters`)
    return { source: 'http', token }
  }
  const file = /^replay:(.+)$/.exec(value)?.[1]
  if (!file) throw new ConfigError(`QUOTES must be simulated, replay:FILE or http, not "${value}"`)
  const speed = Number(env.REPLAY_SPEED || '1')
  if (!(speed > 0 && speed <= 100_000))
    throw new ConfigError(`REPLAY_SPEED must be a number above 0, not "${env.REPLAY_SPEED}"`)
  return { source: 'replay', file: resolve(file), speed }
}

/**
 * A URL of one of these schemes, or null if none is set. The error does not quote the value, which may
 * contain a password.
 */
function addressOf(env: Environment, name: string, schemes: readonly string[]): string | null {
  const value = env[name]
  if (!value) return null
  if (!URL.canParse(value) || !schemes.includes(new URL(value).protocol))
    throw new ConfigError(`${name} must start with ${schemes.map((each) => `${each}//`).join(' or ')}`)
  return value
}

/** Drawn by default, so that the time of a locate does not reveal who came last (docs/rules.md §4). */
function delayOf(env: Environment): Config['sweepDelay'] {
  const value = env.SWEEP_DELAY || '1000-4000'
  const [, min, max] = /^(\d{1,5})-(\d{1,5})$/.exec(value) ?? []
  if (min === undefined || max === undefined || Number(min) > Number(max))
    throw new ConfigError(`SWEEP_DELAY must be milliseconds such as 1000-4000, not "${value}"`)
  return { min: Number(min), max: Number(max) }
}

/** A redirect needs an about page in both languages. */
function redirectOf(env: Environment): boolean {
  const isOn = oneOf(env, 'LOGIN_REDIRECT', ['on', 'off'], 'off') === 'on'
  if (isOn && !(env.ABOUT_URL_EN && env.ABOUT_URL_JP))
    throw new ConfigError('LOGIN_REDIRECT=on needs ABOUT_URL_EN and ABOUT_URL_JP')
  return isOn
}

function metricsOf(env: Environment): Config['metrics'] {
  const value = env.METRICS || 'off'
  if (value === 'off' || value === 'anyone') return value
  const port = Number(value)
  if (!/^\d+$/.test(value) || port > 65_535)
    throw new ConfigError(`METRICS must be off, anyone or a port, not "${value}"`)
  return port
}

/** A terminal shows the address and the accounts only, so log lines go to a file unless told otherwise. */
function logFileOf(env: Environment, dataDir: string): string | null {
  if (env.LOG_FILE === 'stdout') return null
  return env.LOG_FILE ? resolve(env.LOG_FILE) : join(dataDir, 'server.log')
}

function mailboxOf(env: Environment, name: string, otherwise: string): string {
  const value = env[name] || otherwise
  if (!/^[^\s@<>]+@[^\s@<>]+$/.test(value))
    throw new ConfigError(`${name} must be an e-mail address, not "${value}"`)
  return value
}

/** Reads the configuration. Throws ConfigError with one clear line for an invalid value. */
export function readConfig(env: Environment): Config {
  const port = portOf(env)
  const databaseUrl = env.DATABASE_URL || null
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl))
    throw new ConfigError('DATABASE_URL must start with postgres://')
  const dataDir = resolve(env.DATA_DIR || 'data')
  const peerUrl = peerUrlOf(env)
  const demo = oneOf(env, 'DEMO', ['on', 'off', 'exposed'], 'on')
  return {
    port,
    host: env.HOST || 'localhost',
    dataDir,
    databaseUrl,
    peerUrl,
    peerTls: peerTlsOf(env, peerUrl),
    secretsFile: env.SECRETS_FILE ? resolve(env.SECRETS_FILE) : join(dataDir, 'secrets.env'),
    secrets: secretsOf(env),
    publicUrl: urlOf(env, 'PUBLIC_URL', `http://localhost:${port}`),
    calendar: oneOf(env, 'CALENDAR', ['always-open', 'jpx'], 'always-open'),
    quotes: quotesOf(env),
    demo: demo !== 'off',
    demoExposed: demo === 'exposed',
    robots: oneOf(env, 'ROBOTS', ['on', 'off'], 'on') === 'on',
    webVersion: env.WEB_VERSION || '0.2.0',
    apiDocs: oneOf(env, 'API_DOCS', ['on', 'off'], 'on') === 'on',
    logLevel: oneOf(env, 'LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], 'info'),
    logFile: logFileOf(env, dataDir),
    trustProxy: env.TRUST_PROXY || null,
    rateLimits: {
      loginsPerAccount: countOf(env, 'LOGINS_PER_ACCOUNT', 10),
      loginsPerNetwork: countOf(env, 'LOGINS_PER_NETWORK', 30),
      loginsPerAccountAnywhere: countOf(env, 'LOGINS_PER_ACCOUNT_ANYWHERE', 300),
      forgotsPerAccount: countOf(env, 'FORGOTS_PER_ACCOUNT', 3),
      forgotsPerNetwork: countOf(env, 'FORGOTS_PER_NETWORK', 10),
      tokenChecksPerNetwork: countOf(env, 'TOKEN_CHECKS_PER_NETWORK', 30),
      resetsPerNetwork: countOf(env, 'RESETS_PER_NETWORK', 10),
      contactsPerUser: countOf(env, 'CONTACTS_PER_USER', 3),
      changesPerSecond: countOf(env, 'CHANGES_PER_SECOND', 5),
      bulkPerMinute: countOf(env, 'BULK_PER_MINUTE', 6),
      readsPerSecond: countOf(env, 'READS_PER_SECOND', 20),
      visitsPerSecond: countOf(env, 'VISITS_PER_SECOND', 20),
    },
    smtpUrl: addressOf(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    smsUrl: addressOf(env, 'SMS_URL', ['http:', 'https:']),
    smsToken: env.SMS_TOKEN || null,
    mailFrom: mailboxOf(env, 'MAIL_FROM', 'aitai@localhost'),
    accountManager: mailboxOf(env, 'ACCOUNT_MANAGER', 'account-manager@localhost'),
    aboutUrl: {
      En: addressOf(env, 'ABOUT_URL_EN', ['https:']),
      Jp: addressOf(env, 'ABOUT_URL_JP', ['https:']),
    },
    loginRedirect: redirectOf(env),
    sweepDelay: delayOf(env),
    metrics: metricsOf(env),
  }
}
