import { expect, test } from 'vitest'
import {
  advertIn,
  answerOf,
  draftOf,
  haltOf,
  malformedSightingOf,
  modifyOf,
  ownerCommand,
  placeOrder,
  quoteOf,
  residualOf,
  submitOf,
  sweepAt,
  sweepWithSightings,
  world,
} from '../../test/book.ts'
import {
  buyOrder,
  type StatusSituation,
  statusOfSituation,
  statusSituationNames,
  statusSituations,
} from '../../test/status-situations.ts'
import { decide } from '../decide.ts'
import { snapshotOf } from '../evolve/snapshot.ts'
import {
  type AdvertStatus,
  advertStatuses,
  isInLocate,
  isInPlay,
  isOpen,
  isSentOrLive,
  isTerminal,
} from '../model/advert.ts'
import type { Command, CommandType } from '../model/commands.ts'
import { yen } from '../model/price.ts'
import type { State } from '../model/state.ts'
import { advertActions, advertCan } from './status-actions.ts'

const later = (state: State): number => state.at + 1_000

/** The locate that alder is in, or one that does not exist. */
const answerBy = (state: State, answer: 'ACCEPT' | 'DECLINE'): Command => {
  const at = later(state)
  if (state.locates.size > 0) return answerOf(state, 'alder', answer, at)
  const passwords = { BUY: '', SELL: '' }
  const none = { locateId: 'none', direction: 'BUY', quote: null, agreementId: 'a', passwords } as const
  return { type: 'answerLocate', at, traderId: 'alder', answer, run: [], ...none }
}

const agreementIn = (state: State): string => [...state.agreements.keys()][0] ?? 'none'
const byBroker = (state: State) => ({
  at: later(state),
  agreementId: agreementIn(state),
  brokerId: 'NOM',
  brokerUserId: 'kato',
})

const executionReport = (state: State, type: 'reportExecution' | 'correctExecution'): Command => ({
  type,
  ...byBroker(state),
  executionId: 'execution',
  quantity: 100,
  price: 2_000 * yen,
  executedAt: state.at,
})

const byStaff = (state: State) => ({ at: later(state), by: 'ops', reason: 'a test' })
const marketOf = (state: State, midYen: number): Command =>
  sweepAt(later(state), [quoteOf('toyota', later(state), midYen)])
const malformedMarketOf = (state: State): Command =>
  sweepWithSightings(later(state), malformedSightingOf(quoteOf('toyota', later(state), 2_000, { bid: 0.5 })))

/** Every command that alder, its broker, the staff, the market or time can apply to the advert. */
const commands = {
  create: (state) => draftOf(buyOrder, later(state), 'alder-2'),
  submit: (state) => submitOf('alder-1', buyOrder.terms, later(state)),
  modify: (state) => modifyOf(state, 'alder-1', { shareQuantity: 9_000 }, later(state)),
  pause: (state) => ownerCommand('pauseAdvert', 'alder-1', later(state)),
  resume: (state) => ownerCommand('resumeAdvert', 'alder-1', later(state)),
  cancel: (state) => ownerCommand('cancelAdvert', 'alder-1', later(state)),
  accept: (state) => answerBy(state, 'ACCEPT'),
  decline: (state) => answerBy(state, 'DECLINE'),
  'go on': (state) => residualOf('alder-1', later(state)),
  connect: (state) => ({
    type: 'connectBroker',
    at: later(state),
    traderId: 'alder',
    agreementId: agreementIn(state),
  }),
  confirm: (state) => ({ type: 'confirmExecution', side: 'BUY', ...byBroker(state) }),
  undo: (state) => ({ type: 'undoExecution', side: 'BUY', ...byBroker(state) }),
  'report nothing executed': (state) => ({
    type: 'reportNotExecuted',
    ...byBroker(state),
    atFault: { BUY: true, SELL: false },
  }),
  'report an execution': (state) => executionReport(state, 'reportExecution'),
  'correct an execution': (state) => executionReport(state, 'correctExecution'),
  'withdraw an execution': (state) => ({
    type: 'withdrawExecution',
    ...byBroker(state),
    executionId: 'execution',
  }),
  'withdraw that report': (state) => ({ type: 'withdrawNotExecuted', ...byBroker(state) }),
  'log off': (state) => ({ type: 'endSession', at: later(state), traderId: 'alder', reason: 'LOGGED_OUT' }),
  'lose the socket': (state) => ({
    type: 'setPresence',
    at: later(state),
    traderId: 'alder',
    present: false,
  }),
  'new reference data': (state) => ({ type: 'changeReference', at: later(state), reference: {} }),
  halt: (state) => haltOf({ kind: 'PLATFORM' }, later(state)),
  explain: (state) => ({
    type: 'explainMatch',
    ...byStaff(state),
    advertIds: ['alder-1', 'birch-1'],
    of: state.at,
  }),
  survey: (state) => ({ type: 'viewSurveillance', ...byStaff(state), date: '2026-11-20' }),
  'list for the operator': (state) => ({
    type: 'viewAdverts',
    ...byStaff(state),
    scope: { traderId: 'alder' },
  }),
  'cancel by the operator': (state) => ({
    type: 'cancelAdvertByStaff',
    ...byStaff(state),
    advertId: 'alder-1',
  }),
  'a quiet second': (state) => sweepAt(later(state)),
  'a mid at the knockout': (state) => marketOf(state, 2_050),
  'a mid at the trigger': (state) => marketOf(state, 1_990),
  'a malformed market': malformedMarketOf,
  'the end of the day': () => sweepAt('15:00', []),
} satisfies Record<string, (state: State) => Command>
type ActionName = keyof typeof commands

