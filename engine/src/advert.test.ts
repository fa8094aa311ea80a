import { expect, test } from 'vitest'
import {
  advertIn,
  answerOf,
  ask,
  bookIn,
  buys,
  calendarOf,
  doing,
  locatedPair,
  modifyOf,
  place,
  sells,
  submitOf,
  sweepAt,
  world,
} from '../simulation/book.ts'
import {
  type AdvertAction,
  type AdvertStatus,
  advertCan,
  advertStatuses,
  isInLocate,
  isTerminal,
} from './advert.ts'
import type { Command } from './commands.ts'
import { decide } from './decide.ts'
import { snapshotOf } from './snapshot.ts'
import type { State } from './state.ts'

const buyer = buys('alder', 10_000)
const seller = sells('birch', 10_000)
const closed = calendarOf([{ from: 0, to: 1_440 }], [{ from: 300, to: 384 }])

const draft = (): State => {
  const state = world()
  const { traderId, securityId, terms } = buyer
  ask(state, { type: 'createAdvert', at: state.at, advertId: 'alder-1', traderId, securityId, terms })
  return state
}

const lived = (type: 'pauseAdvert' | 'cancelAdvert'): State => {
  const state = bookIn(world(), buyer)
  ask(state, doing(type, 'alder-1', '00:05'))
  return state
}

const expired = (): State => {
  const state = bookIn(world(), buys('alder', 10_000, { duration: '60' }))
  ask(state, sweepAt('01:05'))
  return state
}

const answered = (...traders: string[]): State => {
  const state = locatedPair(buyer, seller)
  for (const traderId of traders) ask(state, answerOf(state, traderId, 'ACCEPT', '00:05:01'))
  return state
}

/** Alder's advert alder-1, brought to each status by real commands. */
const inStatus = {
  UNSENT: draft,
  SENT: () => bookIn(world({ calendar: closed }), buyer),
  LIVE: () => bookIn(world(), buyer),
  PAUSED: () => lived('pauseAdvert'),
  'ACCEPT/DECLINE?': () => answered(),
  LOCATED: () => answered('alder'),
  COMPLETED: () => answered('alder', 'birch'),
  'DEAD, cancelled': () => lived('cancelAdvert'),
  'DEAD, expired': expired,
} satisfies Record<string, () => State>
type Situation = keyof typeof inStatus

/** The locate alder is in, or one that does not exist. */
const answerBy = (state: State, answer: 'ACCEPT' | 'DECLINE'): Command => {
  const at = state.at + 1_000
  if (state.locates.size > 0) return answerOf(state, 'alder', answer, at)
  const passwords = { BUY: '', SELL: '' }
  const none = { locateId: 'none', direction: 'BUY', quote: null, agreementId: 'a', passwords } as const
  return { type: 'answerLocate', at, traderId: 'alder', answer, ...none }
}

const execution = (state: State, type: 'confirmExecution' | 'undoExecution'): Command => {
  const agreementId = [...state.agreements.keys()][0] ?? 'none'
  return { type, at: state.at + 1_000, agreementId, side: 'BUY', brokerId: 'NOM', brokerUserId: 'kato' }
}

/** Everything that alder, its broker or time may do about the advert. */
const commands: Record<string, (state: State) => Command> = {
  create: (state) => ({ type: 'createAdvert', at: state.at + 1_000, advertId: 'alder-2', ...buyer }),
  submit: (state) => submitOf('alder-1', buyer.terms, state.at + 1_000),
  modify: (state) => modifyOf(state, 'alder-1', { shareQuantity: 9_000 }, state.at + 1_000),
  pause: (state) => doing('pauseAdvert', 'alder-1', state.at + 1_000),
  resume: (state) => doing('resumeAdvert', 'alder-1', state.at + 1_000),
  cancel: (state) => doing('cancelAdvert', 'alder-1', state.at + 1_000),
  accept: (state) => answerBy(state, 'ACCEPT'),
  decline: (state) => answerBy(state, 'DECLINE'),
  'log off': (state) => ({
    type: 'endSession',
    at: state.at + 1_000,
    traderId: 'alder',
    reason: 'LOGGED_OUT',
  }),
  connect: (state) => ({
    type: 'connectBroker',
    at: state.at + 1_000,
    traderId: 'alder',
    agreementId: [...state.agreements.keys()][0] ?? 'none',
  }),
  confirm: (state) => execution(state, 'confirmExecution'),
  undo: (state) => execution(state, 'undoExecution'),
  sweep: (state) => sweepAt(state.at + 1_000),
}

// What happens, in words: 'nothing' is an answer that changes nothing; a code is a refusal.
const [gone, left] = ['presenceChanged', 'advertPaused presenceChanged']
const [noLocate, noAgreement] = ['LOCATE-NOT-FOUND', 'AGREEMENT-NOT-FOUND']
const [e1, e2, e3, e7, e8] = ['001', '002', '003', '007', '008'].map((each) => `ADVERT-ERROR-${each}`)
const header = 'create submit modify pause resume cancel accept decline connect confirm undo'
type Row = readonly (string | undefined)[]
const strangers: Row = [noLocate, noLocate, noAgreement, noAgreement, noAgreement]
const unagreed: Row = [noAgreement, noAgreement, noAgreement]

