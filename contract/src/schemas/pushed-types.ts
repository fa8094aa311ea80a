import { type NotificationType, notificationTypes } from '@aitai/engine/notifications.ts'
import Type, { type TSchema } from 'typebox'
import { sessionEndCodes } from '../routes/live.ts'
import { described, oneOf } from './common.ts'
import { LocateNotification } from './locates.ts'
import { Notification } from './notifications.ts'

type Field = keyof typeof Notification.properties

/** One type of pushed message (docs/specification.md §4): its receivers, its cause and its content. */
export interface PushedType {
  readonly to: 'trader' | 'broker' | 'session'
  readonly when: string
  readonly messageType: 'statusAlert' | 'locate'
  /** The fields that are set. Other nullable fields are null, except those that `may` be set. */
  readonly carries: readonly Field[]
  readonly may?: readonly Field[]
  /** The codes of which it carries one. */
  readonly errorCodes?: readonly string[]
}

const ofAdvert = {
  to: 'trader',
  messageType: 'statusAlert',
  carries: ['securityId', 'advertisementId'],
} as const
const byDeskHead = { ...ofAdvert, carries: [...ofAdvert.carries, 'deskHeadName'] } as const
const ofLocate = {
  to: 'trader',
  messageType: 'locate',
  carries: ['securityId', 'advertisementId', 'locateNotificationId', 'locate'],
} as const
const ofAgreement = {
  to: 'broker',
  messageType: 'statusAlert',
  carries: ['securityId', 'connectionAgreementId', 'buyStatus', 'sellStatus'],
} as const
/** About an agreement, to one of its traders. The end of the day may have removed its locate. */
const ofOwnAgreement = {
  to: 'trader',
  messageType: 'statusAlert',
  carries: ['securityId', 'connectionAgreementId'],
  may: ['advertisementId', 'locateNotificationId', 'locate'],
} as const
const byUser = [...ofAgreement.carries, 'brokerUserName'] as const
const ofSession = { to: 'session', messageType: 'statusAlert', carries: [] } as const

const marketErrors = ['001', '002', '003', '004', '005', '006', '007', '012', '013']

/** The message types of the specification's section 4. A type that is missing here does not compile. */
export const pushedTypes: Readonly<
  Record<NotificationType | '{user} logged out' | '{user} timed out', PushedType>
