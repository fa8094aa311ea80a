import { expect, test } from 'vitest'
import {
  advertIn,
  answerOf,
  bookIn,
  buys,
  calendarOf,
  draftOf,
  firmNames,
  malformedSightingOf,
  modifyOf,
  moment,
  ownerCommand,
  perform,
  placeOrder,
  quoteOf,
  sells,
  submitOf,
  sweepAt,
  sweepWithSightings,
  world,
} from '../test/book.ts'
import type { Command } from './model/commands.ts'
import type { Event, EventType } from './model/events.ts'
import { yen } from './model/price.ts'
import type { State } from './model/state.ts'
import { type EngineNotification, notificationsOf, notificationTypes } from './notifications.ts'

/** The receiver: a trader or the executing broker, by name. */
const toWhom = ({ to }: EngineNotification): string => ('traderId' in to ? to.traderId : to.brokerId)

interface NotifiedEvent {
  readonly event: Event
  readonly notifications: readonly EngineNotification[]
}

/** A day with every event that notifies somebody, and the notifications of each. */
function recorderOf(state: State): (command: Command) => NotifiedEvent[] {
  return (command) =>
    perform(state, command).map((event) => ({ event, notifications: notificationsOf(state, event) }))
}

type Run = (command: Command) => void
const names = [...firmNames, 'gorse', 'hazel', 'iris', 'juniper', 'larch']

function fullDay(): NotifiedEvent[] {
  const state = world({ calendar: calendarOf([{ from: 0, to: 900 }]), opens: '00:30', firms: names })
  const notifiedEvents: NotifiedEvent[] = []
  const run: Run = (command) => void notifiedEvents.push(...recorderOf(state)(command))
  people(state, run)
  desk(state, run)
  markets(state, run)
  rules(state, run)
  staff(state, run)
  run(sweepAt('15:00', []))
  run(sweepAt(moment('01:00', '2026-11-27'), []))
  return notifiedEvents
}

function people(state: State, run: Run): void {
  const { at } = state
  const [buyer, seller] = [buys('alder', 10_000), sells('birch', 10_000, { duration: '60' })]
  run({ type: 'changeReference', at, reference: { traders: [deskHead] } })
  run(draftOf(buyer, at))
  run(submitOf('alder-1', buyer.terms, '01:00'))
  placeOrder(state, seller)
  run(sweepAt('01:01', []))
  run(modifyOf(state, 'alder-1', { credibilityHurdle: 21 }, '01:02'))
  run(ownerCommand('pauseAdvert', 'alder-1', '01:03'))
  run(ownerCommand('resumeAdvert', 'alder-1', '01:04'))
  run(sweepAt('01:05'))
  run(answerOf(state, 'alder', 'ACCEPT', '01:05:05'))
  run(answerOf(state, 'birch', 'DECLINE', '01:05:10'))
  run(ownerCommand('cancelAdvert', 'alder-1', '01:06'))
  run(sweepAt('02:05', []))
  bookIn(state, buys('cypress', 10_000), sells('dogwood', 10_000))
  run(sweepAt('02:10'))
  for (const name of ['cypress', 'dogwood'])
    run(answerOf(state, name, 'ACCEPT', '02:10:05', { quote: quoteOf('toyota', '02:00') }))
  run(sweepAt('02:10:06'))
  run(sweepAt('02:15:10'))
  for (const name of ['cypress', 'dogwood'])
    run(answerOf(state, name, 'ACCEPT', '02:15:15', { agreementId: 'agreement' }))
  run({ type: 'connectBroker', at: moment('02:16'), traderId: 'cypress', agreementId: 'agreement' })
  const execution = { agreementId: 'agreement', brokerId: 'NOM', brokerUserId: 'kato', at: moment('02:17') }
  run({ type: 'confirmExecution', side: 'BUY', ...execution })
  run({ type: 'confirmExecution', side: 'SELL', ...execution })
  run({ type: 'undoExecution', side: 'SELL', ...execution })
  run({ type: 'reportNotExecuted', atFault: { BUY: false, SELL: true }, ...execution })
  run({ type: 'withdrawNotExecuted', ...execution })
  const terms = { executionId: 'execution', price: 2_000 * yen, executedAt: moment('02:16') }
  run({ type: 'reportExecution', ...terms, quantity: 100, ...execution })
  run({ type: 'correctExecution', ...terms, quantity: 200, ...execution })
  run({ type: 'withdrawExecution', executionId: 'execution', ...execution })
  placeOrder(state, buys('elder', 10_000))
  run({ type: 'endSession', at: moment('02:18'), traderId: 'elder', reason: 'LOGGED_OUT' })
}

