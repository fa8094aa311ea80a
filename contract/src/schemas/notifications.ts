import { notificationTypes } from '@aitai/engine/notifications.ts'
import Type, { type Static } from 'typebox'
import { callSchemas } from './call-schemas.ts'
import { described, Id, nullable, oneOf, Time } from './common.ts'
import { LocateNotification } from './locates.ts'

export const Notification = Type.Object({
  id: Id,
  message: described(
    "The type, word for word as in the specification's section 4.",
    Type.Union([oneOf(notificationTypes), Type.String()]),
  ),
  messageType: oneOf(['statusAlert', 'locate']),
  securityId: nullable(Id),
  advertisementId: nullable(Id),
  locateNotificationId: nullable(Id),
  connectionAgreementId: nullable(Id),
  buyStatus: described(
    "Received (true) or pending (false), on the broker's notifications.",
    nullable(Type.Boolean()),
  ),
  sellStatus: nullable(Type.Boolean()),
  brokerUserName: nullable(Type.String()),
  confirmedBy: nullable(Type.String()),
  deskHeadName: described(
    'The desk head who acted on the advert. Absent from all other notifications.',
    Type.Optional(Type.String()),
  ),
  errorCode: nullable(Type.String()),
  errorMessage: nullable(Type.String()),
  firstName: Type.String(),
  lastName: Type.String(),
  timestamp: Time,
  ack: Type.Boolean(),
  visible: Type.Boolean(),
  locate: described(
    'The locate as its receiver may see it, on every notification about one.',
    nullable(LocateNotification),
  ),
})
export type Notification = Static<typeof Notification>

export const notifications = callSchemas({
  summary: 'What is not hidden, newest first',
  reply: Type.Array(Notification),
})

/** The pushed frame: `message` is a string that holds a Notification as JSON (docs/rules.md §17). */
export const PushedFrame = Type.Object({ message: Type.String() })
