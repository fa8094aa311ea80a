import { expect, test } from 'vitest'
import {
  answerOf,
  bookIn,
  buys,
  calendarOf,
  draftOf,
  firmNames,
  modifyOf,
  moment,
  ownerCommand,
  perform,
  placeOrder,
  quoteOf,
  sells,
  submitOf,
  sweepAt,
  world,
} from '../test/book.ts'
import type { Command } from './commands.ts'
import type { Event, EventType } from './events.ts'
import { yen } from './market/price.ts'
import { type EngineNotification, notificationsOf, notificationTypes } from './notifications.ts'
import type { State } from './state/state.ts'

/** The receiver: a trader or the executing broker, by name. */
const toWhom = ({ to }: EngineNotification): string => ('traderId' in to ? to.traderId : to.brokerId)

interface Told {
  readonly event: Event
  readonly notices: readonly EngineNotification[]
}

/** A day with every event that notifies somebody, and the notifications of each. */
function toldOf(state: State): (command: Command) => Told[] {
  return (command) =>
    perform(state, command).map((event) => ({ event, notices: notificationsOf(state, event) }))
}

type Tell = (command: Command) => void
const names = [...firmNames, 'gorse', 'hazel']

function story(): Told[] {
  const state = world({ calendar: calendarOf([{ from: 0, to: 900 }]), opens: '00:30', firms: names })
  const told: Told[] = []
  const tell: Tell = (command) => void told.push(...toldOf(state)(command))
  people(state, tell)
  markets(state, tell)
  staff(state, tell)
  tell(sweepAt('15:00', []))
  tell(sweepAt(moment('01:00', '2026-11-27'), []))
  return told
}

function people(state: State, tell: Tell): void {
  const { at } = state
  const [buyer, seller] = [buys('alder', 10_000), sells('birch', 10_000, { duration: '60' })]
  tell({ type: 'changeReference', at, reference: {} })
  tell(draftOf(buyer, at))
  tell(submitOf('alder-1', buyer.terms, '01:00'))
  placeOrder(state, seller)
  tell(sweepAt('01:01', []))
  tell(modifyOf(state, 'alder-1', { credibilityHurdle: 21 }, '01:02'))
  tell(ownerCommand('pauseAdvert', 'alder-1', '01:03'))
  tell(ownerCommand('resumeAdvert', 'alder-1', '01:04'))
  tell(sweepAt('01:05'))
  tell(answerOf(state, 'alder', 'ACCEPT', '01:05:05'))
  tell(answerOf(state, 'birch', 'DECLINE', '01:05:10'))
  tell(ownerCommand('cancelAdvert', 'alder-1', '01:06'))
  tell(sweepAt('02:05', []))
  bookIn(state, buys('cypress', 10_000), sells('dogwood', 10_000))
  tell(sweepAt('02:10'))
  for (const name of ['cypress', 'dogwood'])
    tell(answerOf(state, name, 'ACCEPT', '02:10:05', { quote: quoteOf('toyota', '02:00') }))
  tell(sweepAt('02:11'))
  for (const name of ['cypress', 'dogwood'])
    tell(answerOf(state, name, 'ACCEPT', '02:11:05', { agreementId: 'agreement' }))
  tell({ type: 'connectBroker', at: moment('02:12'), traderId: 'cypress', agreementId: 'agreement' })
  const execution = { agreementId: 'agreement', brokerId: 'NOM', brokerUserId: 'kato', at: moment('02:13') }
  tell({ type: 'confirmExecution', side: 'BUY', ...execution })
  tell({ type: 'confirmExecution', side: 'SELL', ...execution })
  tell({ type: 'undoExecution', side: 'SELL', ...execution })
  placeOrder(state, buys('elder', 10_000))
  tell({ type: 'endSession', at: moment('02:15'), traderId: 'elder', reason: 'LOGGED_OUT' })
}

/** Fir's triggers fire; hazel and gorse let a locate lapse, and gorse's market fails. */
function markets(state: State, tell: Tell): void {
  const on = { securityId: 'sony' }
  const triggers = {
    advertisingTriggerActivated: true,
    advertisingTrigger: 1_990 * yen,
    knockoutTriggerActivated: true,
    knockoutTrigger: 2_050 * yen,
  }
  placeOrder(state, buys('fir', 10_000, { ...on, ...triggers }))
  tell(sweepAt('02:20', [quoteOf('sony', '02:20', 1_985)]))
  tell(sweepAt('02:21', []))
  tell(sweepAt('02:22', [quoteOf('sony', '02:22', 2_060)]))
  bookIn(state, buys('hazel', 10_000, on), sells('gorse', 10_000, on))
  tell(sweepAt('02:25'))
  tell(sweepAt('02:26', []))
  tell(ownerCommand('resumeAdvert', 'gorse-1', '02:27'))
  tell(sweepAt('02:28', [quoteOf('sony', '02:28', 2_000, { bid: 0.5 })]))
}

/** Actions of the staff notify nobody; their consequences appear on the next day. */
function staff(state: State, tell: Tell): void {
  const by = { at: state.at + 60_000, by: 'ops', reason: 'asked by compliance' }
  tell({ type: 'turnSwitch', ...by, switch: { kind: 'PLATFORM' }, halted: true })
  tell({ type: 'explainMatch', ...by, advertIds: ['hazel-1', 'elder-1'], of: by.at })
}

const told = story()
const lines = (type: EventType): string[][] =>
  told
    .filter(({ event }) => event.type === type)
    .map(({ notices }) => notices.map((notice) => `${toWhom(notice)}: ${notice.message}`))

const both = (message: string): string[] => [`cypress: ${message}`, `dogwood: ${message}`]
const lapsed = (message: string): string[] => [`hazel: ${message}`, `gorse: ${message}`]
const locatedTwice = ['alder: Contra Located', 'birch: Contra Located']

