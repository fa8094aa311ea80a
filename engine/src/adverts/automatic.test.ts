import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyPlan, bookFromPlan } from '../../test/arbitrary-book.ts'
import { anyScenario, runScenario } from '../../test/arbitrary-scenario.ts'
import {
  advertIn,
  answerOf,
  book,
  bookIn,
  buys,
  calendarOf,
  failLocate,
  haltOf,
  locatedPair,
  modifyOf,
  moment,
  ownerCommand,
  perform,
  refusalCodeOf,
  sells,
  submitOf,
  sweepAt,
  twoSessions,
  world,
} from '../../test/book.ts'
import type { Duration } from '../model/advert.ts'
import { defaultLimits } from '../model/limits.ts'
import type { Answer } from '../model/locate.ts'
import type { State } from '../model/state.ts'
import { notificationsOf } from '../notifications.ts'
import { isAutomaticDue, renewalsLeft, resumesLeft } from './automatic.ts'

const buyer = buys('alder', 10_000, { autoResumes: 2 })
const seller = sells('birch', 10_000)

const resumes = (when: string | number, advertId = 'alder-1') => ({
  ...ownerCommand('resumeAdvert', advertId, when),
  isAutomatic: true as const,
})

const renews = (state: State, when: string | number, advertId = 'alder-1') => ({
  ...submitOf(advertId, advertIn(state, advertId).terms, when),
  isAutomatic: true as const,
})

/** An hour's IOI of alder that was sent at one second after 00:00, and its end. */
const hour = (more = {}) => book(buys('alder', 10_000, { duration: '60', autoRenewals: 2, ...more }))
const expires = (state: State): number => Number(advertIn(state, 'alder-1').expiryDate)
const isAway = (when: string | number, present = false) => ({
  type: 'setPresence' as const,
  at: typeof when === 'number' ? when : moment(when),
  traderId: 'alder',
  present,
})

/** Ends the locate of 00:05 by these answers, or by its deadline. Returns when. */
function endLocate(state: State, own: Answer | null, contra: Answer | null): number {
  const at = moment('00:05:02')
  if (own) perform(state, answerOf(state, 'alder', own, at))
  if (contra) perform(state, answerOf(state, 'birch', contra, at))
  if (own && contra) return at
  perform(state, sweepAt('00:05:40'))
  return moment('00:05:40')
}

// rule: 28.1
test.each([
  ['ACCEPT', 'DECLINE', true],
  ['ACCEPT', null, true],
  ['DECLINE', 'ACCEPT', false],
  ['DECLINE', 'DECLINE', false],
  ['DECLINE', null, false],
  [null, 'ACCEPT', false],
  [null, 'DECLINE', false],
  [null, null, false],
] as const)('after own %s and contra %s an IOI is resumed: %s', (own, contra, isResumed) => {
  const state = locatedPair(buyer, seller)
  const at = endLocate(state, own, contra)

  expect(advertIn(state, 'alder-1').advertisementStatus).toBe('PAUSED')
  expect(isAutomaticDue(advertIn(state, 'alder-1'), at)).toBe(isResumed)
  expect(refusalCodeOf(state, resumes(at + 10))).toBe(isResumed ? null : 'ADVERT-ERROR-003')
})

// rule: 28.1, 28.3
test('a resume by a rule is that of the owner: live, at the end of the queue, and counted', () => {
  const state = locatedPair(buyer, seller)
  const at = endLocate(state, 'ACCEPT', 'DECLINE')

  expect(perform(state, resumes(at + 10))).toEqual([
    {
      type: 'advertResumed',
      at: at + 10,
      advertId: 'alder-1',
      advertisementStatus: 'LIVE',
      isAutomatic: true,
    },
  ])
  const advert = advertIn(state, 'alder-1')
  expect(advert).toMatchObject({
    resumes: 1,
    automaticSince: null,
    priorityTime: at + 10,
    settledSince: at + 10,
  })
  expect(resumesLeft(advert)).toBe(1)
  // Once for each locate.
  expect(refusalCodeOf(state, resumes(at + 20))).toBe('ADVERT-ERROR-003')
})

// rule: 28.2
test('an IOI without the rule, and one whose rule is used up, stay paused', () => {
  const never = locatedPair(buys('alder', 10_000), seller)
  expect(refusalCodeOf(never, resumes(endLocate(never, 'ACCEPT', 'DECLINE')))).toBe('ADVERT-ERROR-003')

  const once = locatedPair(buys('alder', 10_000, { autoResumes: 1 }), seller, sells('cypress', 10_000))
  perform(once, resumes(endLocate(once, 'ACCEPT', 'DECLINE')))
  perform(once, sweepAt('00:06'))
  perform(once, answerOf(once, 'alder', 'ACCEPT', '00:06:01'))
  perform(once, answerOf(once, 'cypress', 'DECLINE', '00:06:01'))
  expect(refusalCodeOf(once, resumes('00:06:01'))).toBe('ADVERT-ERROR-003')
  expect(resumesLeft(advertIn(once, 'alder-1'))).toBe(0)
})

