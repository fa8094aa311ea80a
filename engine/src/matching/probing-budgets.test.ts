import { expect, test } from 'vitest'
import {
  advertIn,
  answerOf,
  bookIn,
  buys,
  moment,
  ownerCommand,
  perform,
  quoteOf,
  securityNamed,
  sells,
  sightingOf,
  sweepAt,
  type WorldOptions,
  world,
} from '../../test/book.ts'
import { noProbingLimits } from '../../test/test-limits.ts'
import { explainPair } from '../explain/pair-explanation.ts'
import { whyNot } from '../explain/why-not.ts'
import { isTerminal } from '../model/advert.ts'
import type { ProbingLimits } from '../model/limits.ts'
import type { State } from '../model/state.ts'
import { securitiesToMatch } from './candidates.ts'
import { conditionHolds, mayMeet } from './eligibility.ts'
import { usedUpBudgets } from './probing-budgets.ts'

const securities = ['toyota', 'sony', 'nissan', 'honda']
const contras = ['birch', 'cypress', 'dogwood', 'elder', 'fir'] as const
const only = (limits: Partial<ProbingLimits>): WorldOptions => ({
  limits: { probing: { ...noProbingLimits, ...limits } },
})
const venue = (of: WorldOptions = {}): State =>
  world({ securities: securities.map((id) => securityNamed(id)), ...of })

const sweep = (state: State) => {
  const at = state.at + 6_000
  return perform(
    state,
    sweepAt(
      at,
      securities.map((id) => quoteOf(id, at)),
    ),
  )
}
const located = (state: State): boolean => sweep(state).some(({ type }) => type === 'contraLocated')

/** The open advert of a trader in a security, resumed if necessary, or a new one. */
function offer(state: State, traderId: string, side: typeof buys, securityId: string): string {
  const open = [...state.adverts.values()].find(
    (advert) => advert.traderId === traderId && advert.securityId === securityId && !isTerminal(advert),
  )
  if (open?.advertisementStatus === 'PAUSED') perform(state, ownerCommand('resumeAdvert', open.id, state.at))
  if (open) return open.id
  bookIn(state, side(traderId, 10_000, { securityId }))
  return offer(state, traderId, side, securityId)
}

/** Alder is located with a contra in a security and declines; the contra, which accepts, then leaves. */
function fail(state: State, contra: string, securityId = 'toyota', traderId = 'alder'): void {
  offer(state, traderId, buys, securityId)
  const other = offer(state, contra, sells, securityId)
  if (!located(state)) throw new Error(`${traderId} and ${contra} were not located`)
  const at = state.at + 1_000
  const quote = quoteOf(securityId, at)
  perform(state, answerOf(state, traderId, 'DECLINE', at, { quote }))
  perform(state, answerOf(state, contra, 'ACCEPT', at, { quote }))
  perform(state, ownerCommand('cancelAdvert', other, at))
}

/** Whether alder's advert and a contra's are located now in a security. */
function isLocated(state: State, contra: string, securityId = 'toyota', traderId = 'alder'): boolean {
  offer(state, traderId, buys, securityId)
  offer(state, contra, sells, securityId)
  return located(state)
}

// rule: 21.1
test('after three failures of its own in a security an institution is not located there again that day', () => {
  const state = venue(only({ failuresPerSecurity: 3 }))
  for (const contra of contras.slice(0, 3)) fail(state, contra)
  const at = state.at

  expect(isLocated(state, 'elder')).toBe(false)
  expect(isLocated(state, 'elder', 'sony')).toBe(true)
  expect(usedUpBudgets(state, advertIn(state, 'alder-1'), at)).toEqual(['SECURITY'])
})

test('the failures of a colleague count for the institution', () => {
  const state = venue({
    ...only({ failuresPerSecurity: 2 }),
    traders: [{ traderId: 'clerk', firmId: 'alder' }],
  })
  fail(state, 'birch')
  perform(state, ownerCommand('cancelAdvert', 'alder-1', state.at))
  fail(state, 'cypress', 'toyota', 'clerk')

  expect(isLocated(state, 'dogwood', 'toyota', 'clerk')).toBe(false)
})

