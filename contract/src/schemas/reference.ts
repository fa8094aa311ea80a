import Type, { type Static } from 'typebox'
import { haltCodes } from '../codes.ts'
import { callSchemas } from './call-schemas.ts'
import { described, Id, nullable, oneOf, Percent, Price, Shares, Time } from './common.ts'

export const Equity = Type.Object({
  equityId: Id,
  ric: Type.String(),
  name: Type.String(),
  localName: Type.String(),
  kana: described('Katakana reading, for the type-ahead.', Type.String()),
  shortNames: described('Common short names, for the type-ahead.', Type.Array(Type.String())),
  tickSize: described("The tick at the close, in yen; a price's own tick depends on its band.", Price),
  lotSize: Shares,
  closePrice: Price,
  maxPrice: Price,
  minPrice: Price,
  topix500: described('Whether it has the finer tick sizes of TOPIX 500 members.', Type.Boolean()),
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
  midPrice: described('Null while the security has no fresh quote.', nullable(Price)),
  lastPrice: Price,
  stockMovePercentage: Percent,
  indexMovePercentage: Percent,
  usdJpy: described('Yen per US dollar.', Type.Number()),
  marketError: described(
    "Why nobody meets in this market now, such as MARKET-ERROR-004; null outside the exchange's hours.",
    nullable(Type.String()),
  ),
  at: Time,
})
export type MarketQuote = Static<typeof MarketQuote>

export const getQuote = callSchemas({
  summary: 'The public market of a security: mid, moves, exchange rate',
  params: Type.Object({ securityId: Id }),
  reply: MarketQuote,
})

export const webVersion = callSchemas({
  summary: 'The web version, as plain text',
  reply: Type.String(),
})
