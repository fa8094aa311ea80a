import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { advertCan } from '@aitai/engine/adverts/status-actions.ts'
import type { TextKey } from '@aitai/messages/en.ts'
import type { ShownAdvert } from '../../adverts/shown-advert.ts'
import type { CallFailure } from '../../shared/api/failure.ts'

/**
 * Bulk actions. `send` submits drafts and dead adverts and modifies all others; `residual` drafts what completed
 * ones left.
 */
const bulkActions = ['cancel', 'pause', 'resume', 'send', 'residual'] as const
export type BulkAction = (typeof bulkActions)[number]

type AdvertWithStatus = Pick<ShownAdvert, 'advertisementStatus' | 'hasNoSide'> &
  Partial<Pick<ShownAdvert, 'residualPossible'>>
type Reason = Extract<TextKey, `history.why.${string}`>

/** Nothing can be done with a completed advert, so it is left out (docs/decisions/0058-completed-rows.md). */
const isCompleted = ({ advertisementStatus }: AdvertWithStatus): boolean =>
  advertisementStatus === 'COMPLETED'

const isEligible: Readonly<Record<BulkAction, (advert: AdvertWithStatus) => boolean>> = {
  cancel: (advert) => advert.advertisementStatus !== 'DEAD' && !isCompleted(advert),
  pause: (advert) => advertCan('pause', advert),
  resume: (advert) => advertCan('resume', advert),
  send: (advert) => !isCompleted(advert) && !advert.hasNoSide,
  residual: ({ residualPossible }) => residualPossible === true,
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
 * still refuse some.
 */
export const eligibleAdverts = <Row extends AdvertWithStatus>(
  action: BulkAction,
  selected: readonly Row[],
): Row[] => selected.filter(isEligible[action])

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

/** Result for one advert: done, refused, or not attempted because the run stopped. */
export interface BulkResult {
  readonly advert: Advert
  readonly outcome: 'done' | 'refused' | 'left'
  readonly failure: CallFailure | null
}

interface Run {
  readonly adverts: readonly Advert[]
  readonly ask: (advert: Advert) => Promise<CallFailure | null>
  /** Checked before each advert; a run never stops within one. */
  readonly isStopped: () => boolean
  readonly onProgress: (results: readonly BulkResult[]) => void
}

/** No response, or the session has ended: the remaining calls would fail too. */
const isLost = ({ status }: CallFailure): boolean => status === 0 || status === 401

/** Runs the action on one advert after the other and reports progress. A refusal does not stop the rest. */
export async function runSequentially({ adverts, ask, isStopped, onProgress }: Run): Promise<BulkResult[]> {
  const results: BulkResult[] = []
  let lost = false
  for (const advert of adverts) {
    if (lost || isStopped()) {
      results.push({ advert, outcome: 'left', failure: null })
      continue
    }
    const failure = await ask(advert)
    lost = failure !== null && isLost(failure)
    results.push({ advert, outcome: failure ? 'refused' : 'done', failure })
    onProgress([...results])
  }
  return results
}