/** A colleague of iris. */
const deskHead = { traderId: 'head', firmId: 'iris', isDeskHead: true }

function desk(state: State, run: Run): void {
  placeOrder(state, buys('iris', 10_000))
  const by = { deskHeadId: deskHead.traderId }
  run({ ...ownerCommand('pauseAdvert', 'iris-1', '02:18:30'), ...by })
  run({ ...ownerCommand('resumeAdvert', 'iris-1', '02:18:40'), ...by })
  run({ ...ownerCommand('cancelAdvert', 'iris-1', '02:18:50'), ...by })
}

/** Fir's triggers fire; hazel and gorse let a locate lapse, and gorse's market fails. */
function markets(state: State, run: Run): void {
  const on = { securityId: 'sony' }
  const triggers = {
    advertisingTriggerActivated: true,
    advertisingTrigger: 1_990 * yen,
    knockoutTriggerActivated: true,
    knockoutTrigger: 2_050 * yen,
    limitPrice: 2_000 * yen,
  }
  placeOrder(state, buys('fir', 10_000, { ...on, ...triggers }))
  run(sweepAt('02:20', [quoteOf('sony', '02:20', 1_985)]))
  run(sweepAt('02:21', [quoteOf('sony', '02:21', 2_010)]))
  run(sweepAt('02:22', [quoteOf('sony', '02:22', 2_060)]))
  bookIn(state, buys('hazel', 10_000, on), sells('gorse', 10_000, on))
  run(sweepAt('02:25'))
  run(sweepAt('02:26', []))
  run(ownerCommand('resumeAdvert', 'gorse-1', '02:27'))
  run(sweepWithSightings('02:28', malformedSightingOf(quoteOf('sony', '02:28', 2_000, { bid: 0.5 }))))
}

/** Juniper's rules resume its IOI after a decline of larch, and renew it when it expires. */
function rules(state: State, run: Run): void {
  const automatic = { autoResumes: 1, autoRenewals: 1, duration: '60' } as const
  bookIn(state, buys('juniper', 10_000, automatic), sells('larch', 10_000))
  run(sweepAt('02:35', [quoteOf('toyota', '02:35')]))
  run(answerOf(state, 'juniper', 'ACCEPT', '02:35:05'))
  run(answerOf(state, 'larch', 'DECLINE', '02:35:10'))
  run({ ...ownerCommand('resumeAdvert', 'juniper-1', '02:35:11'), isAutomatic: true })
  run(sweepAt('03:30', []))
  const { terms } = advertIn(state, 'juniper-1')
  run({ ...submitOf('juniper-1', terms, '03:30:01'), isAutomatic: true })
}

/** Actions of the staff notify nobody, except the owner of an advert that they cancel. */
function staff(state: State, run: Run): void {
  const by = { at: state.at + 60_000, by: 'ops', reason: 'asked by compliance' }
  run({ type: 'changeHalt', ...by, target: { kind: 'PLATFORM' }, halted: true })
  run({ type: 'explainMatch', ...by, advertIds: ['hazel-1', 'elder-1'], of: by.at })
  run({ type: 'viewSurveillance', ...by, date: '2026-11-20' })
  run({ type: 'viewAdverts', ...by, scope: {} })
  run({ type: 'cancelAdvertByStaff', ...by, advertId: 'hazel-1' })
}

const notifiedEvents = fullDay()
const lines = (type: EventType): string[][] =>
  notifiedEvents
    .filter(({ event }) => event.type === type)
    .map(({ notifications }) =>
      notifications.map((notification) => `${toWhom(notification)}: ${notification.message}`),
    )

const both = (message: string): string[] => [`cypress: ${message}`, `dogwood: ${message}`]
const lapsed = (message: string): string[] => [`hazel: ${message}`, `gorse: ${message}`]
const locatedTwice = ['alder: Contra Located', 'birch: Contra Located']

