import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyPlan, bookFromPlan } from '../../test/arbitrary-book.ts'
import { anyScenario, runScenario, tryCommand } from '../../test/arbitrary-scenario.ts'
import {
  advertIn,
  agreedPair,
  answerOf,
  bookIn,
  buys,
  moment,
  perform,
  quoteOf,
  refusalCodeOf,
  securityNamed,
  sells,
  sweepAt,
  world,
} from '../../test/book.ts'
import type { Direction } from '../adverts/advert.ts'
import type { CommandOf } from '../commands.ts'
import { decide } from '../decide.ts'
import { whyNot } from '../explain/why-not.ts'
import { securitiesToMatch } from '../matching/candidates.ts'
import { conditionHolds } from '../matching/eligibility.ts'
import { notificationsOf } from '../notifications.ts'
import { ratingOf } from '../rating/credibility.ts'
import { explainRating } from '../rating/rating-explanation.ts'
import { happened } from '../refusals.ts'
import { failuresOnDay } from '../state/failures.ts'
import { type Snapshot, snapshotOf, stateFrom } from '../state/snapshot.ts'
import { firmSecurityKey, firmsKey, type State, type Trader } from '../state/state.ts'

type At = string | number
const timeOf = (when: At): number => (typeof when === 'number' ? when : moment(when))
const byBroker = (when: At, agreementId: string) =>
  ({ at: timeOf(when), agreementId, brokerId: 'NOM', brokerUserId: 'kato' }) as const

/** Broker NOM reports that nothing was executed, and which sides did not follow through. */
const report = (
  sides: readonly Direction[],
  when: At = '00:10',
  agreementId = 'agreement',
): CommandOf<'reportNotExecuted'> => ({
  type: 'reportNotExecuted',
  ...byBroker(when, agreementId),
  atFault: { BUY: sides.includes('BUY'), SELL: sides.includes('SELL') },
})
const withdraw = (when: At = '00:11', agreementId = 'agreement'): CommandOf<'withdrawNotExecuted'> => ({
  type: 'withdrawNotExecuted',
  ...byBroker(when, agreementId),
})

/** Alder, who buys, and birch agreed at 00:05:02, with NOM as broker. */
const agreed = (): State => agreedPair('agreement', buys('alder', 10_000), sells('birch', 10_000))

function traderIn(state: State, traderId: string): Trader {
  const trader = state.traders.get(traderId)
  if (!trader) throw new Error(`there is no trader ${traderId}`)
  return trader
}
const ratingsIn = (state: State) => ['alder', 'birch'].map((name) => traderIn(state, name).rating)
const scoresOf = (state: State, name: string) => traderIn(state, name).ledger.map(({ score }) => score)

/** The failures of today: of both institutions in toyota, of both traders, of both institutions, of the two. */
function failuresIn({ failures, at }: State) {
  const { ofFirmInSecurity, ofTrader, ofFirm, ofPair } = failures
  const names = ['alder', 'birch'] as const
  return {
    inSecurity: names.map((name) => failuresOnDay(ofFirmInSecurity, firmSecurityKey(name, 'toyota'), at)),
    ofTrader: names.map((name) => failuresOnDay(ofTrader, name, at)),
    ofFirm: names.map((name) => failuresOnDay(ofFirm, name, at)),
    ofPair: failuresOnDay(ofPair, firmsKey('alder', 'birch'), at),
  }
}
const failuresBy = (alder: number, birch: number, ofPair: number) => ({
  inSecurity: [alder, birch],
  ofTrader: [alder, birch],
  ofFirm: [alder, birch],
  ofPair,
})

// rule: 24.1
test('the executing broker reports who did not follow through, and the agreement has the report', () => {
  const state = agreed()
  const reported = { at: moment('00:10'), atFault: { BUY: true, SELL: false }, brokerUserId: 'kato' }

  expect(perform(state, report(['BUY']))).toEqual([
    { type: 'notExecutedReported', agreementId: 'agreement', ...reported },
  ])
  expect(state.agreements.get('agreement')?.notExecuted).toEqual(reported)
})

// rule: 24.2
test('a report with other sides corrects it, a withdrawal removes it, and the same again does nothing', () => {
  const state = agreed()
  expect(decide(state, withdraw())).toEqual(happened())
  perform(state, report(['BUY']))
  expect(decide(state, report(['BUY'], '00:10:30'))).toEqual(happened())

  expect(perform(state, report(['BUY', 'SELL'], '00:11')).map(({ type }) => type)).toEqual([
    'notExecutedReported',
  ])
  expect(state.agreements.get('agreement')?.notExecuted).toMatchObject({
    at: moment('00:11'),
    atFault: { BUY: true, SELL: true },
  })
  expect(perform(state, withdraw('00:12'))).toEqual([
    { type: 'notExecutedWithdrawn', agreementId: 'agreement', at: moment('00:12'), brokerUserId: 'kato' },
  ])
  expect(state.agreements.get('agreement')).not.toHaveProperty('notExecuted')
  expect(decide(state, withdraw('00:13'))).toEqual(happened())
})

