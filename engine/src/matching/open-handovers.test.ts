import { expect, test } from 'vitest'
import {
  advertIn,
  answerOf,
  bookIn,
  buys,
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
import { copyOfState } from '../evolve/snapshot.ts'
import { whyNot } from '../explain/why-not.ts'
import type { Direction } from '../model/advert.ts'
import { yen } from '../model/price.ts'
import type { State } from '../model/state.ts'
import { securitiesToMatch } from './candidates.ts'
import { openHandoversOf } from './open-handovers.ts'
import { usedUpBudgets } from './probing-budgets.ts'

const securities = ['toyota', 'sony', 'nissan', 'honda'] as const
const broker = { brokerId: 'NOM', brokerUserId: 'kato' }

const venue = (openHandoversPerTrader = 2, opens = '00:00'): State =>
  world({
    securities: securities.map((each) => securityNamed(each)),
    traders: [{ traderId: 'clerk', firmId: 'alder' }],
    limits: { probing: { ...noProbingLimits, openHandoversPerTrader } },
    opens,
  })

const sweep = (state: State, at = state.at + 1_000) =>
  perform(
    state,
    sweepAt(
      at,
      securities.map((each) => quoteOf(each, at)),
    ),
  )

const isLocated = (state: State, at?: number): boolean =>
  sweep(copyOfState(state), at).some(({ type }) => type === 'contraLocated')

function offer(state: State, securityId: string, buyer: string, seller: string): void {
  const more = { securityId, duration: '150' } as const
  bookIn(state, buys(buyer, 10_000, more), sells(seller, 10_000, more))
}

/** Alder and birch agree in a security; the agreement has its name. */
function agree(state: State, securityId: string, buyer = 'alder', seller = 'birch'): void {
  offer(state, securityId, buyer, seller)
  sweep(state)
  for (const name of [buyer, seller])
    perform(state, answerOf(state, name, 'ACCEPT', state.at + 1_000, { agreementId: securityId }))
}

const confirm = (state: State, agreementId: string, side: Direction, type: 'confirm' | 'undo' = 'confirm') =>
  perform(state, { type: `${type}Execution`, at: state.at, agreementId, side, ...broker })

const onExecution = (agreementId: string, at: number) => ({ at, agreementId, executionId: 'one', ...broker })

/** Two agreements of alder with two contras, and a third security in which alder and birch wait. */
function twoOpen(state = venue()): State {
  agree(state, 'toyota')
  agree(state, 'sony', 'alder', 'cypress')
  offer(state, 'nissan', 'alder', 'birch')
  return state
}

// rule: 21.14
test('a trader with as many unconfirmed agreements as the limit is not located until one is confirmed', () => {
  const state = twoOpen()
  expect(isLocated(state)).toBe(false)
  sweep(state)
  expect(securitiesToMatch(state, state.at)).toEqual([])

  confirm(state, 'toyota', 'SELL')
  expect(isLocated(state)).toBe(false)
  confirm(state, 'toyota', 'BUY')
  expect(securitiesToMatch(state, state.at)).toEqual(['nissan'])
  expect(isLocated(state)).toBe(true)
  confirm(state, 'toyota', 'BUY', 'undo')
  expect(isLocated(state)).toBe(false)
})

// rule: 21.14
test('below the limit everybody is located, and 0 allows any number', () => {
  expect(isLocated(twoOpen(venue(3)))).toBe(true)
  expect(isLocated(twoOpen(venue(0)))).toBe(true)
})

// rule: 21.14
test('a reported execution closes the handover of both sides, until the last one is withdrawn', () => {
  const state = twoOpen()
  const terms = { quantity: 5_000, price: 2_000 * yen, executedAt: state.at }
  perform(state, { type: 'reportExecution', ...onExecution('toyota', state.at), ...terms })
  expect([openHandoversOf(state, 'alder', state.at), openHandoversOf(state, 'birch', state.at)]).toEqual([
    1, 0,
  ])
  expect(isLocated(state)).toBe(true)

  perform(state, { type: 'withdrawExecution', ...onExecution('toyota', state.at) })
  expect(isLocated(state)).toBe(false)
})

// rule: 21.14
test('a report that nothing was executed closes no handover', () => {
  const state = twoOpen()
  const atFault = { BUY: false, SELL: true }
  perform(state, { type: 'reportNotExecuted', at: state.at, agreementId: 'toyota', atFault, ...broker })

  expect(openHandoversOf(state, 'alder', state.at)).toBe(2)
  expect(isLocated(state)).toBe(false)
})

// rule: 21.14
test('the agreements of a colleague and of the contra do not count', () => {
  const state = twoOpen()
  offer(state, 'honda', 'clerk', 'dogwood')

  expect(sweep(state)).toMatchObject([{ type: 'contraLocated', securityId: 'honda' }])
  expect(usedUpBudgets(state, advertIn(state, 'birch-2'), state.at)).toEqual([])
})

// rule: 21.14
test('agreements of the day before do not count, even before the first sweep and after a late withdrawal', () => {
  const state = twoOpen(venue(2, '14:30'))
  const terms = { quantity: 5_000, price: 2_000 * yen, executedAt: state.at }
  perform(state, { type: 'reportExecution', ...onExecution('toyota', state.at), ...terms })
  const midnight = moment('15:00')
  perform(state, { type: 'withdrawExecution', ...onExecution('toyota', midnight) })
  const own = advertIn(state, 'alder-3')
  expect(usedUpBudgets(state, own, midnight - 1)).toEqual(['HANDOVER'])
  expect(usedUpBudgets(state, own, midnight)).toEqual([])

  sweep(state, midnight)
  expect(state.index.openHandovers.size).toBe(0)
  perform(state, { type: 'reportExecution', ...onExecution('toyota', state.at), ...terms })
  perform(state, { type: 'withdrawExecution', ...onExecution('toyota', state.at) })
  expect(state.index.openHandovers.size).toBe(0)
})

// rule: 21.14
test('an agreement of the first seconds of a day still counts after the sweep that begins it', () => {
  const state = venue(2, '14:30')
  offer(state, 'toyota', 'alder', 'birch')
  sweep(state, moment('14:59:50'))
  for (const name of ['alder', 'birch'])
    perform(state, answerOf(state, name, 'ACCEPT', moment('15:00:01'), { agreementId: 'toyota' }))

  sweep(state, moment('15:00:02'))
  expect(openHandoversOf(state, 'alder', state.at)).toBe(1)
})

// rule: 21.14
test('of agreements of two days, only those of the new day count after the sweep that begins it', () => {
  const state = venue(3, '14:30')
  agree(state, 'sony', 'alder', 'cypress')
  offer(state, 'toyota', 'alder', 'birch')
  sweep(state, moment('14:59:50'))
  for (const name of ['alder', 'birch'])
    perform(state, answerOf(state, name, 'ACCEPT', moment('15:00:01'), { agreementId: 'toyota' }))

  sweep(state, moment('15:00:02'))
  expect([...(state.index.openHandovers.get('alder') ?? [])]).toEqual(['toyota'])
})

// rule: 21.14
test('the first sweep of a day locates whoever was at the limit', () => {
  const state = twoOpen(venue(2, '14:30'))
  const midnight = moment('15:00')
  sweep(state)
  expect(securitiesToMatch(copyOfState(state), midnight - 1)).toEqual(['nissan'])
  expect(securitiesToMatch(state, midnight - 1)).toEqual([])

  expect(securitiesToMatch(state, midnight)).toEqual(['nissan'])
  expect(sweep(state, midnight).map(({ type }) => type)).toEqual(['tradingDayEnded', 'contraLocated'])
})

// rule: 21.6, 21.14
test('the trader is shown how many agreements are not confirmed, and the contra nothing', () => {
  const state = twoOpen()
  const reasons = (advertId: string) =>
    whyNot(state, advertIn(state, advertId), sightingOf(quoteOf('nissan', state.at)), state.at)

  expect(reasons('alder-3')).toEqual([{ code: 'HANDOVER_BUDGET', values: { count: 2 } }])
  expect(reasons('birch-2')).toEqual([{ code: 'WAITING_FOR_CONTRA', values: {} }])
})
