import Type, { type Static } from 'typebox'
import { call } from './call.ts'
import {
  Answer,
  Direction,
  Id,
  nullable,
  Outcome,
  Percent,
  Price,
  Shares,
  Time,
  TransactionType,
} from './words.ts'

/** One side's view of a locate. Nothing in it depends on more of the contra than rules 15 lets be known. */
export const LocateNotification = Type.Object({
  locateNotificationId: Id,
  securityId: Id,
  /** The viewer's own advert, under both of the specification's names. */
  advertisementId: Id,
  buyId: Id,
  locateQuantity: Shares,
  locationQuantity: Shares,
  direction: Direction,
  contraDirection: Direction,
  transactionType: TransactionType,
  /** The viewer's own minimum in shares: at least this much is there. */
  contraMinimum: Shares,
  stockMovePercentage: Percent,
  indexMovePercentage: Percent,
  midPrice: Price,
  locateTime: Time,
  /** What the popup counts down to, and the server's clock when it answered. */
  deadline: Time,
  serverTime: Time,
  residualPossible: Type.Boolean(),
  /** The viewer's own answer. */
  answer: nullable(Answer),
  /** Null until it is revealed to both. */
  outcome: nullable(Outcome),
  /** After both accepted: the viewer's own password, the executing broker, the agreement. */
  password: nullable(Type.String()),
  brokerName: nullable(Type.String()),
  connectionAgreementId: nullable(Id),
  ack: Type.Boolean(),
  visible: Type.Boolean(),
  messageType: Type.Literal('locate'),
})
export type LocateNotification = Static<typeof LocateNotification>

export const listLocateNotifications = call({
  method: 'GET',
  path: '/locate-notification/list-locate-notifications',
  for: 'trader',
  summary: "The trader's own locates of today, newest first",
  reply: Type.Array(LocateNotification),
})

const LocateAnswer = Type.Object({ direction: Direction, locationNotificationId: Id })

export const connectAcceptance = call({
  method: 'POST',
  path: '/locate-notification/connect-acceptance',
  for: 'trader',
  summary: 'Accept; sealed until both answered or the deadline passed',
  body: LocateAnswer,
  reply: LocateNotification,
})

export const connectRejection = call({
  method: 'POST',
  path: '/locate-notification/connect-rejection',
  for: 'trader',
  summary: 'Decline; sealed until both answered or the deadline passed',
  body: LocateAnswer,
  reply: LocateNotification,
})