> = {
  'Contra Located': { ...ofLocate, when: 'A contra was found; both sides have until the deadline.' },
  'Contra Connection Accepted!': {
    ...ofLocate,
    carries: [...ofLocate.carries, 'connectionAgreementId'],
    when: 'Both accepted: the locate contains the executing broker and your password.',
  },
  'Contra Connection Declined': { ...ofLocate, when: 'You accepted and the contra declined.' },
  'Connection Declined': { ...ofLocate, when: 'You declined, and the outcome is known.' },
  'Contra locate timeout': {
    ...ofLocate,
    errorCodes: ['LOCATE-TIMEOUT-OWN', 'LOCATE-TIMEOUT-CONTRA'],
    when: 'You or the contra did not answer in time; the code says which.',
  },
  USER_ACCEPTED_LOCATE: {
    ...ofLocate,
    messageType: 'statusAlert',
    may: ['connectionAgreementId'],
    when: 'You accepted.',
  },
  USER_RESUMED_ADVERT: { ...ofAdvert, when: 'You resumed an advert.' },
  ADVERT_UPDATED: { ...ofAdvert, when: 'An advert changed: by you, or because its trigger was satisfied.' },
  ADVERT_SUBMITTED: { ...ofAdvert, when: 'You sent an advert.' },
  'Advertisement expired': { ...ofAdvert, when: 'An advert expired.' },
  LOCATE_ERROR: { ...ofLocate, errorCodes: ['LOCATE_ERROR'], when: 'A locate was withdrawn, unscored.' },
  CANCEL_TRIGGER: {
    ...ofAdvert,
    errorCodes: ['CANCEL-TRIGGER-001', 'CANCEL-TRIGGER-002'],
    when: 'A knockout or the index-relative trigger ended an advert.',
  },
  MARKET_ERROR: {
    ...ofAdvert,
    errorCodes: marketErrors.map((number) => `MARKET-ERROR-${number}`),
    when: 'The market of a security ended an advert.',
  },
  'New IOI Match Confirmed': { ...ofAgreement, when: 'Two institutions agreed on your firm as broker.' },
  'Connection confirmed': {
    ...ofAgreement,
    carries: [...byUser, 'confirmedBy'],
    when: 'The passwords of both sides were received.',
  },
  'Connection status updated': {
    ...ofAgreement,
    carries: byUser,
    when: "A side's password was received or the confirmation undone, or a report about the execution changed.",
  },
  NOT_EXECUTED_REPORTED: {
    ...ofOwnAgreement,
    when: 'The executing broker reported that nothing was executed, or corrected that report.',
  },
  NOT_EXECUTED_WITHDRAWN: {
    ...ofOwnAgreement,
    when: 'The executing broker withdrew its report that nothing was executed.',
  },
  EXECUTION_REPORTED: {
    ...ofOwnAgreement,
    when: 'The executing broker reported an execution, or corrected a report.',
  },
  EXECUTION_WITHDRAWN: {
    ...ofOwnAgreement,
    when: 'The executing broker withdrew the report of an execution.',
  },
  BROKER_CONFIRMED: {
    ...ofOwnAgreement,
    when: 'The executing broker confirmed that it received your password.',
  },
  BROKER_CONFIRMATION_UNDONE: {
    ...ofOwnAgreement,
    when: 'The executing broker took that confirmation back.',
  },
  DESK_HEAD_PAUSED: { ...byDeskHead, when: 'The desk head of your institution paused your advert.' },
  DESK_HEAD_RESUMED: { ...byDeskHead, when: 'The desk head of your institution resumed your advert.' },
  DESK_HEAD_CANCELLED: { ...byDeskHead, when: 'The desk head of your institution cancelled your advert.' },
  AUTO_RENEWED: { ...ofAdvert, when: 'Your rule sent an expired advert again, as a new one.' },
  AUTO_RESUMED: { ...ofAdvert, when: 'Your rule resumed an advert after a locate that the contra missed.' },
  OPERATOR_CANCELLED: { ...ofAdvert, when: 'The operator cancelled your advert.' },
  '{user} logged out': {
    ...ofSession,
    errorCodes: [sessionEndCodes.REPLACED, sessionEndCodes.LOGGED_OUT],
    when: 'The session was replaced by a log-in elsewhere, or logged off. The socket closes after it.',
  },
  '{user} timed out': {
    ...ofSession,
    errorCodes: [sessionEndCodes.TIMED_OUT],
    when: 'The session timed out. The socket closes after it.',
  },
}
export type PushedTypeName = keyof typeof pushedTypes

const isNotificationType = (name: string): name is NotificationType =>
  (notificationTypes as readonly string[]).includes(name)

interface Nullable {
  readonly anyOf?: readonly (TSchema & { readonly type?: string })[]
  readonly description?: string
}

/** A field of a type: set, null, or either. */
function fieldOf(name: Field, { carries, may = [], errorCodes }: PushedType): TSchema {
  const schema = Notification.properties[name]
  if (name === 'deskHeadName') return Type.String()
  const { anyOf = [], description } = schema as Nullable
  if (name === 'errorCode') return errorCodes ? oneOf(errorCodes) : Type.Null()
  if (name === 'errorMessage') return errorCodes ? schema : Type.Null()
  const isNullable = anyOf.some(({ type }) => type === 'null')
  if (!isNullable || may.includes(name)) return schema
  const [set = schema]: readonly TSchema[] = anyOf
  if (!carries.includes(name)) return Type.Null()
  // The locate keeps the schema of its component.
  return description && set !== LocateNotification ? described(description, set) : set
}

/** The notification of one type: the content of the string in a pushed frame. */
export function pushedSchema(name: PushedTypeName): TSchema {
  const type = pushedTypes[name]
  const names = (Object.keys(Notification.properties) as Field[]).filter(
    (field) => field !== 'deskHeadName' || type.carries.includes(field),
  )
  const word = isNotificationType(name)
    ? Type.Literal(name)
    : Type.String({ pattern: `^.*${name.replace('{user}', '')}$` })
  return Type.Object({
    ...Object.fromEntries(names.map((field) => [field, fieldOf(field, type)])),
    message: word,
    messageType: Type.Literal(type.messageType),
  })
}
