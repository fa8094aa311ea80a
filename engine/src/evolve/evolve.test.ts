import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyPlan, bookFromPlan } from '../../test/arbitrary-book.ts'
import { anyScenario, commandForStep, type ScenarioStep, tryCommand } from '../../test/arbitrary-scenario.ts'
import { buys, defaultOffsets, world } from '../../test/book.ts'
import { decide } from '../decide.ts'
import type { Event, EventType } from '../model/events.ts'
import { FallenVersion, LaterVersion, rulesVersion } from '../model/rules-version.ts'
import { emptyState, type State } from '../model/state.ts'
import { evolve, fold } from './evolve.ts'
import { type Snapshot, snapshotOf, stateFrom } from './snapshot.ts'

const at = Date.UTC(2026, 10, 20, 1)
const { terms } = buys('alder', 10_000)
const ofAdvert = { at, advertId: 'unknown' }
const ofLocate = { at, locateId: 'unknown' }
const ofAgreement = { at, agreementId: 'unknown', side: 'BUY' } as const
const byStaff = { at, by: 'ops', reason: 'asked by compliance' }
const both = <T>(value: T) => ({ BUY: value, SELL: value })
const placed = {
  ...ofAdvert,
  traderId: 'unknown',
  firmId: 'alder',
  securityId: 'toyota',
  terms,
  minShares: 1_000,
}
const located = {
  deadline: at,
  securityId: 'toyota',
  buyId: 'unknown',
  sellId: 'unknown',
  locateQuantity: 1,
  midPrice: 1,
  usdJpy: 1,
  shareQuantity: both(1),
  stockMove: 0,
  indexMove: 0,
  brokerId: 'NOM',
  legs: both('CASH' as const),
  residual: both(0),
  minShares: both(1),
}

const ofExecution = { at, agreementId: 'unknown', executionId: 'unknown', brokerUserId: 'kato' }
const executionTerms = { quantity: 100, price: 1, executedAt: at }

/** One event of each type, about something that the state does not know. */
const unknown: { readonly [T in EventType]: Event & { readonly type: T } } = {
  referenceChanged: { type: 'referenceChanged', at, reference: {} },
  presenceChanged: { type: 'presenceChanged', at, traderId: 'unknown', present: true },
  advertDrafted: { type: 'advertDrafted', ...placed, offsets: defaultOffsets, parentAdvertId: null },
  advertSubmitted: {
    type: 'advertSubmitted',
    ...placed,
    expiryDate: at,
    replaces: null,
    advertisementStatus: 'SENT',
    isBeyondLimit: false,
    restsUntil: null,
  },
  advertModified: {
    type: 'advertModified',
    ...ofAdvert,
    terms,
    minShares: 1,
    expiryDate: at,
    keepsPriority: true,
    isBeyondLimit: false,
    restsUntil: null,
    advertisementStatus: 'LIVE',
  },
  advertTriggered: { type: 'advertTriggered', ...ofAdvert, quotes: [] },
  advertLimitCrossed: { type: 'advertLimitCrossed', ...ofAdvert, isBeyond: true, quotes: [] },
  advertReleased: { type: 'advertReleased', ...ofAdvert, priorityTime: at },
  advertPaused: { type: 'advertPaused', ...ofAdvert, by: 'OWNER' },
  advertResumed: { type: 'advertResumed', ...ofAdvert, advertisementStatus: 'LIVE' },
  advertCancelled: {
    type: 'advertCancelled',
    ...ofAdvert,
    causeOfDeath: 'CANCELLED_BY_USER',
    errorCode: null,
    quotes: [],
  },
  advertExpired: { type: 'advertExpired', ...ofAdvert },
  contraLocated: { type: 'contraLocated', ...ofLocate, ...located },
  locateAnswered: { type: 'locateAnswered', ...ofLocate, side: 'BUY', answer: 'ACCEPT', excused: false },
  locateFailed: {
    type: 'locateFailed',
    ...ofLocate,
    outcome: both('DECLINED'),
    scores: both(20),
    cooldownUntil: at,
  },
  locateWithdrawn: { type: 'locateWithdrawn', ...ofLocate, scores: both(null), cooldownUntil: at },
  connectionAgreed: { type: 'connectionAgreed', ...ofLocate, agreementId: 'a', passwords: both('x') },
  brokerConnected: { type: 'brokerConnected', ...ofAgreement },
  executionConfirmed: { type: 'executionConfirmed', ...ofAgreement, brokerUserId: 'kato' },
  executionUndone: { type: 'executionUndone', ...ofAgreement, brokerUserId: 'kato' },
  notExecutedReported: {
    type: 'notExecutedReported',
    at,
    agreementId: 'unknown',
    atFault: both(true),
    brokerUserId: 'kato',
  },
  notExecutedWithdrawn: {
    type: 'notExecutedWithdrawn',
    at,
    agreementId: 'unknown',
    brokerUserId: 'kato',
  },
  executionReported: { type: 'executionReported', ...ofExecution, ...executionTerms },
  executionCorrected: { type: 'executionCorrected', ...ofExecution, ...executionTerms },
  executionWithdrawn: { type: 'executionWithdrawn', ...ofExecution },
  tradingDayEnded: { type: 'tradingDayEnded', at, day: 20_777, tradingDays: 1 },
  ratingAged: { type: 'ratingAged', at, traderId: 'unknown' },
  marketStatusChanged: { type: 'marketStatusChanged', at, securityId: 'unknown', error: '001', quote: null },
  haltChanged: {
    type: 'haltChanged',
    ...byStaff,
    target: { kind: 'FIRM', firmId: 'unknown' },
    halted: true,
  },
  matchExplained: { type: 'matchExplained', ...byStaff, advertIds: ['unknown', 'unknown'], of: at },
  surveillanceViewed: { type: 'surveillanceViewed', ...byStaff, date: '2026-11-20' },
  advertsViewed: { type: 'advertsViewed', ...byStaff, scope: { firmId: 'unknown' } },
}

