import type { PlatformHours } from '@aitai/contract/schemas/reference.ts'
import { expiryOf, type LifetimeTerms } from '@aitai/engine/adverts/duration/expiry.ts'
import { endOfPlatformHours, platformIsOpen } from '@aitai/engine/calendar/hours.ts'
import { matchingGaps } from '@aitai/engine/calendar/open-time.ts'
import { anyExchange, calendarOfDay } from '../../shared/calendar/platform-calendar.ts'
import { type SizeWarning, sizeWarnings, type WarnedSize } from '../../shared/sizes/size-warnings.ts'

/** A warning of the review before sending. Times in milliseconds UTC. */
export type ReviewWarning =
  | SizeWarning
  /** The platform closes before the duration is over. */
  | { readonly kind: 'close'; readonly at: number }
  /** Matching has ended by then, although the platform is still open. */
  | { readonly kind: 'over'; readonly at: number }
  /** Nothing can be sent: out of hours, or not a trading day. */
  | { readonly kind: 'closed' | 'holiday' }
  | { readonly kind: 'break'; readonly from: number; readonly to: number }

/** Matching is off although the platform is open. */
type IdleWarning = Extract<ReviewWarning, { kind: 'break' | 'over' }>

const startOf = (idle: IdleWarning): number => (idle.kind === 'break' ? idle.from : idle.at)

/**
 * Where the close or a break of matching shortens the useful life of an advert (docs/rules.md §13): its
 * duration runs on over lunch, and the platform is open longer than matching runs. A good-for-the-day advert
 * is shortened by nothing, so only a break that holds now is reported.
 * @param submitTime of an active advert, from which its duration counts; null for one that is sent now
 */
export function lifetimeWarnings(
  terms: LifetimeTerms,
  hours: PlatformHours,
  submitTime: number | null,
  now: number,
): ReviewWarning[] {
  const calendar = calendarOfDay(hours, now)
  const isOpen = hours.tradingDay && platformIsOpen(calendar, anyExchange, now)
  // An active advert can be modified at any hour; a new one would be refused.
  if (!isOpen && submitTime !== null) return []
  if (!isOpen) return [{ kind: hours.tradingDay ? 'closed' : 'holiday' }]
  const lifetime = { exchange: anyExchange, terms, submitTime: submitTime ?? now, at: now } as const
  const { expiryDate, isCutShort, isForTheDay } = expiryOf(calendar, lifetime)
  const until = Math.max(expiryDate, endOfPlatformHours(calendar, anyExchange, now))
  const idle = matchingGaps(calendar, anyExchange, now, until)
    .filter(({ from }) => from < expiryDate)
    .map(
      ({ from, to }): IdleWarning =>
        to === until ? { kind: 'over', at: from } : { kind: 'break', from, to },
    )
  if (isForTheDay) return idle.filter((each) => startOf(each) === now)
  return isCutShort ? [...idle, { kind: 'close', at: expiryDate }] : idle
}

interface ReviewedAdvert extends WarnedSize {
  readonly terms: LifetimeTerms
  /** Null while unknown. */
  readonly hours: PlatformHours | null
  /** Submission time of an active advert; null for one that is sent now. */
  readonly submitTime: number | null
  /** Milliseconds UTC, on the server's clock. */
  readonly now: number
}

/** All warnings before an advert is sent or modified. */
export function reviewWarnings(advert: ReviewedAdvert): readonly ReviewWarning[] {
  const { terms, hours, submitTime, now } = advert
  return [...sizeWarnings(advert), ...(hours ? lifetimeWarnings(terms, hours, submitTime, now) : [])]
}
