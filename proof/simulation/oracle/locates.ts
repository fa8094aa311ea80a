import type { Advert, Direction } from '@aitai/engine/adverts/advert.ts'
import type { CommandOf } from '@aitai/engine/commands.ts'
import type { Answer, BothSides, Locate } from '@aitai/engine/locates/locate.ts'
import type { State } from '@aitai/engine/state/state.ts'
import { matchPrice } from './market-data.ts'
import { failuresOf, type OracleMemory } from './memory.ts'
import { areAffiliated, brokersBetween } from './pairs.ts'
import { midnightAfter } from './trading-hours.ts'
import { isKnockedOutAt } from './triggers.ts'

/** The table of docs/rules.md §8: own answer, contra's answer; then message and score of the own side. */
const table: Readonly<Record<string, readonly [message: string, score: number]>> = {
  'ACCEPT ACCEPT': ['ACCEPTED', 100],
  'ACCEPT DECLINE': ['CONTRA_DECLINED', 100],
  'ACCEPT null': ['CONTRA_TIMEOUT', 100],
  'DECLINE ACCEPT': ['DECLINED', 20],
  'DECLINE DECLINE': ['DECLINED', 20],
  'DECLINE null': ['DECLINED', 20],
  'null ACCEPT': ['TIMED_OUT', 0],
  'null DECLINE': ['TIMED_OUT', 0],
  'null null': ['TIMED_OUT', 0],
}

/** The line of a locate that not both accepted (docs/rules.md §8). */
export function expectedFailure(
  memory: OracleMemory,
  state: State,
  locate: Locate,
  answers: BothSides<Answer | null>,
  excused: BothSides<boolean>,
  at: number,
): string {
  const row = (own: Direction, contra: Direction) => {
    const [message, score] = table[`${answers[own]} ${answers[contra]}`] ?? ['nothing', Number.NaN]
    return { message, score: excused[own] ? null : score }
  }
  const [buy, sell] = [row('BUY', 'SELL'), row('SELL', 'BUY')]
  const outcome = `locateFailed ${locate.locateId} ${buy.message}/${sell.message} ${buy.score}/${sell.score}`
  return `${outcome}, silence until ${silenceUntil(memory, state, locate, answers, at)}`
}

/** 15 minutes after a decline, 5 after a timeout, the rest of the day after the second failure of the day. */
function silenceUntil(
  memory: OracleMemory,
  state: State,
  locate: Locate,
  answers: BothSides<Answer | null>,
  at: number,
): number {
  const { failuresToEndOfDay, declineCooldownMs, timeoutCooldownMs } = state.limits
  if (failuresOf(memory, locate, at) + 1 >= failuresToEndOfDay) return midnightAfter(at)
  return at + ([answers.BUY, answers.SELL].includes('DECLINE') ? declineCooldownMs : timeoutCooldownMs)
}

/** The expected result of an answer: a refusal's code, or its events as lines (docs/rules.md §8). */
export function expectedAnswer(memory: OracleMemory, state: State, ask: CommandOf<'answerLocate'>): string[] {
  const { at, traderId, locateId, direction, answer } = ask
  const locate = state.locates.get(locateId)
  const sides = (['BUY', 'SELL'] as const).filter((side) => locate?.traderIds[side] === traderId)
  const [side] = sides
  if (!locate || !side) return ['LOCATE-NOT-FOUND']
  if (side !== direction) return ['LOCATE-DIRECTION']
  const given = locate.answers[side]
  if (given !== null) return given === answer ? [] : ['LOCATE-ANSWERED']
  if (locate.outcome || at > locate.deadline + state.limits.locateGraceMs) return ['LOCATE-LATE']
  const excused = answer === 'DECLINE' && isExcused(state, locate, ask)
  const answered = `locateAnswered ${locateId} ${side} ${answer} ${excused}`
  const other = side === 'BUY' ? 'SELL' : 'BUY'
  if (locate.answers[other] === null) return [answered]
  const answers = { ...locate.answers, [side]: answer }
  const settled = settledLine(memory, state, locate, answers, { ...locate.excused, [side]: excused }, ask)
  return [answered, settled]
}

function settledLine(
  memory: OracleMemory,
  state: State,
  locate: Locate,
  answers: BothSides<Answer | null>,
  excused: BothSides<boolean>,
  ask: CommandOf<'answerLocate'>,
): string {
  if (answers.BUY !== 'ACCEPT' || answers.SELL !== 'ACCEPT')
    return expectedFailure(memory, state, locate, answers, excused, ask.at)
  return `${mayStillMeet(state, locate, ask) ? 'connectionAgreed' : 'locateWithdrawn'} ${locate.locateId}`
}

/**
 * More than 50 basis points against the decliner, at a price at which adverts could match (docs/rules.md
 * §14).
 */
function isExcused(
  state: State,
  locate: Locate,
  { quote, direction, at }: CommandOf<'answerLocate'>,
): boolean {
  const price = matchPrice(state, { securityId: locate.securityId, quote, run: [] }, at)
  if (price === null) return false
  const away = direction === 'BUY' ? price - locate.midPrice : locate.midPrice - price
  return away * 10_000 > locate.midPrice * state.limits.excusedMoveBasisPoints
}

/** Checks E2, E4, E8 and both knockouts again before an acceptance is final (docs/rules.md §8.4). */
function mayStillMeet(state: State, locate: Locate, { quote, at }: CommandOf<'answerLocate'>): boolean {
  const { securityId, buyId, sellId, brokerId } = locate
  const [buy, sell] = [state.adverts.get(buyId), state.adverts.get(sellId)] as [Advert, Advert]
  const security = state.securities.get(securityId)
  if (!security || !quote || matchPrice(state, { securityId, quote, run: [] }, at) === null) return false
  if (areAffiliated(state, buy, sell) || !brokersBetween(state, buy, sell).includes(brokerId)) return false
  return quote.bid === null || ![buy, sell].some((advert) => isKnockedOutAt(advert, quote, security))
}