// The outcome: 'nothing' is a decision without events; a code is a refusal.
const [e1, e2, e3] = ['ADVERT-ERROR-001', 'ADVERT-ERROR-002', 'ADVERT-ERROR-003']
const [e5, e7, e8] = ['ADVERT-ERROR-005', 'ADVERT-ERROR-007', 'ADVERT-ERROR-008']
const sent = (says: string) => ({ 'SENT, before the open': says, 'SENT, armed': says })
const sentOrLive = (says: string) => ({ ...sent(says), LIVE: says })
const inLocate = (says: string) => ({ 'ACCEPT/DECLINE?': says, LOCATED: says })
const dead = (says: string) => ({
  'DEAD, EXPIRED': says,
  'DEAD, CANCELLED_BY_USER': says,
  'DEAD, CANCEL_TRIGGER': says,
  'DEAD, MALFORMED_MARKET': says,
})
type Except = Partial<Record<StatusSituation, string>>

/** The outcome of each action in every status, with the exceptions by status. */
const table: Record<ActionName, readonly [always: string, except: Except]> = {
  create: [e1, { COMPLETED: 'advertDrafted', ...dead('advertDrafted') }],
  submit: [e8, { UNSENT: 'advertSubmitted', ...dead('advertSubmitted') }],
  modify: [e2, { ...sentOrLive('advertModified'), PAUSED: 'advertModified' }],
  pause: [e7, { ...sentOrLive('advertPaused'), PAUSED: 'nothing' }],
  resume: [e3, { PAUSED: 'advertResumed' }],
  cancel: [
    e2,
    { ...sentOrLive('advertCancelled'), PAUSED: 'advertCancelled', 'DEAD, CANCELLED_BY_USER': 'nothing' },
  ],
  accept: [
    'LOCATE-NOT-FOUND',
    { 'ACCEPT/DECLINE?': 'locateAnswered', LOCATED: 'nothing', COMPLETED: 'nothing' },
  ],
  decline: [
    'LOCATE-NOT-FOUND',
    { 'ACCEPT/DECLINE?': 'locateAnswered', LOCATED: 'LOCATE-ANSWERED', COMPLETED: 'LOCATE-ANSWERED' },
  ],
  'go on': [e5, { COMPLETED: 'advertDrafted' }],
  connect: ['AGREEMENT-NOT-FOUND', { COMPLETED: 'brokerConnected' }],
  confirm: ['AGREEMENT-NOT-FOUND', { COMPLETED: 'executionConfirmed' }],
  undo: ['AGREEMENT-NOT-FOUND', { COMPLETED: 'nothing' }],
  'report nothing executed': ['AGREEMENT-NOT-FOUND', { COMPLETED: 'notExecutedReported' }],
  'report an execution': ['AGREEMENT-NOT-FOUND', { COMPLETED: 'executionReported' }],
  'correct an execution': ['AGREEMENT-NOT-FOUND', {}],
  'withdraw an execution': ['AGREEMENT-NOT-FOUND', {}],
  'withdraw that report': ['AGREEMENT-NOT-FOUND', { COMPLETED: 'nothing' }],
  'log off': ['presenceChanged', sentOrLive('advertPaused presenceChanged')],
  'lose the socket': ['presenceChanged', {}],
  'new reference data': ['referenceChanged', {}],
  halt: ['haltChanged', inLocate('haltChanged locateWithdrawn')],
  explain: ['matchExplained', {}],
  survey: ['surveillanceViewed', {}],
  'list for the operator': ['advertsViewed', {}],
  'cancel by the operator': [
    e2,
    { UNSENT: 'ADVERT-NOT-FOUND', ...sentOrLive('advertCancelled'), PAUSED: 'advertCancelled' },
  ],
  'a quiet second': ['nothing', { 'DEAD, MALFORMED_MARKET': 'marketStatusChanged' }],
  'a mid at the knockout': [
    'nothing',
    {
      'SENT, armed': 'advertCancelled',
      LIVE: 'advertCancelled',
      ...inLocate('locateWithdrawn'),
      'DEAD, MALFORMED_MARKET': 'marketStatusChanged',
    },
  ],
  'a mid at the trigger': [
    'nothing',
    { 'SENT, armed': 'advertTriggered advertReleased', 'DEAD, MALFORMED_MARKET': 'marketStatusChanged' },
  ],
  'a malformed market': [
    'nothing',
    {
      'SENT, armed': 'marketStatusChanged',
      LIVE: 'marketStatusChanged advertCancelled',
    },
  ],
  'the end of the day': [
    'tradingDayEnded',
    {
      ...sentOrLive('tradingDayEnded advertExpired'),
      PAUSED: 'tradingDayEnded advertExpired',
      ...inLocate('tradingDayEnded locateFailed'),
    },
  ],
}

