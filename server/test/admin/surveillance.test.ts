import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import { expect, test } from 'vitest'
import type { PrintedInstitution, SurveillanceReport } from '../../src/admin/journal/surveillance.ts'
import { createLog } from '../../src/observability/log.ts'
import { Operator, operatorName } from '../support/operator.ts'
import { temporaryFolder } from '../support/test-databases.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '../support/test-server.ts'
import { submissionBody, type TestUser } from '../support/test-user.ts'
import { until } from '../support/until.ts'

const args = { reason: 'the alert about probing' }
const requested = { by: operatorName, ...args }

interface Market {
  readonly desk: TestServer
  readonly alder: TestUser
  readonly birch: TestUser
}

async function openMarket(options: TestServerOptions = {}): Promise<Market> {
  const desk = await startTestServer({ firms: ['Alder', 'Birch', 'Cypress'], ...options })
  const [alder, birch] = [await desk.trader('alder'), await desk.trader('birch')]
  await alder.connects()
  await birch.connects()
  return { desk, alder, birch }
}

/** Alder is located with Birch in a security and declines; Birch accepts. */
async function probes({ alder, birch }: Market, ric: string): Promise<void> {
  const bought = await alder.advertises('BUY', ric, 20_000)
  const sold = await birch.advertises('SELL', ric, 20_000)
  await birch.accepts(await birch.isLocated(sold.id))
  await alder.declines(await alder.isLocated(bought.id))
  await until(
    'the locate to fail',
    async () => (await birch.advert(sold.id)).advertisementStatus === 'PAUSED',
  )
}

const probed = ['7203.T', '6758.T', '8306.T'] as const

/** Alder declines in securities, and tries four sizes in another; Birch agrees with Cypress. */
async function probingDay(market: Market, securities: readonly string[] = probed): Promise<void> {
  const { desk, alder, birch } = market
  for (const ric of securities) await probes(market, ric)
  const tried = await alder.advertises('BUY', '9984.T', 20_000)
  for (const shareQuantity of [50_000, 120_000, 20_000])
    await alder.callsOk('/advert/modify-advert', { body: { ...submissionBody(tried), shareQuantity } })
  const cypress = await (await desk.trader('cypress')).connects()
  const sold = await birch.advertises('SELL', '7974.T', 20_000)
  const bought = await cypress.advertises('BUY', '7974.T', 20_000)
  await birch.accepts(await birch.isLocated(sold.id))
  await cypress.accepts(await cypress.isLocated(bought.id))
}

const viewed = async (desk: TestServer, more: { day?: number } = {}): Promise<SurveillanceReport> =>
  (await new Operator(desk).runs('surveillance', { ...args, ...more })) as unknown as SurveillanceReport

const institution = ({ institutions }: SurveillanceReport, name: string): PrintedInstitution => {
  const found = institutions.find((each) => each.institution === name)
  if (!found) throw new Error(`${name} is not in the report`)
  return found
}

test('a prober is named first with the reasons, and ordinary institutions are not named as such', async () => {
  const market = await openMarket()
  await probingDay(market)

  const report = await viewed(market.desk)
  expect(report).toMatchObject({ date: '2026-11-18', ...requested })
  expect(report.institutions.map(({ institution, signs }) => [institution, signs.length])).toEqual([
    ['Alder', 2],
    ['Birch', 0],
    ['Cypress', 0],
  ])
  const alder = institution(report, 'Alder')
  expect(alder.signs).toEqual([
    { sign: 'FAILURES', failures: 3, locates: 3 },
    { sign: 'SIZES', security: '9984.T', sizes: 4 },
  ])
  const figures = {
    locates: 3,
    failures: { total: 3, declined: 3, excused: 0, timedOut: 0, knockedOut: 0, notExecuted: 0 },
    failuresPerLocate: 1,
    securitiesLocated: 3,
    quickCancels: 0,
  }
  expect(alder).toMatchObject(figures)
  expect(alder.sizesTried[0]).toEqual({ security: '9984.T', sizes: 4 })
  expect(alder.traders).toMatchObject([{ trader: 'trader@alder.example', ...figures }])
  expect(institution(report, 'Birch')).toMatchObject({ locates: 4, failures: { total: 0 } })
  expect(institution(report, 'Cypress')).toMatchObject({ locates: 1, failuresPerLocate: 0 })
})

