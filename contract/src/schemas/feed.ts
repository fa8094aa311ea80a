import { quoteConditions } from '@aitai/engine/model/quote.ts'
import Type, { type Static } from 'typebox'
import { callSchemas } from './call-schemas.ts'
import { oneOf, yenNumber } from './common.ts'

/** An ISO 8601 time to the second or finer, always with its zone. */
export const instantPattern = String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$`

const highestPrice = 100_000_000

/** Null if there is none. More than four decimals are refused, because prices are exact. */
const YenOrNone = (description: string) =>
  Type.Optional(Type.Union([yenNumber({ minimum: 0, maximum: highestPrice }), Type.Null()], { description }))

const maxShares = 10 ** 15

const SharesOrNone = (description: string) =>
  Type.Optional(Type.Union([Type.Integer({ minimum: 0, maximum: maxShares }), Type.Null()], { description }))

/** An update of the market of a security, from the venue's own feed handler. */
export const FeedQuote = Type.Object({
  ric: Type.String({ minLength: 1, maxLength: 24, description: 'The code of the security, such as 7203.T' }),
  time: Type.String({
    pattern: instantPattern,
    maxLength: 35,
    description:
      'When it was true: ISO 8601 with its zone. At most 1 second after the clock of the server. ' +
      'A quote is fresh for 10 seconds from this time, so an unchanged quote must be sent again with a new time.',
  }),
  bid: YenOrNone('In yen, with up to four decimals. Null or left out: nobody bids'),
  ask: YenOrNone('In yen, with up to four decimals. Null or left out: nobody asks'),
  last: YenOrNone('The last price in yen. Left out: as before on the same day. Null: nothing traded yet'),
  officialClose: YenOrNone(
    'In yen, from the moment the exchange publishes it. Left out: as before on the same day. Null: none yet',
  ),
  condition: Type.Optional(oneOf(quoteConditions)),
  bidSize: SharesOrNone('Shares at the best bid. Null or left out: unknown'),
  askSize: SharesOrNone('Shares at the best ask. Null or left out: unknown'),
  lastSize: SharesOrNone('Shares of the last trade. Null: unknown. Left out: as before on the same day'),
  open: YenOrNone('The first price of the trading day. Left out or null: the first last price that was seen'),
  high: YenOrNone('The highest price of the day. Left out or null: the highest last price that was seen'),
  low: YenOrNone('The lowest price of the day. Left out or null: the lowest last price that was seen'),
  volume: SharesOrNone('Shares traded on the day so far. Never falls. Left out: as before on the same day'),
  vwap: YenOrNone('The average price of the day by volume. Left out or null: derived from last and volume'),
})
export type FeedQuote = Static<typeof FeedQuote>

/** In points, with up to four decimals. */
const Points = Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 })

/** A feed handler's updates since its previous batch. Accepted or refused as a whole. */
export const FeedBatch = Type.Object({
  quotes: Type.Array(FeedQuote, { maxItems: 5_000 }),
  usdJpy: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 10_000,
      description: 'Yen for one dollar, with up to four decimals: used for notionals in dollars',
    }),
  ),
  index: Type.Optional(
    Type.Object(
      { last: Points, close: Points },
      {
        description:
          'TOPIX and its previous close. Counts for the quotes of this batch, and for later ones of the same day ' +
          'that are at most 10 seconds younger',
      },
    ),
  ),
})
export type FeedBatch = Static<typeof FeedBatch>

export const ingestQuotes = callSchemas({
  summary: "What the venue's feed handler saw since the batch before, with QUOTES=http",
  body: FeedBatch,
  reply: Type.Object({
    accepted: Type.Integer({ description: 'Accepted quotes' }),
    ignored: Type.Integer({
      description:
        'Of securities that are not listed here, or older than what is known: no error of the batch',
    }),
  }),
})