/** Every type of event with the notifications of each occurrence. Nobody else is notified. */
const expected: Record<EventType, readonly (readonly string[])[]> = {
  referenceChanged: [[]],
  presenceChanged: [[]],
  advertDrafted: [[]],
  advertSubmitted: [['alder: ADVERT_SUBMITTED']],
  advertReleased: [[], [], []],
  advertTriggered: [['fir: ADVERT_UPDATED']],
  advertModified: [['alder: ADVERT_UPDATED']],
  advertPaused: [['alder: ADVERT_UPDATED'], []],
  advertResumed: [['alder: USER_RESUMED_ADVERT'], ['gorse: USER_RESUMED_ADVERT']],
  contraLocated: [locatedTwice, both('Contra Located'), both('Contra Located'), lapsed('Contra Located')],
  locateAnswered: [
    ['alder: USER_ACCEPTED_LOCATE'],
    [],
    ['cypress: USER_ACCEPTED_LOCATE'],
    ['dogwood: USER_ACCEPTED_LOCATE'],
    ['cypress: USER_ACCEPTED_LOCATE'],
    ['dogwood: USER_ACCEPTED_LOCATE'],
  ],
  locateFailed: [
    ['alder: Contra Connection Declined', 'birch: Connection Declined'],
    lapsed('Contra locate timeout'),
  ],
  advertCancelled: [['alder: ADVERT_UPDATED'], ['fir: CANCEL_TRIGGER'], ['gorse: MARKET_ERROR']],
  advertExpired: [
    ['birch: Advertisement expired'],
    ['elder: Advertisement expired'],
    ['hazel: Advertisement expired'],
  ],
  locateWithdrawn: [both('LOCATE_ERROR')],
  connectionAgreed: [[...both('Contra Connection Accepted!'), 'NOM: New IOI Match Confirmed']],
  brokerConnected: [[]],
  executionConfirmed: [
    ['NOM: Connection status updated'],
    ['NOM: Connection status updated', 'NOM: Connection confirmed'],
  ],
  executionUndone: [['NOM: Connection status updated']],
  tradingDayEnded: [[], []],
  ratingAged: [[], [], []],
  marketTurned: [[]],
  switchTurned: [[]],
  matchExplained: [[]],
}

// rule: 17.1
test.each(Object.keys(expected) as EventType[])('%s notifies exactly those whom it concerns', (type) => {
  expect(lines(type)).toEqual(expected[type])
})

test('the scenario has every type of event', () => {
  expect(new Set(told.map(({ event }) => event.type))).toEqual(new Set(Object.keys(expected)))
})

// rule: 17.7
test('the scenario has every message of the specification', () => {
  const used = new Set(told.flatMap(({ notices }) => notices.map(({ message }) => message)))

  expect(notificationTypes.filter((each) => !used.has(each))).toEqual([])
})

test('an advert that ends against its owner’s will is notified with its code, and so is a lapsed locate', () => {
  const codes = told.flatMap(({ notices }) =>
    notices.filter(({ errorCode }) => errorCode !== null).map((each) => `${toWhom(each)} ${each.errorCode}`),
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
  for (const { notices } of told) {
    for (const notice of notices) {
      if (!('traderId' in notice.to)) continue
      expect(notice.advertId).toBe(`${notice.to.traderId}-1`)
      for (const other of names.filter((name) => name !== toWhom(notice)))
        expect(JSON.stringify(notice)).not.toContain(other)
    }
  }
})

test('a notification has ids only: no price, quantity, password, rating or answer', () => {
  for (const { notices } of told) {
    for (const notice of notices) {
      expect(Object.keys(notice).sort()).toEqual([
        'advertId',
        'agreementId',
        'brokerUserId',
        'errorCode',
        'locateId',
        'message',
        'messageType',
        'securityId',
        'to',
      ])
      expect(JSON.stringify({ ...notice, locateId: null, errorCode: null })).not.toMatch(/PASS|\d{3,}/)
    }
  }
})

// spec: 1.3
// rule: 15.15
test('the broker is not notified before both have accepted, and never learns which adverts matched', () => {
  const toBroker = told.flatMap(({ event, notices }) =>
    notices.filter(({ to }) => 'brokerId' in to).map((notice) => ({ type: event.type, notice })),
  )

  expect(new Set(toBroker.map(({ type }) => type))).toEqual(
    new Set(['connectionAgreed', 'executionConfirmed', 'executionUndone']),
  )
  for (const { notice } of toBroker)
    expect(notice).toMatchObject({ advertId: null, locateId: null, agreementId: 'agreement' })
})

test('both sides of an agreement are notified of its id; a locate without agreement has none', () => {
  const idsIn = (message: string) =>
    told
      .flatMap(({ notices }) => notices.filter((notice) => notice.message === message))
      .map((each) => each.agreementId)

  expect(idsIn('Contra Connection Accepted!')).toEqual(['agreement', 'agreement'])
  expect(idsIn('Contra Located')).toEqual(Array(8).fill(null))
  expect(idsIn('Contra Connection Declined')).toEqual([null])
  expect(idsIn('LOCATE_ERROR')).toEqual([null, null])
})

test('a located contra and every outcome are locate messages, all others are status alerts', () => {
  const kinds = new Map(
    told.flatMap(({ notices }) => notices.map(({ message, messageType }) => [message, messageType])),
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
  const named = told.flatMap(({ notices }) => notices).filter(({ brokerUserId }) => brokerUserId !== null)

  expect(new Set(named.map(({ message, brokerUserId }) => `${message} ${brokerUserId}`))).toEqual(
    new Set(['Connection status updated kato', 'Connection confirmed kato']),
  )
})