test('a side that accepted has not failed', () => {
  const state = venue(only({ failuresPerSecurity: 3 }))
  for (const contra of contras.slice(0, 3)) fail(state, contra)

  expect(state.failures.ofTrader.get('birch')).toBeUndefined()
  expect(state.failures.ofFirm.get('alder')?.count).toBe(3)
})

// rule: 21.3
test('after three failed locates in all securities together two institutions do not meet again that day', () => {
  const state = venue(only({ failedLocatesPerPair: 3 }))
  for (const securityId of ['toyota', 'sony', 'nissan']) fail(state, 'birch', securityId)

  expect(isLocated(state, 'birch', 'honda')).toBe(false)
  expect(isLocated(state, 'cypress', 'honda')).toBe(true)
})

// rule: 21.4
test.each([
  ['TRADER', { failuresPerTrader: 2 }, 'alder', true],
  ['FIRM', { failuresPerFirm: 2 }, 'alder', false],
] as const)(
  'after as many failures as the limit a %s is not located again that day',
  (kind, limits, by, freesClerk) => {
    const state = venue({ ...only(limits), traders: [{ traderId: 'clerk', firmId: 'alder' }] })
    fail(state, 'birch', 'toyota', by)
    fail(state, 'cypress', 'sony', by)

    expect(isLocated(state, 'dogwood', 'nissan', by)).toBe(false)
    expect(usedUpBudgets(state, advertIn(state, 'alder-3'), state.at)).toEqual([kind])
    expect(isLocated(state, 'elder', 'honda', 'clerk')).toBe(freesClerk)
  },
)

// rule: 21.2
test('a timeout, an excused decline and a withdrawal by the own knockout are failures; others are not', () => {
  const failures = (end: (state: State) => void): number => {
    const state = venue(only({}))
    const knockout = { knockoutTriggerActivated: true, knockoutTrigger: 20_600_000 }
    bookIn(state, buys('alder', 10_000, knockout), sells('birch', 10_000))
    expect(located(state)).toBe(true)
    end(state)
    return state.failures.ofTrader.get('alder')?.count ?? 0
  }
  const later = (state: State, ms = 1_000): number => state.at + ms
  const answered = (state: State, answer: 'ACCEPT' | 'DECLINE', midYen: number) => {
    const quote = quoteOf('toyota', later(state), midYen)
    perform(state, answerOf(state, 'alder', answer, later(state), { quote }))
    perform(state, answerOf(state, 'birch', 'DECLINE', state.at, { quote: { ...quote, at: state.at } }))
  }

  expect(failures((state) => void perform(state, sweepAt(later(state, 32_000), [])))).toBe(1)
  expect(failures((state) => answered(state, 'DECLINE', 2_050))).toBe(1)
  expect(failures((state) => answered(state, 'ACCEPT', 2_000))).toBe(0)
  const seeing = (midYen: number, halted: boolean) => (state: State) => {
    const condition = halted ? 'HALTED' : 'CONTINUOUS'
    perform(state, sweepAt(later(state), [quoteOf('toyota', later(state), midYen, { condition })]))
  }
  expect(failures(seeing(2_060, false))).toBe(1)
  expect(failures(seeing(2_000, true))).toBe(0)
})

// rule: 21.5
test('a budget is whole again on the next day, and the sweep that ends the day locates', () => {
  const state = venue({ ...only({ failuresPerSecurity: 1 }), opens: '14:30' })
  fail(state, 'birch')
  bookIn(state, sells('cypress', 10_000, { duration: '150' }))
  perform(state, ownerCommand('cancelAdvert', 'alder-1', state.at))
  bookIn(state, buys('alder', 10_000, { duration: '150' }))
  // The cooldown of alder and birch is over by now.
  perform(state, { type: 'changeReference', at: moment('14:59:59'), reference: {} })
  expect(perform(state, sweepAt('14:59:59'))).toEqual([])
  expect(securitiesToMatch(state, moment('14:59:59.999'))).toEqual([])

  expect(securitiesToMatch(state, moment('15:00'))).toEqual(['toyota'])
  expect(perform(state, sweepAt('15:00')).map(({ type }) => type)).toEqual([
    'tradingDayEnded',
    'contraLocated',
  ])
  expect(state.failures.ofFirm.size).toBe(0)
})

