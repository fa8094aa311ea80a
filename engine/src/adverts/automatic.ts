import { endOfTradingDay, tradingDay } from '../calendar/trading-days.ts'
import { type Advert, type AdvertTerms, type Duration, isSentOrLive } from '../model/advert.ts'
import type { Outcome } from '../model/locate.ts'
import { securityOf } from '../model/lookups.ts'
import type { State } from '../model/state.ts'
import { parseDuration } from './duration/duration.ts'
import { expiryDateOf } from './duration/expiry.ts'

/*
 * The rules that a trader may give an advert: to be sent again when it expires, and to be resumed after a locate that
 * only the contra missed (docs/rules.md §28). Events make one of them due; the next tick of the clock asks for it with
 * the command that the owner would have sent, so that it is decided by the same guards and is in the journal.
 */

/** For how long it stays due, in milliseconds: after a longer downtime the owner decides. */
const dueMs = 60_000

/** The outcomes after which the owner is not the one who missed the locate: the popup offers to resume. */
export const resumableOutcomes: readonly Outcome[] = ['CONTRA_DECLINED', 'CONTRA_TIMEOUT']

/** Whether a duration is one of those in minutes from the submit. An own expiry and the end of the day come once. */
export const isRenewable = (duration: Duration): boolean => parseDuration(duration).kind === 'MINUTES'

/** How often these terms renew an advert in all. */
export const renewalsOf = ({
  duration,
  autoRenewals,
}: Pick<AdvertTerms, 'duration' | 'autoRenewals'>): number => (isRenewable(duration) ? autoRenewals : 0)

export const renewalsLeft = ({ terms, renewals }: Pick<Advert, 'terms' | 'renewals'>): number =>
  Math.max(0, renewalsOf(terms) - renewals)

export const resumesLeft = ({ terms, resumes }: Pick<Advert, 'terms' | 'resumes'>): number =>
  Math.max(0, terms.autoResumes - resumes)

/** Whether an advert that is about to expire is to be sent again. Nobody resumes for an owner what is paused. */
export const renewsAtExpiry = ({ traders }: State, advert: Advert): boolean =>
  isSentOrLive(advert) && renewalsLeft(advert) > 0 && traders.get(advert.traderId)?.present === true

/** Whether an advert is to be resumed after this outcome of a locate for its own side. */
export const resumesAfter = ({ traders }: State, advert: Advert, outcome: Outcome): boolean =>
  resumableOutcomes.includes(outcome) &&
  resumesLeft(advert) > 0 &&
  traders.get(advert.traderId)?.present === true

/** Whether a rule is to renew or resume an advert now. */
export const isAutomaticDue = ({ automaticSince }: Advert, at: number): boolean =>
  automaticSince !== null && at - automaticSince <= dueMs

/** Whether a dead advert is to be sent again now, on the day on which it was sent and for a life that ends on it. */
export function mayRenew(state: State, advert: Advert, at: number): boolean {
  const { terms, securityId, submitTime } = advert
  if (!isAutomaticDue(advert, at) || tradingDay(Number(submitTime)) !== tradingDay(at)) return false
  const { exchange } = securityOf(state, securityId)
  return expiryDateOf(state.calendar, { exchange, terms, submitTime: at, at }) <= endOfTradingDay(at)
}

/** That a rule acts, for the event; nothing if a user does. */
export const automaticOf = ({ isAutomatic }: { readonly isAutomatic?: true }): { isAutomatic?: true } =>
  isAutomatic ? { isAutomatic } : {}
