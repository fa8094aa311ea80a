import { type Advert, type Direction, directions } from '@aitai/engine/model/advert.ts'
import type { CommandOf } from '@aitai/engine/model/commands.ts'
import type { EventOf } from '@aitai/engine/model/events.ts'
import type { Answer, BothSides, Locate, Outcome } from '@aitai/engine/model/locate.ts'
import type { Sighting } from '@aitai/engine/model/quote.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import type { State } from '@aitai/engine/model/state.ts'
import { answerText, eventText } from './event-text.ts'
import { failuresForCooldown } from './failures.ts'
import { isMatchingOver, matchPrice } from './market-data.ts'
import type { OracleMemory } from './memory.ts'
import { areAffiliated, brokersBetween } from './pairs.ts'
import { midnightAfter, phaseAt } from './trading-hours.ts'
import { isKnockedOut } from './triggers.ts'

const declineScore = 5

/** The table of docs/rules.md §8: own answer, contra's answer; then message and score of the trader's own side. */
const table: Readonly<Record<string, readonly [message: Outcome, score: number]>> = {
  'ACCEPT ACCEPT': ['ACCEPTED', 100],
  'ACCEPT DECLINE': ['CONTRA_DECLINED', 100],
  'ACCEPT null': ['CONTRA_TIMEOUT', 100],
  'DECLINE ACCEPT': ['DECLINED', declineScore],
  'DECLINE DECLINE': ['DECLINED', declineScore],
  'DECLINE null': ['DECLINED', declineScore],
  'null ACCEPT': ['TIMED_OUT', 0],
  'null DECLINE': ['TIMED_OUT', 0],
  'null null': ['TIMED_OUT', 0],
}

/** The event of a locate that not both accepted (docs/rules.md §8). */
export function expectedFailure(
  memory: OracleMemory,
  state: State,
  locate: Locate,
  { answers, excused }: Pick<Locate, 'answers' | 'excused'>,
  at: number,
): EventOf<'locateFailed'> {
  const row = (own: Direction, contra: Direction) => {
    const found = table[`${answers[own]} ${answers[contra]}`]
    if (!found) throw new Error(`the table has no answers ${answers[own]} and ${answers[contra]}`)
    return { message: found[0], score: excused[own] ? null : found[1] }
  }
  const [buy, sell] = [row('BUY', 'SELL'), row('SELL', 'BUY')]
  const isDeclined = answers.BUY === 'DECLINE' || answers.SELL === 'DECLINE'
  return {
    type: 'locateFailed',
    at,
    locateId: locate.locateId,
    outcome: { BUY: buy.message, SELL: sell.message },
    scores: { BUY: buy.score, SELL: sell.score },
    cooldownUntil: cooldownEnd(memory, state, locate, isDeclined ? 'DECLINE' : 'TIMEOUT', at),
  }
}

/**
 * The event of a locate that is withdrawn: a side whose own knockout caused it is treated as if it had
 * declined, the other has no fault (docs/rules.md §8).
 */
export function expectedWithdrawal(
  memory: OracleMemory,
  state: State,
  locate: Locate,
  knockedOut: BothSides<boolean>,
  at: number,
): EventOf<'locateWithdrawn'> {
  const kind = knockedOut.BUY || knockedOut.SELL ? 'DECLINE' : 'WITHDRAWAL'
  return {
    type: 'locateWithdrawn',
    at,
    locateId: locate.locateId,
    scores: {
      BUY: knockedOut.BUY ? declineScore : null,
      SELL: knockedOut.SELL ? declineScore : null,
    },
    cooldownUntil: cooldownEnd(memory, state, locate, kind, at),
  }
}

export const nobody: BothSides<boolean> = { BUY: false, SELL: false }

/**
 * 15 minutes after a decline, 5 after a timeout or a withdrawal, the rest of the day after the second failed
 * locate of the day.
 */
