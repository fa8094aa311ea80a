import { connect } from 'node:tls'
import { dayMs } from '@aitai/engine/calendar/calendar.ts'
import type { Config } from '../../config.ts'
import { isLoopbackHost } from '../../loopback.ts'
import { outboxHealth } from '../../messages/outbox-health.ts'
import { probeSms } from '../../messages/sms-transport.ts'
import { probeMail, smtpServerOf } from '../../messages/smtp-transport.ts'
import type { FeedHealth } from '../../quotes/feed-health.ts'
import { calendarHealth } from '../../reference/calendar-health.ts'
import type { AdminContext } from '../admin-context.ts'
import { demoAccounts } from '../demo/demo-accounts.ts'
import { type DoctorCheck, fail, ok, warn } from './check-result.ts'

/** What can be told of everything that the server leans on and of how it is configured. */
export const environmentChecks = async (office: AdminContext, config: Config): Promise<DoctorCheck[]> => [
  ...(await Promise.all([mail(config), sms(config), certificate(config)])),
  await outbox(office),
  quotes(office, config),
  await calendar(office, config),
  await demonstration(office, config),
  ...secrets(config),
]

const isLocalUrl = (url: string): boolean => isLoopbackHost(new URL(url).hostname)

const isPublic = ({ publicUrl }: Pick<Config, 'publicUrl'>): boolean => !isLocalUrl(publicUrl)

async function mail(config: Config): Promise<DoctorCheck> {
  const name = 'mail'
  const { ok: works, message: says } = await probeMail(config)
  if (!works) return fail(name, says, 'Check SMTP_URL, its password, and the way to the server.')
  if (config.smtpUrl === null && isPublic(config))
    return warn(name, says, 'Set SMTP_URL: nobody gets a first password or a link to reset one.')
  return ok(name, says)
}

async function sms(config: Config): Promise<DoctorCheck> {
  const name = 'sms'
  const { ok: works, message: says } = await probeSms(config)
  if (!works) return fail(name, says, 'Check SMS_URL, SMS_TOKEN, and the way to the gateway.')
  if (config.smsUrl === null && isPublic(config))
    return warn(name, says, 'Set SMS_URL: users with two-factor sign-in get no code.')
  return ok(name, says)
}

/** How old a letter that waits may grow: a code lives for five minutes (quality 2.3). */
const oldLetterMs = 5 * 60_000

async function outbox({ db, now }: AdminContext): Promise<DoctorCheck> {
  const name = 'outbox'
  const at = now()
  const { waiting, oldestAt, givenUp } = await outboxHealth(db, at)
  const [waits, lost] = [sum(waiting), sum(givenUp)]
  const age = oldestAt === null ? 0 : at - oldestAt
  const says = `${waits} wait${waits === 0 ? '' : `, the oldest for ${Math.floor(age / 1_000)} s`}; ${lost} given up today.`
  const todo = 'See `aitai outbox`; check the lines mail and sms.'
  return lost > 0 || age > oldLetterMs ? warn(name, says, todo) : ok(name, says)
}

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0)

/** A source that has been silent for so long has stopped. */
const silentMs = 60_000

export function quotesLine(name: string, source: string, feed: FeedHealth | null): DoctorCheck {
  if (!feed) return ok(name, `${source}; looked at while the server runs.`)
  const { newestAgeMs, fresh, securities } = feed
  const age = newestAgeMs === null ? 'none yet' : `the newest ${Math.floor(newestAgeMs / 1_000)} s old`
  const says = `${source}: ${age}; ${fresh} of ${securities} securities are fresh.`
  const isSilent = newestAgeMs === null || newestAgeMs > silentMs
  return isSilent
    ? warn(name, says, 'Outside trading hours this is as it should be; else check the feed.')
    : ok(name, says)
}

function quotes({ running }: AdminContext, { quotes: { source } }: Config): DoctorCheck {
  const feed = running !== null && running !== 'elsewhere' ? (running.feed?.() ?? null) : null
  return quotesLine('quotes', source, feed)
}

async function calendar({ db, now }: AdminContext, config: Config): Promise<DoctorCheck> {
  const name = 'calendar'
  const { calendar: which, holidaysUntil, daysLeft, runsOut } = await calendarHealth(db, config, now())
  if (holidaysUntil === null && !runsOut) return ok(name, `${which}: no holidays.`)
  const says = `${which}: holidays are known for ${daysLeft} more days.`
  const todo = "Run `aitai holidays import` with the next years' holidays."
  if (daysLeft === 0) return fail(name, says, todo)
  return runsOut ? warn(name, says, todo) : ok(name, says)
}

