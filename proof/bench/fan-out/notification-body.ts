import { pushedFrameBody } from '@aitai/contract/routes/live.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'

/** Microseconds on a clock that all processes of this machine share. */
export const microseconds = (): number => Number(process.hrtime.bigint() / 1_000n)

/** A notification as a trader receives most of them, with the moment of its publication as its timestamp. */
export const benchNotification = (id: string): Notification => ({
  id,
  message: 'ADVERT_UPDATED',
  messageType: 'statusAlert',
  securityId: '01JABCDEFGHJKMNPQRSTVWXYZ0',
  advertisementId: '0b0c7a5be0f24c3f9d1f5f0a3c1e2d4b',
  locateNotificationId: null,
  connectionAgreementId: null,
  buyStatus: null,
  sellStatus: null,
  brokerUserName: null,
  confirmedBy: null,
  errorCode: null,
  errorMessage: null,
  firstName: '太郎',
  lastName: '山田',
  timestamp: microseconds(),
  ack: false,
  visible: true,
  locate: null,
})

/** The body of its frame, the same for both servers. */
export const benchFrameBody = (id: string): string => pushedFrameBody(JSON.stringify(benchNotification(id)))

const timestampName = '\\"timestamp\\":'

/** When the notification of a frame body was published, in microseconds. */
export function publishedAt(body: string): number {
  const from = body.indexOf(timestampName) + timestampName.length
  return Number(body.slice(from, body.indexOf(',', from)))
}