test('a past day has the same figures later, and another day has none of them', async () => {
  const market = await openMarket()
  await probes(market, '7203.T')
  const day = tradingDay(market.desk.clock.now())
  const { institutions } = await viewed(market.desk)
  market.desk.clock.advance(24 * 60 * 60_000)

  expect(await viewed(market.desk, { day })).toEqual({ date: '2026-11-18', ...requested, institutions })
  expect(await viewed(market.desk)).toEqual({ date: '2026-11-19', ...requested, institutions: [] })
  expect(await new Operator(market.desk).isRefused('surveillance', { ...args, day: day + 2 })).toEqual({
    code: 'INVALID',
    message: 'That day is in the future.',
    field: 'day',
  })
})

// rule: 15.21, 21.9
test('the look is in the journal and in the audit export, with the operator and the reason', async () => {
  const { desk } = await openMarket()
  const operator = new Operator(desk)
  await viewed(desk)
  await operator.isRefused('surveillance', { reason: ' ' })
  desk.clock.advance(60_000)

  const folder = temporaryFolder()
  const file = join(folder, 'export')
  const period = { from: desk.clock.now() - 120_000, to: desk.clock.now() }
  await operator.runs('audit export', { ...period, reason: 'an inspection', file, format: 'json' })
  const records = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ action }) => action === 'viewSurveillance' || action === 'surveillanceViewed')
  const details = { date: '2026-11-18', ...requested }

  expect(records).toMatchObject([
    {
      kind: 'command',
      actor: `staff:${operatorName}`,
      actorRole: 'STAFF',
      reason: args.reason,
      details,
    },
    { kind: 'event', action: 'surveillanceViewed', details },
  ])
  expect(await operator.runs('replay verify', {})).toMatchObject({ verified: true })
})

test('the same on the data of a stopped server', async () => {
  const market = await openMarket()
  await probes(market, '7203.T')
  const { institutions } = await viewed(market.desk)
  const operator = new Operator(market.desk)
  await operator.stopsTheServer()

  expect(await operator.runs('surveillance', args)).toMatchObject({ institutions })
  expect(await operator.runs('replay verify', {})).toMatchObject({ verified: true })
})

const metric = async (desk: TestServer): Promise<string[]> => {
  const page = await (await fetch(`${desk.url}/metrics`)).text()
  return [...page.matchAll(/^aitai_surveillance_institutions.*$/gm)].map(([line]) => line)
}

/** The log of a server as parsed lines. */
function collectedLog() {
  const written: string[] = []
  const log = createLog('info', { write: (line: string) => void written.push(line) })
  const warnings = () => written.map((line) => JSON.parse(line)).filter(({ level }) => level === 'warn')
  return { log, warnings }
}

test('the metric and the log have the number of such institutions and no name', async () => {
  const { log, warnings } = collectedLog()
  const market = await openMarket({ log })
  const { desk } = market
  expect(await metric(desk)).toEqual([])
  await probes(market, probed[0])
  await desk.app.probing.update()
  expect(await metric(desk)).toEqual(['aitai_surveillance_institutions 0'])
  expect(warnings()).toEqual([])

  await probingDay(market, probed.slice(1))
  expect(await metric(desk)).toEqual(['aitai_surveillance_institutions 0'])
  await desk.app.probing.update()
  await desk.app.probing.update()
  expect(await metric(desk)).toEqual(['aitai_surveillance_institutions 1'])
  expect(warnings()).toEqual([
    {
      level: 'warn',
      time: expect.any(String),
      institutions: 1,
      msg: 'institutions look like probing: aitai surveillance',
    },
  ])
})

test('the number is of today, and a restarted server counts it again', async () => {
  const market = await openMarket()
  const { desk } = market
  await probingDay(market)
  await desk.restart()
  expect(desk.app.probing.institutions()).toBeNull()
  await desk.app.probing.update()
  expect(desk.app.probing.institutions()).toBe(1)

  desk.clock.advance(24 * 60 * 60_000)
  await desk.app.probing.update()
  expect(desk.app.probing.institutions()).toBe(0)
})