const names: readonly EventType[] = [
  'referenceChanged',
  'tradingDayEnded',
  'advertDrafted',
  'marketStatusChanged',
  'haltChanged',
  'matchExplained',
  'surveillanceViewed',
  'advertsViewed',
]
const needNobody = Object.values(unknown).filter(({ type }) => names.includes(type))
const needSomebody = Object.values(unknown).filter(({ type }) => !names.includes(type))

test.each(needSomebody)('$type about something unknown throws, because the journal is broken', (event) => {
  expect(() => evolve(emptyState(), event)).toThrow(
    /^the journal names an unknown (advert|trader|locate|agreement) unknown$/,
  )
})

test.each(needNobody)('$type requires nothing in the state', (event) => {
  expect(evolve(emptyState(), event).at).toBe(at)
})

/** The events of a random scenario, one list for each command that had an effect. */
function journalOf(state: State, scenario: readonly ScenarioStep[]): readonly (readonly Event[])[] {
  return scenario.flatMap((step) => {
    const command = commandForStep(state, step)
    const decision = command && tryCommand(state, command)
    return decision && 'events' in decision && decision.events.length > 0 ? [decision.events] : []
  })
}

const bytesOf = (state: State): string => JSON.stringify(snapshotOf(state))

// rule: 1.2, 1.6
test('a journal folds to the same state, also when it continues from a snapshot', () => {
  const seen = new Set<EventType>()
  fc.assert(
    fc.property(anyPlan, anyScenario, fc.nat({ max: 60 }), (plan, scenario, cut) => {
      const whole = bookFromPlan(plan)
      const journal = journalOf(whole, scenario)
      for (const { type } of journal.flat()) seen.add(type)
      const before = bookFromPlan(plan)
      fold(before, journal.slice(0, cut).flat())
      const after = stateFrom(JSON.parse(bytesOf(before)) as Snapshot)
      fold(after, JSON.parse(JSON.stringify(journal.slice(cut).flat())) as Event[])
      expect(bytesOf(after)).toBe(bytesOf(whole))
    }),
    { numRuns: 300 },
  )
  expect([...seen].sort()).toEqual(
    expect.arrayContaining([
      'advertCancelled',
      'advertExpired',
      'advertTriggered',
      'connectionAgreed',
      'locateFailed',
      'marketStatusChanged',
      'haltChanged',
      'tradingDayEnded',
    ]),
  )
})

// rule: 1.8
test('evolve applies any event to any later state, or throws naming what the state lacks', () => {
  fc.assert(
    fc.property(anyPlan, anyScenario, (plan, scenario) => {
      const state = bookFromPlan(plan)
      const journal = journalOf(state, scenario).flat()
      const last = bytesOf(state)
      for (const event of journal) {
        const later = stateFrom(JSON.parse(last) as Snapshot)
        try {
          expect(evolve(later, event)).toBe(later)
        } catch (error) {
          expect(String(error)).toMatch(/^Error: the journal names an unknown /)
        }
      }
    }),
    { numRuns: 200 },
  )
})

// rule: 1.10
test('time never goes backwards: an older event does not change the newest time', () => {
  const state = world()
  evolve(state, { type: 'referenceChanged', at: state.at + 5, reference: {} })
  const { at: newest } = state
  evolve(state, { type: 'referenceChanged', at: newest - 5, reference: {} })

  expect(state.at).toBe(newest)
})

test('an event of a later version is refused, so that the state is never a guess', () => {
  const later = { type: 'advertBlessed', at: 1 } as unknown as Event
  expect(() => evolve(emptyState(), later)).toThrow(LaterVersion)
})

test('what a later version of the rules decides is refused too: its events may have unknown fields', () => {
  const stated = (version: number): Event => ({
    type: 'referenceChanged',
    at: 1,
    reference: { rulesVersion: version },
  })
  expect(evolve(emptyState(), stated(rulesVersion)).rulesVersion).toBe(rulesVersion)
  expect(() => evolve(emptyState(), stated(rulesVersion + 1))).toThrow(LaterVersion)
})

test('a trader whom the reference data name for the first time is absent, with an empty ledger', () => {
  const traders = [{ traderId: 'emma', firmId: 'alder' }]
  const state = evolve(emptyState(), { type: 'referenceChanged', at: 1, reference: { traders } })

  expect(state.traders.get('emma')).toMatchObject({ present: false, openLocates: 0, ledger: [] })
})

test('the version of the rules never falls, neither in a command nor in an event', () => {
  const state = evolve(emptyState(), {
    type: 'referenceChanged',
    at: 1,
    reference: { rulesVersion },
  })
  const reference = { rulesVersion: rulesVersion - 1 }

  expect(() => decide(state, { type: 'changeReference', at: 2, reference })).toThrow(FallenVersion)
  expect(() => evolve(state, { type: 'referenceChanged', at: 2, reference })).toThrow(FallenVersion)
  expect(state.rulesVersion).toBe(rulesVersion)
})
