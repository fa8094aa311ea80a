import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { NamedConditions } from '@aitai/contract/schemas/preferences.ts'
import { parseDuration } from '@aitai/engine/adverts/duration/duration.ts'
import { endOfDuration } from '@aitai/engine/adverts/duration/expiry.ts'
import { advertCan } from '@aitai/engine/adverts/status-actions.ts'
import { fromWireTerms, keepsPriority } from '@aitai/engine/adverts/terms.ts'
import { changedTerms, type Terms, termsOf } from '../../adverts/terms.ts'
import { type TermProblem, termProblem } from '../../adverts/terms-problems.ts'

/**
 * What is changed for several IOIs in one step. Side, quantity, reference and the levels of prices are each IOI's own:
 * a limit and triggers can only be switched off, or get their levels from saved conditions.
 */
export const changeableTerms = [
  'transactionType',
  'transactionTypePreference',
  'minimumQuantity',
  'duration',
  'brokerIds',
  'credibilityHurdle',
  'quantityDecay',
  'autoRenewals',
  'autoResumes',
  'limitOff',
  'advertisingOff',
  'knockoutOff',
  'indexRelativeOff',
  'conditions',
] as const
export type ChangeableTerm = (typeof changeableTerms)[number]

/** The terms that are only switched off. */
const switchedOff = {
  limitOff: { limitPrice: null },
  advertisingOff: { advertisingTriggerActivated: false },
  knockoutOff: { knockoutTriggerActivated: false },
  indexRelativeOff: { indexRelativeKOTriggerActivated: false },
} as const satisfies Partial<Record<ChangeableTerm, Partial<Terms>>>

export const isSwitchedOff = (term: ChangeableTerm): term is keyof typeof switchedOff => term in switchedOff

/** The new values of a term, the same for every IOI. Saved conditions differ by IOI (`termsAfterConditions`). */
export function newValues(term: Exclude<ChangeableTerm, 'conditions'>, values: Terms): Partial<Terms> {
  if (isSwitchedOff(term)) return switchedOff[term]
  if (term === 'brokerIds') return { brokerIds: values.brokerIds, ranked: values.ranked }
  return { [term]: values[term] }
}

/** The text key of why the new value cannot be applied to any IOI; null if it can. */
export function valueProblem(
  term: ChangeableTerm | null,
  values: Terms,
  conditions: NamedConditions | null,
): TermProblem | 'history.change.choose' | null {
  if (term === null) return 'history.change.choose'
  if (term === 'conditions') return conditions ? null : 'history.change.choose'
  return isSwitchedOff(term) ? null : termProblem(term, values[term])
}

type WithStatus = Pick<Advert, 'advertisementStatus'>

/** Drafts take a change at the desk and are not sent by it; of the others, those that may be modified. */
export const canTakeChange = (advert: WithStatus): boolean =>
  advert.advertisementStatus === 'UNSENT' || advertCan('modify', advert)

/** What a change would do to one IOI. */
export interface PlannedChange {
  readonly advert: Advert
  /** The unsent edits of the desk. They are part of a draft; what was sent keeps them unsent. */
  readonly edits: Partial<Terms>
  readonly was: Terms
  readonly is: Terms
  readonly losesPriority: boolean
}

/** The terms from which a change starts: a draft's with its edits, else what the server has. */
export const termsBefore = (advert: Advert, edits: Partial<Terms> = {}): Terms =>
  advert.advertisementStatus === 'UNSENT' ? { ...termsOf(advert), ...edits } : termsOf(advert)

export function plannedChange(
  advert: Advert,
  edits: Partial<Terms>,
  changes: Partial<Terms>,
  now: number,
): PlannedChange {
  const was = termsBefore(advert, edits)
  const is: Terms = { ...was, ...changes }
  return { advert, edits, was, is, losesPriority: losesPriority(advert, was, is, now) }
}

/**
 * Whether a change takes a new priority time (docs/rules.md 4.7, 4.18, 25.7). Drafts have none, a paused IOI takes one
 * with its resume in any case, and one that awaits its advertising trigger takes the time of the firing.
 */
function losesPriority(advert: Advert, was: Terms, is: Terms, now: number): boolean {
  const { advertisementStatus: status, advertTriggerSatisfied } = advert
  const awaitsTrigger = (terms: Terms): boolean =>
    terms.advertisingTriggerActivated && !advertTriggerSatisfied
  if (status !== 'LIVE' && status !== 'SENT') return false
  if (awaitsTrigger(was) && awaitsTrigger(is)) return false
  const offered = { before: 0, after: offersMore(advert, was, is, now) ? 1 : 0 }
  return !keepsPriority(fromWireTerms(was), fromWireTerms(is), offered)
}

/**
 * Whether an IOI of unchanged quantity offers more after a change. Only decay lets it offer less than its quantity, so
 * only the end of the decay, or a slower one, raises it. A later expiry that the close cuts short counts as a raise
 * too: rather a warning too many.
 */
function offersMore(advert: Advert, was: Terms, is: Terms, now: number): boolean {
  const { advertisementStatus, currentQuantity, quantityRemaining, minimumShareQuantity, expiryDate } = advert
  if (!was.quantityDecay || minimumShareQuantity >= quantityRemaining) return false
  // The list is some seconds old, and a live one runs down in each of them.
  const hasRunDown = advertisementStatus === 'LIVE' || currentQuantity < quantityRemaining
  if (!hasRunDown) return false
  if (!is.quantityDecay) return true
  if (expiryDate === null || is.duration === was.duration) return false
  const duration = parseDuration(is.duration)
  if (duration.kind === 'END_OF_DAY') return true
  return endOfDuration(duration, advert.submitTime ?? now, now) > Date.parse(expiryDate)
}

/** Whether the server's terms of an IOI are still those from which a change was planned. */
export const isAsPlanned = ({ advert }: PlannedChange, now: Advert | undefined): boolean =>
  now !== undefined && changedTerms(termsOf(advert), termsOf(now)).length === 0

/** The unsent edits after a change: those of a draft with it, those of what was sent without the changed terms. */
export function editsAfter({ advert, edits, was, is }: PlannedChange): Partial<Terms> {
  if (advert.advertisementStatus === 'UNSENT')
    return Object.fromEntries(changedTerms(termsOf(advert), is).map((name) => [name, is[name]]))
  const changed: readonly string[] = changedTerms(was, is)
  return Object.fromEntries(Object.entries(edits).filter(([name]) => !changed.includes(name)))
}