/** Everybody knows the password of the demonstration's accounts. */
async function demonstration({ db }: AdminContext, config: Config): Promise<DoctorCheck> {
  const name = 'accounts'
  const known = db.selectFrom('person').select('id').where('active', '=', 1)
  const emails = demoAccounts.map(({ email }) => email)
  const found = (await known.where('email', 'in', emails).execute()).length
  if (found === 0) return ok(name, 'None of the demonstration.')
  const says = `${found} of the demonstration, whose password everybody knows.`
  const todo = 'Start with DEMO=off in a new DATA_DIR, or disable them: `aitai user disable`.'
  return isPublic(config) ? fail(name, says, todo) : ok(name, `${says} PUBLIC_URL is this machine.`)
}

/** 128 bits, however they are written. */
const shortestToken = 22
const isWeak = (token: string): boolean => token.length < shortestToken || new Set(token).size < 8

/** What of the configuration gives secrets away. Says which variable, never its value. */
function secrets(config: Config): DoctorCheck[] {
  const name = 'secrets'
  const { publicUrl, smsUrl, smsToken, smtpUrl, metrics } = config
  const found = [
    isPublic(config) && publicUrl.startsWith('http:')
      ? fail(name, 'PUBLIC_URL is http: passwords would travel in the clear.', 'Put TLS before it: https.')
      : null,
    smsUrl?.startsWith('http:') && !isLocalUrl(smsUrl)
      ? warn(name, 'SMS_URL is http: codes travel in the clear.', 'Use the https address of the gateway.')
      : null,
    smsToken !== null && isWeak(smsToken)
      ? warn(name, 'SMS_TOKEN is short.', `Agree on ${shortestToken} random characters or more.`)
      : null,
    config.quotes.source === 'http' && isWeak(config.quotes.token)
      ? fail(name, 'FEED_TOKEN is short.', `Use ${shortestToken} random characters or more.`)
      : null,
    smtpUrl !== null && !isLocalUrl(smtpUrl) && !isEncrypted(smtpUrl)
      ? warn(
          name,
          'SMTP_URL takes a server without TLS: links could be read.',
          'Use smtps://, or ?requireTLS=true.',
        )
      : null,
    metrics === 'anyone' && isPublic(config)
      ? warn(
          name,
          'METRICS=anyone: whoever reaches the server reads them.',
          'Set METRICS=loopback, or let the proxy refuse.',
        )
      : null,
  ].filter((line) => line !== null)
  return found.length > 0 ? found : [ok(name, 'Tokens are long, and nothing secret travels in the clear.')]
}

function isEncrypted(smtpUrl: string): boolean {
  const { secure, requireTLS } = smtpServerOf(smtpUrl)
  return secure === true || requireTLS === true
}

/** Days before the end of a certificate. */
const endsSoon = { warn: 21, fail: 3 } as const
const patienceMs = 5_000

/** The certificate that browsers are shown at PUBLIC_URL. */
async function certificate({ publicUrl }: Pick<Config, 'publicUrl'>): Promise<DoctorCheck> {
  const name = 'certificate'
  const { protocol, hostname, port } = new URL(publicUrl)
  if (protocol !== 'https:') return ok(name, 'PUBLIC_URL has none.')
  const found = await certificateOf(hostname.replace(/^\[|\]$/g, ''), Number(port || 443))
  const todo = 'Renew the certificate of PUBLIC_URL where TLS ends.'
  if (typeof found === 'string')
    return warn(name, `PUBLIC_URL could not be looked at from here: ${found}.`, 'Look at it from a browser.')
  const days = Math.floor((found.until - Date.now()) / dayMs)
  const says = `Valid for ${days} more days.`
  if (found.fault !== null) return fail(name, `Browsers refuse it: ${found.fault}.`, todo)
  if (days < endsSoon.fail) return fail(name, says, todo)
  return days < endsSoon.warn ? warn(name, says, todo) : ok(name, says)
}

interface Shown {
  /** Milliseconds UTC. */
  readonly until: number
  readonly fault: string | null
}

/** What a host shows, also one that a browser would refuse; or the code of why it shows nothing. */
function certificateOf(host: string, port: number): Promise<Shown | string> {
  return new Promise((resolve) => {
    // Looked at and nothing else: what is not to be trusted is told, and nothing is sent.
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false, timeout: patienceMs })
    const end = (found: Shown | string): void => {
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
