import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { advertCan } from '@aitai/engine/adverts/advert.ts'
import type { TextKey } from '@aitai/messages/en.ts'
import type { CallFailure } from '../../../app/api/failure.ts'

/** What can be done to several adverts. `send` submits drafts and dead ones and modifies all others. */
export const bulkActions = ['cancel', 'pause', 'resume', 'send'] as const
export type BulkAction = (typeof bulkActions)[number]

type Statused = Pick<Advert, 'advertisementStatus'>
type Reason = Extract<TextKey, `history.why.${string}`>

const applies: Readonly<Record<BulkAction, (advert: Statused) => boolean>> = {
  cancel: ({ advertisementStatus }) => advertisementStatus !== 'DEAD',
  pause: (advert) => advertCan('pause', advert),
  resume: (advert) => advertCan('resume', advert),
  send: () => true,
}

const whyNone: Readonly<Record<BulkAction, Reason>> = {
  cancel: 'history.why.cancel',
  pause: 'history.why.pause',
  resume: 'history.why.resume',
  send: 'history.why.nothing',
}

/**
 * The selected adverts that an action is for, exactly as specification 4 has it for the history: Cancel for
 * all that are not DEAD, Pause for LIVE and SENT, Resume for PAUSED, Send for every one. What the rules
 * refuse all the same comes back by its code.
 */
export const eligibleAdverts = <Row extends Statused>(action: BulkAction, selected: readonly Row[]): Row[] =>
  selected.filter(applies[action])

/** Why an action cannot be taken on the selection, as a text; null when it can. */
export function bulkDisabledReason(action: BulkAction, selected: readonly Statused[]): Reason | null {
  if (selected.length === 0) return 'history.why.nothing'
  return eligibleAdverts(action, selected).length === 0 ? whyNone[action] : null
}

/** The one button of both: Resume once nothing selected could be paused and something is paused. */
export const pauseOrResume = (selected: readonly Statused[]): 'pause' | 'resume' =>
  eligibleAdverts('pause', selected).length === 0 && eligibleAdverts('resume', selected).length > 0
    ? 'resume'
    : 'pause'

/** What became of one advert: done, refused, or not tried as the run was stopped or the way was lost. */
export interface BulkResult {
  readonly advert: Advert
  readonly outcome: 'done' | 'refused' | 'left'
  readonly failure: CallFailure | null
}

interface Run {
  readonly adverts: readonly Advert[]
  readonly ask: (advert: Advert) => Promise<CallFailure | null>
  /** Asked before each: a run is stopped between two adverts, never within one. */
  readonly isStopped: () => boolean
  readonly onProgress: (results: readonly BulkResult[]) => void
}

/** No answer at all, or a session that is over: the next one would fare no better. */
const isLost = ({ status }: CallFailure): boolean => status === 0 || status === 401

/** Asks for one advert after the other and tells after each. A refusal of one does not stop the others. */
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
