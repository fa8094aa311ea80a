import { join, resolve } from 'node:path'
import {
  addressOf,
  countOf,
  databaseUrlOf,
  delayOf,
  type Environment,
  hostOf,
  logFileOf,
  mailboxOf,
  metricsOf,
  oneOf,
  peerTlsOf,
  peerUrlOf,
  portOf,
  proxiesOf,
  publicUrlOf,
  type QuoteSource,
  quotesOf,
  recipientsOf,
  redirectOf,
  refuseMisspelt,
  secretsOf,
  tokenOf,
  versionOf,
} from './config-values.ts'

export { ConfigError, type QuoteSource } from './config-values.ts'

/** In days. */
export interface Retention {
  /** After the day of their agreement: then their encryption keys are destroyed, also for what the journal has. */
  readonly locatePasswordDays: number
  /** Of mails and SMS after their end, without their texts, which are deleted at once. */
  readonly messageDays: number
}

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
  /** The variables that are not set and whose defaults are for trials. */
  readonly trialDefaults: readonly ('QUOTES' | 'CALENDAR')[]
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
  /** Who receives the signed heads of the chains; null for nobody. */
  readonly compliance: string | null
  /** The public keys of age that backups are encrypted to; none if they are not encrypted. */
  readonly backupRecipients: readonly string[]
  /** How long data is kept that ends by its age alone. */
  readonly retention: Retention
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

/** Reads the configuration. Throws ConfigError with one clear line for an invalid value. */
export function readConfig(env: Environment): Config {
  refuseMisspelt(env)
  const port = portOf(env)
  const dataDir = resolve(env.DATA_DIR || 'data')
  const peerUrl = peerUrlOf(env)
  const demo = oneOf(env, 'DEMO', ['on', 'off', 'exposed'], 'on')
  return {
    port,
    host: hostOf(env),
    dataDir,
    databaseUrl: databaseUrlOf(env),
    peerUrl,
    peerTls: peerTlsOf(env, peerUrl),
    secretsFile: env.SECRETS_FILE ? resolve(env.SECRETS_FILE) : join(dataDir, 'secrets.env'),
    secrets: secretsOf(env),
    publicUrl: publicUrlOf(env, port),
    calendar: oneOf(env, 'CALENDAR', ['always-open', 'jpx'], 'always-open'),
    trialDefaults: (['QUOTES', 'CALENDAR'] as const).filter((name) => !env[name]),
    quotes: quotesOf(env),
    demo: demo !== 'off',
    demoExposed: demo === 'exposed',
    robots: oneOf(env, 'ROBOTS', ['on', 'off'], 'on') === 'on',
    webVersion: versionOf(env, 'WEB_VERSION', '0.2.0'),
    apiDocs: oneOf(env, 'API_DOCS', ['on', 'off'], 'on') === 'on',
    logLevel: oneOf(env, 'LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], 'info'),
    logFile: logFileOf(env, dataDir),
    trustProxy: proxiesOf(env),
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
    smsToken: tokenOf(env, 'SMS_TOKEN'),
    mailFrom: mailboxOf(env, 'MAIL_FROM', 'aitai@localhost'),
    accountManager: mailboxOf(env, 'ACCOUNT_MANAGER', 'account-manager@localhost'),
    backupRecipients: recipientsOf(env),
    retention: {
      locatePasswordDays: countOf(env, 'LOCATE_PASSWORD_DAYS', 7),
      messageDays: countOf(env, 'MESSAGE_DAYS', 30),
    },
    compliance: env.COMPLIANCE ? mailboxOf(env, 'COMPLIANCE', '') : null,
    aboutUrl: {
      En: addressOf(env, 'ABOUT_URL_EN', ['https:']),
      Jp: addressOf(env, 'ABOUT_URL_JP', ['https:']),
    },
    loginRedirect: redirectOf(env),
    sweepDelay: delayOf(env),
    metrics: metricsOf(env),
  }
}
