import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { similarVariable } from './config-variables.ts'
import { hostUrls } from './host-urls.ts'

/** The source of market data. */
export type QuoteSource =
  | { readonly source: 'simulated' }
  /** A file of quotes, with the factor by which the replay is faster than the recording. */
  | { readonly source: 'replay'; readonly file: string; readonly speed: number }
  /** The venue's own feed handler, which authenticates with this token. */
  | { readonly source: 'http'; readonly token: string }

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

export type Environment = Readonly<Record<string, string | undefined>>

export function oneOf<const T extends string>(
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

export function portOf(env: Environment): number {
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

export function peerUrlOf(env: Environment): string {
  const value = urlOf(env, 'PEER_URL', 'http://localhost:0')
  if (!/^https?:\/\/[^/@]+:\d+$/.test(value))
    throw new ConfigError(`PEER_URL must be like https://host:8090, not "${value}"`)
  return value
}

export function peerTlsOf(
  env: Environment,
  peerUrl: string,
): { readonly ca: string; readonly cert: string; readonly key: string } | null {
  const { PEER_TLS_CA: ca, PEER_TLS_CERT: cert, PEER_TLS_KEY: key } = env
  if (!peerUrl.startsWith('https:')) return null
  if (!ca || !cert || !key)
    throw new ConfigError('A PEER_URL with https needs PEER_TLS_CA, PEER_TLS_CERT and PEER_TLS_KEY')
  return { ca: resolve(ca), cert: resolve(cert), key: resolve(key) }
}

/** Not validated here: a command of the operator that needs none must not fail. */
export const secretsOf = (env: Environment): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      /^(PEER|TWO_FACTOR|FINGERPRINT|SNAPSHOT|EVIDENCE|DATA)_SECRET(_BEFORE(_UNTIL)?)?$/.test(name) && value
        ? [[name, value]]
        : [],
    ),
  )

/** Public keys of age, separated by commas. */
export function recipientsOf({ BACKUP_RECIPIENT: given = '' }: Environment): readonly string[] {
  const recipients = given === '' ? [] : given.split(',').map((each) => each.trim())
  if (recipients.some((each) => !/^age1[a-z0-9]{50,}$/.test(each)))
    throw new ConfigError('BACKUP_RECIPIENT must be public keys of age, separated by commas: age1…')
  return recipients
}

export function countOf(env: Environment, name: string, otherwise: number): number {
  const value = env[name]
  if (value === undefined || value === '') return otherwise
  if (!/^[1-9]\d{0,6}$/.test(value))
    throw new ConfigError(`${name} must be a whole number above 0, not "${value}"`)
  return Number(value)
}

/** At least 128 bits, in any encoding. */
const minTokenLength = 22

