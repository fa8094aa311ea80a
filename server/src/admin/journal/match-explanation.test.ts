import { dayMs } from '@aitai/engine/calendar/trading-days.ts'
import type { AdvertTerms, Direction } from '@aitai/engine/model/advert.ts'
import type { Calendar } from '@aitai/engine/model/calendar.ts'
import { yen } from '@aitai/engine/model/price.ts'
import { expect, onTestFinished, test } from 'vitest'
import jpx from '../../../data/calendar-jpx.json' with { type: 'json' }
import { adminContextOn } from '../../../test/support/admin-context.ts'
import { type DatabaseLocation, testDatabases, useTestSecrets } from '../../../test/support/test-databases.ts'
import {
  advanceClock,
  advertTermsFor,
  draftAdvert,
  journalRows,
  openTestMarket,
  securityId,
  setPresent,
  type TestMarket,
  ticksByHand,
  toyota,
  untilLive,
  untilState,
} from '../../../test/support/test-market.ts'
import { Sessions } from '../../accounts/sessions.ts'
import { readConfig } from '../../config.ts'
import { openDatabase } from '../../database/open-database.ts'
import { callLimits } from '../../http/call-limits.ts'
import type { AdminContext, AdminReply } from '../admin-context.ts'
import { explainMatch, type MatchExplanation, type MatchQuestion } from './match-explanation.ts'
import { verifyReplay } from './replay-verification.ts'

const adminContextOf = ({ opened, clock, market }: TestMarket): AdminContext => {
  const now = () => clock.at
  return adminContextOn(opened.db, {
    now,
    by: 'ops',
    running: { pid: 1, startedAt: 0, market, isReady: () => true, ...accessLimits(opened.db, now) },
  })
}

const accessLimits = (database: AdminContext['db'], now: () => number) => ({
  sessions: new Sessions({ database, now, endInMarket: async () => {} }),
  limits: callLimits(readConfig({}).rateLimits, now),
})

const lasting = { duration: 'END_OF_DAY' } as const

async function sends(
  venue: TestMarket,
  traderId: string,
  direction: Direction,
  more: Partial<AdvertTerms> = {},
) {
  await setPresent(venue, traderId)
  const advertId = await draftAdvert(venue, traderId)
  const terms = { ...advertTermsFor(direction, 10_000), ...lasting, ...more }
  const price = venue.quotes.quoteOf(securityId(venue))?.last ?? 0
  await venue.market.submit({
    type: 'submitAdvert',
    arrivalMid: null,
    usdJpy: 150 * yen,
    traderId,
    advertId,
    terms,
    freshId: `${advertId}-2`,
    price,
  })
  return advertId
}

/**
 * A morning in Tokyo: a cash buyer and a swap seller cannot match; at lunch the seller changes to cash; after
 * lunch they match. Returns the times before each change.
 */
async function locateHistory(place: DatabaseLocation) {
  const venue = await openTestMarket(place, { snapshotEvery: 5 })
  const reference = { calendar: jpx as Calendar }
  await venue.market.submit({ type: 'changeReference', reference })
  const a = await sends(venue, 'alder', 'BUY')
  const b = await sends(venue, 'birch', 'SELL', { transactionType: 'SWAP_ONLY' })
  for (const advertId of [a, b]) await untilLive(venue, advertId)
  const morning = venue.clock.at
  advanceClock(venue, 95 * 60_000)
  const cash = { ...advertTermsFor('SELL', 10_000), ...lasting }
  const price = venue.quotes.quoteOf(securityId(venue, toyota))?.last ?? 0
  await venue.market.submit({ type: 'modifyAdvert', traderId: 'birch', advertId: b, terms: cash, price })
  const lunch = venue.clock.at
  advanceClock(venue, 60 * 60_000)
  const locateId = await untilState(venue, (state) => state.adverts.get(a)?.locateId)
  return { venue, a, b, locateId, morning, lunch, afternoon: venue.clock.at }
}

const resultOf = (answer: AdminReply): MatchExplanation => {
  if ('refusal' in answer) throw new Error(answer.refusal.message)
  return answer.result as MatchExplanation
}

const failedIn = ({ findings }: MatchExplanation) =>
  findings.filter(({ holds }) => holds === false).map(({ condition, says }) => `${condition} ${says}`)

test.each(testDatabases)('the history of two adverts is explained at each time ($name)', async (store) => {
  const { venue, a, b, locateId, morning, lunch, afternoon } = await locateHistory(await store.newLocation())
  const question = { a, b, reason: 'the seller asked' }
  const at = async (moment: number) =>
    resultOf(await explainMatch(adminContextOf(venue), { ...question, at: moment }))

  const first = await at(morning)
  expect(first).toMatchObject({ result: 'FAILED', next: { event: 'advertModified', locateId: null } })
  expect(failedIn(first)).toEqual(['E7 LEGS_APART'])
  const second = await at(lunch)
  expect(failedIn(second)).toEqual(['E4 NO_MATCHING'])
  expect(second.findings[3]?.facts).toEqual({ opensAt: Date.UTC(2026, 10, 20, 3, 30) })
  expect(second.next).toMatchObject({ event: 'contraLocated', locateId, together: true })
  expect(await at(afternoon)).toMatchObject({ result: 'MET', locateId, next: null })
})