const table: Record<Situation, readonly [columns: Row, logOff: string, sweep: string]> = {
  UNSENT: [[e1, 'advertSubmitted', e2, e7, e3, e2, ...strangers], gone, 'nothing'],
  SENT: [[e1, e8, 'advertModified', 'advertPaused', e3, 'advertCancelled', ...strangers], left, 'nothing'],
  LIVE: [[e1, e8, 'advertModified', 'advertPaused', e3, 'advertCancelled', ...strangers], left, 'nothing'],
  PAUSED: [
    [e1, e8, 'advertModified', 'nothing', 'advertResumed', 'advertCancelled', ...strangers],
    gone,
    'nothing',
  ],
  'ACCEPT/DECLINE?': [
    [e1, e8, e2, e7, e3, e2, 'locateAnswered', 'locateAnswered', ...unagreed],
    gone,
    'nothing',
  ],
  LOCATED: [[e1, e8, e2, e7, e3, e2, 'nothing', 'LOCATE-ANSWERED', ...unagreed], gone, 'nothing'],
  COMPLETED: [
    [
      'advertDrafted',
      e8,
      e2,
      e7,
      e3,
      e2,
      'nothing',
      'LOCATE-ANSWERED',
      'brokerConnected',
      'executionConfirmed',
      'nothing',
    ],
    gone,
    'nothing',
  ],
  'DEAD, cancelled': [
    ['advertDrafted', 'advertSubmitted', e2, e7, e3, 'nothing', ...strangers],
    gone,
    'nothing',
  ],
  'DEAD, expired': [['advertDrafted', 'advertSubmitted', e2, e7, e3, e2, ...strangers], gone, 'nothing'],
}

const cases = (Object.keys(table) as Situation[]).flatMap((situation) => {
  const [columns, logOff, sweep] = table[situation]
  const asked = header.split(' ').map((command, i) => [situation, command, columns[i] as string] as const)
  return [...asked, [situation, 'log off', logOff] as const, [situation, 'sweep', sweep] as const]
})

/** Decided alone, so that a refusal can be seen to have changed nothing. */
function outcome(state: State, command: Command): string {
  const before = JSON.stringify(snapshotOf(state))
  const decision = decide(state, command)
  expect(JSON.stringify(snapshotOf(state))).toBe(before)
  if ('refusal' in decision) return decision.refusal.errorCode
  return decision.events.map(({ type }) => type).join(' ') || 'nothing'
}

test('the table holds every status and every command', () => {
  const statuses = Object.keys(inStatus).map((situation) => situation.split(',')[0])
  expect(new Set(statuses)).toEqual(new Set<string>(advertStatuses))
  expect(cases).toHaveLength(9 * Object.keys(commands).length)
})

test.each(Object.keys(inStatus) as Situation[])('an advert can be brought to %s', (situation) => {
  const advert = advertIn(inStatus[situation](), 'alder-1')
  const [status, cause] = situation.split(', ')

  expect(advert.advertisementStatus).toBe(status)
  const causes: Record<string, string> = { cancelled: 'CANCELLED_BY_USER', expired: 'EXPIRED' }
  expect(advert.causeOfDeath).toBe(cause ? causes[cause] : null)
})

test.each(cases)('%s: %s → %s', (situation, command, expected) => {
  const state = inStatus[situation]()

  expect(outcome(state, (commands[command] as (of: State) => Command)(state))).toBe(expected)
})

test('the buttons are dimmed by the same table: what is refused by its status is not offered', () => {
  const actions: readonly AdvertAction[] = ['submit', 'modify', 'pause', 'resume', 'cancel']
  for (const [situation, command, expected] of cases) {
    const action = actions.find((each) => each === command)
    if (!action) continue
    const advertisementStatus = situation.split(',')[0] as AdvertStatus
    expect(advertCan(action, { advertisementStatus }), `${situation} ${action}`).toBe(
      /^advert/.test(expected),
    )
  }
})

test("another trader's command finds no advert, whatever its status, and is told the same as of none", () => {
  for (const stateOf of Object.values(inStatus)) {
    for (const name of ['submit', 'modify', 'pause', 'resume', 'cancel']) {
      const state = stateOf()
      const command = { ...commands[name]?.(state), traderId: 'cypress' } as Command
      expect(outcome(state, command), name).toBe('ADVERT-NOT-FOUND')
      expect(outcome(state, { ...command, advertId: 'none' } as Command), name).toBe('ADVERT-NOT-FOUND')
    }
  }
})

test('a colleague of the same firm finds no advert either', () => {
  const state = world({ traders: [{ traderId: 'clerk', firmId: 'alder' }] })
  place(state, buyer)

  expect(outcome(state, { ...doing('cancelAdvert', 'alder-1', '00:05'), traderId: 'clerk' })).toBe(
    'ADVERT-NOT-FOUND',
  )
})

test('an advert in a locate is in no final status, and the other way round', () => {
  const of = (holds: typeof isTerminal) =>
    advertStatuses.filter((advertisementStatus) => holds({ advertisementStatus }))

  expect(of(isTerminal)).toEqual(['COMPLETED', 'DEAD'])
  expect(of(isInLocate)).toEqual(['ACCEPT/DECLINE?', 'LOCATED'])
})
