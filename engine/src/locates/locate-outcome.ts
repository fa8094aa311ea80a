import { endOfTradingDay, tradingDay } from '../calendar/trading-days.ts'
import type { EventOf } from '../model/events.ts'
import {
  type Answer,
  type BothSides,
  firstLapse,
  hasBothAnswers,
  isKnockedOut,
  type Locate,
  type Outcome,
} from '../model/locate.ts'
import { firmPairKey, type State } from '../model/state.ts'
import { answerScores } from '../rating/credibility.ts'

/** Whether the deadline and the grace period have passed, by the server's clock (docs/rules.md §8). */
export const isPastDeadline = ({ limits }: State, locate: Locate, at: number): boolean =>
  at >= firstLapse(locate, limits)

/** The order of locates that end in one step of a sweep. */
export const byDeadline = (a: Locate, b: Locate): number =>
  a.deadline - b.deadline || (a.locateId < b.locateId ? -1 : 1)

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
  const declined = answers.BUY === 'DECLINE' || answers.SELL === 'DECLINE'
  const { declineCooldownMs, timeoutCooldownMs } = state.limits
  return {
    type: 'locateFailed',
    at,
    locateId: locate.locateId,
    outcome: { BUY: outcomeFor(answers.BUY, answers.SELL), SELL: outcomeFor(answers.SELL, answers.BUY) },
    scores: { BUY: scoreOf(answers.BUY, excused.BUY), SELL: scoreOf(answers.SELL, excused.SELL) },
    cooldownUntil: cooldownAfterFailure(state, locate, declined ? declineCooldownMs : timeoutCooldownMs, at),
  }
}

function scoreOf(answer: Answer | null, excused: boolean): number | null {
  if (excused) return null
  if (answer === null) return answerScores.timeout
  return answer === 'ACCEPT' ? answerScores.accept : answerScores.decline
}

const noFault: BothSides<boolean> = { BUY: false, SELL: false }

/**
 * The withdrawal of a locate. A side at fault, whose own knockout caused it, is treated like one that declined; a
 * withdrawal without fault only keeps the two institutions apart for a while (docs/rules.md §8).
 */
export function locateWithdrawnEvent(
  state: State,
  locate: Locate,
  at: number,
  fault: BothSides<boolean> = noFault,
): EventOf<'locateWithdrawn'> {
  const { declineCooldownMs, withdrawalCooldownMs } = state.limits
  const score = (isAtFault: boolean): number | null => (isAtFault ? answerScores.decline : null)
  return {
    type: 'locateWithdrawn',
    at,
    locateId: locate.locateId,
    scores: { BUY: score(fault.BUY), SELL: score(fault.SELL) },
    cooldownUntil:
      fault.BUY || fault.SELL
        ? cooldownAfterFailure(state, locate, declineCooldownMs, at)
        : at + withdrawalCooldownMs,
  }
}

/**
 * The end of a locate whose deadline has passed. With both answers, or a knockout at one of them, it was to be
 * withdrawn at the next tick, which is this one. In a market that is not fresh it is void (docs/rules.md §8).
 */
export const lapsedLocateEvent = (
  state: State,
  locate: Locate,
  isVoid: boolean,
  at: number,
): EventOf<'locateFailed' | 'locateWithdrawn'> =>
  isVoid || hasBothAnswers(locate) || isKnockedOut(locate)
    ? locateWithdrawnEvent(state, locate, at, locate.knockedOut)
    : locateFailedEvent(state, locate, locate.answers, locate.excused, at)

/**
 * The end of the cooldown after a failed locate: this long, or the end of the trading day after the second one of
 * the two institutions in the security on that day (docs/rules.md §8).
 */
function cooldownAfterFailure(state: State, locate: Locate, cooldownMs: number, at: number): number {
  const pair = firmPairKey(locate.firmIds.BUY, locate.firmIds.SELL, locate.securityId)
  return failuresOn(state, pair, at) + 1 >= state.limits.failuresToEndOfDay
    ? endOfTradingDay(at)
    : at + cooldownMs
}

/** The outcome for one side, from its own answer and the contra's (docs/rules.md §8). */
export function outcomeFor(own: Answer | null, contra: Answer | null): Outcome {
  if (own === null) return 'TIMED_OUT'
  if (own === 'DECLINE') return 'DECLINED'
  if (contra === null) return 'CONTRA_TIMEOUT'
  return contra === 'DECLINE' ? 'CONTRA_DECLINED' : 'ACCEPTED'
}

/** The failed locates of two institutions in a security on the trading day of a moment (docs/rules.md §8). */
export function failuresOn({ cooldowns }: Pick<State, 'cooldowns'>, pair: string, at: number): number {
  const cooldown = cooldowns.get(pair)
  return cooldown?.day === tradingDay(at) ? cooldown.failures : 0
}
