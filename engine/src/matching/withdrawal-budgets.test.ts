import { expect, test } from 'vitest'
import {
  advertIn,
  bookIn,
  buys,
  haltOf,
  moment,
  perform,
  quoteOf,
  securityNamed,
  sells,
  sightingOf,
  sweepAt,
  world,
} from '../../test/book.ts'
import { noProbingLimits } from '../../test/test-limits.ts'
import { whyNot } from '../explain/why-not.ts'
import type { ProbingLimits } from '../model/limits.ts'
import type { State } from '../model/state.ts'
import { securitiesToMatch } from './candidates.ts'
import { usedUpBudgets } from './probing-budgets.ts'

const securities = ['toyota', 'sony', 'nissan']

/** Alder buys in all securities, and birch and cypress sell; nobody waits for a cooldown. */
function venue(limits: Partial<ProbingLimits>, opens = '00:00'): State {
  const state = world({
    securities: securities.map((each) => securityNamed(each)),
    limits: { probing: { ...noProbingLimits, ...limits }, withdrawalCooldownMs: 0, openLocatesPerTrader: 9 },
    opens,
  })
  const more = { duration: '150' } as const
  for (const securityId of securities) {
    bookIn(
      state,
      buys('alder', 10_000, { securityId, ...more }),
      sells('birch', 10_000, { securityId, ...more }),
    )
    bookIn(state, sells('cypress', 5_000, { securityId, ...more }))
  }
  return state
}

/** Sweeps some securities a second later. Returns those in which there is a locate. */
function located(state: State, swept = securities, at = state.at + 1_000): string[] {
  const quotes = swept.map((securityId) => quoteOf(securityId, at))
  return perform(state, sweepAt(at, quotes)).flatMap((event) =>
    event.type === 'contraLocated' ? [event.securityId] : [],
  )
}

/** A locate in a security is withdrawn, because the security is halted for a moment. */
function withdraw(state: State, securityId: string): void {
  if (located(state, [securityId]).length !== 1) throw new Error(`nobody was located in ${securityId}`)
  for (const halted of [true, false])
    perform(state, haltOf({ kind: 'SECURITY', securityId }, state.at, halted))
}

const reasons = (state: State, advertId: string): string[] => {
  const advert = advertIn(state, advertId)
  return whyNot(state, advert, sightingOf(quoteOf(advert.securityId, state.at)), state.at).map(
    ({ code }) => code,
  )
}

const traderLeaves = (state: State, traderId: string): void =>
  void perform(state, { type: 'setPresence', at: state.at, traderId, present: false })

// rule: 21.13, 21.6
test('after three withdrawn locates in a security neither institution is located there again that day', () => {
  const state = venue({ withdrawalsPerSecurity: 3 })
  for (let count = 0; count < 2; count += 1) withdraw(state, 'toyota')
  expect(reasons(state, 'alder-1')).toEqual(['WAITING_FOR_CONTRA'])
  withdraw(state, 'toyota')

  expect(usedUpBudgets(state, advertIn(state, 'alder-1'), state.at)).toEqual(['SECURITY_WITHDRAWAL'])
  expect(reasons(state, 'alder-1')).toEqual(['SECURITY_WITHDRAWAL_BUDGET'])
  expect(reasons(state, 'birch-1')).toEqual(['SECURITY_WITHDRAWAL_BUDGET'])
  expect(reasons(state, 'cypress-1')).toEqual(['WAITING_FOR_CONTRA'])
  expect(located(state)).toEqual(['sony', 'nissan'])
})

// rule: 21.13
test('the withdrawn locates of a security count with every contra', () => {
  const state = venue({ withdrawalsPerSecurity: 2 })
  withdraw(state, 'toyota')
  traderLeaves(state, 'birch')
  withdraw(state, 'toyota')

  expect(reasons(state, 'alder-1')).toEqual(['SECURITY_WITHDRAWAL_BUDGET'])
  expect(reasons(state, 'cypress-1')).toEqual(['WAITING_FOR_CONTRA'])
  expect(located(state, ['toyota'])).toEqual([])
})

// rule: 21.13
test('after five withdrawn locates in all securities an institution is not located again that day', () => {
  const state = venue({ withdrawalsPerFirm: 5 })
  for (const securityId of ['toyota', 'sony', 'nissan', 'sony']) withdraw(state, securityId)
  expect(usedUpBudgets(state, advertIn(state, 'alder-1'), state.at)).toEqual([])
  withdraw(state, 'nissan')

  for (const advertId of ['alder-1', 'alder-2', 'birch-3'])
    expect(reasons(state, advertId)).toEqual(['FIRM_WITHDRAWAL_BUDGET'])
  expect(located(state)).toEqual([])
})

// rule: 21.13
test('withdrawn locates are neither scored nor failures, and 0 allows any number of them', () => {
  const state = venue({})
  for (let count = 0; count < 6; count += 1) withdraw(state, 'toyota')

  expect(state.traders.get('alder')).toMatchObject({ ledger: [], rating: 60 })
  expect(state.failures.ofFirm.size).toBe(0)
  expect(usedUpBudgets(state, advertIn(state, 'alder-1'), state.at)).toEqual([])
  expect(located(state, ['toyota'])).toEqual(['toyota'])
})

// rule: 21.13
test('a withdrawal by a knockout is a failure of its side, and nobody’s withdrawal', () => {
  const state = world({ limits: { probing: { ...noProbingLimits, withdrawalsPerSecurity: 1 } } })
  const knockout = { knockoutTriggerActivated: true, knockoutTrigger: 20_600_000 }
  bookIn(state, buys('alder', 10_000, knockout), sells('birch', 10_000))
  perform(state, sweepAt('00:05'))
  perform(state, sweepAt('00:05:05', [quoteOf('toyota', '00:05:05', 2_060)]))

  expect(state.failures.ofFirm.get('alder')?.count).toBe(1)
  expect(state.failures.withdrawalsOfFirm.size).toBe(0)
  expect(reasons(state, 'birch-1')).toEqual(['WAITING_FOR_CONTRA'])
})

// rule: 21.5, 21.13
test('the next day begins without withdrawn locates, and its first sweep locates', () => {
  const state = venue({ withdrawalsPerSecurity: 1 }, '14:30')
  withdraw(state, 'toyota')
  expect(located(state, ['toyota'], moment('14:59:59'))).toEqual([])
  expect(securitiesToMatch(state, moment('14:59:59.999'))).not.toContain('toyota')

  expect(securitiesToMatch(state, moment('15:00'))).toContain('toyota')
  expect(located(state, ['toyota'], moment('15:00'))).toEqual(['toyota'])
  expect(state.failures.withdrawalsOfFirmInSecurity.size).toBe(0)
})
