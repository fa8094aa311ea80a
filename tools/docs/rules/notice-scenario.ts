import { dayMs } from '@aitai/engine/calendar/calendar.ts'
import type { Command } from '@aitai/engine/commands.ts'
import type { Answer } from '@aitai/engine/locates/locate.ts'
import { yen } from '@aitai/engine/market/price.ts'
import type { Quote } from '@aitai/engine/market/quote.ts'
import type { State } from '@aitai/engine/state/state.ts'
import {
  advertIn,
  answerOf,
  book,
  bookIn,
  buys,
  calendarOf,
  defaultOffsets,
  locatedPair,
  modifyOf,
  moment,
  ownerCommand,
  quoteOf,
  sells,
  sightingOf,
  submitOf,
  sweepAt,
  sweepWithSightings,
  world,
} from '../../../engine/test/book.ts'

/** Runs a command and records its notifications. */
export type RecordNotices = (state: State, command: Command) => void

const buyer = buys('alder', 10_000)
const seller = sells('birch', 10_000)

/** All actions of an owner on an advert, to its end. */
function life(tell: RecordNotices): void {
  const state = world({ calendar: calendarOf([{ from: 0, to: 900 }]) })
  const draft = { advertId: 'alder-1', securityId: 'toyota', terms: buyer.terms, offsets: defaultOffsets }
  tell(state, { type: 'createAdvert', at: moment('01:00'), traderId: 'alder', ...draft })
  tell(state, submitOf('alder-1', buyer.terms, '01:00'))
  tell(state, sweepAt('01:01', []))
  tell(state, modifyOf(state, 'alder-1', { credibilityHurdle: 21 }, '01:02'))
  tell(state, ownerCommand('pauseAdvert', 'alder-1', '01:03'))
  tell(state, ownerCommand('resumeAdvert', 'alder-1', '01:04'))
  tell(state, ownerCommand('cancelAdvert', 'alder-1', '01:05'))
  bookIn(state, seller)
  tell(state, { type: 'endSession', at: moment('01:06'), traderId: 'birch', reason: 'TIMED_OUT' })
  tell(state, sweepAt('15:00', []))
}

/** The same by a desk head of the institution. */
function desk(tell: RecordNotices): void {
  const traders = [{ traderId: 'head', firmId: 'alder', isDeskHead: true }]
  const state = bookIn(world({ traders }), buyer)
  for (const type of ['pauseAdvert', 'resumeAdvert', 'cancelAdvert'] as const)
    tell(state, { ...ownerCommand(type, 'alder-1', state.at), deskHeadId: 'head' })
}

/** Every pair of answers, and a withdrawn locate. */
function outcomes(tell: RecordNotices): void {
  const all: readonly (readonly [Answer | null, Answer | null])[] = [
    ['ACCEPT', 'DECLINE'],
    ['ACCEPT', null],
    ['DECLINE', 'DECLINE'],
    ['DECLINE', null],
    [null, null],
  ]
  const located = book(buyer, seller)
  tell(located, sweepAt('00:05'))
  for (const [buy, sell] of all) {
    const state = locatedPair(buyer, seller)
    if (buy) tell(state, answerOf(state, 'alder', buy, '00:05:01'))
    if (sell) tell(state, answerOf(state, 'birch', sell, '00:05:02'))
    tell(state, sweepAt('00:06', []))
  }
  const state = locatedPair(buyer, seller)
  for (const name of ['alder', 'birch'])
    tell(state, answerOf(state, name, 'ACCEPT', '00:05:01', { quote: null }))
  tell(state, sweepAt('00:05:02'))
}

function agreement(tell: RecordNotices): void {
  const state = locatedPair(buyer, seller)
  for (const name of ['alder', 'birch'])
    tell(state, answerOf(state, name, 'ACCEPT', '00:05:01', { agreementId: 'agreement' }))
  const execution = { agreementId: 'agreement', brokerId: 'NOM', brokerUserId: 'kato', at: moment('00:07') }
  tell(state, { type: 'connectBroker', at: moment('00:06'), traderId: 'alder', agreementId: 'agreement' })
  tell(state, { type: 'confirmExecution', side: 'BUY', ...execution })
  tell(state, { type: 'confirmExecution', side: 'SELL', ...execution })
  tell(state, { type: 'undoExecution', side: 'SELL', ...execution })
  tell(state, { type: 'reportNotExecuted', atFault: { BUY: true, SELL: false }, ...execution })
  tell(state, { type: 'withdrawNotExecuted', ...execution })
  const terms = { executionId: 'execution', quantity: 10_000, executedAt: moment('00:06') }
  tell(state, { type: 'reportExecution', ...terms, price: 2_000 * yen, ...execution })
  tell(state, { type: 'correctExecution', ...terms, price: 2_001 * yen, ...execution })
  tell(state, { type: 'withdrawExecution', executionId: 'execution', ...execution })
}

/** The effects of a market on an advert: triggers fire, or the market fails. */
function market(tell: RecordNotices): void {
  const levels = {
    advertisingTrigger: 1_950 * yen,
    knockoutTrigger: 2_050 * yen,
    indexRelativeKOTrigger: 500,
  }
  const at = (midYen: number, more: Partial<Quote> = {}) =>
    sweepWithSightings('00:05', sightingOf(quoteOf('toyota', '00:05', midYen, more)))
  tell(book(buys('alder', 10_000, { ...levels, advertisingTriggerActivated: true })), at(1_940))
  tell(book(buys('alder', 10_000, { ...levels, knockoutTriggerActivated: true })), at(2_060))
  tell(
    book(buys('alder', 10_000, { ...levels, indexRelativeKOTriggerActivated: true })),
    at(2_060, { indexMove: -300 }),
  )
  const failing: readonly Partial<Quote>[] = [{ bid: null }, { condition: 'HALTED' }, { bid: Number.NaN }]
  for (const change of failing) {
    const state = book(buyer)
    for (const when of ['00:05', '00:10', '00:10:01']) {
      const quote = quoteOf('toyota', when, 2_000, change)
      tell(state, sweepWithSightings(when, { securityId: 'toyota', quote, run: [] }))
    }
    advertIn(state, 'alder-1')
  }
}

/** Actions of staff, and the passing of time. */
function platform(tell: RecordNotices): void {
  const state = book(buyer)
  const staff = { at: state.at, by: 'staff', reason: 'the page' }
  tell(state, { type: 'changeReference', at: state.at, reference: {} })
  tell(state, { type: 'setPresence', at: state.at, traderId: 'birch', present: false })
  tell(state, { type: 'turnSwitch', switch: { kind: 'PLATFORM' }, halted: true, ...staff })
  tell(state, { type: 'explainMatch', advertIds: ['alder-1', 'alder-1'], of: state.at, ...staff })
  tell(state, { type: 'viewSurveillance', date: '2026-11-20', ...staff })
  const trader = state.traders.get('alder')
  if (trader) {
    trader.ledger = [{ at: state.at - dayMs, score: 0, contraFirmId: 'birch' }]
    trader.rating = 54
  }
  tell(state, sweepAt(state.at + 8 * dayMs, []))
}

/** A scenario with every event, whether it notifies anybody or not. */
export function everyNoticeScenario(tell: RecordNotices): void {
  for (const part of [life, desk, outcomes, agreement, market, platform]) part(tell)
}
