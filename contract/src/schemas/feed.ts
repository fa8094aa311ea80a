import { quoteConditions } from '@aitai/engine/market/quote.ts'
import Type, { type Static } from 'typebox'
import { callSchemas } from './call-schemas.ts'
import { oneOf } from './common.ts'

/** A moment of ISO 8601 to the second or finer, always with its zone. */
export const instantPattern = String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$`

const highestPrice = 100_000_000

/** Null where there is none. More than four decimals are refused: a price is kept exactly. */
const YenOrNone = (description: string) =>
  Type.Optional(
    Type.Union([Type.Number({ minimum: 0, maximum: highestPrice }), Type.Null()], { description }),
  )

/** One look at the market of a security, as the venue's own feed handler saw it. */
export const FeedQuote = Type.Object({
  ric: Type.String({ minLength: 1, maxLength: 24, description: 'The code of the security, such as 7203.T' }),
  time: Type.String({
    pattern: instantPattern,
    maxLength: 35,
    description:
      'When it was true: ISO 8601 with its zone. At most 1 second after the clock of the server. ' +
      'A quote is fresh for 10 seconds from here, so what still holds is to be sent again with a new time.',
  }),
  bid: YenOrNone('In yen, with up to four decimals. Null or left out: nobody bids'),
  ask: YenOrNone('In yen, with up to four decimals. Null or left out: nobody asks'),
  last: YenOrNone('The last price in yen. Left out: as before on the same day. Null: nothing traded yet'),
  officialClose: YenOrNone(
    'In yen, from the moment the exchange publishes it. Left out: as before on the same day. Null: none yet',
  ),
  condition: Type.Optional(oneOf(quoteConditions)),
})
export type FeedQuote = Static<typeof FeedQuote>

/** In points, with up to four decimals. */
const Points = Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 })

/** What a feed handler saw since its batch before. Taken in as a whole or not at all. */
export const FeedBatch = Type.Object({
  quotes: Type.Array(FeedQuote, { maxItems: 5_000 }),
  usdJpy: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 10_000,
      description: 'Yen for one dollar, with up to four decimals: what notionals in dollars are measured by',
    }),
  ),
  index: Type.Optional(
    Type.Object(
      { last: Points, close: Points },
      {
        description:
          'TOPIX and its previous close. Counts for the quotes of this batch and of those after it',
      },
    ),
  ),
})
export type FeedBatch = Static<typeof FeedBatch>

export const ingestQuotes = callSchemas({
  summary: "What the venue's feed handler saw since the batch before, with QUOTES=http",
  body: FeedBatch,
  reply: Type.Object({
    accepted: Type.Integer({ description: 'Quotes that were taken in' }),
    ignored: Type.Integer({
      description:
        'Of securities that are not listed here, or older than what is known: no error of the batch',
    }),
  }),
})
