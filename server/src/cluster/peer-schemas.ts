import { largestBodyBytes } from '@aitai/contract/routes/route.ts'
import { quoteConditions } from '@aitai/engine/model/quote.ts'
import { refusalCodes } from '@aitai/engine/model/refusals.ts'
import Type, { type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { storedValueParser } from '../http/validation.ts'
import { forwardedHeaders, type PeerPath, type PeerRequests } from './peer-messages.ts'

const text = Type.String({ maxLength: 256 })
const whole = Type.Integer({ minimum: 0 })
const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const price = orNull(Type.Integer())
const headers = Type.Record(Type.String({ maxLength: 64 }), Type.String({ maxLength: 16_384 }))

const call = Type.Object({
  method: Type.Enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']),
  url: Type.String({ pattern: '^/', maxLength: 16_384 }),
  headers: Type.Object(
    Object.fromEntries(
      forwardedHeaders.map((name) => [name, Type.Optional(Type.String({ maxLength: 16_384 }))]),
    ),
  ),
  body: orNull(Type.String({ pattern: '^[A-Za-z0-9+/]*={0,2}$' })),
  address: text,
})

/** A process makes these requests for itself. All else reaches the writer as a call or as an operator's command. */
const command = Type.Union([
  Type.Object({
    type: Type.Literal('endSession'),
    traderId: text,
    reason: Type.Enum(['LOGGED_OUT', 'TIMED_OUT']),
  }),
  Type.Object({ type: Type.Literal('setPresence'), traderId: text, present: Type.Boolean() }),
])

const quote = Type.Object({
  securityId: text,
  at: Type.Integer(),
  bid: price,
  ask: price,
  last: Type.Integer(),
  condition: Type.Enum([...quoteConditions]),
  officialClose: price,
  indexMove: orNull(Type.Number()),
})

const bar = Type.Object({
  at: Type.Integer(),
  open: price,
  high: price,
  low: price,
  close: price,
  volume: price,
  vwap: price,
  mid: price,
})

const statistics = Type.Object({
  bidSize: price,
  askSize: price,
  lastSize: price,
  open: price,
  high: price,
  low: price,
  volume: price,
  vwap: price,
  bars: Type.Array(bar),
})

/** Returns the value, or null if it is not valid. */
type Parser<T> = (value: unknown) => T | null

/** Without the fields that this version does not know. */
const requestParser = <T>(schema: TSchema): Parser<T> => storedValueParser(schema) as Parser<T>

function replyParser<T>(schema: TSchema): Parser<T> {
  const validator = Compile(schema)
  return (value) => (validator.Check(value) ? (value as T) : null)
}

/** Reads the messages between processes, by the path of the request. */
export const peerFormats: {
  readonly [P in PeerPath]: {
    readonly request: Parser<PeerRequests[P]['request']>
    readonly reply: Parser<PeerRequests[P]['reply']>
    /** The largest request in bytes. */
    readonly maxBytes: number
  }
} = {
  '/call': {
    request: requestParser(call),
    reply: replyParser(
      Type.Object({
        status: Type.Integer({ minimum: 100, maximum: 599 }),
        headers,
        body: Type.String(),
        seq: whole,
      }),
    ),
    // Any body that a route accepts, as base64 within JSON, and the headers beside it.
    maxBytes: Math.ceil(largestBodyBytes / 3) * 4 + 512 * 1024,
  },
  '/command': {
    request: requestParser(command),
    reply: replyParser(
      Type.Union([
        Type.Object({ seq: whole }),
        Type.Object({ refusal: Type.Object({ errorCode: Type.Enum([...refusalCodes]) }) }),
      ]),
    ),
    maxBytes: 16 * 1024,
  },
  '/admin': {
    request: requestParser(
      Type.Object({
        command: text,
        args: Type.Unknown(),
        by: text,
        userId: orNull(text),
      }),
    ),
    reply: replyParser(
      Type.Union([
        Type.Object({ result: Type.Unknown() }),
        Type.Object({ refusal: Type.Object({ code: Type.String(), message: Type.String() }) }),
      ]),
    ),
    // As much as the admin socket receives.
    maxBytes: 8 * 1024 * 1024,
  },
  '/presence': {
    request: requestParser(Type.Object({ processId: text, traderIds: Type.Array(text) })),
    reply: replyParser(Type.Object({})),
    maxBytes: 1024 * 1024,
  },
  '/ready': {
    request: requestParser(Type.Object({})),
    reply: replyParser(Type.Object({})),
    maxBytes: 1024,
  },
  '/quotes': {
    request: requestParser(Type.Object({ processId: text, version: whole })),
    reply: replyParser(
      Type.Object({
        version: whole,
        quotes: Type.Array(quote),
        usdJpy: Type.Number(),
        indexMove: orNull(Type.Number()),
        statistics: Type.Optional(Type.Array(statistics)),
      }),
    ),
    maxBytes: 16 * 1024,
  },
}
