import { type Rejection, type RejectReason, rejectReasons } from '../dictionary/validation.ts'
import { type FixField, type FixMessage, fieldOf } from '../wire/fix-message.ts'
import { parseUtcTimestamp } from '../wire/utc-timestamp.ts'
import type { BeginString } from './application.ts'

/** MsgType (35) of the session protocol. */
export const sessionTypes = {
  heartbeat: '0',
  testRequest: '1',
  resendRequest: '2',
  reject: '3',
  sequenceReset: '4',
  logout: '5',
  logon: 'A',
} as const

/** The tags with which the session protocol works. */
export const tags = {
  beginSeqNo: 7,
  endSeqNo: 16,
  msgSeqNum: 34,
  newSeqNo: 36,
  possDupFlag: 43,
  refSeqNum: 45,
  senderCompId: 49,
  sendingTime: 52,
  targetCompId: 56,
  text: 58,
  possResend: 97,
  encryptMethod: 98,
  heartBtInt: 108,
  testReqId: 112,
  origSendingTime: 122,
  gapFillFlag: 123,
  resetSeqNumFlag: 141,
  refTagId: 371,
  refMsgType: 372,
  sessionRejectReason: 373,
  username: 553,
  password: 554,
} as const

/** Header fields that an application may set; 128 and 129 route a message on to somebody behind the counterparty. */
export const routingTags: ReadonlySet<number> = new Set([50, 57, 97, 115, 116, 128, 129, 142, 143, 144, 145])

/** The field of a reply that names who the message was from or for: its counterpart in the other direction. */
const reverseRoutes: ReadonlyMap<number, number> = new Map([
  [115, 128],
  [116, 129],
  [144, 145],
  [128, 115],
  [129, 116],
  [145, 144],
])

/** Returns the routing fields of a reply to a message. */
export const reverseRouting = ({ fields }: FixMessage): FixField[] =>
  fields.flatMap(([tag, value]): FixField[] => {
    const reversed = reverseRoutes.get(tag)
    return reversed === undefined || value === '' ? [] : [[reversed, value]]
  })

const reasonTexts: Readonly<Record<RejectReason, string>> = {
  [rejectReasons.invalidTag]: 'Invalid tag number',
  [rejectReasons.requiredTagMissing]: 'Required tag missing',
  [rejectReasons.tagNotDefinedForMessage]: 'Tag not defined for this message type',
  [rejectReasons.tagWithoutValue]: 'Tag specified without a value',
  [rejectReasons.valueOutOfRange]: 'Value is incorrect (out of range) for this tag',
  [rejectReasons.incorrectFormat]: 'Incorrect data format for value',
  [rejectReasons.compIdProblem]: 'CompID problem',
  [rejectReasons.sendingTimeAccuracy]: 'SendingTime accuracy problem',
  [rejectReasons.invalidMsgType]: 'Invalid MsgType',
  [rejectReasons.repeatedTag]: 'Tag appears more than once',
  [rejectReasons.tagOutOfOrder]: 'Tag specified out of required order',
  [rejectReasons.groupFieldOutOfOrder]: 'Repeating group fields out of order',
  [rejectReasons.wrongGroupCount]: 'Incorrect NumInGroup count for repeating group',
}

/** FIX 4.2 has no SessionRejectReason beyond 11. */
const largestReasonOf: Readonly<Record<BeginString, number>> = { 'FIX.4.2': 11, 'FIX.4.4': 99 }

/** Returns the text of a rejection with its tag, for a Logout. */
export const rejectionText = ({ reason, tag }: Rejection): string =>
  tag === undefined ? reasonTexts[reason] : `${reasonTexts[reason]} (${tag})`

/** Returns the body of the Reject (3) of a message. */
export function rejectFields(
  beginString: BeginString,
  refused: FixMessage,
  rejection: Rejection,
): FixField[] {
  const { reason, tag } = rejection
  const seqNum = fieldOf(refused, tags.msgSeqNum)
  const fields: FixField[] = seqNum === undefined ? [] : [[tags.refSeqNum, seqNum]]
  fields.push([tags.text, reasonTexts[reason]])
  if (tag !== undefined) fields.push([tags.refTagId, String(tag)])
  if (refused.type !== '') fields.push([tags.refMsgType, refused.type])
  if (reason <= largestReasonOf[beginString]) fields.push([tags.sessionRejectReason, String(reason)])
  return fields
}

/** Returns MsgSeqNum of a message, or null if it has none. */
export const seqNumOf = (message: FixMessage): number | null => naturalOf(message, tags.msgSeqNum)

/** Returns the value of a tag as a number without sign, or null. */
export function naturalOf(message: FixMessage, tag: number): number | null {
  const value = fieldOf(message, tag)
  return value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : null
}

/** Whether a flag of a message is Y. */
export const isSet = (message: FixMessage, tag: number): boolean => fieldOf(message, tag) === 'Y'

/** Returns the time in a field of a message, or null. */
export const timeOf = (message: FixMessage, tag: number): number | null =>
  parseUtcTimestamp(fieldOf(message, tag) ?? '')
