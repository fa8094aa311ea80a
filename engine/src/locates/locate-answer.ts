import type { Advert, Direction } from '../adverts/advert.ts'
import { endOfTradingDay } from '../calendar/calendar.ts'
import { phaseOf } from '../calendar/hours.ts'
import type { CommandOf } from '../commands.ts'
import type { Event, EventOf } from '../events.ts'
import { meetingPrice } from '../market/meeting-price.ts'
import type { Quote } from '../market/quote.ts'
import { isKnockoutReached } from '../market/trigger-conditions.ts'
import { commonBrokers } from '../matching/broker-choice.ts'
import { areAffiliated } from '../matching/eligibility.ts'
import { answerScores } from '../rating/credibility.ts'
import { type Decision, happened, refused } from '../refusals.ts'
import { securityOf } from '../state/lookups.ts'
import { failuresOn, firmPairKey, type State } from '../state/state.ts'
import { type Answer, type BothSides, type Locate, opposite, outcomeFor, sideOf } from './locate.ts'

/**
 * A trader accepts or declines. Nothing is revealed before both have answered or the deadline has passed
 * (docs/rules.md §8). Idempotent for the same answer.
 */
export function answerLocate(state: State, ask: CommandOf<'answerLocate'>): Decision {
  const { at, locateId, traderId, answer } = ask
  const locate = state.locates.get(locateId)
  const side = locate ? sideOf(locate, traderId) : null
  if (!locate || !side) return refused('LOCATE-NOT-FOUND')
  if (side !== ask.direction) return refused('LOCATE-DIRECTION')
  const given = locate.answers[side]
  if (given === answer) return happened()
  if (given) return refused('LOCATE-ANSWERED')
  if (locate.outcome || isPastDeadline(state, locate, at)) return refused('LOCATE-LATE')

  const excused = answer === 'DECLINE' && movedAgainst(state, locate, side, ask)
  const answered: EventOf<'locateAnswered'> = { type: 'locateAnswered', at, locateId, side, answer, excused }
  const other = locate.answers[opposite(side)]
  if (!other) return happened(answered)
  return happened(answered, outcomeOf(state, locate, answered, ask))
}

/** Whether the deadline and the grace period have passed, by the server's clock (docs/rules.md §8.2). */
export const isPastDeadline = (state: State, locate: Locate, at: number): boolean =>
  at > locate.deadline + state.limits.locateGraceMs

/**
 * The event that both answers lead to. Two acceptances agree only if the adverts may still match
 * (docs/rules.md §8.4).
 */
function outcomeOf(
  state: State,
  locate: Locate,
  answered: EventOf<'locateAnswered'>,
  ask: CommandOf<'answerLocate'>,
): Event {
  const { at, locateId } = ask
  const answers = { ...locate.answers, [answered.side]: answered.answer }
  const excused = { ...locate.excused, [answered.side]: answered.excused }
  const bothAccept = answers.BUY === 'ACCEPT' && answers.SELL === 'ACCEPT'
  if (!bothAccept) return locateFailedEvent(state, locate, answers, excused, at)
  if (!mayStillMatch(state, locate, ask.quote, at)) return { type: 'locateWithdrawn', at, locateId }
  return {
    type: 'connectionAgreed',
    at,
    locateId,
    agreementId: ask.agreementId,
    passwords: ask.passwords,
  }
}

/** Rechecks E2, E4, E8 for the chosen broker, and both knockouts (docs/rules.md §8.4). */
function mayStillMatch(state: State, locate: Locate, quote: Quote | null, at: number): boolean {
  const buy = state.adverts.get(locate.buyId) as Advert
  const sell = state.adverts.get(locate.sellId) as Advert
  if (areAffiliated(state, buy.firmId, sell.firmId)) return false
  if (quote?.securityId !== locate.securityId || meetingPrice(state, quote, at) === null) return false
  if (isKnockedOut(state, [buy, sell], quote, at)) return false
  return commonBrokers(state, buy, sell).includes(locate.brokerId)
}

/** Whether this quote reaches a knockout. At the official close triggers do not fire (docs/rules.md §13). */
function isKnockedOut(state: State, adverts: readonly Advert[], quote: Quote, at: number): boolean {
  const security = securityOf(state, quote.securityId)
  if (phaseOf(state.calendar, security.exchange, at) !== 'MATCHING') return false
  return adverts.some(({ terms }) => isKnockoutReached(terms, quote, security))
}

/**
 * Whether the mid moved against the trader since the locate by more than the excused move (docs/rules.md
 * §14).
 */
function movedAgainst(
  state: State,
  locate: Locate,
  side: Direction,
  ask: CommandOf<'answerLocate'>,
): boolean {
  const { quote, at } = ask
  // A quote without a meeting price proves nothing, nor does one of another security. Otherwise a stale one
  // could excuse any decline.
  const price = quote?.securityId === locate.securityId ? meetingPrice(state, quote, at) : null
  if (price === null) return false
  const rise = ((price - locate.midPrice) * 10_000) / locate.midPrice
  return (side === 'BUY' ? rise : -rise) > state.limits.excusedMoveBasisPoints
}

/**
 * The end of a locate that not both sides accepted: outcomes, scores and the end of the cooldown.
 */
export function locateFailedEvent(
  state: State,
  locate: Locate,
  answers: BothSides<Answer | null>,
  excused: BothSides<boolean>,
  at: number,
): EventOf<'locateFailed'> {
  return {
    type: 'locateFailed',
    at,
    locateId: locate.locateId,
    outcome: { BUY: outcomeFor(answers.BUY, answers.SELL), SELL: outcomeFor(answers.SELL, answers.BUY) },
    scores: { BUY: scoreOf(answers.BUY, excused.BUY), SELL: scoreOf(answers.SELL, excused.SELL) },
    cooldownUntil: cooldownOf(state, locate, answers, at),
  }
}

function scoreOf(answer: Answer | null, excused: boolean): number | null {
  if (excused) return null
  if (answer === null) return answerScores.timeout
  return answer === 'ACCEPT' ? answerScores.accept : answerScores.decline
}

/**
 * The end of the cooldown: 15 minutes after a decline, 5 after a timeout, and the end of the trading day
 * after the second failure of the day (docs/rules.md §8).
 */
function cooldownOf(state: State, locate: Locate, answers: BothSides<Answer | null>, at: number): number {
  const { limits } = state
  const pair = firmPairKey(locate.firmIds.BUY, locate.firmIds.SELL, locate.securityId)
  if (failuresOn(state, pair, at) + 1 >= limits.failuresToEndOfDay) return endOfTradingDay(at)
  const declined = answers.BUY === 'DECLINE' || answers.SELL === 'DECLINE'
  return at + (declined ? limits.declineCooldownMs : limits.timeoutCooldownMs)
}