test('a failure after midnight counts for the new day, even before the sweep that begins it', () => {
  const state = venue({ ...only({ failuresPerSecurity: 1 }), opens: '14:30' })
  bookIn(state, buys('alder', 10_000, { duration: '150' }), sells('birch', 10_000, { duration: '150' }))
  perform(state, sweepAt('14:59:50'))
  perform(state, answerOf(state, 'alder', 'DECLINE', '15:00'))
  perform(state, answerOf(state, 'birch', 'ACCEPT', '15:00'))
  perform(state, sweepAt('15:00:01', []))

  expect(usedUpBudgets(state, advertIn(state, 'alder-1'), moment('15:10'))).toEqual(['SECURITY'])
})

// rule: 3.E3.5, 3.E11.1
test('an institution that has failed in the security rests for five seconds after a resume, and nobody else', () => {
  const state = venue()
  fail(state, 'birch')
  bookIn(state, sells('cypress', 10_000))
  perform(state, ownerCommand('resumeAdvert', 'alder-1', state.at))
  const resumed = state.at
  const [own, contra] = [advertIn(state, 'alder-1'), advertIn(state, 'cypress-1')]

  expect(conditionHolds.E11(state, own, contra, resumed + 4_999)).toBe(false)
  expect(perform(state, sweepAt(resumed + 4_999))).toEqual([])
  expect(mayMeet(state, contra, own, resumed + 5_000)).toBe(true)
  expect(perform(state, sweepAt(resumed + 5_000))).toMatchObject([{ type: 'contraLocated' }])
})

const reasons = (state: State, advertId: string): string[] => {
  const advert = advertIn(state, advertId)
  // Whoever has failed has rested by then.
  const at = state.at + 6_000
  return whyNot(state, advert, sightingOf(quoteOf(advert.securityId, at)), at).map(({ code }) => code)
}

// rule: 21.6
test('an institution is shown its own budget, and the contra nothing', () => {
  const state = venue(only({ failuresPerSecurity: 1 }))
  fail(state, 'birch')
  expect(isLocated(state, 'cypress')).toBe(false)

  expect(reasons(state, 'alder-1')).toEqual(['SECURITY_BUDGET'])
  expect(reasons(state, 'cypress-1')).toEqual(['WAITING_FOR_CONTRA'])
})

test('the budget of two institutions is shown to neither', () => {
  const state = venue(only({ failedLocatesPerPair: 1 }))
  fail(state, 'birch')
  expect(isLocated(state, 'birch', 'sony')).toBe(false)

  expect(reasons(state, 'alder-2')).toEqual(['WAITING_FOR_CONTRA'])
  expect(reasons(state, 'birch-2')).toEqual(['WAITING_FOR_CONTRA'])
})

test('an operator sees which budgets keep two adverts apart', () => {
  const state = venue(only({ failuresPerSecurity: 1, failuresPerFirm: 1 }))
  fail(state, 'birch')
  expect(isLocated(state, 'cypress')).toBe(false)
  const { at } = state
  const explanation = explainPair(state, 'alder-1', 'cypress-1', sightingOf(quoteOf('toyota', at)), at)

  expect(explanation?.result).toBe('FAILED')
  expect(explanation?.findings.find(({ condition }) => condition === 'E3')).toMatchObject({
    says: 'BUDGET_USED_UP',
    holds: false,
    facts: { aBudgets: 'SECURITY, FIRM', bBudgets: null, pairFailures: 0 },
  })
})
