import { existsSync } from 'node:fs'
import type { CheckName } from '@aitai/contract/codes.ts'
import { dayMs, hourMs } from '@aitai/engine/calendar/trading-days.ts'
import { openSecrets } from '../../accounts/installation-secrets.ts'
import { listProcesses } from '../../cluster/process-registry.ts'
import { type Config, ConfigError } from '../../config.ts'
import { readDataKeys } from '../../database/encryption/data-keys.ts'
import { otherWrappings, unreadableValues } from '../../database/encryption/key-health.ts'
import { servedCertificate } from '../../http/served-certificate.ts'
import { isLoopbackHost } from '../../loopback.ts'
import { outboxHealth } from '../../messages/outbox-health.ts'
import { probeSms } from '../../messages/sms-transport.ts'
import { probeMail, smtpServerOf } from '../../messages/smtp-transport.ts'
import type { FeedHealth } from '../../quotes/feed-health.ts'
import { calendarHealth } from '../../reference/calendar-health.ts'
import type { AdminContext } from '../admin-context.ts'
import { countDemoAccounts } from '../demo/demo-exposure.ts'
import { isProduction } from '../demo/trial-defaults.ts'
import { newestHeadsAt } from '../evidence/daily-heads.ts'
import { type DoctorCheck, fail, ok, warn } from './check-result.ts'

/** Checks of external services and of the configuration. */
export const environmentChecks = async (admin: AdminContext, config: Config): Promise<DoctorCheck[]> => [
  ...(await Promise.all([mail(config), sms(config), certificate(config)])),
  await outbox(admin),
  quotes(admin, config),
  ...(await trial(admin, config)),
  await calendar(admin, config),
  await demonstration(admin, config),
  await evidence(admin, config),
  ...(await secrets(admin, config)),
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

/** A message that waits longer than this is overdue: a code is valid for five minutes. */
const overdueMs = 5 * 60_000

async function outbox({ db, now }: AdminContext): Promise<DoctorCheck> {
  const name = 'outbox'
  const at = now()
  const { waiting, oldestAt, givenUp } = await outboxHealth(db, at)
  const [waits, lost] = [sum(waiting), sum(givenUp)]
  const age = oldestAt === null ? 0 : at - oldestAt
  const says = `${waits} waiting${waits === 0 ? '' : `, the oldest for ${Math.floor(age / 1_000)} s`}; ${lost} given up today.`
  const todo = 'See `aitai outbox`; check the lines mail and sms.'
  return lost > 0 || age > overdueMs ? warn(name, says, todo) : ok(name, says)
}

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0)

/** After this long without a quote, a source has stopped. */
const silentMs = 60_000

function quotesLine(name: CheckName, source: string, feed: FeedHealth | null): DoctorCheck {
  if (!feed) return ok(name, `${source}; checked only while the server runs.`)
  const { newestAgeMs, fresh, securities, hasIndex } = feed
  const age = newestAgeMs === null ? 'none yet' : `the newest ${Math.floor(newestAgeMs / 1_000)} s old`
  const index = hasIndex ? '' : ' There is no index value of today that is young enough.'
  const says = `${source}: ${age}; ${fresh} of ${securities} securities are fresh.${index}`
  const isSilent = newestAgeMs === null || newestAgeMs > silentMs
  if (isSilent) return warn(name, says, 'Outside trading hours this is normal; otherwise check the feed.')
  return hasIndex ? ok(name, says) : warn(name, says, withoutIndex)
}

const withoutIndex =
  'Index-relative knockouts do not fire without it: have the feed send the index with its quotes.'

function quotes({ running }: AdminContext, { quotes: { source } }: Config): DoctorCheck {
  const feed = running !== null && running !== 'elsewhere' ? (running.feed?.() ?? null) : null
  return quotesLine('quotes', source, feed)
}

