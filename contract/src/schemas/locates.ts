import Type, { type Static } from 'typebox'
import { callSchemas } from './call-schemas.ts'
import {
  Answer,
  Direction,
  described,
  Id,
  nullable,
  Outcome,
  oneOf,
  Percent,
  Shares,
  Time,
  TransactionType,
  YenPrice,
  yenInteger,
} from './common.ts'

/** One side's view of a locate. It depends on the contra only as far as docs/rules.md §15 allows. */
export const LocateNotification = Type.Object({
  locateNotificationId: Id,
  securityId: Id,
  advertisementId: described("The viewer's own advert, under both of the specification's names.", Id),
  buyId: Id,
  locateQuantity: Shares,
  locationQuantity: Shares,
  shareQuantity: described("The quantity of the viewer's own IOI, of which this many were located.", Shares),
  jpynotional: described(
    'The value of the located shares at the mid, in whole yen and, at the rate of the locate, in whole dollars.',
    yenInteger(),
  ),
  usdnotional: Type.Integer(),
  direction: Direction,
  contraDirection: Direction,
  transactionType: TransactionType,
  contraMinimum: described("The viewer's own minimum in shares: at least this many were located.", Shares),
  stockMovePercentage: Percent,
  indexMovePercentage: described('Null if there was no index value of today.', nullable(Percent)),
  midPrice: YenPrice,
  locateTime: Time,
  deadline: described("The end of the popup's countdown, and the server time of this reply.", Time),
  serverTime: Time,
  lapsesAt: described(
    'The first time at which an answer is late (docs/rules.md §8). Null once the outcome is revealed.',
    nullable(Time),
  ),
  residualQuantity: described("What remains of the viewer's own IOI, in shares; 0 at its full size.", Shares),
  residualPossible: Type.Boolean(),
  answer: described("The viewer's own answer.", nullable(Answer)),
  outcome: described('Null until it is revealed to both.', nullable(Outcome)),
  password: described(
    "After both accepted: the viewer's own password, the executing broker, the agreement.",
    nullable(Type.String()),
  ),
  brokerName: nullable(Type.String()),
  brokerContact: described(
    "The broker's telephone and e-mail, after both accepted.",
    nullable(Type.String()),
  ),
  receivedAt: described(
    "When the broker confirmed that it has received the viewer's password; null before, and once undone.",
    nullable(Time),
  ),
  connectionAgreementId: nullable(Id),
  notExecuted: described(
    "The broker's report that nothing was executed, and who did not follow through; null without one.",
    nullable(Type.Object({ reportedAt: Time, by: oneOf(['YOU', 'CONTRA', 'BOTH']) })),
  ),
  executions: described(
    'What the broker has reported as executed and not withdrawn (docs/rules.md §24). Absent without reports.',
    Type.Optional(
      Type.Array(Type.Object({ quantity: Shares, price: YenPrice, executedAt: Time, reportedAt: Time })),
    ),
  ),
  ack: Type.Boolean(),
  visible: Type.Boolean(),
  messageType: Type.Literal('locate'),
})
export type LocateNotification = Static<typeof LocateNotification>

export const listLocateNotifications = callSchemas({
  summary: "The trader's own locates of today, newest first",
  reply: Type.Array(LocateNotification),
})

const LocateAnswer = Type.Object({ direction: Direction, locationNotificationId: Id })
const ofAnswers = {
  404: ['NOT_FOUND'],
  409: ['LOCATE-DIRECTION', 'LOCATE-ANSWERED', 'LOCATE-LATE'],
} as const

export const connectAcceptance = callSchemas({
  summary: 'Accept; sealed until both answered or the deadline passed',
  body: LocateAnswer,
  reply: LocateNotification,
  failures: ofAnswers,
})

export const connectRejection = callSchemas({
  summary: 'Decline; sealed until both answered or the deadline passed',
  body: LocateAnswer,
  reply: LocateNotification,
  failures: ofAnswers,
})
