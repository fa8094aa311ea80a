import { expect, test } from 'vitest'
import {
  advertIn,
  agreedPair,
  bookIn,
  buys,
  calendarOf,
  draftOf,
  modifyOf,
  moment,
  type Order,
  ownerCommand,
  perform,
  quoteOf,
  residualOf,
  sells,
  submitOf,
  sweepAt,
  type WorldOptions,
  world,
} from '../../test/book.ts'
import { copyOfState } from '../evolve/snapshot.ts'
import { explainPair } from '../explain/pair-explanation.ts'
import { whyNot } from '../explain/why-not.ts'
import type { AdvertTerms } from '../model/advert.ts'
import { defaultLimits, type ProbingLimits } from '../model/limits.ts'
import type { State } from '../model/state.ts'
import { securitiesToMatch } from './candidates.ts'

/** A platform with the rest of a venue by default, and limits of a test. */
const venue = ({ limits, ...of }: WorldOptions = {}, probing: Partial<ProbingLimits> = {}): State =>
  world({ ...of, limits: { ...limits, probing: { ...defaultLimits.probing, ...probing } } })

const minute = 60_000

const modify = (state: State, terms: Partial<AdvertTerms>, when: string | number, advertId = 'alder-1') =>
  perform(state, modifyOf(state, advertId, terms, when))

/** The seconds for which the advert rests after the newest event; null if it does not. */
function restOf(state: State, advertId = 'alder-1'): number | null {
  const { restsUntil } = advertIn(state, advertId)
  return restsUntil === null || restsUntil <= state.at ? null : (restsUntil - state.at) / 1_000
}

const cancel = (state: State, advertId: string, when: string) =>
  perform(state, ownerCommand('cancelAdvert', advertId, when))

function send(state: State, order: Order, advertId: string, when: string) {
  perform(state, draftOf(order, when, advertId))
  perform(state, submitOf(advertId, order.terms, when))
}

const isLocatedAt = (state: State, at: number): boolean =>
  perform(copyOfState(state), sweepAt(at)).some(({ type }) => type === 'contraLocated')

// rule: 21.10, 3.E11.2
test('a raised quantity is located after a minute and not before, and the end of the rest wakes the sweep', () => {
  const state = bookIn(venue(), buys('alder', 10_000), sells('birch', 20_000, { credibilityHurdle: 61 }))
  modify(state, { shareQuantity: 11_000 }, '00:05')
  modify(state, { credibilityHurdle: 10 }, '00:05:01', 'birch-1')
  const end = moment('00:06')
  perform(state, sweepAt('00:05:30'))

  expect(advertIn(state, 'alder-1').restsUntil).toBe(end)
  expect(securitiesToMatch(copyOfState(state), end - 1)).toEqual(['toyota'])
  expect(securitiesToMatch(state, end - 1)).toEqual([])
  expect(isLocatedAt(state, end - 1)).toBe(false)
  expect(isLocatedAt(state, end)).toBe(true)
  expect(securitiesToMatch(state, end)).toEqual(['toyota'])
  expect(perform(state, sweepAt(end))).toMatchObject([{ type: 'contraLocated', locateQuantity: 11_000 }])
})

// rule: 21.10
test('a change of side rests, and each further raise or flip of the day twice as long, up to 16 minutes', () => {
  const state = bookIn(venue(), buys('alder', 10_000))
  const rests = [
    { direction: 'SELL' },
    { shareQuantity: 10_100 },
    { direction: 'BUY', shareQuantity: 20_000 },
    { shareQuantity: 20_100 },
    { shareQuantity: 20_200 },
    { shareQuantity: 20_300 },
  ] as const satisfies readonly Partial<AdvertTerms>[]

  expect(
    rests.map((terms, i) => {
      modify(state, terms, `0${i + 1}:00`)
      return restOf(state)
    }),
  ).toEqual([60, 120, 240, 480, 960, 960])
})

// rule: 21.10
test('smaller quantities, other terms, pauses and resumes do not rest, and end no rest', () => {
  const state = bookIn(venue(), buys('alder', 10_000))
  modify(state, { shareQuantity: 9_000 }, '00:05')
  modify(state, { minimumQuantity: 50, credibilityHurdle: 61 }, '00:06')
  expect(restOf(state)).toBeNull()

  modify(state, { shareQuantity: 9_500 }, '00:10')
  modify(state, { shareQuantity: 5_000 }, '00:10:10')
  for (const type of ['pauseAdvert', 'resumeAdvert'] as const)
    perform(state, ownerCommand(type, 'alder-1', '00:10:20'))
  expect(restOf(state)).toBe(40)
})