test('another broker finds no agreement to report on', () => {
  const state = agreed()
  perform(state, report(['BUY']))

  for (const command of [report(['SELL']), withdraw()]) {
    expect(refusalCodeOf(state, { ...command, brokerId: 'DAI' })).toBe('AGREEMENT-NOT-FOUND')
    expect(refusalCodeOf(state, { ...command, agreementId: 'none' })).toBe('AGREEMENT-NOT-FOUND')
  }
})

// rule: 24.2
test('reports, corrections and withdrawals end with the trading day of the agreement in Tokyo', () => {
  const state = agreed()
  perform(state, report(['BUY']))
  const last = moment('15:00') - 1
  expect(refusalCodeOf(state, report(['SELL'], last))).toBeNull()
  expect(refusalCodeOf(state, withdraw(last))).toBeNull()

  perform(state, sweepAt('15:00', []))
  for (const command of [report(['BUY'], '15:00'), report(['SELL'], '15:00'), withdraw('15:00')])
    expect(refusalCodeOf(state, command)).toBe('AGREEMENT-DAY-OVER')
  expect(scoresOf(state, 'alder')).toEqual([0])
})

// rule: 24.3
test('the accept of a side at fault scores 0 instead of 100, and a correction or withdrawal restores it', () => {
  const state = agreed()
  const [accepted, lapsed] = [64, 54]
  expect(ratingsIn(state)).toEqual([accepted, accepted])
  const ratings = [report(['BUY']), report(['SELL']), report(['BUY', 'SELL']), withdraw()].map((command) => {
    perform(state, command)
    return ratingsIn(state)
  })

  expect(ratings).toEqual([
    [lapsed, accepted],
    [accepted, lapsed],
    [lapsed, lapsed],
    [accepted, accepted],
  ])
})

test('the score is replaced in its place: time, contra and newer events stay', () => {
  const state = agreed()
  bookIn(
    state,
    buys('alder', 10_000, { securityId: 'sony' }),
    sells('cypress', 10_000, { securityId: 'sony' }),
  )
  perform(state, sweepAt('00:20'))
  for (const name of ['alder', 'cypress']) perform(state, answerOf(state, name, 'DECLINE', '00:20:01'))
  const before = traderIn(state, 'alder').ledger
  perform(state, report(['BUY'], '00:21'))

  expect(scoresOf(state, 'alder')).toEqual([5, 0])
  expect(traderIn(state, 'alder').ledger).toEqual([before[0], { ...before[1], score: 0 }])
})

test('an accept that has left the ledger changes no rating, but its failure counts', () => {
  const state = agreed()
  const alder = traderIn(state, 'alder')
  alder.ledger = [5, 5, 5, 5].map((score) => ({ at: state.at, score, contraFirmId: 'birch' }))
  alder.rating = ratingOf(alder.ledger, state.limits)
  const { rating, ledger } = alder
  perform(state, report(['BUY']))

  expect([alder.rating, alder.ledger]).toEqual([rating, ledger])
  expect(failuresIn(state)).toEqual(failuresBy(1, 0, 1))
})

test('of two accepts in the same millisecond with one contra, the reported one is replaced', () => {
  const state = world()
  const both = ['toyota', 'sony'].map((securityId) => ({ securityId }))
  bookIn(state, ...both.flatMap((each) => [buys('alder', 10_000, each), sells('birch', 10_000, each)]))
  const locates = perform(state, sweepAt('00:05')).flatMap((each) =>
    'locateId' in each ? [each.locateId] : [],
  )
  for (const [place, locateId] of locates.entries())
    for (const [name, direction] of [
      ['alder', 'BUY'],
      ['birch', 'SELL'],
    ] as const) {
      const quote = quoteOf(state.locates.get(locateId)?.securityId ?? '', '00:05:01')
      const more = { locateId, direction, quote, agreementId: `agreement-${place}` }
      perform(state, answerOf(state, name, 'ACCEPT', '00:05:01', more))
    }
  perform(state, report(['BUY'], '00:10', 'agreement-0'))
  expect(scoresOf(state, 'alder')).toEqual([100, 0])

  perform(state, report(['BUY'], '00:10', 'agreement-1'))
  perform(state, withdraw('00:11', 'agreement-0'))
  expect(scoresOf(state, 'alder')).toEqual([0, 100])
})

