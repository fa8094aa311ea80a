import { tokyoDate } from '@aitai/engine/calendar/trading-days.ts'
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
import { findUser, unknownUser } from './users.ts'

/** An event as staff may see it: with the day only, since the time would reveal when a trader was active. */
type PrintedRatedEvent = Omit<RatedEvent, 'at'> & { readonly day: string }

/** What the command prints as JSON. */
export interface PrintedRating extends Omit<RatingExplanation, 'events'> {
  readonly email: string
  readonly events: readonly PrintedRatedEvent[]
}

/**
 * A trader's credibility rating and the answers behind it (docs/rules.md §14), without adverts or contras. The
 * request is recorded in the audit trail.
 */
export async function showRating(admin: AdminContext, { email }: { email: string }): Promise<AdminReply> {
  const user = await findUser(admin, email)
  if (!user) return unknownUser(email)
  if (user.role !== 'TRADER') return adminRefusal('NOT_TRADER', 'Only traders have a rating.')
  const event = { action: 'ratingShown', subject: user.id }
  await admin.db.transaction().execute((trx) => recordAdminEvent(trx, admin, event))
  const { events, ...rating } = await readMarketState(admin, ({ traders, limits }) =>
    explainRating(traders.get(user.id)?.ledger ?? [], limits),
  )
  const days = events.map(({ at, ...event }) => ({ day: tokyoDate(at), ...event }))
  return adminResult({ email: user.email, ...rating, events: days } satisfies PrintedRating)
}
