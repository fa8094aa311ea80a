import type { Notification } from '@aitai/contract/schemas/notifications.ts'

/**
 * Matches that still wait for this person's OK, oldest first. One that a colleague has confirmed meanwhile
 * needs no popup any more (specification 4: "connection confirmed: hides the popup").
 */
export function openMatches(
  arrived: readonly Notification[],
  acknowledged: readonly string[],
): Notification[] {
  const confirmed = new Set(
    arrived
      .filter(({ message }) => message === 'Connection confirmed')
      .map(({ connectionAgreementId }) => connectionAgreementId),
  )
  return arrived
    .filter(({ message, ack }) => message === 'New IOI Match Confirmed' && !ack)
    .filter(({ id }) => !acknowledged.includes(id))
    .filter(({ connectionAgreementId }) => !confirmed.has(connectionAgreementId))
    .sort((a, b) => a.timestamp - b.timestamp)
}
