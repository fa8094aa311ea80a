import { dayMs, tradingDay } from '@aitai/engine/calendar.ts'
import { explainRating, type RatedEvent, type RatingExplained } from '@aitai/engine/ledger.ts'
import { shown } from './journalled.ts'
import { done, type Office, type OfficeAnswer, recordDeed, refused } from './office.ts'
import { findUser } from './users.ts'

/**
 * An event as staff may see it: with its day in Tokyo, for the moment would tell when somebody was in the
 * market.
 */
export type ShownEvent = Omit<RatedEvent, 'at'> & { readonly day: string }

/** What the command prints as JSON. */
export interface RatingShown extends Omit<RatingExplained, 'events'> {
  readonly email: string
  readonly events: readonly ShownEvent[]
}

const dayOf = (at: number): string => new Date(tradingDay(at) * dayMs).toISOString().slice(0, 10)

/**
 * A trader's rating and the answers behind it (rules 14). Neither adverts nor contras are in it (rules 15).
 * That it was looked at is in the audit trail.
 */
export async function showRating(office: Office, { email }: { email: string }): Promise<OfficeAnswer> {
  const user = await findUser(office, email)
  if (!user) return refused('USER_UNKNOWN', `There is no user with the e-mail ${email}.`)
  if (user.role !== 'TRADER') return refused('NOT_TRADER', 'Only traders have a rating.')
  const deed = { action: 'ratingShown', subject: user.id }
  await office.db.transaction().execute((trx) => recordDeed(trx, office, deed))
  const { events, ...rating } = await shown(office, ({ traders, limits }) =>
    explainRating(traders.get(user.id)?.ledger ?? [], limits),
  )
  const days = events.map(({ at, ...event }) => ({ day: dayOf(at), ...event }))
  return done({ email: user.email, ...rating, events: days } satisfies RatingShown)
}