function cooldownEnd(
  { failures }: OracleMemory,
  { limits }: State,
  { firmIds, securityId }: Locate,
  kind: 'DECLINE' | 'TIMEOUT' | 'WITHDRAWAL',
  at: number,
): number {
  if (kind === 'WITHDRAWAL') return at + (limits.withdrawalCooldownMs ?? 0)
  const before = failuresForCooldown(failures, firmIds, at, securityId)
  if (before + 1 >= limits.failuresToEndOfDay) return midnightAfter(at)
  return at + (kind === 'DECLINE' ? limits.declineCooldownMs : limits.timeoutCooldownMs)
}

/** The expected result of an answer: a refusal's code, or its events as lines (docs/rules.md §8). */
export function expectedAnswer(
  memory: OracleMemory,
  state: State,
  command: CommandOf<'answerLocate'>,
): string[] {
  const { at, traderId, locateId, direction, answer } = command
  const locate = state.locates.get(locateId)
  const side = directions.find((each) => locate?.traderIds[each] === traderId)
  if (!locate || !side) return ['LOCATE-NOT-FOUND']
  if (side !== direction) return ['LOCATE-DIRECTION']
  const given = locate.answers[side]
  if (given !== null) return given === answer ? [] : ['LOCATE-ANSWERED']
  if (locate.outcome || at > locate.deadline + state.limits.locateGraceMs) return ['LOCATE-LATE']
  const excused = answer === 'DECLINE' && isExcused(state, locate, command)
  const answers = { ...locate.answers, [side]: answer }
  const knockedOut = knockedOutAt(memory, state, locate, command)
  const isReached = knockedOut.BUY || knockedOut.SELL
  const answered = answerText({ locateId, side, answer, excused }, isReached ? knockedOut : undefined)
  if (isReached) memory.knockedOutAtAnswer.set(locateId, either(memory, locateId, knockedOut))
  const isComplete = answers.BUY !== null && answers.SELL !== null
  const sighting = sightingFor(locate, command)
  // The next sweep withdraws it if a watched condition fails, whatever the answers.
  const isHeldBack = memory.knockedOutAtAnswer.has(locateId) || !isAllowed(state, locate)
  if (!isComplete || isHeldBack || isMatchingOver(state, sighting, at)) return [answered]
  if (matchPrice(state, sighting, at) === null)
    return [answered, eventText(expectedWithdrawal(memory, state, locate, nobody, at))]
  if (isAgreed(answers)) return [answered, `connectionAgreed ${locateId}`]
  const complete = { answers, excused: { ...locate.excused, [side]: excused } }
  return [answered, eventText(expectedFailure(memory, state, locate, complete, at))]
}

const isAgreed = ({ BUY, SELL }: BothSides<Answer | null>): boolean => BUY === 'ACCEPT' && SELL === 'ACCEPT'

/**
 * More than 50 basis points against the decliner, at a price at which adverts could match (docs/rules.md
 * §14).
 */
function isExcused(state: State, locate: Locate, command: CommandOf<'answerLocate'>): boolean {
  const { direction, at } = command
  const price = matchPrice(state, sightingFor(locate, command), at)
  if (price === null) return false
  const away = direction === 'BUY' ? price - locate.midPrice : locate.midPrice - price
  return away * 10_000 > locate.midPrice * state.limits.excusedMoveBasisPoints
}

/** Only a quote of the located security counts for an answer (docs/rules.md §8). */
const sightingFor = (
  { securityId }: Locate,
  { quote, malformedForMs }: CommandOf<'answerLocate'>,
): Sighting => ({
  securityId,
  quote: quote?.securityId === securityId ? quote : null,
  run: [],
  ...(malformedForMs === undefined || quote?.securityId !== securityId ? {} : { malformedForMs }),
})

/** The sides whose knockout was or is reached. */
const either = (
  { knockedOutAtAnswer }: OracleMemory,
  locateId: string,
  { BUY, SELL }: BothSides<boolean>,
): BothSides<boolean> => {
  const before = knockedOutAtAnswer.get(locateId) ?? nobody
  return { BUY: BUY || before.BUY, SELL: SELL || before.SELL }
}