// rule: 24.4
test('a report counts one failure of each side at fault and one failed locate, however often it is corrected', () => {
  const state = agreed()
  const counts = [report(['BUY']), report(['SELL']), report(['BUY', 'SELL']), withdraw()].map((command) => {
    perform(state, command)
    return failuresIn(state)
  })

  expect(counts).toEqual([failuresBy(1, 0, 1), failuresBy(0, 1, 1), failuresBy(1, 1, 1), failuresBy(0, 0, 0)])
})

test('a withdrawal takes back its own failure only', () => {
  const state = agreed()
  bookIn(state, buys('alder', 10_000), sells('birch', 10_000))
  perform(state, sweepAt('00:20'))
  for (const [name, answer] of [
    ['alder', 'DECLINE'],
    ['birch', 'ACCEPT'],
  ] as const)
    perform(state, answerOf(state, name, answer, '00:20:01'))
  perform(state, report(['BUY'], '00:21'))
  expect(failuresIn(state)).toEqual(failuresBy(2, 0, 2))

  perform(state, withdraw('00:22'))
  expect(failuresIn(state)).toEqual(failuresBy(1, 0, 1))
})

test('it begins no cooldown and pauses nothing, but the institution rests after its next change (E11)', () => {
  const state = agreed()
  const contra = sells('birch', 10_000)
  bookIn(state, buys('alder', 10_000))
  const submitted = state.at
  perform(state, sweepAt(submitted))
  perform(state, report(['BUY'], submitted + 1_000))
  bookIn(state, contra)
  const [own, other] = [advertIn(state, 'alder-2'), advertIn(state, 'birch-2')]

  expect(state.cooldowns.size).toBe(0)
  expect([own.advertisementStatus, advertIn(state, 'alder-1').advertisementStatus]).toEqual([
    'LIVE',
    'COMPLETED',
  ])
  expect(conditionHolds.E11(state, own, other, submitted + 4_999)).toBe(false)
  expect(perform(state, sweepAt(submitted + 4_999))).toEqual([])
  expect(perform(state, sweepAt(submitted + 5_000))).toMatchObject([{ type: 'contraLocated' }])
})

const names = ['birch', 'cypress', 'dogwood'] as const

/** Alder agrees in toyota with three contras, one after the other, and never follows through. */
function walkAway(): State {
  const state = world({ securities: [securityNamed('toyota'), securityNamed('sony')] })
  for (const contra of names) {
    bookIn(state, buys('alder', 10_000), sells(contra, 10_000))
    const at = state.at + 6_000
    perform(state, sweepAt(at))
    const agreementId = `with-${contra}`
    for (const name of ['alder', contra])
      perform(state, answerOf(state, name, 'ACCEPT', at + 1_000, { agreementId }))
    perform(state, report(['BUY'], state.at + 1_000, agreementId))
  }
  return state
}

const located = (state: State): boolean =>
  perform(state, sweepAt(state.at + 6_000)).some(({ type }) => type === 'contraLocated')

// rule: 21.1
test('after three reports in a security the institution is not located there today, and after a withdrawal it is', () => {
  const state = walkAway()
  expect(traderIn(state, 'alder').rating).toBe(44)
  bookIn(state, buys('alder', 10_000), sells('elder', 10_000))
  const own = advertIn(state, 'alder-4')

  expect(located(state)).toBe(false)
  expect(whyNot(state, own, null, state.at).map(({ code }) => code)).toContain('SECURITY_BUDGET')
  expect(securitiesToMatch(state, state.at)).toEqual([])
  perform(state, withdraw(state.at, 'with-birch'))
  expect(securitiesToMatch(state, state.at)).toEqual(['toyota'])
  expect(located(state)).toBe(true)
})

test('a withdrawal opens what the budget of a trader or of two institutions kept apart, in other securities too', () => {
  for (const probing of [{ failuresPerTrader: 1 }, { failedLocatesPerPair: 1 }]) {
    const generous = {
      failuresPerSecurity: 99,
      failedLocatesPerPair: 99,
      failuresPerTrader: 99,
      failuresPerFirm: 99,
    }
    const state = world({ limits: { probing: { ...generous, ...probing } } })
    bookIn(state, buys('alder', 10_000), sells('birch', 10_000))
    perform(state, sweepAt('00:05'))
    for (const name of ['alder', 'birch'])
      perform(state, answerOf(state, name, 'ACCEPT', '00:05:01', { agreementId: 'agreement' }))
    perform(state, report(['BUY']))
    const on = { securityId: 'sony' }
    bookIn(state, buys('alder', 10_000, on), sells('birch', 10_000, on))
    expect(located(state)).toBe(false)

    perform(state, withdraw(state.at))
    expect(located(state)).toBe(true)
  }
})

