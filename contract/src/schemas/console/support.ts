import { ratedKinds } from '@aitai/engine/rating/rating-explanation.ts'
import Type, { type Static } from 'typebox'
import { callSchemas } from '../call-schemas.ts'
import { described, Id, nullable, oneOf } from '../common.ts'
import { CredibilityLedger } from '../credibility.ts'
import { IsoTime } from './console-fields.ts'

const UnsentMessage = Type.Object({
  id: described('As in the log.', Id),
  at: described('When it was written.', IsoTime),
  kind: oneOf(['mail', 'sms']),
  recipient: described(
    'An e-mail address, or the last two digits of a telephone number; empty if it is gone.',
    Type.String(),
  ),
  subject: described('Null for an SMS, and for a subject that names a person.', nullable(Type.String())),
  tries: Type.Integer({ minimum: 0 }),
  fault: described('Why the last attempt failed; empty before one.', Type.String()),
  nextAt: described('When it is tried next; null once it was given up.', nullable(IsoTime)),
  goodUntil: described('When it expires and is given up.', nullable(IsoTime)),
  givenUpAt: nullable(IsoTime),
  isReadable: described(
    'False if the text or the telephone number was changed in the database.',
    Type.Boolean(),
  ),
})
export type UnsentMessage = Static<typeof UnsentMessage>

export const OperationsOutbox = Type.Object({
  at: described('When this was read.', IsoTime),
  messages: described('Those that were not sent, the newest first, at most 500.', Type.Array(UnsentMessage)),
  isComplete: described('Whether there are no more.', Type.Boolean()),
})
export type OperationsOutbox = Static<typeof OperationsOutbox>

const RatedEvent = Type.Object({
  day: described('In Tokyo; the time would reveal when the trader was active.', Type.String()),
  kind: oneOf(ratedKinds),
  score: Type.Integer(),
  weight: Type.Integer(),
  points: described('Score times weight.', Type.Integer()),
})

const { events: _, ...ratingFields } = CredibilityLedger.properties

export const TraderRating = Type.Object({
  email: Type.String(),
  ...ratingFields,
  events: described('The newest first. None of them names a contra.', Type.Array(RatedEvent)),
})
export type TraderRating = Static<typeof TraderRating>

export const operationsOutbox = callSchemas({
  summary: 'Mails and SMS that were not sent, without texts, as `aitai outbox --unsent` has them',
  reply: OperationsOutbox,
})

export const showRating = callSchemas({
  summary: "A trader's rating and the answers behind it: `aitai rating show`",
  body: Type.Object({ userId: Id }),
  reply: TraderRating,
  failures: { 409: ['USER_UNKNOWN', 'NOT_TRADER'] },
})
