import type { AdvertTerms, Direction } from '@aitai/engine/advert.ts'
import type { Calendar } from '@aitai/engine/hours.ts'
import { expect, onTestFinished, test } from 'vitest'
import jpx from '../../data/calendar-jpx.json' with { type: 'json' }
import { type Place, stores } from '../../test/stores.ts'
import {
  arrives,
  drafts,
  isLive,
  openVenue,
  passes,
  rowsOf,
  securityId,
  termsOf,
  toyota,
  until,
  type Venue,
} from '../../test/venue.ts'
import { Sessions } from '../auth/sessions.ts'
import { callLimits } from '../call-limits.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../database/open.ts'
import { explainMatch, type MatchExplained, type MatchQuestion } from './explain.ts'
import type { Office, OfficeAnswer } from './office.ts'
import { verifyReplay } from './replay.ts'

const officeOf = ({ opened, clock, matchmaking }: Venue): Office => ({
  db: opened.db,
  now: () => clock.at,
  publicUrl: 'https://desk.example',
  referenceChanged: async () => {},
  running: { pid: 1, startedAt: 0, matchmaking, ...doors(opened.db, () => clock.at) },
  by: 'a test',
})

const doors = (database: Office['db'], now: () => number) => ({
  sessions: new Sessions({ database, now, leave: async () => {} }),
  limits: callLimits(readConfig({}).rateLimits, now),
})

const day = 24 * 60 * 60_000
const lasting = { duration: 'END_OF_DAY' } as const

async function sends(venue: Venue, traderId: string, direction: Direction, more: Partial<AdvertTerms> = {}) {
  await arrives(venue, traderId)
  const advertId = await drafts(venue, traderId)
  const terms = { ...termsOf(direction, 10_000), ...lasting, ...more }
  const price = venue.quotes.quoteOf(securityId(venue))?.last ?? 0
  await venue.matchmaking.submit({
    type: 'submitAdvert',
    traderId,
    advertId,
    terms,
    freshId: `${advertId}-2`,
    price,
  })
  await isLive(venue, advertId)
  return advertId
}

/**
 * A morning in Tokyo: a cash buyer and a swap seller cannot meet; at lunch the seller turns to cash; after
 * lunch they meet. Gives the moments before each.
 */
async function story(place: Place) {
  const venue = await openVenue(place, { snapshotEvery: 5 })
  const reference = { calendar: jpx as Calendar }
  await venue.matchmaking.submit({ type: 'changeReference', reference })
  const a = await sends(venue, 'alder', 'BUY')
  const b = await sends(venue, 'birch', 'SELL', { transactionType: 'SWAP_ONLY' })
  const morning = venue.clock.at
  passes(venue, 95 * 60_000)
  const cash = { ...termsOf('SELL', 10_000), ...lasting }
  const price = venue.quotes.quoteOf(securityId(venue, toyota))?.last ?? 0
  await venue.matchmaking.submit({ type: 'modifyAdvert', traderId: 'birch', advertId: b, terms: cash, price })
  const lunch = venue.clock.at
  passes(venue, 60 * 60_000)
  const locateId = await until(venue, (state) => state.adverts.get(a)?.locateId)
  return { venue, a, b, locateId, morning, lunch, afternoon: venue.clock.at }
}

const resultOf = (answer: OfficeAnswer): MatchExplained => {
  if ('refusal' in answer) throw new Error(answer.refusal.message)
  return answer.result as MatchExplained
}

const failedIn = ({ findings }: MatchExplained) =>
  findings.filter(({ holds }) => holds === false).map(({ condition, says }) => `${condition} ${says}`)

test.each(stores)('a story of two adverts is explained moment by moment ($name)', async (store) => {
  const { venue, a, b, locateId, morning, lunch, afternoon } = await story(await store.place())
  const question = { a, b, by: 'ops', reason: 'the seller asked' }
  const at = async (moment: number) =>
    resultOf(await explainMatch(officeOf(venue), { ...question, at: moment }))

  const first = await at(morning)
  expect(first).toMatchObject({ verdict: 'FAILED', next: { event: 'advertModified', locateId: null } })
  expect(failedIn(first)).toEqual(['E7 LEGS_APART'])
  const second = await at(lunch)
  expect(failedIn(second)).toEqual(['E4 NO_MATCHING'])
  expect(second.findings[3]?.facts).toEqual({ opensAt: Date.UTC(2026, 10, 20, 3, 30) })
  expect(second.next).toMatchObject({ event: 'contraLocated', locateId, together: true })
  expect(await at(afternoon)).toMatchObject({ verdict: 'MET', locateId, next: null })
})

