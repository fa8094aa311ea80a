import { tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import type { AdvertTerms } from '@aitai/engine/model/advert.ts'
import type { Command } from '@aitai/engine/model/commands.ts'
import type { Event } from '@aitai/engine/model/events.ts'
import { yen } from '@aitai/engine/model/price.ts'
import { firmSecurityKey, firmsKey, type State } from '@aitai/engine/model/state.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyPlan, bookFromPlan } from '../../../../engine/test/arbitrary-book.ts'
import { anyScenario, commandForStep, tryCommand } from '../../../../engine/test/arbitrary-scenario.ts'
import {
  answerOf,
  buys,
  draftOf,
  modifyOf,
  moment,
  type Order,
  ownerCommand,
  perform,
  quoteOf,
  sells,
  submitOf,
  sweepAt,
  world,
} from '../../../../engine/test/book.ts'
import { ActivityTally, type FirmActivity, failuresOf } from './day-activity.ts'

/** A platform whose events are counted as they happen. */
class CountedDay {
  readonly state: State
  readonly tally = new ActivityTally()
  readonly events: Event[] = []

  constructor(state = world()) {
    this.state = state
  }

  does(command: Command): readonly Event[] {
    const events = perform(this.state, command)
    for (const event of events) this.tally.add(event)
    this.events.push(...events)
    return events
  }

  sends(order: Order, advertId: string, when: string): void {
    this.does(draftOf(order, when, advertId))
    this.does(submitOf(advertId, order.terms, when))
    this.does(sweepAt(this.state.at, []))
  }

  modifies(advertId: string, when: string, terms: Partial<AdvertTerms>): void {
    this.does(modifyOf(this.state, advertId, terms, when))
  }

  /** The activity of an institution on the day of the book. */
  of(firmId: string): FirmActivity {
    const found = this.tally.activityOn(tradingDay(moment('00:00'))).get(firmId)
    if (!found) throw new Error(`${firmId} did nothing`)
    return found
  }
}

/** Two adverts that were located at 00:05. */
function located(terms: Partial<AdvertTerms> = {}): CountedDay {
  const day = new CountedDay()
  day.sends(buys('alder', 10_000, terms), 'alder-1', '00:01')
  day.sends(sells('birch', 10_000), 'birch-1', '00:02')
  day.does(sweepAt('00:05'))
  return day
}

const nothing = { declined: 0, excused: 0, timedOut: 0, knockedOut: 0, notExecuted: 0 }

test('a decline is a failure of the side that declines, and a failed locate of both', () => {
  const day = located()
  day.does(answerOf(day.state, 'alder', 'DECLINE', '00:05:01'))
  expect(day.of('alder').locates).toBe(0)
  day.does(answerOf(day.state, 'birch', 'ACCEPT', '00:05:02'))

  const [alder, birch] = [day.of('alder'), day.of('birch')]
  expect(alder).toMatchObject({ locates: 1, failures: { ...nothing, declined: 1 } })
  expect(birch).toMatchObject({ locates: 1, failures: nothing })
  expect([[...alder.failuresIn], [...birch.failuresIn]]).toEqual([[['toyota', 1]], []])
  expect([[...alder.failedWith], [...birch.failedWith]]).toEqual([[['birch', 1]], [['alder', 1]]])
  expect([...alder.securities]).toEqual(['toyota'])
  expect(alder.traders.get('alder')).toMatchObject({ locates: 1, failures: { declined: 1 } })
})

test('a decline that is excused is counted apart, and no answer at all is a timeout', () => {
  const day = located()
  day.does(
    answerOf(day.state, 'alder', 'DECLINE', '00:05:10', { quote: quoteOf('toyota', '00:05:10', 2_100) }),
  )
  day.does(sweepAt('00:06'))

  expect(day.of('alder').failures).toEqual({ ...nothing, excused: 1 })
  expect(day.of('birch').failures).toEqual({ ...nothing, timedOut: 1 })
  expect(failuresOf(day.of('alder'))).toBe(1)
})

test('an agreement and a withdrawal without fault are locates without a failure', () => {
  const agreed = located()
  agreed.does(answerOf(agreed.state, 'alder', 'ACCEPT', '00:05:01'))
  agreed.does(answerOf(agreed.state, 'birch', 'ACCEPT', '00:05:02'))
  const halted = located()
  const staff = { at: moment('00:05:01'), by: 'ops', reason: 'a test' }
  halted.does({ type: 'changeHalt', target: { kind: 'PLATFORM' }, halted: true, ...staff })

  for (const [day, withdrawn] of [
    [agreed, 0],
    [halted, 1],
  ] as const)
    for (const firmId of ['alder', 'birch']) {
      const counted = day.of(firmId)
      expect(counted).toMatchObject({ locates: 1, withdrawn, failures: nothing })
      expect([...counted.traders.values()]).toMatchObject([{ withdrawn }])
      expect([...counted.withdrawnIn]).toEqual(withdrawn === 0 ? [] : [['toyota', 1]])
      expect(counted.failedWith.size).toBe(0)
    }
})

test('a report that nothing was executed is a failure of the sides that it names, until it is withdrawn', () => {
  const day = located()
  for (const name of ['alder', 'birch'])
    day.does(answerOf(day.state, name, 'ACCEPT', '00:05:01', { agreementId: 'agreement' }))
  const report = { at: moment('00:06'), agreementId: 'agreement', brokerId: 'NOM', brokerUserId: 'kato' }
  const figures = () =>
    ['alder', 'birch'].map((name) => {
      const { locates, failures, failuresIn, failedWith, traders } = day.of(name)
      const counts = [failures.notExecuted, failuresIn.get('toyota') ?? 0, [...failedWith.values()][0] ?? 0]
      return [locates, ...counts, traders.get(name)?.failures.notExecuted]
    })

  day.does({ type: 'reportNotExecuted', ...report, atFault: { BUY: true, SELL: false } })
  expect(figures()).toEqual([
    [1, 1, 1, 1, 1],
    [1, 0, 0, 1, 0],
  ])
  day.does({ type: 'reportNotExecuted', ...report, atFault: { BUY: true, SELL: true } })
  expect(figures()).toEqual([
    [1, 1, 1, 1, 1],
    [1, 1, 1, 1, 1],
  ])
  day.does({ type: 'withdrawNotExecuted', ...report })
  expect(figures()).toEqual([
    [1, 0, 0, 0, 0],
    [1, 0, 0, 0, 0],
  ])
})

test('a withdrawal by its own knockout is a failure of the side that it scores', () => {
  const knockout = { knockoutTriggerActivated: true, knockoutTrigger: 2_050 * yen }
  const day = located(knockout)
  day.does(sweepAt('00:05:10', [quoteOf('toyota', '00:05:10', 2_060)]))

  expect(day.events.at(-1)).toMatchObject({ type: 'locateWithdrawn' })
  expect(day.of('alder')).toMatchObject({ locates: 1, failures: { ...nothing, knockedOut: 1 } })
  for (const firmId of ['alder', 'birch']) expect(day.of(firmId).withdrawn).toBe(0)
  expect(day.of('birch')).toMatchObject({ locates: 1, failures: nothing })
})

test('a size counts if it is at least 1.25 times or at most 0.8 times the size counted before', () => {
  const day = new CountedDay()
  const sizes = (): number | undefined => day.of('alder').sizes.get('toyota')
  const counts: (number | undefined)[] = []
  day.sends(buys('alder', 10_000), 'alder-1', '00:01')
  counts.push(sizes())
  for (const [index, shareQuantity] of [12_400, 12_500, 10_100, 10_000].entries()) {
    day.modifies('alder-1', `00:0${index + 2}`, { shareQuantity })
    counts.push(sizes())
  }

  // 12,500 is 1.25 times 10,000, and 10,000 is 0.8 times that.
  expect(counts).toEqual([1, 1, 2, 2, 3])
})

test('a size sent again after a cancel counts like a modify, and other securities are counted apart', () => {
  const day = new CountedDay()
  for (const [index, shares] of [10_000, 10_000, 40_000].entries()) {
    day.sends(buys('alder', shares), `alder-${index + 1}`, `00:0${index + 1}`)
    day.does(ownerCommand('cancelAdvert', `alder-${index + 1}`, `00:0${index + 1}:30`))
  }
  day.sends(buys('alder', 10_000, { securityId: 'sony' }), 'alder-4', '00:09')

  expect([...day.of('alder').sizes]).toEqual([
    ['toyota', 2],
    ['sony', 1],
  ])
})

test('the unchanged residual of an agreement is no size tried', () => {
  const day = new CountedDay()
  day.sends(buys('alder', 40_000), 'alder-1', '00:01')
  day.sends(sells('birch', 30_000), 'birch-1', '00:02')
  day.does(sweepAt('00:05'))
  day.does(answerOf(day.state, 'alder', 'ACCEPT', '00:05:01'))
  day.does(answerOf(day.state, 'birch', 'ACCEPT', '00:05:02'))
  const residual = { type: 'createResidual', traderId: 'alder', residualId: 'alder-2' } as const
  day.does({ ...residual, advertId: 'alder-1', price: 20_000_000, at: moment('00:06') })
  const terms = day.state.adverts.get('alder-2')?.terms
  if (!terms) throw new Error('there is no residual')
  day.does(submitOf('alder-2', terms, '00:06:01'))

  expect(terms.shareQuantity).toBe(10_000)
  expect(day.of('alder').sizes.get('toyota')).toBe(1)
  day.modifies('alder-2', '00:06:02', { shareQuantity: 20_000 })
  expect(day.of('alder').sizes.get('toyota')).toBe(2)
})

test('a cancel counts within a minute of the submit, by the owner and before any locate', () => {
  const day = located()
  day.does(answerOf(day.state, 'alder', 'DECLINE', '00:05:01'))
  day.does(answerOf(day.state, 'birch', 'ACCEPT', '00:05:02'))
  day.does(ownerCommand('cancelAdvert', 'alder-1', '00:05:10'))
  day.sends(buys('cypress', 10_000), 'cypress-1', '00:06')
  day.does(ownerCommand('cancelAdvert', 'cypress-1', '00:07'))
  day.sends(buys('dogwood', 10_000), 'dogwood-1', '00:08')
  day.does(ownerCommand('cancelAdvert', 'dogwood-1', '00:09:00.001'))

  const cancels = ['alder', 'cypress', 'dogwood'].map((firm) => day.of(firm).quickCancels)
  expect(cancels).toEqual([0, 1, 0])
})

test('a locate counts on the day on which it ends, and a new day begins at zero', () => {
  const day = new CountedDay(world({ opens: '14:00' }))
  day.sends(buys('alder', 10_000, { duration: '150' }), 'alder-1', '14:50')
  day.sends(sells('birch', 10_000, { duration: '150' }), 'birch-1', '14:51')
  day.does(sweepAt('14:59:50'))
  expect(day.of('alder').sizes.get('toyota')).toBe(1)
  day.does(sweepAt('15:00'))
  day.does(answerOf(day.state, 'alder', 'DECLINE', '15:00:05'))
  day.does(answerOf(day.state, 'birch', 'ACCEPT', '15:00:10'))

  const next = tradingDay(moment('15:00'))
  expect(day.tally.activityOn(next).get('alder')).toMatchObject({ locates: 1, failures: { declined: 1 } })
  expect(day.tally.activityOn(next).get('alder')?.sizes.size).toBe(0)
  expect(day.tally.activityOn(next - 1).size).toBe(0)
})

test('events about adverts from before the first one are left out', () => {
  const day = located()
  day.does(answerOf(day.state, 'alder', 'DECLINE', '00:05:01'))
  day.does(answerOf(day.state, 'birch', 'ACCEPT', '00:05:02'))
  const late = new ActivityTally()
  for (const event of day.events.slice(-4)) late.add(event)

  expect(late.activityOn(tradingDay(moment('00:00'))).size).toBe(0)
})

/** What the budgets count on the day of a state, in the same form from the state and from the tally. */
const counted = ({ failures, at }: State) => {
  const ofDay = (counts: ReadonlyMap<string, { readonly count: number; readonly day: number }>) =>
    [...counts]
      .filter(([, { day }]) => day === tradingDay(at))
      .map(([key, { count }]) => [key, count] as const)
  const { ofFirmInSecurity, ofTrader, ofFirm, ofPair, withdrawalsOfFirmInSecurity, withdrawalsOfFirm } =
    failures
  return [ofFirmInSecurity, ofTrader, ofFirm, ofPair, withdrawalsOfFirmInSecurity, withdrawalsOfFirm].map(
    (counts) => Object.fromEntries(ofDay(counts)),
  )
}

function countedBy(tally: ActivityTally, at: number) {
  const firms = [...tally.activityOn(tradingDay(at))]
  const positive = (counts: readonly (readonly [string, number])[]) =>
    Object.fromEntries(counts.filter(([, count]) => count > 0))
  return [
    positive(firms.flatMap(([id, { failuresIn }]) => keyed(failuresIn, (in_) => firmSecurityKey(id, in_)))),
    positive(
      firms.flatMap(([, { traders }]) => [...traders].map(([id, of]) => [id, failuresOf(of)] as const)),
    ),
    positive(firms.map(([id, firm]) => [id, failuresOf(firm)] as const)),
    positive(firms.flatMap(([id, { failedWith }]) => keyed(failedWith, (other) => firmsKey(id, other)))),
    positive(
      firms.flatMap(([id, { withdrawnIn }]) =>
        keyed(withdrawnIn, (security) => firmSecurityKey(id, security)),
      ),
    ),
    positive(firms.map(([id, { withdrawn }]) => [id, withdrawn] as const)),
  ]
}

const keyed = (counts: ReadonlyMap<string, number>, keyOf: (id: string) => string) =>
  [...counts].map(([id, count]) => [keyOf(id), count] as const)

// rule: 21.9
test('in random scenarios the failures are those that the budgets count', () => {
  let failures = 0
  fc.assert(
    fc.property(anyPlan, anyScenario, (plan, scenario) => {
      const state = bookFromPlan(plan)
      const tally = new ActivityTally()
      for (const { id, firmId, traderId, securityId, terms } of state.adverts.values()) {
        const advert = { advertId: id, firmId, traderId, securityId, terms, at: state.at }
        tally.add({
          type: 'advertSubmitted',
          ...advert,
          minShares: 0,
          expiryDate: 0,
          replaces: null,
          advertisementStatus: 'SENT',
          isBeyondLimit: false,
          restsUntil: null,
        })
      }
      for (const step of scenario) {
        const command = commandForStep(state, step)
        const decision = command ? tryCommand(state, command) : { events: [] }
        if ('events' in decision) for (const event of decision.events) tally.add(event)
        expect(countedBy(tally, state.at)).toEqual(counted(state))
      }
      failures += Object.keys(counted(state)[0] ?? {}).length
    }),
    { numRuns: 200 },
  )
  expect(failures).toBeGreaterThan(0)
})
