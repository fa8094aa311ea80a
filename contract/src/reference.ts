import Type, { type Static } from 'typebox'
import { call } from './call.ts'
import { Id, nullable, Percent, Price, Shares, Time } from './words.ts'

export const Equity = Type.Object({
  equityId: Id,
  ric: Type.String(),
  name: Type.String(),
  localName: Type.String(),
  /** Katakana reading and common short names, for the type-ahead. */
  kana: Type.String(),
  shortNames: Type.Array(Type.String()),
  /** The tick at the close, in yen; a price's own tick depends on its band. */
  tickSize: Price,
  lotSize: Shares,
  closePrice: Price,
  maxPrice: Price,
  minPrice: Price,
  /** Fine tick table; the exchange by its MIC. */
  topix500: Type.Boolean(),
  exchange: Type.String(),
})
export type Equity = Static<typeof Equity>

export const getEquities = call({
  method: 'GET',
  path: '/equity/get-equities',
  for: 'trader',
  summary: 'All securities that can be advertised',
  reply: Type.Array(Equity),
})

export const Broker = Type.Object({ brokerID: Id, brokerName: Type.String(), shortName: Type.String() })
export type Broker = Static<typeof Broker>

export const userBrokersList = call({
  method: 'GET',
  path: '/broker/user-brokers-list',
  for: 'trader',
  summary: "The brokers enabled for the trader's institution",
  reply: Type.Array(Broker),
})

export const PlatformHours = Type.Object({
  /** 'HH:MM to HH:MM', UTC. */
  platformHourRanges: Type.Array(Type.String()),
  matchingEngineHourRanges: Type.Array(Type.String()),
  /** Hours of continuous trading on the exchange, UTC. */
  exchangeHourRanges: Type.Array(Type.String()),
  /** Whether matching runs at the official close now, after the exchange's own hours. */
  afterHours: Type.Boolean(),
  /** A day on which the exchange is open. */
  tradingDay: Type.Boolean(),
})
export type PlatformHours = Static<typeof PlatformHours>

export const getPlatformHours = call({
  method: 'GET',
  path: '/status/get-platform-hours/:securityId',
  for: 'trader',
  summary: 'Hours of the platform, the matching engine and the exchange for a security',
  params: Type.Object({ securityId: Id }),
  reply: PlatformHours,
})

export const MarketQuote = Type.Object({
  securityId: Id,
  /** Null while the security has no fresh quote. */
  midPrice: nullable(Price),
  lastPrice: Price,
  stockMovePercentage: Percent,
  indexMovePercentage: Percent,
  /** Yen per US dollar. */
  usdJpy: Type.Number(),
  /** Why nobody meets in this market now, such as MARKET-ERROR-004; null outside the exchange's hours. */
  marketError: nullable(Type.String()),
  at: Time,
})
export type MarketQuote = Static<typeof MarketQuote>

export const getQuote = call({
  method: 'GET',
  path: '/status/get-quote/:securityId',
  for: 'trader',
  summary: 'The public market of a security: mid, moves, exchange rate',
  params: Type.Object({ securityId: Id }),
  reply: MarketQuote,
})

export const webVersion = call({
  method: 'GET',
  path: '/version/web',
  for: 'anyone',
  summary: 'The web version, as plain text',
  reply: Type.String(),
})