test('failures by reports end with the day, and a report survives a restart', () => {
  const state = walkAway()
  const restored = stateFrom(JSON.parse(JSON.stringify(snapshotOf(state))) as Snapshot)
  expect(snapshotOf(restored)).toEqual(snapshotOf(state))
  perform(restored, withdraw(state.at, 'with-birch'))
  expect(failuresIn(restored)).toEqual({ inSecurity: [2, 0], ofTrader: [2, 0], ofFirm: [2, 0], ofPair: 0 })

  perform(restored, sweepAt('15:00', []))
  expect(restored.failures.ofFirm.size).toBe(0)
})

// rule: 24.5
test('both traders and the broker are notified, each of its own side', () => {
  const state = agreed()
  const told = [report(['BUY']), withdraw()].flatMap((command) =>
    perform(state, command).flatMap((event) => notificationsOf(state, event)),
  )
  const toTrader = (name: string, message: string) => ({
    to: { traderId: name },
    message,
    messageType: 'statusAlert',
    securityId: 'toyota',
    advertId: `${name}-1`,
    locateId: state.agreements.get('agreement')?.locateId,
    agreementId: 'agreement',
    errorCode: null,
    brokerUserId: null,
  })

  expect(told.filter(({ to }) => 'traderId' in to)).toEqual(
    ['NOT_EXECUTED_REPORTED', 'NOT_EXECUTED_WITHDRAWN'].flatMap((message) =>
      ['alder', 'birch'].map((name) => toTrader(name, message)),
    ),
  )
  expect(told.filter(({ to }) => 'brokerId' in to)).toMatchObject([
    { to: { brokerId: 'NOM' }, message: 'Connection status updated', brokerUserId: 'kato' },
    { to: { brokerId: 'NOM' }, message: 'Connection status updated', brokerUserId: 'kato' },
  ])
})

test('an agreement made just after midnight can be reported, although the end of the day removes its locate', () => {
  const state = world({ opens: '14:30' })
  bookIn(state, buys('alder', 10_000, { duration: '150' }), sells('birch', 10_000, { duration: '150' }))
  perform(state, sweepAt('14:59:50'))
  for (const name of ['alder', 'birch'])
    perform(state, answerOf(state, name, 'ACCEPT', '15:00', { agreementId: 'agreement' }))
  perform(state, sweepAt('15:00:01', []))
  expect(state.locates.size).toBe(0)
  const [event] = perform(state, report(['SELL'], '15:10'))

  expect(event && notificationsOf(state, event)).toMatchObject([
    { to: { traderId: 'alder' }, advertId: null, locateId: null, agreementId: 'agreement' },
    { to: { traderId: 'birch' }, advertId: null, locateId: null, agreementId: 'agreement' },
    { to: { brokerId: 'NOM' } },
  ])
  expect(failuresIn(state)).toEqual(failuresBy(0, 1, 1))
})

// rule: 14.14
test('the explanation of the rating says why the accept counts 0', () => {
  const state = agreed()
  perform(state, report(['BUY']))
  const [event] = explainRating(traderIn(state, 'alder').ledger, state.limits).events

  expect(event).toEqual({ at: moment('00:05:02'), kind: 'NOT_EXECUTED', score: 0, weight: 20, points: 0 })
  perform(state, withdraw())
  expect(explainRating(traderIn(state, 'alder').ledger, state.limits).events).toMatchObject([
    { kind: 'ACCEPT', score: 100 },
  ])
})

test('whatever happened before, a report and its withdrawal leave ratings, adverts and counts as they were', () => {
  let reported = 0
  fc.assert(
    fc.property(anyPlan, anyScenario, (plan, scenario) => {
      const state = runScenario(bookFromPlan(plan), scenario)
      for (const { agreementId, brokerId, notExecuted } of [...state.agreements.values()]) {
        if (notExecuted) continue
        const { at } = state
        const before = comparable(state)
        const made = tryCommand(state, { ...report(['BUY'], at, agreementId), brokerId })
        if ('refusal' in made) continue
        tryCommand(state, { ...withdraw(at, agreementId), brokerId })
        expect(comparable(state)).toEqual(before)
        reported += 1
      }
    }),
    { numRuns: 100 },
  )
  expect(reported).toBeGreaterThan(0)
})

/** A state as plain data, with the failures of today only, in any order. */
function comparable(state: State) {
  const { failures, ...rest } = structuredClone(snapshotOf(state))
  const today = (counts: ReadonlyMap<string, unknown>) =>
    [...counts.keys()]
      .map((key) => [key, failuresOnDay(counts as never, key, state.at)])
      .filter(([, n]) => n)
      .sort()
  return { ...rest, failures: Object.values(state.failures).map(today) }
}