export function quotesOf(env: Environment): QuoteSource {
  const value = env.QUOTES || 'simulated'
  if (value === 'simulated') return { source: 'simulated' }
  if (value === 'http') {
    const token = env.FEED_TOKEN ?? ''
    if (!/^[\w.~+/=-]+$/.test(token) || token.length < minTokenLength || new Set(token).size < 8)
      throw new ConfigError(`QUOTES=http needs a FEED_TOKEN of at least ${minTokenLength} random characters`)
    // That of packaging/aitai.env.example is long enough, and everybody knows it.
    if (token.startsWith('REPLACE-BY'))
      throw new ConfigError(
        'FEED_TOKEN is that of the example: replace it by the output of openssl rand -hex 32',
      )
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
export function addressOf(env: Environment, name: string, schemes: readonly string[]): string | null {
  const value = env[name]
  if (!value) return null
  if (!URL.canParse(value) || !schemes.includes(new URL(value).protocol))
    throw new ConfigError(`${name} must start with ${schemes.map((each) => `${each}//`).join(' or ')}`)
  return value
}

/** Drawn by default, so that the time of a locate does not reveal who came last (docs/rules.md §4). */
export function delayOf(env: Environment): { readonly min: number; readonly max: number } {
  const value = env.SWEEP_DELAY || '1000-4000'
  const [, min, max] = /^(\d{1,5})-(\d{1,5})$/.exec(value) ?? []
  if (min === undefined || max === undefined || Number(min) > Number(max))
    throw new ConfigError(`SWEEP_DELAY must be milliseconds such as 1000-4000, not "${value}"`)
  return { min: Number(min), max: Number(max) }
}

/** A redirect needs an about page in both languages. */
export function redirectOf(env: Environment): boolean {
  const isOn = oneOf(env, 'LOGIN_REDIRECT', ['on', 'off'], 'off') === 'on'
  if (isOn && !(env.ABOUT_URL_EN && env.ABOUT_URL_JP))
    throw new ConfigError('LOGIN_REDIRECT=on needs ABOUT_URL_EN and ABOUT_URL_JP')
  return isOn
}

export function metricsOf(env: Environment): 'off' | 'anyone' | number {
  const value = env.METRICS || 'off'
  if (value === 'off' || value === 'anyone') return value
  const port = Number(value)
  if (!/^\d+$/.test(value) || port > 65_535)
    throw new ConfigError(`METRICS must be off, anyone or a port, not "${value}"`)
  return port
}

/** A terminal shows the address and the accounts only, so log lines go to a file unless configured otherwise. */
export function logFileOf(env: Environment, dataDir: string): string | null {
  if (env.LOG_FILE === 'stdout') return null
  return env.LOG_FILE ? resolve(env.LOG_FILE) : join(dataDir, 'server.log')
}

export function mailboxOf(env: Environment, name: string, otherwise: string): string {
  const value = env[name] || otherwise
  if (!/^[^\s@<>]+@[^\s@<>]+$/.test(value))
    throw new ConfigError(`${name} must be an e-mail address, not "${value}"`)
  return value
}

/** The address at which browsers reach the server: an origin, because every path of it is the server's own. */
export function publicUrlOf(env: Environment, port: number): string {
  const value = env.PUBLIC_URL || `http://localhost:${port}`
  const url = URL.canParse(value) ? new URL(value) : null
  const isOrigin = url !== null && url.origin === value.replace(/\/$/, '').toLowerCase()
  if (!isOrigin || !/^https?:$/.test(url.protocol))
    throw new ConfigError(`PUBLIC_URL must be like https://desk.example, without a path, not "${value}"`)
  return url.origin
}

/** A name or an address, without a scheme and a port. */
export function hostOf(env: Environment): string {
  const value = env.HOST || 'localhost'
  if (isIP(value) === 0 && !/^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(value))
    throw new ConfigError(`HOST must be a name or an address of this machine such as 0.0.0.0, not "${value}"`)
  return value
}

const networkNames = ['loopback', 'linklocal', 'uniquelocal']

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (rest.length > 0 || version === 0) return networkNames.includes(text)
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

export function proxiesOf(env: Environment): string | null {
  const value = env.TRUST_PROXY
  if (!value) return null
  const wrong = value.split(',').find((each) => !isNetwork(each.trim()))
  if (wrong !== undefined)
    throw new ConfigError(
      `TRUST_PROXY must be addresses or networks such as 192.0.2.5 or 10.0.0.0/8, separated by commas, not "${wrong.trim()}"`,
    )
  return value
}

export function versionOf(env: Environment, name: string, otherwise: string): string {
  const value = env[name] || otherwise
  if (!/^\d+\.\d+\.\d+$/.test(value))
    throw new ConfigError(`${name} must be a version such as 0.2.0, not "${value}"`)
  return value
}

/** What a header can carry. The error does not quote the value. */
export function tokenOf(env: Environment, name: string): string | null {
  const value = env[name]
  if (!value) return null
  if (!/^[\x21-\x7e]+$/.test(value))
    throw new ConfigError(
      `${name} must be characters of ASCII without spaces. Correct it as the gateway gave it`,
    )
  return value
}

const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']

/** The errors do not quote the value, which may contain a password. */
export function databaseUrlOf(env: Environment): string | null {
  const value = env.DATABASE_URL
  if (!value) return null
  const refuse = (why: string): never => {
    throw new ConfigError(`DATABASE_URL ${why}`)
  }
  if (!/^postgres(ql)?:\/\//.test(value)) refuse('must start with postgres://')
  const urls = hostUrlsOf(value)
  if (urls === null)
    return refuse(
      'must be like postgres://aitai:PASSWORD@db1,db2/aitai: write special characters of the password as percent-codes, such as %40 for @, %2F for / and %23 for #',
    )
  const { searchParams } = new URL(urls[0] ?? value)
  const mode = searchParams.get('sslmode')
  if (mode !== null && !sslModes.includes(mode)) refuse(`must have an sslmode of ${sslModes.join(', ')}`)
  const attributes = /[?&]target_session_attrs=([^&]*)/.exec(value)?.[1]
  if (attributes !== undefined && attributes !== 'read-write')
    refuse('must have target_session_attrs=read-write, or none')
  return value
}

/** The URL of each host, or null if one is invalid or does not name a database. */
function hostUrlsOf(value: string): string[] | null {
  try {
    const urls = hostUrls(value)
    const isWhole = urls
      .map((each) => new URL(each))
      .every(({ hostname, pathname, hash, searchParams, password }) => {
        decodeURIComponent(password)
        return (hostname !== '' || searchParams.has('host')) && pathname.length > 1 && hash === ''
      })
    return isWhole ? urls : null
  } catch {
    return null
  }
}

/** Throws ConfigError for a variable whose name is not one of ours, and differs from one by a letter or two. */
export function refuseMisspelt(env: Environment): void {
  for (const name of Object.keys(env)) {
    const meant = similarVariable(name)
    if (meant !== null)
      throw new ConfigError(
        `${name} is not a variable of Aitai. Did you mean ${meant}? Rename it, or remove it`,
      )
  }
}
