import Type, { type Static } from 'typebox'
import { Advert } from './adverts.ts'
import { callSchemas } from './call-schemas.ts'
import { Answer, CauseOfDeath, described, Id, Outcome, oneOf, Shares, Time, YenPrice } from './common.ts'
import { LocateNotification } from './locates.ts'

/** What may happen to an IOI, as its owner may know it. */
export const advertEventTypes = [
  'SENT',
  'CHANGED',
  'TRIGGERED',
  'BEYOND_LIMIT',
  'LIVE',
  'PAUSED',
  'RESUMED',
  'LOCATED',
  'ANSWERED',
  'LOCATE_ENDED',
  'COMPLETED',
  'RECEIVED',
  'RECEIVED_UNDONE',
  'EXECUTED',
  'EXECUTION_CORRECTED',
  'EXECUTION_WITHDRAWN',
  'NOT_EXECUTED',
  'NOT_EXECUTED_WITHDRAWN',
  'RESIDUAL',
  'ENDED',
] as const
export type AdvertEventType = (typeof advertEventTypes)[number]

/** An ISO date in Tokyo. */
export const TradingDate = Type.String({
  pattern: String.raw`^\d{4}-\d{2}-\d{2}$`,
  description: 'A trading day, as an ISO date in Tokyo.',
})

/** A trading day, or the first and the last of several. */
export const TradingPeriod = Type.String({
  pattern: String.raw`^\d{4}-\d{2}-\d{2}(\.\.\d{4}-\d{2}-\d{2})?$`,
  description: 'An ISO date in Tokyo, or two of them: 2026-11-20..2026-11-24.',
})

/** An event of an own IOI. It has the fields that its type has. */
export const AdvertEvent = Type.Object({
  at: Time,
  type: oneOf(advertEventTypes),
  quantity: described('Sent, changed to, located or executed.', Type.Optional(Shares)),
  price: described('The located mid, or the executed price.', Type.Optional(YenPrice)),
  locateNotificationId: Type.Optional(Id),
  answer: described('The own answer.', Type.Optional(Answer)),
  outcome: Type.Optional(Outcome),
  brokerName: described('The executing broker.', Type.Optional(Type.String())),
  by: described('Who paused it.', Type.Optional(oneOf(['OWNER', 'DESK_HEAD', 'SESSION_END']))),
  deskHeadName: described(
    'The desk head who paused, resumed or cancelled it; absent if the owner did.',
    Type.Optional(Type.String()),
  ),
  isAutomatic: described(
    'Whether a rule of the owner sent or resumed it (docs/rules.md §28).',
    Type.Optional(Type.Literal(true)),
  ),
  causeOfDeath: Type.Optional(CauseOfDeath),
  errorCode: Type.Optional(Type.String()),
  changed: described('The terms that were changed.', Type.Optional(Type.Array(Type.String()))),
  executedAt: Type.Optional(Time),
  notExecutedBy: described(
    'Who did not follow through, as the broker reports.',
    Type.Optional(oneOf(['YOU', 'CONTRA', 'BOTH'])),
  ),
  residualId: described('The draft of what was left.', Type.Optional(Id)),
})
export type AdvertEvent = Static<typeof AdvertEvent>

export const advertEvents = callSchemas({
  summary: 'What has happened to an own advert, in order, also on past days',
  params: Type.Object({ id: Id }),
  reply: Type.Array(AdvertEvent),
})

export const PastDays = Type.Array(
  Type.Object({
    day: TradingDate,
    sent: described('Own adverts that changed on the day.', Type.Integer()),
    completed: Type.Integer(),
  }),
)

export type PastDays = Static<typeof PastDays>

export const pastDays = callSchemas({
  summary: 'The trading days of the last year with own adverts, the newest first',
  reply: PastDays,
})

export const PastDay = Type.Object({
  day: TradingDate,
  adverts: described(
    'As they were after their last event of the day, the newest first. Notionals are at the mid and the rate of the locate that completed it, else at the price and the rate at which it was sent. Levels that follow from a close are null.',
    Type.Array(Advert),
  ),
  locates: described(
    'The locates of these adverts, as they are now; without passwords, which are of their day only.',
    Type.Array(LocateNotification),
  ),
})
export type PastDay = Static<typeof PastDay>

export const pastDay = callSchemas({
  summary: "The trader's own adverts of a trading day",
  params: Type.Object({ day: TradingDate }),
  reply: PastDay,
})
