import { endOfTradingDay } from '@aitai/engine/calendar/calendar.ts'
import { explainPair, type PairExplanation } from '@aitai/engine/explain/pair-explanation.ts'
import { foldJournal } from '../../market/fold.ts'
import {
  type AdminContext,
  type AdminReply,
  adminRefusal,
  adminResult,
  cleanName,
  cleanReason,
  missingReason,
} from '../admin-context.ts'
import { submitToJournal } from './journal-commands.ts'
import { journalledSightingAt, type NextAdvertEvent, nextAdvertEvent } from './journal-search.ts'

export interface MatchQuestion {
  /** The ids of two adverts. */
  readonly a: string
  readonly b: string
  /** The moment asked about, in milliseconds UTC; now if it is left out. */
  readonly at?: number
  /** Who asks, and why: both are kept in the journal for ever. */
  readonly by: string
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
 * Why two adverts met or did not at a moment: the journal folded up to it, then every condition of rules 3.
 * This tells staff of others' adverts, so who asks and why is in the journal before anything is read (rules
 * 15), even if there is nothing to tell in the end.
 */
export async function explainMatch(office: AdminContext, asked: MatchQuestion): Promise<AdminReply> {
  const [a, b, by] = [cleanName(asked.a), cleanName(asked.b), cleanName(asked.by)]
  const reason = cleanReason(asked.reason)
  const now = office.now()
  const at = asked.at ?? now
  if (!a || !b || a === b) return adminRefusal('INVALID', 'Name two different adverts by their ids.')
  if (!by) return adminRefusal('INVALID', 'Who asks needs a name of up to 100 characters.')
  if (!reason) return missingReason
  if (at > now) return adminRefusal('INVALID', 'That moment has not come yet.')

  const refusal = await submitToJournal(office, {
    type: 'explainMatch',
    advertIds: [a, b],
    of: at,
    by,
    reason,
  })
  if (refusal) return { refusal }

  const folded = await foldJournal(office.db, at)
  const { state } = folded
  const unknown = [a, b].find((id) => !state.adverts.has(id))
  if (unknown !== undefined)
    return adminRefusal('ADVERT_UNKNOWN', `There was no advert ${unknown} at ${new Date(at).toISOString()}.`)
  const sighting = await journalledSightingAt(office, folded, state.adverts.get(a)?.securityId ?? '', at)
  const explanation = explainPair(state, a, b, sighting, at)
  if (!explanation) throw new Error(`${a} and ${b} cannot be explained`)
  const next = await nextAdvertEvent(office, folded.seq, [a, b], endOfTradingDay(at))
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

/** Foreseen or not: if one of two that could meet was then located with a third, that is what came first. */
function withNext(explanation: PairExplanation, next: NextAdvertEvent | null): PairExplanation {
  const { verdict } = explanation
  const couldMeet = verdict === 'NOT_SWEPT' || (verdict === 'OUTRANKED' && explanation.locateId === null)
  if (!couldMeet || !next?.locateId || next.together) return explanation
  return { ...explanation, verdict: 'OUTRANKED', locateId: next.locateId }
}