test.each(stores)('who asks and why stands in the journal, which still verifies ($name)', async (store) => {
  const { venue, a, b, lunch } = await story(await store.place())

  await explainMatch(officeOf(venue), { a, b, at: lunch, by: 'ops', reason: 'the seller asked' })

  const rows = await rowsOf(venue)
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
  expect(await verifyReplay(officeOf(venue))).toMatchObject({ result: { verified: true } })
})

test.each(stores)('adverts of an earlier day are explained from the journal ($name)', async (store) => {
  const { venue, a, b, morning } = await story(await store.place())
  passes(venue, day)
  await until(venue, (state) => state.adverts.get(a)?.causeOfDeath)
  passes(venue, day)
  await until(venue, (state) => !state.adverts.has(a) || null)

  const question = { a, b, by: 'ops', reason: 'a complaint' }
  expect(failedIn(resultOf(await explainMatch(officeOf(venue), { ...question, at: morning })))).toEqual([
    'E7 LEGS_APART',
  ])
  expect(await explainMatch(officeOf(venue), question)).toMatchObject({
    refusal: { code: 'ADVERT_UNKNOWN', message: expect.stringContaining(a) },
  })
})

test.each(stores)(
  'without a server the question is journalled and answered on the data ($name)',
  async (store) => {
    const place = await store.place()
    const { venue, a, b, morning } = await story(place)
    const { clock } = venue
    await venue.stop()
    const opened = await openDatabase(place)
    onTestFinished(opened.close)
    const office: Office = { ...officeOf({ ...venue, opened }), running: null, by: 'a test' }
    const before = await rowsOf({ ...venue, opened })

    const answer = await explainMatch(office, { a, b, at: morning, by: 'ops', reason: 'an audit' })

    expect(resultOf(answer).verdict).toBe('FAILED')
    const added = (await rowsOf({ ...venue, opened })).slice(before.length)
    expect(added).toMatchObject([{ at: clock.at }])
    expect(added[0]?.events).toContain('an audit')
    expect(await verifyReplay(office)).toMatchObject({ result: { verified: true } })
  },
)

test('where another pair came first, its locate is named', async () => {
  const [sqlite] = stores
  const venue = await openVenue(await (sqlite as (typeof stores)[number]).place(), {
    sweepDelay: () => 1_000,
  })
  const a = await sends(venue, 'alder', 'BUY')
  const b = await sends(venue, 'birch', 'SELL')
  const third = await sends(venue, 'cypress', 'SELL', { shareQuantity: 10_000, minimumQuantity: 10 })
  const before = venue.clock.at
  passes(venue, 1_000)
  const locateId = await until(venue, (state) => state.adverts.get(a)?.locateId)
  const question = { a, by: 'ops', reason: 'a drill' }
  const explained = async (other: string, at: number) =>
    resultOf(await explainMatch(officeOf(venue), { ...question, b: other, at }))

  expect(await explained(third, before)).toMatchObject({
    verdict: 'OUTRANKED',
    locateId,
    next: { together: false },
  })
  expect(await explained(third, venue.clock.at)).toMatchObject({ verdict: 'OUTRANKED', locateId })
  expect(await explained(b, before)).toMatchObject({
    verdict: 'NOT_SWEPT',
    next: { together: true, locateId },
  })
})

const bad: readonly (readonly [string, Partial<MatchQuestion>, string])[] = [
  ['without a reason', { reason: '  ' }, 'A reason'],
  ['with a reason on two lines', { reason: 'one\ntwo' }, 'A reason'],
  ['with a reason that is a book', { reason: 'x'.repeat(501) }, 'A reason'],
  ['about one advert', { b: 'a' }, 'two different'],
  ['by nobody', { by: ' ' }, 'Who asks'],
  ['about what is to come', { at: Date.UTC(2027, 0, 1) }, 'not come'],
]

test('a question that cannot be asked is refused, and one about nothing is kept all the same', async () => {
  const [sqlite] = stores
  const venue = await openVenue(await (sqlite as (typeof stores)[number]).place())
  const question = { a: 'a', b: 'b', by: 'ops', reason: 'a drill' }
  const before = (await rowsOf(venue)).length

  for (const [what, wrong, message] of bad)
    expect(await explainMatch(officeOf(venue), { ...question, ...wrong }), what).toMatchObject({
      refusal: { code: 'INVALID', message: expect.stringContaining(message) },
    })
  const elsewhere: Office = { ...officeOf(venue), running: 'elsewhere' }
  expect(await explainMatch(elsewhere, question)).toMatchObject({ refusal: { code: 'ELSEWHERE' } })
  expect(await rowsOf(venue)).toHaveLength(before)

  expect(await explainMatch(officeOf(venue), question)).toMatchObject({
    refusal: { code: 'ADVERT_UNKNOWN', message: expect.stringContaining('no advert a at') },
  })
  expect(await rowsOf(venue)).toHaveLength(before + 1)
})