// rule: 21.11
test('decay lowers what a raise is measured by: the quantity on offer, not the quantity of the terms', () => {
  const decaying = { quantityDecay: true, duration: '150' } as const
  const later = '01:16:01'
  const state = bookIn(venue(), buys('alder', 10_000, decaying))
  const raised = copyOfState(state)
  modify(raised, { shareQuantity: 9_000 }, later)
  expect(restOf(raised)).toBe(60)

  const switchedOff = copyOfState(state)
  modify(switchedOff, { quantityDecay: false }, later)
  expect(restOf(switchedOff)).toBe(60)

  modify(state, { shareQuantity: 5_000 }, later)
  expect(restOf(state)).toBeNull()
})

// rule: 21.11
test('a new advert is compared with what the last one of the institution offered when it ended', () => {
  const after = (order: Order, first = buys('alder', 10_000)): number | null => {
    const state = bookIn(venue(), first)
    cancel(state, 'alder-1', '01:16:01')
    send(state, order, 'alder-2', '01:20')
    return restOf(state, 'alder-2')
  }
  const decayed = buys('alder', 10_000, { quantityDecay: true, duration: '150' })

  expect(after(buys('alder', 10_000))).toBeNull()
  expect(after(buys('alder', 10_100))).toBe(60)
  expect(after(sells('alder', 9_000))).toBe(60)
  expect(after(sells('alder', 10_100, { securityId: 'sony' }))).toBeNull()
  expect(after(buys('alder', 9_000), decayed)).toBe(60)
  expect(after(buys('alder', 5_000), decayed)).toBeNull()
})

// rule: 21.11
test('a dead advert that is sent again is compared too', () => {
  const state = bookIn(venue(), buys('alder', 10_000))
  cancel(state, 'alder-1', '00:05')
  perform(state, submitOf('alder-1', buys('alder', 12_000).terms, '00:06'))

  expect(restOf(state, 'alder-1-again')).toBe(60)
})

// rule: 21.11
test('a residual is no raise, and more than the whole advert is one', () => {
  const state = agreedPair('agreement', buys('alder', 20_000), sells('birch', 6_000))
  const limits = { ...state.limits, probing: defaultLimits.probing }
  perform(state, { type: 'changeReference', at: state.at, reference: { limits } })
  const larger = copyOfState(state)
  perform(state, residualOf('alder-1', '00:06', { residualId: 'alder-9' }))
  perform(state, submitOf('alder-9', buys('alder', 14_000).terms, '00:06'))
  expect(restOf(state, 'alder-9')).toBeNull()

  const whole = copyOfState(larger)
  send(whole, buys('alder', 20_000), 'alder-2', '00:06')
  expect(restOf(whole, 'alder-2')).toBeNull()

  send(larger, buys('alder', 20_100), 'alder-2', '00:06')
  expect(restOf(larger, 'alder-2')).toBe(60)
})

// rule: 21.12
test('cancelling and sending again does not end a rest, nor does a colleague', () => {
  const state = bookIn(
    venue({ traders: [{ traderId: 'colleague', firmId: 'alder' }] }),
    buys('alder', 10_000),
  )
  modify(state, { shareQuantity: 12_000 }, '00:05')
  cancel(state, 'alder-1', '00:05:10')
  send(state, buys('colleague', 12_000), 'colleague-1', '00:05:20')
  expect(restOf(state, 'colleague-1')).toBe(40)

  modify(state, { shareQuantity: 13_000 }, '00:05:30', 'colleague-1')
  expect(restOf(state, 'colleague-1')).toBe(120)
})

// rule: 21.10
test('raises in another security, and those of others, do not double a rest', () => {
  const state = bookIn(
    venue(),
    buys('alder', 10_000),
    buys('alder', 10_000, { securityId: 'sony' }),
    buys('birch', 10_000),
  )
  for (const advertId of ['alder-1', 'alder-2', 'birch-1']) {
    modify(state, { shareQuantity: 12_000 }, state.at + minute, advertId)
    expect(restOf(state, advertId)).toBe(60)
  }
})

// rule: 21.11, 21.12
test('a new day begins with a first submit and a first rest, but a rest goes on over midnight', () => {
  const state = bookIn(venue({ opens: '14:00' }), buys('alder', 10_000, { duration: '150' }))
  modify(state, { shareQuantity: 11_000 }, '14:50')
  modify(state, { shareQuantity: 12_000 }, '14:59:30')
  perform(state, sweepAt('15:00:10'))
  expect(advertIn(state, 'alder-1').restsUntil).toBe(moment('15:01:30'))
  modify(state, { shareQuantity: 13_000 }, '15:10')
  expect(restOf(state)).toBe(60)

  const ended = bookIn(venue({ opens: '14:00' }), buys('alder', 10_000))
  cancel(ended, 'alder-1', '14:50')
  send(ended, sells('alder', 20_000), 'alder-2', '15:00')
  expect(restOf(ended, 'alder-2')).toBeNull()
})