test.each(testDatabases)(
  'the operator and the reason are in the journal, which still verifies ($name)',
  async (store) => {
    const { venue, a, b, lunch } = await locateHistory(await store.newLocation())

    await explainMatch(adminContextOf(venue), { a, b, at: lunch, reason: 'the seller asked' })

    const rows = await journalRows(venue)
    const events = rows.flatMap((row) => JSON.parse(row.events))
    expect(events.filter(({ type }) => type === 'matchExplained')).toEqual([
      {
        type: 'matchExplained',
        advertIds: [a, b],
        of: lunch,
        by: 'ops',
        reason: 'the seller asked',
        at: venue.clock.at,
      },
    ])
    expect(await verifyReplay(adminContextOf(venue))).toMatchObject({ result: { verified: true } })
  },
)

test.each(testDatabases)(
  'adverts of an earlier day are explained from the journal ($name)',
  async (store) => {
    const { venue, a, b, morning } = await locateHistory(await store.newLocation())
    advanceClock(venue, dayMs)
    await untilState(venue, (state) => state.adverts.get(a)?.causeOfDeath)
    advanceClock(venue, dayMs)
    await untilState(venue, (state) => !state.adverts.has(a) || null)

    const question = { a, b, reason: 'a complaint' }
    expect(
      failedIn(resultOf(await explainMatch(adminContextOf(venue), { ...question, at: morning }))),
    ).toEqual(['E7 LEGS_APART'])
    expect(await explainMatch(adminContextOf(venue), question)).toMatchObject({
      refusal: { code: 'ADVERT_UNKNOWN', message: expect.stringContaining(a) },
    })
  },
)

test.each(testDatabases)(
  'without a server the request is journalled and answered from the data ($name)',
  async (store) => {
    const place = await store.newLocation()
    const { venue, a, b, morning } = await locateHistory(place)
    const { clock } = venue
    await venue.stop()
    const opened = await openDatabase(place)
    onTestFinished(opened.close)
    await useTestSecrets(opened.db, place)
    const admin: AdminContext = { ...adminContextOf({ ...venue, opened }), running: null, by: 'a test' }
    const before = await journalRows({ ...venue, opened })

    const answer = await explainMatch(admin, { a, b, at: morning, reason: 'an audit' })

    expect(resultOf(answer).result).toBe('FAILED')
    const added = (await journalRows({ ...venue, opened })).slice(before.length)
    expect(added).toMatchObject([{ at: clock.at }])
    expect(added[0]?.events).toContain('an audit')
    expect(await verifyReplay(admin)).toMatchObject({ result: { verified: true } })
  },
)

test('if another pair came first, its locate is named', async () => {
  const [sqlite] = testDatabases
  const { startTicks, tick } = ticksByHand()
  const venue = await openTestMarket(await (sqlite as (typeof testDatabases)[number]).newLocation(), {
    sweepDelay: () => 1_000,
    startTicks,
  })
  const a = await sends(venue, 'alder', 'BUY')
  const b = await sends(venue, 'birch', 'SELL')
  const third = await sends(venue, 'cypress', 'SELL', { shareQuantity: 10_000, minimumQuantity: 10 })
  // The delay is drawn when the change is first seen.
  await tick(venue, 2)
  const before = venue.clock.at
  advanceClock(venue, 1_000)
  await tick(venue, 2)
  const locateId = await untilState(venue, (state) => state.adverts.get(a)?.locateId)
  const question = { a, reason: 'a drill' }
  const explained = async (other: string, at: number) =>
    resultOf(await explainMatch(adminContextOf(venue), { ...question, b: other, at }))

  expect(await explained(third, before)).toMatchObject({
    result: 'OUTRANKED',
    locateId,
    next: { together: false },
  })
  expect(await explained(third, venue.clock.at)).toMatchObject({ result: 'OUTRANKED', locateId })
  expect(await explained(b, before)).toMatchObject({
    result: 'NOT_SWEPT',
    next: { together: true, locateId },
  })
})

const bad: readonly (readonly [string, Partial<MatchQuestion>, string])[] = [
  ['without a reason', { reason: '  ' }, 'A reason'],
  ['with a reason on two lines', { reason: 'one\ntwo' }, 'A reason'],
  ['with a reason that is a book', { reason: 'x'.repeat(501) }, 'A reason'],
  ['about one advert', { b: 'a' }, 'two different'],
  ['about what is to come', { at: Date.UTC(2027, 0, 1) }, 'in the future'],
]

test('an invalid request is refused; one about unknown adverts is recorded all the same', async () => {
  const [sqlite] = testDatabases
  const venue = await openTestMarket(await (sqlite as (typeof testDatabases)[number]).newLocation())
  const question = { a: 'a', b: 'b', reason: 'a drill' }
  const before = (await journalRows(venue)).length

  for (const [what, wrong, message] of bad)
    expect(await explainMatch(adminContextOf(venue), { ...question, ...wrong }), what).toMatchObject({
      refusal: { code: 'INVALID', message: expect.stringContaining(message) },
    })
  const otherMachine: AdminContext = { ...adminContextOf(venue), running: 'elsewhere' }
  expect(await explainMatch(otherMachine, question)).toMatchObject({ refusal: { code: 'ELSEWHERE' } })
  expect(await journalRows(venue)).toHaveLength(before)

  expect(await explainMatch(adminContextOf(venue), question)).toMatchObject({
    refusal: { code: 'ADVERT_UNKNOWN', message: expect.stringContaining('no advert a at') },
  })
  expect(await journalRows(venue)).toHaveLength(before + 1)
})