/** The knockouts that are reached when an answer arrives, by the quotes so far of its security (docs/rules.md §8). */
function knockedOutAt(
  memory: OracleMemory,
  state: State,
  locate: Locate,
  { quote, at }: CommandOf<'answerLocate'>,
): BothSides<boolean> {
  const security = state.securities.get(locate.securityId)
  if (!security || quote?.securityId !== locate.securityId) return nobody
  return knockedOutIn(memory, state, locate, security, at)
}

/** E2 and E8: the two are not affiliates, and may still use the broker that the locate froze. */
function isAllowed(state: State, { buyId, sellId, brokerId }: Locate): boolean {
  const [buy, sell] = [state.adverts.get(buyId), state.adverts.get(sellId)] as [Advert, Advert]
  return !areAffiliated(state, buy, sell) && brokersBetween(state, buy, sell).includes(brokerId)
}

/**
 * Why an open locate is withdrawn by a sweep: the sides whose knockout is reached, which may be none; or null
 * if it is not withdrawn (docs/rules.md §8).
 */
export function withdrawalOf(
  memory: OracleMemory,
  state: State,
  locate: Locate,
  sighting: Sighting | undefined,
  at: number,
): BothSides<boolean> | null {
  const security = state.securities.get(locate.securityId)
  if (!security) return nobody
  const reached = sighting ? knockedOutIn(memory, state, locate, security, at) : nobody
  const knockedOut = either(memory, locate.locateId, reached)
  if (knockedOut.BUY || knockedOut.SELL) return knockedOut
  return isHeld(locate) || !isAllowed(state, locate) || mustEnd(state, security, sighting, at) ? nobody : null
}

/** Both have answered, but the pair could not be located then: the locate is to be withdrawn. */
const isHeld = ({ answers }: Locate): boolean => answers.BUY !== null && answers.SELL !== null

/**
 * Why a locate whose window is over is withdrawn: the sides whose knockout was reached at an answer, or nobody if it
 * was to be withdrawn, or if the market is not fresh now; or null if it fails by its answers (docs/rules.md §8).
 */
export function voidOf(
  { knockedOutAtAnswer, quoteHistoryOf }: OracleMemory,
  state: State,
  locate: Locate,
  at: number,
): BothSides<boolean> | null {
  const knockedOut = knockedOutAtAnswer.get(locate.locateId)
  if (knockedOut) return knockedOut
  if (isHeld(locate)) return nobody
  const { securityId } = locate
  const security = state.securities.get(securityId)
  const phase = security && phaseAt(state.calendar, security.exchange, at)
  // Outside the hours nothing is fresh or not: a locate that nobody swept for so long fails by its answers.
  if (phase !== 'MATCHING' && phase !== 'AFTER_HOURS') return null
  const { newest, malformed } = quoteHistoryOf(securityId)
  const seen = { securityId, quote: newest, run: [], ...(malformed.length > 0 ? { malformedForMs: 0 } : {}) }
  const price = matchPrice(state, seen, at)
  return price === null ? nobody : null
}

/** The knockouts that are reached. They are frozen after hours, like all triggers (docs/rules.md §13). */
function knockedOutIn(
  { quoteHistoryOf }: OracleMemory,
  { adverts, calendar, limits }: State,
  { buyId, sellId }: Locate,
  security: Security,
  at: number,
): BothSides<boolean> {
  if (phaseAt(calendar, security.exchange, at) !== 'MATCHING') return nobody
  const quoteHistory = quoteHistoryOf(security.securityId)
  const isOut = (id: string): boolean =>
    isKnockedOut(adverts.get(id) as Advert, quoteHistory, security, at, limits)
  return { BUY: isOut(buyId), SELL: isOut(sellId) }
}

/** Matching is over, or only its hours and halts are seen if the sweep does not show the market. */
function mustEnd(
  state: State,
  { securityId, exchange }: Security,
  sighting: Sighting | undefined,
  at: number,
): boolean {
  if (sighting) return isMatchingOver(state, sighting, at)
  const isHalted = state.halts.platform || state.halts.securities.has(securityId)
  return isHalted || !['MATCHING', 'AFTER_HOURS'].includes(phaseAt(state.calendar, exchange, at))
}