/** Whether an operator has replaced the securities of the release, which are plausible and not real. */
async function hasImportedSecurities(db: AdminContext['db']): Promise<boolean> {
  const imports = db.selectFrom('audit').select('seq').where('action', '=', 'equitiesImported')
  return (await imports.limit(1).executeTakeFirst()) !== undefined
}

/** Defaults that are for trials, on an installation on which people trade. Warnings once the operator has set them. */
async function trial({ db }: AdminContext, config: Config): Promise<DoctorCheck[]> {
  if (!isProduction(config)) return []
  const line = (name: 'QUOTES' | 'CALENDAR', says: string, todo: string): DoctorCheck =>
    config.trialDefaults.includes(name) ? fail('trial', says, todo) : warn('trial', says, todo)
  return [
    ...(config.quotes.source === 'simulated'
      ? [
          line(
            'QUOTES',
            'Prices are invented: QUOTES=simulated.',
            'Set QUOTES=http: docs/operations/quotes.md.',
          ),
        ]
      : []),
    ...(config.calendar === 'always-open'
      ? [line('CALENDAR', 'The market never closes: CALENDAR=always-open.', 'Set CALENDAR=jpx.')]
      : []),
    ...((await hasImportedSecurities(db))
      ? []
      : [
          (config.quotes.source === 'simulated' ? warn : fail)(
            'trial',
            'The securities are those of the release, and their closes are invented.',
            'Import the exchange’s list: `aitai equities import`, docs/operations/reference-data.md.',
          ),
        ]),
  ]
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

/** The password of the demo accounts is public. */
async function demonstration({ db }: AdminContext, config: Config): Promise<DoctorCheck> {
  const name = 'accounts'
  const found = await countDemoAccounts(db)
  if (found === 0) return ok(name, 'No demo accounts.')
  const says = `${found} demo accounts, whose password is public.`
  const todo = 'Start with DEMO=off in a new DATA_DIR, or disable them: `aitai user disable`.'
  return isPublic(config) ? fail(name, says, todo) : ok(name, `${says} PUBLIC_URL is this machine.`)
}

/** Heads of two days are at most 37 hours apart: from the close of a half day to the midnight after a holiday. */
const headsOverdueMs = 40 * hourMs
/** A server that has just started may have been down, and makes the heads within minutes. */
const headsMadeWithinMs = hourMs

/** Whether the heads of each day are made, and reach compliance (docs/decisions/0151-signed-evidence.md). */
export async function evidence(
  { db, now, running }: AdminContext,
  config: Pick<Config, 'compliance' | 'demo' | 'publicUrl'>,
): Promise<DoctorCheck> {
  const name = 'evidence'
  const at = now()
  const newest = await newestHeadsAt(db)
  const ageMs = newest === null ? null : at - newest
  const says =
    ageMs === null
      ? 'No day has signed heads yet.'
      : `The newest heads of a day are ${Math.floor(ageMs / hourMs)} hours old.`
  const hasRun = running !== null && running !== 'elsewhere' && at - running.startedAt > headsMadeWithinMs
  if (hasRun && (ageMs === null || ageMs > headsOverdueMs))
    return fail(name, says, 'Run `aitai evidence head`: it says why nothing is signed.')
  if (isProduction(config) && config.compliance === null)
    return warn(
      name,
      `${says} Nobody receives them.`,
      'Set COMPLIANCE to a mailbox: docs/operations/evidence.md.',
    )
  return ok(name, says)
}

/** 128 random bits in base64url. */
const minTokenLength = 22
const isWeak = (token: string): boolean => token.length < minTokenLength || new Set(token).size < 8

/** Checks for settings that expose secrets. Names the variable, never its value. */
async function secrets({ db }: AdminContext, config: Config): Promise<DoctorCheck[]> {
  const name = 'secrets'
  const { publicUrl, smsUrl, smsToken, smtpUrl, metrics } = config
  const found = [
    ...(await ofInstallation(db, config)),
    isPublic(config) && publicUrl.startsWith('http:')
      ? fail(name, 'PUBLIC_URL is http: passwords would travel in the clear.', 'Put TLS before it: https.')
      : null,
    smsUrl?.startsWith('http:') && !isLocalUrl(smsUrl)
      ? warn(name, 'SMS_URL is http: codes travel in the clear.', 'Use the https address of the gateway.')
      : null,
    smsToken !== null && isWeak(smsToken)
      ? warn(name, 'SMS_TOKEN is short.', `Agree on ${minTokenLength} random characters or more.`)
      : null,
    config.quotes.source === 'http' && isWeak(config.quotes.token)
      ? fail(name, 'FEED_TOKEN is short.', `Use ${minTokenLength} random characters or more.`)
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
          'METRICS=anyone: anyone who reaches the server can read them.',
          'Set METRICS to a port, which only this machine reaches, or let the proxy refuse.',
        )
      : null,
  ].filter((line) => line !== null)
  return found.length > 0 ? found : [ok(name, 'Tokens are long, and nothing secret travels in the clear.')]
}

