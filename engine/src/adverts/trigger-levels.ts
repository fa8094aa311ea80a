import type { Price } from '../market/price.ts'
import type { Security } from '../market/security.ts'
import { roundDownToTick, type TickTable, tickAt } from '../market/tick-sizes.ts'
import type { AdvertTerms, Direction, TriggerOffsets } from './advert.ts'

export type LevelKind = keyof TriggerOffsets

/** What a draft carries, so that a change of its direction needs no question: levels in 1/10,000 yen. */
interface LevelVariants {
  readonly buyAdvertisingTrigger: Price
  readonly sellAdvertisingTrigger: Price
  readonly buyKnockoutTrigger: Price
  readonly sellKnockoutTrigger: Price
}

const whole = 10_000

/**
 * The level at an offset in basis points, negative below the close: on the tick of where it lands. The close
 * is split, because a close of fifty million yen times the share would not be exact in one piece.
 */
function levelAt(close: Price, offset: number, table: TickTable): Price {
  const share = whole + offset
  const rest = close % whole
  return roundDownToTick(((close - rest) / whole) * share + Math.floor((rest * share) / whole), table)
}

/** A buyer goes live below the close and gives up above it; a seller the other way round (rules 11). */
const signOf = (direction: Direction, kind: LevelKind): 1 | -1 =>
  (direction === 'BUY') === (kind === 'advertising') ? -1 : 1

/**
 * Where an advertising trigger stands at an offset in basis points from the close: BUY close × (1 − offset),
 * SELL close × (1 + offset), rounded down to the tick of the result. Prices in 1/10,000 yen (rules 11).
 */
export const advertisingLevel = (
  direction: Direction,
  close: Price,
  offset: number,
  table: TickTable,
): Price => levelAt(close, signOf(direction, 'advertising') * offset, table)

/** The same for a knockout: BUY close × (1 + offset), SELL close × (1 − offset) (rules 11). */
export const knockoutLevel = (direction: Direction, close: Price, offset: number, table: TickTable): Price =>
  levelAt(close, signOf(direction, 'knockout') * offset, table)

/** Both triggers of a draft at its offsets, for a buyer and for a seller (rules 11). */
export const levelVariants = (close: Price, offsets: TriggerOffsets, table: TickTable): LevelVariants => ({
  buyAdvertisingTrigger: advertisingLevel('BUY', close, offsets.advertising, table),
  sellAdvertisingTrigger: advertisingLevel('SELL', close, offsets.advertising, table),
  buyKnockoutTrigger: knockoutLevel('BUY', close, offsets.knockout, table),
  sellKnockoutTrigger: knockoutLevel('SELL', close, offsets.knockout, table),
})

/** How round an offset is: a whole percent rather than a half, a half rather than a quarter. */
const steps = [100, 50, 25, 10, 5, 1] as const

/**
 * The offset in basis points that somebody had in mind who chose this level: the roundest that gives exactly
 * this level again, so that a restored advert stands as far from today's close as it stood from that day's
 * (rules 18). Where no whole basis point gives it, the nearest. On the wrong side of the close: 0.
 */
export function offsetOf(
  level: Price,
  close: Price,
  direction: Direction,
  kind: LevelKind,
  table: TickTable,
): number {
  const sign = signOf(direction, kind)
  const nearest = Math.max(0, Math.round((sign * (level - close) * whole) / close))
  // No offset gives a level that is off the grid.
  if (!Number.isSafeInteger(level) || roundDownToTick(level, table) !== level) return nearest
  // Everything from this level to below the next one of the grid is rounded down to it.
  const next = level + tickAt(level + 1, table)
  const [one, other] = [sign * (level - close), sign * (next - close)]
  const least = Math.max(0, Math.floor((Math.min(one, other) * whole) / close))
  const most = Math.ceil((Math.max(one, other) * whole) / close)
  for (const step of steps)
    for (let offset = Math.ceil(least / step) * step; offset <= most; offset += step)
      if (levelAt(close, sign * offset, table) === level) return offset
  return nearest
}

/** How far the levels of terms stand from the close; where there is none, the offset as it was before. */
export function offsetsOf(
  { direction, advertisingTrigger: goes, knockoutTrigger: ends }: AdvertTerms,
  before: TriggerOffsets,
  security: Security,
): TriggerOffsets {
  const apart = (level: Price | null, kind: LevelKind): number =>
    level === null ? before[kind] : offsetOf(level, security.closePrice, direction, kind, security)
  return { advertising: apart(goes, 'advertising'), knockout: apart(ends, 'knockout') }
}
