import { quoteConditions } from '@aitai/engine/model/quote.ts'
import { haltCodes } from '@aitai/engine/model/refusals.ts'
import Type, { type Static, type TSchema } from 'typebox'
import { indexId } from '../routes/index-id.ts'
import { callSchemas } from './call-schemas.ts'
import { described, Id, nullable, oneOf, Percent, Shares, Time, YenPrice, yenNumber } from './common.ts'

export const Equity = Type.Object({
  equityId: Id,
  ric: Type.String(),
  name: Type.String(),
  localName: Type.String(),
  kana: described('Katakana reading, for the type-ahead.', Type.String()),
  shortNames: described('Common short names, for the type-ahead.', Type.Array(Type.String())),
  tickSize: described("The tick at the close, in yen; a price's own tick depends on its band.", YenPrice),
  lotSize: Shares,
  closePrice: YenPrice,
  maxPrice: YenPrice,
  minPrice: YenPrice,
  ratios: described(
    'Ratios of new shares for old ones, each from a trading day on (docs/rules.md §26).',
    Type.Optional(
      Type.Array(Type.Object({ day: Type.String(), newShares: Type.Integer(), oldShares: Type.Integer() })),
    ),
  ),
  tickTable: described(
    'The tick sizes of members of TOPIX 500 and of funds of ten units and more, of funds of one unit, or of all others.',
    Type.Union([Type.Literal('FINE'), Type.Literal('FUND'), Type.Literal('COARSE')]),
  ),
  exchange: described('Its MIC.', Type.String()),
  averageDailyVolume: described(
    'The average daily volume of 20 days, in shares; absent if unknown.',
    Type.Optional(Shares),
  ),
})
export type Equity = Static<typeof Equity>

export const getEquities = callSchemas({
  summary: 'All securities that can be advertised',
  reply: Type.Array(Equity),
})

export const Broker = Type.Object({ brokerID: Id, brokerName: Type.String(), shortName: Type.String() })
export type Broker = Static<typeof Broker>

export const userBrokersList = callSchemas({
  summary: "The brokers enabled for the trader's institution",
  reply: Type.Array(Broker),
})

export const PlatformHours = Type.Object({
  platformHourRanges: described("'HH:MM to HH:MM', UTC.", Type.Array(Type.String())),
  matchingEngineHourRanges: Type.Array(Type.String()),
  exchangeHourRanges: described(
    'Hours of continuous trading on the exchange, UTC.',
    Type.Array(Type.String()),
  ),
  afterHours: described(
    "Whether matching runs at the official close now, after the exchange's own hours.",
    Type.Boolean(),
  ),
  tradingDay: described('A day on which the exchange is open.', Type.Boolean()),
  neverCloses: described(
    'Whether the platform is open around the clock on every day. Otherwise no duration outlasts the day.',
    Type.Boolean(),
  ),
  halted: described(
    "What an operator has halted that concerns the reader's institution in this security; null for nothing.",
    nullable(oneOf(haltCodes)),
  ),
})
export type PlatformHours = Static<typeof PlatformHours>

export const getPlatformHours = callSchemas({
  summary: 'Hours of the platform, the matching engine and the exchange for a security',
  params: Type.Object({ securityId: Id }),
  reply: PlatformHours,
})

export const MarketQuote = Type.Object({
  securityId: Id,
  midPrice: described('Null while the security has no fresh quote.', nullable(YenPrice)),
  lastPrice: YenPrice,
  stockMovePercentage: Percent,
  indexMovePercentage: described('Null while there is no index value of today.', nullable(Percent)),
  usdJpy: described('Yen per US dollar.', yenNumber()),
  marketError: described(
    "Why nobody meets in this market now, such as MARKET-ERROR-004; null outside the exchange's hours.",
    nullable(Type.String()),
  ),
  at: Time,
  bid: described('The best bid; null for none.', nullable(YenPrice)),
  ask: described('The best ask; null for none.', nullable(YenPrice)),
  bidSize: described('At the best bid; null if unknown.', nullable(Shares)),
  askSize: described('At the best ask; null if unknown.', nullable(Shares)),
  lastSize: described('Of the last trade; null if unknown.', nullable(Shares)),
  open: described('The first price of the trading day; null before it.', nullable(YenPrice)),
  high: described('The highest price of the trading day so far.', nullable(YenPrice)),
  low: described('The lowest price of the trading day so far.', nullable(YenPrice)),
  volume: described('Traded on the trading day so far; null if the source does not say.', nullable(Shares)),
  vwap: described('The average price of the trading day by volume.', nullable(YenPrice)),
  condition: described(
    'Whether the exchange trades it continuously, has halted it or shows a special quote; null without a quote.',
    nullable(oneOf(quoteConditions)),
  ),
})
export type MarketQuote = Static<typeof MarketQuote>

