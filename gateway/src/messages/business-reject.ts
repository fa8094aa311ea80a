import { type FixMessage, fieldOf } from '../wire/fix-message.ts'
import { messageTypes, messageTags as tag } from './message-tags.ts'
import type { FixRefusal } from './refusal.ts'

/** BusinessRejectReason (380). */
export const businessRejectReasons = { other: '0', unknownId: '1', unsupportedType: '3' } as const

/** Refuses a message for which there is no reply of its own that could say so: a Business Message Reject (j). */
export function businessReject(
  message: FixMessage,
  seqNum: number,
  refusal: FixRefusal,
  {
    reason = businessRejectReasons.other,
    refTag,
  }: { readonly reason?: string; readonly refTag?: number } = {},
): FixMessage {
  const id = refTag === undefined ? undefined : fieldOf(message, refTag)
  return {
    type: messageTypes.businessReject,
    fields: [
      [tag.refSeqNum, String(seqNum)],
      [tag.text, refusal.text],
      [tag.refMsgType, message.type],
      ...(id === undefined ? [] : [[tag.businessRejectRefId, id] as const]),
      [tag.businessRejectReason, reason],
      [tag.reasonCode, refusal.code],
    ],
  }
}
