import { matchingPrice } from '../market/matching-price.ts'
import type { Direction } from '../model/advert.ts'
import type { CommandOf } from '../model/commands.ts'
import type { Event, EventOf } from '../model/events.ts'
import { isKnockedOut, type Locate, opposite, sideOf } from '../model/locate.ts'
import { type Decision, happened, refused } from '../model/refusals.ts'
import type { State } from '../model/state.ts'
import { locateMarketOf } from './locate-market.ts'
import { isPastDeadline, locateFailedEvent, locateWithdrawnEvent } from './locate-outcome.ts'
import { knockedOutSides, mayContinue } from './locate-withdrawal.ts'

/**
 * A trader accepts or declines. Nothing is revealed before both have answered or the deadline has passed
 * (docs/rules.md §8). Idempotent for the same answer.
 */
export function answerLocate(state: State, command: CommandOf<'answerLocate'>): Decision {
  const { at, locateId, traderId, answer } = command
  const locate = state.locates.get(locateId)
  const side = locate ? sideOf(locate, traderId) : null
  if (!locate || !side) return refused('LOCATE-NOT-FOUND')
  if (side !== command.direction) return refused('LOCATE-DIRECTION')
  const given = locate.answers[side]
  if (given === answer) return happened()
  if (given) return refused('LOCATE-ANSWERED')
  if (locate.outcome || isPastDeadline(state, locate, at)) return refused('LOCATE-LATE')

  const excused = answer === 'DECLINE' && movedAgainst(state, locate, side, command)
  const answered: EventOf<'locateAnswered'> = { type: 'locateAnswered', at, locateId, side, answer, excused }
  const { quote, run } = command
  const knockedOut = knockedOutSides(state, locate, { securityId: locate.securityId, quote, run }, at)
  // The next sweep withdraws it, as it would have without this answer: a withdrawal must not reveal one.
  if (knockedOut.BUY || knockedOut.SELL) return happened({ ...answered, knockedOut })
  if (!locate.answers[opposite(side)] || isKnockedOut(locate)) return happened(answered)
  if (!mayContinue(state, locate, command, at)) return happened(answered)
  if (locateMarketOf(state, locate, command, at) !== 'OPEN')
    return happened(answered, locateWithdrawnEvent(state, locate, at))
  return happened(answered, outcomeOf(state, locate, answered, command))
}

/** The event that both answers lead to. */
function outcomeOf(
  state: State,
  locate: Locate,
  { side, answer, excused }: EventOf<'locateAnswered'>,
  { at, locateId, agreementId, passwords }: CommandOf<'answerLocate'>,
): Event {
  const answers = { ...locate.answers, [side]: answer }
  if (answers.BUY === 'ACCEPT' && answers.SELL === 'ACCEPT')
    return { type: 'connectionAgreed', at, locateId, agreementId, passwords }
  return locateFailedEvent(state, locate, answers, { ...locate.excused, [side]: excused }, at)
}

/**
 * Whether the mid moved against the trader since the locate by more than the excused move (docs/rules.md
 * §14).
 */
function movedAgainst(
  state: State,
  locate: Locate,
  side: Direction,
  command: CommandOf<'answerLocate'>,
): boolean {
  const { quote, at } = command
  // A quote without a price to match at proves nothing, nor does one of another security. Otherwise a stale one
  // could excuse any decline.
  const price = quote?.securityId === locate.securityId ? matchingPrice(state, command, at) : null
  if (price === null) return false
  const rise = ((price - locate.midPrice) * 10_000) / locate.midPrice
  return (side === 'BUY' ? rise : -rise) > state.limits.excusedMoveBasisPoints
}