export const getQuote = callSchemas({
  summary: 'The public market of a security: prices, sizes, statistics of the day, moves, exchange rate',
  params: Type.Object({ securityId: Id }),
  reply: MarketQuote,
})

const Column = <T extends TSchema>(values: T) => Type.Array(values)

/** One-minute bars, a column for each value. */
export const Bars = Type.Object({
  at: described('The start of each minute.', Column(Time)),
  open: described('The first price of the minute.', Column(nullable(YenPrice))),
  high: Column(nullable(YenPrice)),
  low: Column(nullable(YenPrice)),
  close: described('The last price, or the one before if nothing was traded.', Column(nullable(YenPrice))),
  volume: described('Null if the source does not say.', Column(nullable(Shares))),
  vwap: described('The average price of the minute by volume.', Column(nullable(YenPrice))),
  mid: described('The last mid of the minute.', Column(nullable(YenPrice))),
})
export type Bars = Static<typeof Bars>

/** A message of the topic of a security. */
export const MarketUpdate = Type.Interface([MarketQuote], {
  bars: described('The last finished minute and the current one, as far as there are any.', Bars),
})
export type MarketUpdate = Static<typeof MarketUpdate>

export const DayBars = Type.Object({
  securityId: Id,
  day: described('The trading day, an ISO date in Tokyo.', Type.String()),
  previousClose: described('Of the trading day before; null if unknown.', nullable(YenPrice)),
  minPrice: described('The lower daily limit; null on a past day.', nullable(YenPrice)),
  maxPrice: described('The upper daily limit; null on a past day.', nullable(YenPrice)),
  sessions: described(
    "The exchange's hours on the day; none on a day without trading.",
    Type.Array(Type.Object({ from: Time, to: Time })),
  ),
  bars: Bars,
})
export type DayBars = Static<typeof DayBars>

const SecurityDay = Type.Object({
  securityId: described(`A listed security, or ${indexId} for TOPIX in points, without volume.`, Id),
  day: Type.String({
    pattern: String.raw`^(today|\d{4}-\d{2}-\d{2})$`,
    description:
      "An ISO date in Tokyo, or 'today' for the current trading day, before its open for the one before.",
  }),
})

export const getBars = callSchemas({
  summary: 'One-minute bars of a security on one day: today or one of the 20 trading days before',
  params: SecurityDay,
  reply: DayBars,
})

/** The trading days before a day of which a chart shows bars, and the length of these. */
export const [pastDays, pastBarMinutes] = [4, 5]

export const PastBars = Type.Object({
  securityId: Id,
  day: described('The trading day before which the others are, an ISO date in Tokyo.', Type.String()),
  days: described(
    'The four trading days before, the oldest first.',
    Type.Array(
      Type.Object({
        day: described('An ISO date in Tokyo.', Type.String()),
        sessions: described("The exchange's hours.", Type.Array(Type.Object({ from: Time, to: Time }))),
        bars: described(
          'Of five minutes, counted from the start of each session; the last one has the auction at its end.',
          Bars,
        ),
      }),
    ),
  ),
})
export type PastBars = Static<typeof PastBars>

export const getPastBars = callSchemas({
  summary: 'Five-minute bars of a security on the four trading days before a day',
  params: SecurityDay,
  reply: PastBars,
})

export const webVersion = callSchemas({
  summary: 'The web version, as plain text',
  reply: Type.String(),
})
