import { expect, test } from 'vitest'
import {
  answerOf,
  book,
  bookIn,
  buys,
  calendarOf,
  draftOf,
  haltOf,
  modifyOf,
  moment,
  ownerCommand,
  perform,
  quoteOf,
  refusalCodeOf,
  residualOf,
  sells,
  setRating,
  submitOf,
  sweepAt,
  today,
  type WorldOptions,
  world,
} from '../../test/book.ts'
import { buyOrder, statusSituations } from '../../test/status-situations.ts'
import { decide } from '../decide.ts'
import type { AdvertTerms } from './advert.ts'
import type { Command } from './commands.ts'
import type { ExecutionTerms } from './connection-agreement.ts'
import { yen } from './price.ts'
import { type RefusalCode, refusalCodes } from './refusals.ts'
import type { HaltTarget, State } from './state.ts'

type Scene = readonly [state: State, command: Command]

const armed = { advertisingTriggerActivated: true, advertisingTrigger: 1_990 * yen }
const knockout = { knockoutTriggerActivated: true, knockoutTrigger: 1_980 * yen }

/** A draft of alder's that is submitted with these terms, on a given platform. */
function submitting(terms: Partial<AdvertTerms> = {}, of: WorldOptions = {}, when = '00:05'): Scene {
  const state = world(of)
  perform(state, draftOf(buys('alder', 10_000), state.at))
  return [state, submitOf('alder-1', { ...buys('alder', 10_000).terms, ...terms }, when)]
}

/** A command of alder's on its live advert. */
const doingTo = (state: State, type: 'pauseAdvert' | 'resumeAdvert' | 'cancelAdvert'): Scene => [
  state,
  ownerCommand(type, 'alder-1', state.at),
]

function halted(target: HaltTarget): Scene {
  const [state, command] = submitting()
  perform(state, haltOf(target, state.at))
  return [state, command]
}

function lowlyRated(): Scene {
  const [state, command] = submitting(armed)
  setRating(state, 'alder', 40)
  return [state, command]
}

function fired(): Scene {
  const state = statusSituations['SENT, armed']()
  perform(state, sweepAt('00:05', [quoteOf('toyota', '00:05', 1_985)]))
  return [state, modifyOf(state, 'alder-1', { advertisingTriggerActivated: false }, '00:06')]
}

function afterHours(): Scene {
  const calendar = calendarOf([{ from: 0, to: 600 }], [{ from: 0, to: 5 }], [{ from: 5, to: 540 }])
  const state = bookIn(world({ calendar }), buyOrder)
  return [state, modifyOf(state, 'alder-1', { knockoutTriggerActivated: false }, '00:06')]
}

function turnedRound(): Scene {
  const state = bookIn(world({ limits: { directionFlipMs: 60_000 } }), buyOrder, sells('birch', 10_000))
  perform(state, sweepAt('00:05'))
  perform(state, sweepAt('00:05:31.501', []))
  return [
    state,
    modifyOf(state, 'alder-1', { direction: 'SELL', knockoutTriggerActivated: false }, '00:05:32'),
  ]
}

function overdue(): Scene {
  const state = book(buys('alder', 10_000, { duration: '150' }))
  return [state, modifyOf(state, 'alder-1', { duration: '60' }, '01:30')]
}

const answering = (state: State, answer: 'ACCEPT' | 'DECLINE', when: string, more = {}): Scene => [
  state,
  answerOf(state, 'alder', answer, when, more),
]

/** The broker undoes the execution of the only agreement. */
const undoing = (more: { readonly agreementId?: string; readonly at?: number }): Scene => {
  const state = statusSituations.COMPLETED()
  return [state, { type: 'undoExecution', side: 'BUY', ...byBroker(state), ...more }]
}

const byBroker = ({ agreements }: State) => ({
  at: moment('00:06'),
  agreementId: [...agreements.keys()][0] ?? '',
  brokerId: 'NOM',
  brokerUserId: 'kato',
})

/** The broker reports an execution, perhaps after having reported that there was none. */
function reporting(terms: Partial<ExecutionTerms>, before?: 'NOTHING'): Scene {
  const state = statusSituations.COMPLETED()
  const by = byBroker(state)
  if (before) perform(state, { ...by, type: 'reportNotExecuted', atFault: { BUY: true, SELL: true } })
  const execution = { quantity: 100, price: 2_000 * yen, executedAt: by.at, ...terms }
  return [state, { ...by, type: 'reportExecution', executionId: 'execution', ...execution }]
}

const anotherOn = (securityId: string, when: string): Scene => [
  statusSituations.LIVE(),
  draftOf(buys('alder', 10_000, { securityId }), when, 'alder-2'),
]

function rest(): Scene {
  const state = statusSituations.LIVE()
  return [state, residualOf('alder-1', state.at)]
}

