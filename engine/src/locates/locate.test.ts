import { expect, test } from 'vitest'
import {
  advertIn,
  answerOf,
  buys,
  locatedPair,
  locateOf,
  moment,
  ownerCommand,
  perform,
  quoteOf,
  refusalCodeOf,
  sells,
  sweepAt,
} from '../../test/book.ts'
import { tradingDay } from '../calendar/trading-days.ts'
import type { Event } from '../model/events.ts'
import type { Answer, Outcome } from '../model/locate.ts'
import { firmPairKey, type State } from '../model/state.ts'
import { type NotificationType, notificationsOf } from '../notifications.ts'

const buyer = buys('alder', 10_000)
const seller = sells('birch', 10_000)
const traders = { BUY: 'alder', SELL: 'birch' } as const
const deadline = moment('00:05:30')
const located = () => locatedPair(buyer, seller)

type Given = Answer | 'none'
/** Both sides answer or let the locate lapse; returns the events that ended it. */
function end(state: State, buy: Given, sell: Given): readonly Event[] {
  const answered = (
    [
      ['alder', buy],
      ['birch', sell],
    ] as const
  ).flatMap(([traderId, answer]) =>
    answer === 'none' ? [] : perform(state, answerOf(state, traderId, answer, '00:05:10')),
  )
  const lapsed = buy === 'none' || sell === 'none' ? perform(state, sweepAt(deadline + 1_501, [])) : []
  return [...answered, ...lapsed].filter(({ type }) => type !== 'locateAnswered')
}

interface SideOutcome {
  readonly outcome: Outcome
  readonly rating: number
  readonly status: string
}
const accepted: SideOutcome = { outcome: 'ACCEPTED', rating: 64, status: 'COMPLETED' }
const contraDeclined: SideOutcome = { outcome: 'CONTRA_DECLINED', rating: 64, status: 'PAUSED' }
const contraTimeout: SideOutcome = { outcome: 'CONTRA_TIMEOUT', rating: 64, status: 'PAUSED' }
const declined: SideOutcome = { outcome: 'DECLINED', rating: 55, status: 'PAUSED' }
const timedOut: SideOutcome = { outcome: 'TIMED_OUT', rating: 54, status: 'PAUSED' }

// The table of docs/rules.md §8 in both directions. A new account has a rating of 60: an accept makes it 64,
// a decline 55, a timeout 54.
const rows: readonly (readonly [Given, Given, SideOutcome, SideOutcome, cooldownMinutes: number | null])[] = [
  ['ACCEPT', 'ACCEPT', accepted, accepted, null],
  ['ACCEPT', 'DECLINE', contraDeclined, declined, 15],
  ['DECLINE', 'ACCEPT', declined, contraDeclined, 15],
  ['ACCEPT', 'none', contraTimeout, timedOut, 5],
  ['none', 'ACCEPT', timedOut, contraTimeout, 5],
  ['DECLINE', 'DECLINE', declined, declined, 15],
  ['DECLINE', 'none', declined, timedOut, 15],
  ['none', 'DECLINE', timedOut, declined, 15],
  ['none', 'none', timedOut, timedOut, 5],
]

// rule: 8.3
test.each(rows)('buyer %s, seller %s', (buy, sell, buyOutcome, sellOutcome, minutes) => {
  const state = located()
  end(state, buy, sell)
  const locate = locateOf(state, 'alder')
  const outcomes = { BUY: buyOutcome, SELL: sellOutcome }

  expect(locate.outcome).toEqual({ BUY: buyOutcome.outcome, SELL: sellOutcome.outcome })
  for (const side of ['BUY', 'SELL'] as const) {
    const trader = state.traders.get(traders[side])
    expect(trader).toMatchObject({ rating: outcomes[side].rating, openLocates: 0 })
    expect(advertIn(state, `${traders[side]}-1`)).toMatchObject({
      advertisementStatus: outcomes[side].status,
      locateId: null,
    })
  }
  const cooldown = state.cooldowns.get(firmPairKey('alder', 'birch', 'toyota'))
  const settledAt = locate.settledAt as number
  expect(cooldown).toEqual(
    minutes === null
      ? undefined
      : { until: settledAt + minutes * 60_000, failures: 1, day: tradingDay(settledAt) },
  )
  expect(state.agreements.size).toBe(minutes === null ? 1 : 0)
})

const messageOf: Record<Outcome, { readonly message: NotificationType; readonly errorCode: string | null }> =
  {
    ACCEPTED: { message: 'Contra Connection Accepted!', errorCode: null },
    CONTRA_DECLINED: { message: 'Contra Connection Declined', errorCode: null },
    DECLINED: { message: 'Connection Declined', errorCode: null },
    CONTRA_TIMEOUT: { message: 'Contra locate timeout', errorCode: 'LOCATE-TIMEOUT-CONTRA' },
    TIMED_OUT: { message: 'Contra locate timeout', errorCode: 'LOCATE-TIMEOUT-OWN' },
    WITHDRAWN: { message: 'LOCATE_ERROR', errorCode: 'LOCATE_ERROR' },
  }

