import { advertCan } from '@aitai/engine/adverts/status-actions.ts'
import type { TextKey } from '@aitai/messages/en.ts'
import type { ShownAdvert } from '../../adverts/shown-advert.ts'

/**
 * Bulk actions. `send` submits drafts and dead adverts and modifies all others; `residual` drafts what may follow
 * completed ones.
 */
const bulkActions = ['cancel', 'pause', 'resume', 'send', 'residual'] as const
export type BulkAction = (typeof bulkActions)[number]

type AdvertWithStatus = Pick<ShownAdvert, 'advertisementStatus' | 'hasNoSide'> &
  Partial<Pick<ShownAdvert, 'nextIoi' | 'securityId' | 'submitTime'>>
type Reason = Extract<TextKey, `history.why.${string}`>

/** Nothing can be done with a completed advert, so it is left out (docs/decisions/0058-completed-rows.md). */
const isCompleted = ({ advertisementStatus }: AdvertWithStatus): boolean =>
  advertisementStatus === 'COMPLETED'

const isEligible: Readonly<Record<BulkAction, (advert: AdvertWithStatus) => boolean>> = {
  cancel: (advert) => advert.advertisementStatus !== 'DEAD' && !isCompleted(advert),
  pause: (advert) => advertCan('pause', advert),
  resume: (advert) => advertCan('resume', advert),
  send: (advert) => !isCompleted(advert) && !advert.hasNoSide,
  residual: ({ nextIoi }) => nextIoi !== undefined,
}

const noneEligibleReasons: Readonly<Record<BulkAction, Reason>> = {
  cancel: 'history.why.cancel',
  pause: 'history.why.pause',
  resume: 'history.why.resume',
  send: 'history.why.send',
  residual: 'history.why.residual',
}

/**
 * The selected adverts to which an action applies: Cancel to all that are not DEAD, Pause to LIVE and SENT,
 * Resume to PAUSED, Send to all (docs/specification.md, 4.statuses), without completed ones. The server may
 * still refuse some. Of several IOIs in one security one is followed by the next, because there can be only one: one
 * that has a residual, else the one that was sent last.
 */
export const eligibleAdverts = <Row extends AdvertWithStatus>(
  action: BulkAction,
  selected: readonly Row[],
): Row[] => {
  const eligible = selected.filter(isEligible[action])
  if (action !== 'residual') return eligible
  const first = new Set(
    [...Map.groupBy(eligible, ({ securityId }) => securityId).values()].map(
      (ofSecurity) => ofSecurity.toSorted(byPreference)[0],
    ),
  )
  return eligible.filter((row) => first.has(row))
}

const byPreference = (a: AdvertWithStatus, b: AdvertWithStatus): number =>
  Number(b.nextIoi?.isResidual) - Number(a.nextIoi?.isResidual) || Number(b.submitTime) - Number(a.submitTime)

/** The text key of why an action is disabled for the selection; null when it is enabled. */
export function bulkDisabledReason(action: BulkAction, selected: readonly AdvertWithStatus[]): Reason | null {
  if (selected.length === 0) return 'history.why.nothing'
  if (eligibleAdverts(action, selected).length > 0) return null
  if (action === 'send' && selected.some(({ hasNoSide }) => hasNoSide)) return 'history.why.side'
  return noneEligibleReasons[action]
}

/** Which action the shared button offers: Resume only if nothing selected can be paused. */
export const pauseOrResume = (selected: readonly AdvertWithStatus[]): 'pause' | 'resume' =>
  eligibleAdverts('pause', selected).length === 0 && eligibleAdverts('resume', selected).length > 0
    ? 'resume'
    : 'pause'
