import { dayMs, tradingDay } from '@aitai/engine/calendar/calendar.ts'
import {
  explainRating,
  type RatedEvent,
  type RatingExplanation,
} from '@aitai/engine/rating/rating-explanation.ts'
import {
  type AdminContext,
  type AdminReply,
  adminRefusal,
  adminResult,
  recordAdminEvent,
} from '../admin-context.ts'
import { readMarketState } from '../journal/journal-commands.ts'
import { findUser } from './users.ts'

/**
 * An event as staff may see it: with its day in Tokyo, for the moment would tell when somebody was in the
 * market.
 */
export type PrintedRatedEvent = Omit<RatedEvent, 'at'> & { readonly day: string }

/** What the command prints as JSON. */
export interface PrintedRating extends Omit<RatingExplanation, 'events'> {
  readonly email: string
  readonly events: readonly PrintedRatedEvent[]
}

const dayOf = (at: number): string => new Date(tradingDay(at) * dayMs).toISOString().slice(0, 10)

/**
 * A trader's rating and the answers behind it (rules 14). Neither adverts nor contras are in it (rules 15).
 * That it was looked at is in the audit trail.
 */
export async function showRating(office: AdminContext, { email }: { email: string }): Promise<AdminReply> {
  const user = await findUser(office, email)
  if (!user) return adminRefusal('USER_UNKNOWN', `There is no user with the e-mail ${email}.`)
  if (user.role !== 'TRADER') return adminRefusal('NOT_TRADER', 'Only traders have a rating.')
  const deed = { action: 'ratingShown', subject: user.id }
  await office.db.transaction().execute((trx) => recordAdminEvent(trx, office, deed))
  const { events, ...rating } = await readMarketState(office, ({ traders, limits }) =>
    explainRating(traders.get(user.id)?.ledger ?? [], limits),
  )
  const days = events.map(({ at, ...event }) => ({ day: dayOf(at), ...event }))
  return adminResult({ email: user.email, ...rating, events: days } satisfies PrintedRating)
}