// rule: 8.2
test.each(rows)(
  'buyer %s, seller %s: each trader is notified of the own side only',
  (buy, sell, buyOutcome, sellOutcome) => {
    const state = located()
    const notifications = end(state, buy, sell).flatMap((event) => notificationsOf(state, event))

    expect(notifications.filter(({ to }) => 'traderId' in to)).toMatchObject([
      { to: { traderId: 'alder' }, advertId: 'alder-1', ...messageOf[buyOutcome.outcome] },
      { to: { traderId: 'birch' }, advertId: 'birch-1', ...messageOf[sellOutcome.outcome] },
    ])
  },
)

// rule: 8.1
test('when both accept, one agreement gives each side its own password and completes both adverts', () => {
  const state = located()
  perform(state, answerOf(state, 'alder', 'ACCEPT', '00:05:10'))
  const { locateId } = locateOf(state, 'alder')
  const command = answerOf(state, 'birch', 'ACCEPT', '00:05:12', { agreementId: 'agreement' })

  expect(perform(state, command)).toEqual([
    { type: 'locateAnswered', at: command.at, locateId, side: 'SELL', answer: 'ACCEPT', excused: false },
    {
      type: 'connectionAgreed',
      at: command.at,
      locateId,
      agreementId: 'agreement',
      passwords: command.passwords,
    },
  ])
  expect(state.agreements.get('agreement')).toMatchObject({
    brokerId: 'NOM',
    locationQuantity: 10_000,
    midPrice: 20_000_000,
    passwords: { BUY: 'BUYPASS2', SELL: 'SELLPAS3' },
    received: { BUY: false, SELL: false },
    locateTime: moment('00:05'),
    agreedAt: moment('00:05:12'),
  })
})

// rule: 10.1
test('an acceptance leaves the rest of the larger advert as its remaining quantity', () => {
  const state = locatedPair(buys('alder', 10_000), sells('birch', 30_000))
  end(state, 'ACCEPT', 'ACCEPT')

  expect(advertIn(state, 'alder-1').quantityRemaining).toBe(0)
  expect(advertIn(state, 'birch-1').quantityRemaining).toBe(20_000)
  expect(locateOf(state, 'birch').residual).toEqual({ BUY: 0, SELL: 20_000 })
})

// spec: 9.8
// rule: 8.1.2
test('the deadline is thirty seconds after the locate, and the notification contains nothing else', () => {
  expect(locateOf(located(), 'alder')).toMatchObject({ locatedAt: moment('00:05'), deadline })
})

/** Everything in a state that the server could show birch: the contra's answer must not be in it. */
function shownToBirch(state: State) {
  const { answers, excused, ...locate } = locateOf(state, 'birch')
  const { at } = state
  const commands = [
    ownerCommand('pauseAdvert', 'birch-1', at),
    ownerCommand('cancelAdvert', 'birch-1', at),
    ownerCommand('resumeAdvert', 'birch-1', at),
    answerOf(state, 'birch', 'ACCEPT', at),
    sweepAt(at),
  ]
  return structuredClone({
    locate,
    ownAnswer: answers.SELL,
    ownExcuse: excused.SELL,
    trader: state.traders.get('birch'),
    advert: advertIn(state, 'birch-1'),
    cooldowns: state.cooldowns,
    refusals: commands.map((command) => refusalCodeOf(state, command)),
  })
}

// rule: 8.3.1
test.each(['ACCEPT', 'DECLINE'] as const)(
  'an answer is sealed: until the end %s reveals nothing to the contra',
  (answer) => {
    const state = located()
    perform(state, sweepAt('00:05:10', []))
    const before = shownToBirch(state)
    const events = perform(
      state,
      answerOf(state, 'alder', answer, '00:05:10', { quote: quoteOf('toyota', '00:05:10', 2_100) }),
    )

    expect(shownToBirch(state)).toEqual(before)
    expect(events.flatMap((event) => notificationsOf(state, event)).map(({ to }) => to)).toEqual(
      answer === 'ACCEPT' ? [{ traderId: 'alder' }] : [],
    )
  },
)

// rule: 8.3.2
test('a decline has the same message and score, whatever the contra answered', () => {
  const ends = (['ACCEPT', 'DECLINE'] as const).map((contra) => {
    const state = located()
    perform(state, answerOf(state, 'birch', 'DECLINE', '00:05:10'))
    const events = perform(state, answerOf(state, 'alder', contra, '00:05:20'))
    const notifications = events.flatMap((event) => notificationsOf(state, event))
    const { outcome } = locateOf(state, 'birch')
    return [
      notifications.filter(({ to }) => 'traderId' in to && to.traderId === 'birch'),
      outcome?.SELL,
      shownRating(state),
    ]
  })

  expect(ends[0]).toEqual(ends[1])
})
const shownRating = (state: State) => state.traders.get('birch')?.rating
