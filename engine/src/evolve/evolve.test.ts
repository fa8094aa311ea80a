import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyPlan, bookFromPlan } from '../../test/arbitrary-book.ts'
import { anyScenario, commandForStep, tryCommand } from '../../test/arbitrary-scenario.ts'
import { buys, defaultOffsets, world } from '../../test/book.ts'
import type { Event, EventType } from '../model/events.ts'
import { rulesVersion } from '../model/rules-version.ts'
import { emptyState, type State } from '../model/state.ts'
import { evolve, LaterVersion } from './evolve.ts'
import { snapshotOf } from './snapshot.ts'

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
  },
  advertModified: {
    type: 'advertModified',
    ...ofAdvert,
    terms,
    minShares: 1,
    expiryDate: at,
    keepsPriority: true,
    advertisementStatus: 'LIVE',
  },
  advertTriggered: { type: 'advertTriggered', ...ofAdvert, quotes: [] },
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
  marketTurned: { type: 'marketTurned', at, securityId: 'unknown', error: '001', quote: null },
  switchTurned: {
    type: 'switchTurned',
    ...byStaff,
    switch: { kind: 'FIRM', firmId: 'unknown' },
    halted: true,
  },
  matchExplained: { type: 'matchExplained', ...byStaff, advertIds: ['unknown', 'unknown'], of: at },
  surveillanceViewed: { type: 'surveillanceViewed', ...byStaff, date: '2026-11-20' },
}

const names: readonly EventType[] = [
  'referenceChanged',
  'tradingDayEnded',
  'advertDrafted',
  'marketTurned',
  'switchTurned',
  'matchExplained',
  'surveillanceViewed',
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

/** The events of a random scenario after JSON, as a journal stores them. */
function journalOf(state: State, scenario: Parameters<typeof commandForStep>[1][], journal: Event[]): void {
  for (const step of scenario) {
    const command = commandForStep(state, step)
    const decision = command ? tryCommand(state, command) : { events: [] }
    if ('events' in decision) journal.push(...decision.events)
  }
}

// rule: 1.2
test('every event can be folded, and folding again gives the same state', () => {
  const seen = new Set<EventType>()
  fc.assert(
    fc.property(anyPlan, anyScenario, (plan, scenario) => {
      const state = bookFromPlan(plan)
      const [first, journal] = [JSON.stringify(snapshotOf(state)), [] as Event[]]
      journalOf(state, scenario, journal)
      const again = bookFromPlan(plan)
      expect(JSON.stringify(snapshotOf(again))).toBe(first)
      for (const event of JSON.parse(JSON.stringify(journal)) as Event[]) {
        seen.add(event.type)
        evolve(again, event)
      }
      expect(JSON.stringify(snapshotOf(again))).toBe(JSON.stringify(snapshotOf(state)))
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
      'marketTurned',
      'switchTurned',
      'tradingDayEnded',
    ]),
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