// rule: 28.4
test('whoever is not at the desk when the locate ends, or leaves it after that, decides alone', () => {
  const absent = locatedPair(buyer, seller)
  perform(absent, answerOf(absent, 'alder', 'ACCEPT', '00:05:01'))
  perform(absent, isAway('00:05:02'))
  perform(absent, answerOf(absent, 'birch', 'DECLINE', '00:05:03'))
  perform(absent, isAway('00:05:04', true))
  expect(refusalCodeOf(absent, resumes('00:05:05'))).toBe('ADVERT-ERROR-003')

  const leaves = locatedPair(buyer, seller)
  const at = endLocate(leaves, 'ACCEPT', 'DECLINE')
  perform(leaves, { type: 'endSession', at, traderId: 'alder', reason: 'LOGGED_OUT' })
  perform(leaves, isAway(at + 1, true))
  expect(refusalCodeOf(leaves, resumes(at + 2))).toBe('ADVERT-ERROR-003')
})

// rule: 28.5
test('a rule acts within a minute, or not at all', () => {
  const state = locatedPair(buyer, seller)
  const at = endLocate(state, 'ACCEPT', 'DECLINE')
  expect(refusalCodeOf(state, resumes(at + 60_000))).toBeNull()
  expect(refusalCodeOf(state, resumes(at + 60_001))).toBe('ADVERT-ERROR-003')
})

// rule: 28.5
test('whatever the owner does first takes the place of the rule', () => {
  const state = locatedPair(buyer, seller)
  const at = endLocate(state, 'ACCEPT', 'DECLINE')
  const after = (change: (copy: State) => void): string | null => {
    const copy = locatedPair(buyer, seller)
    endLocate(copy, 'ACCEPT', 'DECLINE')
    change(copy)
    return refusalCodeOf(copy, resumes(at + 2))
  }
  expect(after(() => {})).toBeNull()
  expect(after((copy) => perform(copy, modifyOf(copy, 'alder-1', { credibilityHurdle: 41 }, at + 1)))).toBe(
    'ADVERT-ERROR-003',
  )
  expect(
    after((copy) => {
      perform(copy, ownerCommand('resumeAdvert', 'alder-1', at + 1))
      perform(copy, ownerCommand('pauseAdvert', 'alder-1', at + 1))
    }),
  ).toBe('ADVERT-ERROR-003')
  const cancelled = locatedPair(buyer, seller)
  endLocate(cancelled, 'ACCEPT', 'DECLINE')
  perform(cancelled, ownerCommand('cancelAdvert', 'alder-1', at + 1))
  expect(refusalCodeOf(cancelled, renews(cancelled, at + 2))).toBe('ADVERT-ERROR-008')
})

// rule: 28.3
test('a rule is refused what its owner would be refused', () => {
  const state = locatedPair(buyer, seller)
  const at = endLocate(state, 'ACCEPT', 'DECLINE')
  perform(state, haltOf({ kind: 'SECURITY', securityId: 'toyota' }, at))
  expect(refusalCodeOf(state, resumes(at + 1))).toBe('SECURITY-HALTED')
})

// rule: 28.3
test('a resume by a rule ends no cooldown and no budget', () => {
  const state = book(buys('alder', 10_000, { autoResumes: 3 }), seller)
  const at = failLocate(state, '00:05')
  expect(perform(state, sweepAt(at + 10_000))).toEqual([])
})

// rule: 28.6
test('an expired IOI is sent again with the same terms, as a new one in its position', () => {
  const state = hour({ autoResumes: 1 })
  const { listPosition, terms, submitTime } = advertIn(state, 'alder-1')
  const at = expires(state)
  perform(state, sweepAt(at))

  const events = perform(state, renews(state, at + 10))
  expect(events).toMatchObject([
    {
      type: 'advertSubmitted',
      advertId: 'alder-1-again',
      replaces: 'alder-1',
      terms,
      expiryDate: at + 10 + 3_600_000,
      isAutomatic: true,
    },
  ])
  const renewed = advertIn(state, 'alder-1-again')
  expect(renewed).toMatchObject({ listPosition, renewals: 1, resumes: 0, priorityTime: at + 10 })
  expect(renewed.submitTime).not.toBe(submitTime)
  expect([renewalsLeft(renewed), resumesLeft(renewed)]).toEqual([1, 1])
})

// rule: 28.2
test('renewals and resumes are counted through all renewals, and from the first again by an own submit', () => {
  const state = locatedPair(
    buys('alder', 10_000, { duration: '60', autoRenewals: 1, autoResumes: 2 }),
    seller,
  )
  perform(state, resumes(endLocate(state, 'ACCEPT', 'DECLINE')))
  const at = expires(state)
  perform(state, sweepAt(at))
  perform(state, { ...renews(state, at), freshId: 'alder-2' })
  expect(advertIn(state, 'alder-2')).toMatchObject({ renewals: 1, resumes: 1 })

  const end = Number(advertIn(state, 'alder-2').expiryDate)
  perform(state, sweepAt(end))
  expect(refusalCodeOf(state, renews(state, end, 'alder-2'))).toBe('ADVERT-ERROR-008')
  perform(state, submitOf('alder-2', advertIn(state, 'alder-2').terms, end))
  expect(advertIn(state, 'alder-2-again')).toMatchObject({ renewals: 0, resumes: 0 })
})