/** Checks the secrets of the installation: the file, and whether all servers have the same. */
async function ofInstallation(db: AdminContext['db'], config: Config): Promise<DoctorCheck[]> {
  const name = 'secrets'
  // The server creates the file when it starts first.
  if (config.databaseUrl === null && !existsSync(config.secretsFile)) return []
  try {
    const { id, dataSecrets } = openSecrets(config)
    await readDataKeys(db, dataSecrets)
    const unreadable = await unreadableValues(db)
    const earlier = await otherWrappings(db, dataSecrets[0])
    const others = (config.databaseUrl === null ? [] : await listProcesses(db)).filter(
      ({ secretsId }) => secretsId !== id,
    )
    return [
      ...others.map(({ address }) =>
        fail(name, `${address} has other secrets.`, 'Copy the file to that machine, and restart its server.'),
      ),
      ...(unreadable === 0
        ? []
        : [
            fail(
              name,
              `Encrypted values were changed, readdressed or copied from other rows: ${unreadable}.`,
              'Find out who can write to it; set the phones again with aitai user change --phone.',
            ),
          ]),
      ...(earlier === 0
        ? []
        : [
            warn(
              name,
              'The data keys can still be opened with an earlier DATA_SECRET.',
              'Restart every server with the present secrets file.',
            ),
          ]),
      ...(config.peerUrl.startsWith('http:') && !isLocalUrl(config.peerUrl)
        ? [warn(name, 'PEER_URL is http: tokens of users travel in the clear.', 'Use https and PEER_TLS_*.')]
        : []),
    ]
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [fail(name, error.message, 'Restore the file from where you keep a copy, or correct it.')]
  }
}

function isEncrypted(smtpUrl: string): boolean {
  const { secure, requireTLS } = smtpServerOf(smtpUrl)
  return secure === true || requireTLS === true
}

/** Days before the end of a certificate. */
const endsSoon = { warn: 21, fail: 3 } as const

/** Checks the certificate at PUBLIC_URL. */
async function certificate({ publicUrl }: Pick<Config, 'publicUrl'>): Promise<DoctorCheck> {
  const name = 'certificate'
  if (!publicUrl.startsWith('https:')) return ok(name, 'PUBLIC_URL has none.')
  const found = await servedCertificate(publicUrl)
  const todo = 'Renew the certificate of PUBLIC_URL where TLS ends.'
  if (typeof found === 'string')
    return warn(name, `PUBLIC_URL cannot be reached from here: ${found}.`, 'Check it in a browser.')
  const days = Math.floor((found.until - Date.now()) / dayMs)
  const says = `Valid for ${days} more days.`
  if (found.fault !== null) return fail(name, `Browsers refuse it: ${found.fault}.`, todo)
  if (days < endsSoon.fail) return fail(name, says, todo)
  return days < endsSoon.warn ? warn(name, says, todo) : ok(name, says)
}