/** Every type of event with the notifications of each occurrence. Nobody else is notified. */
const expected: Record<EventType, readonly (readonly string[])[]> = {
  referenceChanged: [[]],
  presenceChanged: [[]],
  advertDrafted: [[]],
  advertSubmitted: [['alder: ADVERT_SUBMITTED'], ['juniper: AUTO_RENEWED']],
  advertReleased: [[]],
  advertLimitCrossed: [[]],
  advertTriggered: [['fir: ADVERT_UPDATED']],
  advertModified: [['alder: ADVERT_UPDATED']],
  advertPaused: [['alder: ADVERT_UPDATED'], [], ['iris: DESK_HEAD_PAUSED']],
  advertResumed: [
    ['alder: USER_RESUMED_ADVERT'],
    ['iris: DESK_HEAD_RESUMED'],
    ['gorse: USER_RESUMED_ADVERT'],
    ['juniper: AUTO_RESUMED'],
  ],
  contraLocated: [
    locatedTwice,
    both('Contra Located'),
    both('Contra Located'),
    lapsed('Contra Located'),
    ['juniper: Contra Located', 'larch: Contra Located'],
  ],
  locateAnswered: [
    ['alder: USER_ACCEPTED_LOCATE'],
    [],
    ['cypress: USER_ACCEPTED_LOCATE'],
    ['dogwood: USER_ACCEPTED_LOCATE'],
    ['cypress: USER_ACCEPTED_LOCATE'],
    ['dogwood: USER_ACCEPTED_LOCATE'],
    ['juniper: USER_ACCEPTED_LOCATE'],
    [],
  ],
  locateFailed: [
    ['alder: Contra Connection Declined', 'birch: Connection Declined'],
    lapsed('Contra locate timeout'),
    ['juniper: Contra Connection Declined', 'larch: Connection Declined'],
  ],
  advertCancelled: [
    ['alder: ADVERT_UPDATED'],
    ['iris: DESK_HEAD_CANCELLED'],
    ['fir: CANCEL_TRIGGER'],
    ['gorse: MARKET_ERROR'],
    ['hazel: OPERATOR_CANCELLED'],
  ],
  advertExpired: [
    ['birch: Advertisement expired'],
    ['juniper: Advertisement expired'],
    ['elder: Advertisement expired'],
    ['larch: Advertisement expired'],
    ['juniper: Advertisement expired'],
  ],
  locateWithdrawn: [both('LOCATE_ERROR')],
  connectionAgreed: [[...both('Contra Connection Accepted!'), 'NOM: New IOI Match Confirmed']],
  brokerConnected: [[]],
  executionConfirmed: [
    ['NOM: Connection status updated', 'cypress: BROKER_CONFIRMED'],
    ['NOM: Connection status updated', 'NOM: Connection confirmed', 'dogwood: BROKER_CONFIRMED'],
  ],
  executionUndone: [['NOM: Connection status updated', 'dogwood: BROKER_CONFIRMATION_UNDONE']],
  notExecutedReported: [[...both('NOT_EXECUTED_REPORTED'), 'NOM: Connection status updated']],
  notExecutedWithdrawn: [[...both('NOT_EXECUTED_WITHDRAWN'), 'NOM: Connection status updated']],
  executionReported: [[...both('EXECUTION_REPORTED'), 'NOM: Connection status updated']],
  executionCorrected: [[...both('EXECUTION_REPORTED'), 'NOM: Connection status updated']],
  executionWithdrawn: [[...both('EXECUTION_WITHDRAWN'), 'NOM: Connection status updated']],
  tradingDayEnded: [[], []],
  ratingAged: [[], [], [], []],
  marketStatusChanged: [[]],
  haltChanged: [[]],
  matchExplained: [[]],
  surveillanceViewed: [[]],
  advertsViewed: [[]],
}

// rule: 17.1
test.each(Object.keys(expected) as EventType[])('%s notifies exactly those whom it concerns', (type) => {
  expect(lines(type)).toEqual(expected[type])
})

test('the scenario has every type of event', () => {
  expect(new Set(notifiedEvents.map(({ event }) => event.type))).toEqual(new Set(Object.keys(expected)))
})

// rule: 17.7
test('the scenario has every message of the specification', () => {
  const used = new Set(
    notifiedEvents.flatMap(({ notifications }) => notifications.map(({ message }) => message)),
  )

  expect(notificationTypes.filter((each) => !used.has(each))).toEqual([])
})