// rule: 21.11
test('an advert that expires at midnight ended on the day before', () => {
  const calendar = calendarOf([{ from: 0, to: 900 }])
  const state = bookIn(venue({ calendar, opens: '14:00' }), buys('alder', 10_000))
  expect(advertIn(state, 'alder-1').expiryDate).toBe(moment('15:00'))
  perform(state, sweepAt('15:00:01', []))
  const open = calendarOf()
  perform(state, { type: 'changeReference', at: moment('15:00:02'), reference: { calendar: open } })
  send(state, sells('alder', 20_000), 'alder-2', '15:01')

  expect(restOf(state, 'alder-2')).toBeNull()
})

// rule: 21.10
test('with a rest of 0 s nothing rests', () => {
  const state = bookIn(venue({}, { restAfterRaiseMs: 0 }), buys('alder', 10_000), sells('birch', 20_000))
  modify(state, { shareQuantity: 12_000 }, '00:05')

  expect(advertIn(state, 'alder-1').restsUntil).toBeNull()
  expect(isLocatedAt(state, moment('00:05:01'))).toBe(true)
})

// rule: 21.6
test('the owner is shown until when the advert rests, and staff which condition fails', () => {
  const state = bookIn(venue(), buys('alder', 10_000), sells('birch', 10_000))
  modify(state, { shareQuantity: 12_000 }, '00:05')
  const [end, before] = [moment('00:06'), moment('00:06') - 1]
  const reasons = (advertId: string, at: number) =>
    whyNot(
      state,
      advertIn(state, advertId),
      { securityId: 'toyota', quote: quoteOf('toyota', at), run: [] },
      at,
    )
  const waiting = [{ code: 'WAITING_FOR_CONTRA', values: {} }]

  expect(reasons('alder-1', before)).toEqual([{ code: 'RESTING', values: { time: end } }])
  expect(reasons('alder-1', end)).toEqual(waiting)
  expect(reasons('birch-1', before)).toEqual(waiting)
  const finding = (at: number) =>
    explainPair(state, 'alder-1', 'birch-1', null, at)?.findings.find(({ condition }) => condition === 'E11')
  expect(finding(before)).toMatchObject({ says: 'RESTING', holds: false, facts: { aRestsUntilAt: end } })
  expect(finding(end)).toMatchObject({ says: 'SETTLED', holds: true })
})

// rule: 21.12
test('a rest survives a restart, with its end in the queue', () => {
  const state = bookIn(venue(), buys('alder', 10_000), sells('birch', 20_000))
  modify(state, { shareQuantity: 12_000 }, '00:05')
  const restored = copyOfState(state)
  perform(restored, sweepAt('00:05:30'))

  expect(securitiesToMatch(restored, moment('00:05:59'))).toEqual([])
  expect(securitiesToMatch(restored, moment('00:06'))).toEqual(['toyota'])
})

// rule: 21.10
test('sizes that rise from the smallest take at most three steps an hour after the first ones', () => {
  const state = bookIn(venue(), buys('alder', 10_000))
  const rests: number[] = []
  for (
    let quantity = 12_500, at = moment('00:05');
    quantity < 100_000;
    quantity = Math.ceil(quantity / 80) * 100
  ) {
    modify(state, { shareQuantity: quantity }, at)
    const restsUntil = Number(advertIn(state, 'alder-1').restsUntil)
    rests.push((restsUntil - at) / minute)
    at = restsUntil
  }

  expect(rests).toEqual([1, 2, 4, 8, 16, 16, 16, 16, 16, 16])
})

// rule: 21.10
test('a raise after the venue has shortened its rests does not cut the one before short', () => {
  const state = bookIn(venue({}, { restAfterRaiseMs: 10 * minute }), buys('alder', 10_000))
  modify(state, { shareQuantity: 11_000 }, '00:05')
  state.limits = { ...state.limits, probing: { ...state.limits.probing, restAfterRaiseMs: minute } }
  const [modified] = modify(state, { shareQuantity: 12_000 }, '00:06')

  expect(modified).toMatchObject({ type: 'advertModified', restsUntil: moment('00:15') })
  expect(advertIn(state, 'alder-1').restsUntil).toBe(moment('00:15'))
})
