import type { StoredMessage } from '../store/session-store.ts'
import { encode, encodeFields } from '../wire/encoding.ts'
import type { FixField } from '../wire/fix-message.ts'
import { formatUtcTimestamp } from '../wire/utc-timestamp.ts'
import type { SessionConfig } from './session-config.ts'
import { sessionTypes, tags } from './session-messages.ts'
import type { SentMessage } from './session-state.ts'

/** Returns a message as it is stored. Throws UnencodableField. */
export const toStored = ({ seqNum, at, type, routing, body, once }: SentMessage): StoredMessage => ({
  seqNum,
  at,
  type,
  routing: encodeFields(routing),
  body: encodeFields(body),
  once: once ?? null,
})

/** Encodes a message that is sent for the first time. */
export const encodeFirst = (config: SessionConfig, message: StoredMessage): Buffer =>
  encodeMessage(config, message, message.at, [])

/** Encodes a message that is sent again on request. */
export const encodeAgain = (config: SessionConfig, message: StoredMessage, at: number): Buffer =>
  encodeMessage(config, message, at, [
    [tags.possDupFlag, 'Y'],
    [tags.origSendingTime, formatUtcTimestamp(message.at)],
  ])

/** Encodes what stands for numbers whose messages are not sent again: the next number after them. */
export const encodeGapFill = (config: SessionConfig, seqNum: number, next: number, at: number): Buffer =>
  encodeAgain(
    config,
    {
      seqNum,
      at,
      type: sessionTypes.sequenceReset,
      routing: '',
      body: encodeFields([
        [tags.newSeqNo, String(next)],
        [tags.gapFillFlag, 'Y'],
      ]),
      once: null,
    },
    at,
  )

/** The fields of the header are in the order of their tags. */
function encodeMessage(
  { beginString, compId, counterparty }: SessionConfig,
  { seqNum, type, routing, body }: StoredMessage,
  at: number,
  repeated: readonly FixField[],
): Buffer {
  const fixed: readonly FixField[] = [
    [tags.msgSeqNum, String(seqNum)],
    [tags.senderCompId, compId],
    [tags.sendingTime, formatUtcTimestamp(at)],
    [tags.targetCompId, counterparty],
  ]
  if (routing === '' && repeated.length === 0) return encode(beginString, type, encodeFields(fixed) + body)
  const header = [...fixed, ...repeated, ...decodeFields(routing)]
  header.sort(([left], [right]) => left - right)
  return encode(beginString, type, encodeFields(header) + body)
}

const decodeFields = (text: string): FixField[] =>
  text
    .split('\x01')
    .slice(0, -1)
    .map((field) => {
      const equals = field.indexOf('=')
      return [Number(field.slice(0, equals)), field.slice(equals + 1)]
    })