test('an advert that ends against its owner’s will is notified with its code, and so is a lapsed locate', () => {
  const codes = notifiedEvents.flatMap(({ notifications }) =>
    notifications
      .filter(({ errorCode }) => errorCode !== null)
      .map((each) => `${toWhom(each)} ${each.errorCode}`),
  )

  expect(codes).toEqual([
    'cypress LOCATE_ERROR',
    'dogwood LOCATE_ERROR',
    'fir CANCEL-TRIGGER-001',
    'hazel LOCATE-TIMEOUT-OWN',
    'gorse LOCATE-TIMEOUT-OWN',
    'gorse MARKET-ERROR-007',
  ])
})

// rule: 17.6
test("a trader's notification names the own advert, never the contra's", () => {
  for (const { notifications } of notifiedEvents) {
    for (const notification of notifications) {
      if (!('traderId' in notification.to)) continue
      expect(notification.advertId?.replace('-again', '')).toBe(`${notification.to.traderId}-1`)
      for (const other of names.filter((name) => name !== toWhom(notification)))
        expect(JSON.stringify(notification)).not.toContain(other)
    }
  }
})

test('a notification has ids only: no price, quantity, password, rating or answer', () => {
  for (const { notifications } of notifiedEvents) {
    for (const notification of notifications) {
      expect(Object.keys(notification).sort()).toEqual([
        'advertId',
        'agreementId',
        'brokerUserId',
        'deskHeadId',
        'errorCode',
        'locateId',
        'message',
        'messageType',
        'securityId',
        'to',
      ])
      expect(JSON.stringify({ ...notification, locateId: null, errorCode: null })).not.toMatch(/PASS|\d{3,}/)
    }
  }
})

// spec: 1.3
// rule: 15.15
test('the broker is not notified before both have accepted, and never learns which adverts matched', () => {
  const toBroker = notifiedEvents.flatMap(({ event, notifications }) =>
    notifications
      .filter(({ to }) => 'brokerId' in to)
      .map((notification) => ({ type: event.type, notification })),
  )

  expect(new Set(toBroker.map(({ type }) => type))).toEqual(
    new Set([
      'connectionAgreed',
      'executionConfirmed',
      'executionUndone',
      'executionReported',
      'executionCorrected',
      'executionWithdrawn',
      'notExecutedReported',
      'notExecutedWithdrawn',
    ]),
  )
  for (const { notification } of toBroker)
    expect(notification).toMatchObject({ advertId: null, locateId: null, agreementId: 'agreement' })
})

test('both sides of an agreement are notified of its id; a locate without agreement has none', () => {
  const idsIn = (message: string) =>
    notifiedEvents
      .flatMap(({ notifications }) =>
        notifications.filter((notification) => notification.message === message),
      )
      .map((each) => each.agreementId)

  expect(idsIn('Contra Connection Accepted!')).toEqual(['agreement', 'agreement'])
  expect(idsIn('NOT_EXECUTED_REPORTED')).toEqual(['agreement', 'agreement'])
  expect(idsIn('Contra Located')).toEqual(Array(10).fill(null))
  expect(idsIn('Contra Connection Declined')).toEqual([null, null])
  expect(idsIn('LOCATE_ERROR')).toEqual([null, null])
})

test('a located contra and every outcome are locate messages, all others are status alerts', () => {
  const kinds = new Map(
    notifiedEvents.flatMap(({ notifications }) =>
      notifications.map(({ message, messageType }) => [message, messageType]),
    ),
  )

  expect(
    [...kinds]
      .filter(([, kind]) => kind === 'locate')
      .map(([message]) => message)
      .sort(),
  ).toEqual([
    'Connection Declined',
    'Contra Connection Accepted!',
    'Contra Connection Declined',
    'Contra Located',
    'Contra locate timeout',
    'LOCATE_ERROR',
  ])
})

// spec: 2.broker.3
test('the user who confirmed or undid an execution is named to the own broker', () => {
  const named = notifiedEvents
    .flatMap(({ notifications }) => notifications)
    .filter(({ brokerUserId }) => brokerUserId !== null)

  expect(new Set(named.map(({ message, brokerUserId }) => `${message} ${brokerUserId}`))).toEqual(
    new Set(['Connection status updated kato', 'Connection confirmed kato']),
  )
})
