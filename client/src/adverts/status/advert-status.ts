import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { type AdvertAction, advertCan } from '@aitai/engine/adverts/status-actions.ts'
import { type AdvertStatus, isInLocate, isOpen } from '@aitai/engine/model/advert.ts'
import type { TextKey } from '@aitai/messages/en.ts'

/** A colour by its meaning; `--<tone>` in the tokens. */
type Tone = 'unsent' | 'sent' | 'paused' | 'located' | 'completed' | 'dead'

type StatusText = Extract<TextKey, `advert.status.${string}`>
type Reason = Extract<TextKey, `advert.why.${string}`>

interface ShownStatus {
  readonly tone: Tone
  readonly text: StatusText
}

const shown: Readonly<Record<Exclude<AdvertStatus, 'DEAD'>, ShownStatus>> = {
  UNSENT: { tone: 'unsent', text: 'advert.status.UNSENT' },
  SENT: { tone: 'sent', text: 'advert.status.SENT' },
  LIVE: { tone: 'sent', text: 'advert.status.SENT' },
  PAUSED: { tone: 'paused', text: 'advert.status.PAUSED' },
  'ACCEPT/DECLINE?': { tone: 'located', text: 'advert.status.LOCATED' },
  LOCATED: { tone: 'located', text: 'advert.status.LOCATED' },
  COMPLETED: { tone: 'completed', text: 'advert.status.COMPLETED' },
}

type AdvertWithStatus = Pick<Advert, 'advertisementStatus' | 'causeOfDeath'> &
  Partial<Pick<Advert, 'isBeyondLimit'>>

/** LIVE is displayed as sent, ACCEPT/DECLINE? as located, DEAD by its cause, SENT by its limit if it waits for that. */
export function displayedStatus({
  advertisementStatus,
  causeOfDeath,
  isBeyondLimit = false,
}: AdvertWithStatus): ShownStatus {
  if (advertisementStatus === 'SENT' && isBeyondLimit)
    return { tone: 'sent', text: 'advert.status.BEYOND_LIMIT' }
  if (advertisementStatus !== 'DEAD') {
    return shown[advertisementStatus] ?? { tone: 'dead', text: 'advert.status.UNDEFINED' }
  }
  const text = causeOfDeath === 'EXPIRED' ? 'advert.status.EXPIRED' : 'advert.status.CANCELLED'
  return { tone: 'dead', text }
}

/** Milliseconds until the expiry on the server's clock; null if nothing counts down. */
export function timeLeft(
  advert: Pick<Advert, 'advertisementStatus' | 'expiryDate'> | null,
  serverNow: number,
): number | null {
  if (!advert?.expiryDate || !isOpen(advert)) return null
  return Math.max(0, Date.parse(advert.expiryDate) - serverNow)
}

/** The text key of why an action is disabled; null when enabled. Decided by the engine's table (advertCan). */
export function actionDisabledReason(action: AdvertAction, advert: AdvertWithStatus | null): Reason | null {
  if (!advert) return 'advert.why.nothing'
  if (advertCan(action, advert)) return null
  const { advertisementStatus } = advert
  if (isInLocate(advert)) return 'advert.why.located'
  if (advertisementStatus === 'COMPLETED') return 'advert.why.completed'
  if (advertisementStatus === 'DEAD') return 'advert.why.ended'
  if (advertisementStatus === 'PAUSED') return 'advert.why.paused'
  return 'advert.why.unsent'
}

/**
 * What Send/Update does: it submits a draft or a dead advert and modifies any other.
 */
export const submitOrModify = (advert: AdvertWithStatus | null): 'submit' | 'modify' =>
  advert && !advertCan('submit', advert) ? 'modify' : 'submit'

/** The text key of why Send/Update is disabled: a sent advert must have changes. Null when enabled. */
export function sendDisabledReason(advert: AdvertWithStatus | null, isModified: boolean): Reason | null {
  const action = submitOrModify(advert)
  const refused = actionDisabledReason(action, advert)
  if (refused) return refused
  return action === 'modify' && !isModified ? 'advert.why.unchanged' : null
}
