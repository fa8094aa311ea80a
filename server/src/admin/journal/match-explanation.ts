import { cleanReason } from '@aitai/contract/routes/console/reason.ts'
import { isoTime } from '@aitai/engine/calendar/iso-times.ts'
import { endOfTradingDay } from '@aitai/engine/calendar/trading-days.ts'
import { explainPair, type PairExplanation } from '@aitai/engine/explain/pair-explanation.ts'
import { foldJournal } from '../../market/fold.ts'
import {
  type AdminContext,
  type AdminReply,
  adminRefusal,
  adminResult,
  cleanName,
  missingReason,
} from '../admin-context.ts'
import { submitToJournal } from './journal-commands.ts'
import { journalledSightingAt, type NextAdvertEvent, nextAdvertEvent } from './journal-search.ts'

export interface MatchQuestion {
  /** The ids of two adverts. */
  readonly a: string
  readonly b: string
  /** The time in question, in milliseconds UTC; now if omitted. */
  readonly at?: number
  /** Stored permanently in the journal, with the operator. */
  readonly reason: string
}

/** What the command prints as JSON. Times in milliseconds UTC. */
export interface MatchExplanation extends PairExplanation {
  readonly a: string
  readonly b: string
  readonly at: number
  readonly by: string
  readonly reason: string
  readonly next: NextAdvertEvent | null
}

/**
 * Explains why two adverts matched or did not at a given time: folds the journal up to it, then evaluates every
 * condition of docs/rules.md §3. The answer shows users' adverts to staff, so the request and its reason are
 * written to the journal before anything is read (docs/rules.md §15), even if the adverts do not exist.
 */
export async function explainMatch(admin: AdminContext, request: MatchQuestion): Promise<AdminReply> {
  const { by } = admin
  const [a, b] = [cleanName(request.a), cleanName(request.b)]
  const reason = cleanReason(request.reason)
  const now = admin.now()
  const at = request.at ?? now
  if (!a || !b || a === b) return adminRefusal('INVALID', 'Name two different adverts by their ids.')
  if (!reason) return missingReason
  if (at > now) return adminRefusal('INVALID', 'That time is in the future.')

  const refusal = await submitToJournal(admin, {
    type: 'explainMatch',
    advertIds: [a, b],
    of: at,
    by,
    reason,
  })
  if (refusal) return { refusal }

  const folded = await foldJournal(admin.db, at)
  const { state } = folded
  const unknown = [a, b].find((id) => !state.adverts.has(id))
  if (unknown !== undefined)
    return adminRefusal('ADVERT_UNKNOWN', `There was no advert ${unknown} at ${isoTime(at)}.`)
  const sighting = await journalledSightingAt(admin, folded, state.adverts.get(a)?.securityId ?? '', at)
  const explanation = explainPair(state, a, b, sighting, at)
  if (!explanation) throw new Error(`${a} and ${b} cannot be explained`)
  const next = await nextAdvertEvent(admin, folded.seq, [a, b], endOfTradingDay(at))
  return adminResult({
    a,
    b,
    at,
    by,
    reason,
    ...withNext(explanation, next),
    next,
  } satisfies MatchExplanation)
}

/** If one of two adverts that could match was then located with a third, that third advert outranked the other. */
function withNext(explanation: PairExplanation, next: NextAdvertEvent | null): PairExplanation {
  const { result } = explanation
  const couldMeet = result === 'NOT_SWEPT' || (result === 'OUTRANKED' && explanation.locateId === null)
  if (!couldMeet || !next?.locateId || next.together) return explanation
  return { ...explanation, result: 'OUTRANKED', locateId: next.locateId }
}