const cases = (Object.keys(table) as ActionName[]).flatMap((name) => {
  const [always, except] = table[name]
  return statusSituationNames.map((situation) => [situation, name, except[situation] ?? always] as const)
})

/** Only decided, so that the test can check that a refusal changes nothing. */
function outcome(state: State, command: Command): string {
  const before = JSON.stringify(snapshotOf(state))
  const decision = decide(state, command)
  expect(JSON.stringify(snapshotOf(state))).toBe(before)
  if ('refusal' in decision) return decision.refusal.errorCode
  return decision.events.map(({ type }) => type).join(' ') || 'nothing'
}

// rule: 2.2
test('the table has every status and every command', () => {
  // Exhaustive by type, so that a new command cannot be forgotten here.
  const types: Record<CommandType, true> = {
    changeReference: true,
    setPresence: true,
    endSession: true,
    createAdvert: true,
    submitAdvert: true,
    modifyAdvert: true,
    pauseAdvert: true,
    resumeAdvert: true,
    cancelAdvert: true,
    answerLocate: true,
    connectBroker: true,
    confirmExecution: true,
    undoExecution: true,
    reportNotExecuted: true,
    withdrawNotExecuted: true,
    reportExecution: true,
    correctExecution: true,
    withdrawExecution: true,
    sweep: true,
    createResidual: true,
    changeHalt: true,
    explainMatch: true,
    viewSurveillance: true,
    viewAdverts: true,
    cancelAdvertByStaff: true,
  }
  const commandTypes = Object.values(commands).map((command) => command(statusSituations.LIVE()).type)

  expect(new Set<string>(commandTypes)).toEqual(new Set(Object.keys(types)))
  expect(new Set(statusSituationNames.map(statusOfSituation))).toEqual(new Set<string>(advertStatuses))
})

// spec: 4.statuses.1
test.each(statusSituationNames)('an advert can be brought to %s', (situation) => {
  const { advertisementStatus, causeOfDeath } = advertIn(statusSituations[situation](), 'alder-1')

  expect(advertisementStatus).toBe(statusOfSituation(situation))
  expect(causeOfDeath).toBe(statusOfSituation(situation) === 'DEAD' ? situation.slice('DEAD, '.length) : null)
})

// spec: 4.statuses.4, 4.statuses.5
// rule: 2.1
test.each(cases)('%s: %s → %s', (situation, name, expected) => {
  const state = statusSituations[situation]()

  expect(outcome(state, commands[name](state))).toBe(expected)
})

test('the table that disables buttons refuses the same actions', () => {
  for (const [situation, name, expected] of cases) {
    const action = advertActions.find((each) => each === name)
    if (!action) continue
    const advertisementStatus = statusOfSituation(situation) as AdvertStatus
    expect(advertCan(action, { advertisementStatus }), `${situation} ${action}`).toBe(
      /^advert/.test(expected),
    )
  }
})

// rule: 15.16
test("another trader's advert is not found, whatever its status, with the same refusal as a missing one", () => {
  for (const situation of statusSituationNames) {
    for (const name of [...advertActions, 'go on'] as const) {
      const state = statusSituations[situation]()
      const command = { ...commands[name](state), traderId: 'cypress' } as Command
      expect(outcome(state, command), name).toBe('ADVERT-NOT-FOUND')
      expect(outcome(state, { ...command, advertId: 'none' } as Command), name).toBe('ADVERT-NOT-FOUND')
    }
  }
})

test('an advert of a colleague in the same firm is not found either', () => {
  const state = world({ traders: [{ traderId: 'clerk', firmId: 'alder' }] })
  placeOrder(state, buyOrder)

  expect(outcome(state, { ...ownerCommand('cancelAdvert', 'alder-1', '00:05'), traderId: 'clerk' })).toBe(
    'ADVERT-NOT-FOUND',
  )
})

test('what is final, open, in play, sent or live, and in a locate', () => {
  const of = (holds: typeof isTerminal) =>
    advertStatuses.filter((advertisementStatus) => holds({ advertisementStatus }))

  expect(of(isTerminal)).toEqual(['COMPLETED', 'DEAD'])
  expect(of(isOpen)).toEqual(['SENT', 'LIVE', 'PAUSED', 'ACCEPT/DECLINE?', 'LOCATED'])
  expect(of(isInPlay)).toEqual(['SENT', 'LIVE', 'ACCEPT/DECLINE?', 'LOCATED'])
  expect(of(isSentOrLive)).toEqual(['SENT', 'LIVE'])
  expect(of(isInLocate)).toEqual(['ACCEPT/DECLINE?', 'LOCATED'])
})