// rule: 28.7
test.each([
  ['60', 2],
  ['150', 2],
  ['END_OF_DAY', 0],
  ['15:00', 0],
] as const)('an IOI with the duration %s has %i renewals', (duration, left) => {
  const state = book(buys('alder', 10_000, { duration: duration as Duration, autoRenewals: 2 }))
  expect(renewalsLeft(advertIn(state, 'alder-1'))).toBe(left)
})

// rule: 28.7
test('nothing that was paused is renewed, nor anything of an absent owner', () => {
  const paused = hour()
  perform(paused, ownerCommand('pauseAdvert', 'alder-1', '00:10'))
  perform(paused, sweepAt(expires(paused)))
  expect(refusalCodeOf(paused, renews(paused, expires(paused)))).toBe('ADVERT-ERROR-008')

  const absent = hour()
  perform(absent, isAway('00:10'))
  perform(absent, sweepAt(expires(absent)))
  perform(absent, isAway(expires(absent), true))
  expect(refusalCodeOf(absent, renews(absent, expires(absent)))).toBe('ADVERT-ERROR-008')
})

// rule: 28.7
test('an IOI that waits for matching to open is renewed too', () => {
  const calendar = calendarOf([{ from: 0, to: 480 }], twoSessions)
  const state = bookIn(
    world({ calendar, opens: '02:00' }),
    buys('alder', 10_000, { duration: '60', autoRenewals: 1 }),
  )
  const at = expires(state)
  perform(state, sweepAt(at))
  expect(perform(state, renews(state, at))).toMatchObject([{ advertisementStatus: 'SENT' }])
})

// rule: 28.8
test('nothing is renewed after platform hours or past the end of the trading day', () => {
  const closes = bookIn(
    world({ calendar: calendarOf([{ from: 0, to: 480 }]), opens: '07:30' }),
    buys('alder', 10_000, { duration: '60', autoRenewals: 1 }),
  )
  perform(closes, sweepAt('08:00'))
  expect(refusalCodeOf(closes, renews(closes, '08:00'))).toBe('PLATFORM-HOURS')

  // Midnight in Tokyo is 15:00.
  for (const [opens, isRenewed] of [
    ['12:59:58', true],
    ['13:01', false],
    ['14:30', false],
  ] as const) {
    const state = bookIn(world({ opens }), buys('alder', 10_000, { duration: '60', autoRenewals: 1 }))
    const at = expires(state)
    perform(state, sweepAt(at))
    const code = state.adverts.has('alder-1') ? refusalCodeOf(state, renews(state, at)) : 'ADVERT-NOT-FOUND'
    expect([opens, code === null]).toEqual([opens, isRenewed])
  }
})

// rule: 28.3
test('a renewal of a decayed quantity is a raise', () => {
  const restAfter = (quantityDecay: boolean): number | null => {
    const limits = { probing: defaultLimits.probing }
    const state = bookIn(
      world({ limits }),
      buys('alder', 10_000, { duration: '60', autoRenewals: 1, quantityDecay }),
    )
    const at = expires(state)
    perform(state, sweepAt(at))
    perform(state, renews(state, at))
    const { restsUntil } = advertIn(state, 'alder-1-again')
    return restsUntil === null ? null : restsUntil - at
  }
  expect(restAfter(true)).toBe(60_000)
  expect(restAfter(false)).toBeNull()
})

// rule: 28.9
test('its owner alone is notified of what a rule did', () => {
  const state = locatedPair(buyer, seller)
  const [resumed] = perform(state, resumes(endLocate(state, 'ACCEPT', 'DECLINE')))
  if (!resumed) throw new Error('not resumed')
  expect(notificationsOf(state, resumed)).toMatchObject([
    { to: { traderId: 'alder' }, message: 'AUTO_RESUMED' },
  ])

  const other = hour()
  perform(other, sweepAt(expires(other)))
  const [renewed] = perform(other, renews(other, expires(other)))
  if (!renewed) throw new Error('not renewed')
  expect(notificationsOf(other, renewed)).toMatchObject([
    { to: { traderId: 'alder' }, message: 'AUTO_RENEWED' },
  ])
})

// rule: 28.2, 28.4
test('in any scenario rules act no more often than they may, and never for an absent owner', () => {
  fc.assert(
    fc.property(anyPlan, anyScenario, (plan, scenario) => {
      const state = runScenario(bookFromPlan(plan), scenario)
      for (const { traderId, terms, renewals, resumes, automaticSince } of state.adverts.values()) {
        expect(renewals <= 5 && resumes <= 3).toBe(true)
        if (automaticSince === null) continue
        expect(state.traders.get(traderId)?.present).toBe(true)
        expect(terms.autoRenewals + terms.autoResumes).toBeGreaterThan(0)
      }
    }),
  )
})