/** A scenario for every code. A new code without a scenario is a type error here. */
const scenes: Record<RefusalCode, () => Scene> = {
  'ADVERT-ERROR-001': () => anotherOn('toyota', '00:05'),
  'ADVERT-ERROR-002': () => doingTo(statusSituations.COMPLETED(), 'cancelAdvert'),
  'ADVERT-ERROR-003': () => doingTo(statusSituations.LIVE(), 'resumeAdvert'),
  'ADVERT-ERROR-004': () => submitting({ shareQuantity: 4_900 }),
  'ADVERT-ERROR-005': rest,
  'ADVERT-ERROR-006': () => submitting({ credibilityHurdle: 101 }),
  'ADVERT-ERROR-007': () => doingTo(statusSituations.LOCATED(), 'pauseAdvert'),
  'ADVERT-ERROR-008': () => [statusSituations.LIVE(), submitOf('alder-1', buyOrder.terms, '00:05')],
  'ADVERT-ERROR-010': () => submitting({}, { calendar: { ...calendarOf(), holidays: [today] } }),
  'ADVERT-ERROR-011': () => submitting({ brokerIds: [] }),
  'ADVERT-ERROR-014': () => submitting({}, { sizes: { alder: { largestNotional: 19_999_999 * yen } } }),
  'LIMIT-LEVEL': () => submitting({ limitPrice: 20_000_001 }),
  'LIMIT-ORDER': () =>
    submitting({ limitPrice: 2_100 * yen, knockoutTriggerActivated: true, knockoutTrigger: 2_100 * yen }),
  'ADVERT-NOT-FOUND': () => [statusSituations.LIVE(), ownerCommand('cancelAdvert', 'birch-1', '00:05')],
  'ADVERT-LOT': () => submitting({ shareQuantity: 10_050 }),
  'ADVERT-MINIMUM': () => submitting({ minimumQuantity: 76 }),
  'ADVERT-BROKER': () => submitting({ brokerIds: ['NOM', 'NOM'] }),
  'ADVERT-DURATION': overdue,
  'ADVERT-DIRECTION': turnedRound,
  'TRIGGER-RATING': lowlyRated,
  'TRIGGER-LEVEL': () => submitting({ ...armed, advertisingTrigger: null }),
  'TRIGGER-ORDER': () => submitting({ ...armed, ...knockout }),
  'TRIGGER-INDEX': () => submitting({ indexRelativeKOTriggerActivated: true, indexRelativeKOTrigger: 701 }),
  'TRIGGER-SATISFIED': fired,
  'TRIGGER-FROZEN': afterHours,
  'PLATFORM-CLOSED': () => halted({ kind: 'PLATFORM' }),
  'FIRM-HALTED': () => halted({ kind: 'FIRM', firmId: 'alder' }),
  'SECURITY-HALTED': () => halted({ kind: 'SECURITY', securityId: 'toyota' }),
  'SECURITY-NOT-FOUND': () => anotherOn('nowhere', '00:05'),
  'PLATFORM-HOURS': () => submitting({}, { calendar: calendarOf([{ from: 0, to: 5 }]) }),
  'LOCATE-NOT-FOUND': () => answering(statusSituations.LOCATED(), 'ACCEPT', '00:05:02', { locateId: 'none' }),
  'LOCATE-ANSWERED': () => answering(statusSituations.LOCATED(), 'DECLINE', '00:05:02'),
  'LOCATE-LATE': () => answering(statusSituations['ACCEPT/DECLINE?'](), 'ACCEPT', '00:05:31.501'),
  'LOCATE-DIRECTION': () =>
    answering(statusSituations.LOCATED(), 'ACCEPT', '00:05:02', { direction: 'SELL' }),
  'AGREEMENT-NOT-FOUND': () => undoing({ agreementId: 'none' }),
  'AGREEMENT-DAY-OVER': () => undoing({ at: moment('15:00') }),
  'EXECUTION-NONE': () => reporting({}, 'NOTHING'),
  'EXECUTION-FAULT': () => {
    const state = statusSituations.COMPLETED()
    return [state, { ...byBroker(state), type: 'reportNotExecuted', atFault: { BUY: false, SELL: false } }]
  },
  'EXECUTION-EXISTS': () => {
    const [state, command] = reporting({})
    perform(state, command)
    return [state, { ...byBroker(state), type: 'reportNotExecuted', atFault: { BUY: true, SELL: false } }]
  },
  'EXECUTION-QUANTITY': () => reporting({ quantity: 1_000_000 }),
  'EXECUTION-PRICE': () => reporting({ price: 2_000 * yen + 1 }),
  'EXECUTION-TIME': () => reporting({ executedAt: moment('00:04') }),
}

test.each(refusalCodes)('%s is reached', (code) => {
  const [state, command] = scenes[code]()

  expect(refusalCodeOf(state, command)).toBe(code)
})

test('a refusal is repeatable, and its variables name nothing that the trader may not know', () => {
  for (const code of refusalCodes) {
    const [state, command] = scenes[code]()
    const decision = decide(state, command)
    expect(decide(state, command)).toEqual(decision)
    const variables = JSON.stringify('refusal' in decision ? decision.refusal.variables : {}) ?? ''
    expect(variables, code).not.toMatch(/alder|birch|locate-|BUYPASS/)
  }
})
