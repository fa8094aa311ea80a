import { roundDownToTick, type TickTable, tickAt } from '../market/tick-sizes.ts'
import type { AdvertTerms, Direction, TriggerOffsets } from '../model/advert.ts'
import type { Price } from '../model/price.ts'
import type { Security } from '../model/security.ts'

export type LevelKind = keyof TriggerOffsets

/** The levels of a draft for both directions, so that the client can switch direction without a request. */
interface LevelVariants {
  readonly buyAdvertisingTrigger: Price
  readonly sellAdvertisingTrigger: Price
  readonly buyKnockoutTrigger: Price
  readonly sellKnockoutTrigger: Price
}

const whole = 10_000

/**
 * The level at an offset in basis points, negative below the close, rounded down to the tick of the result.
 * The close is split, because the product with a close of fifty million yen would exceed the exact integers.
 */
function levelAt(close: Price, offset: number, table: TickTable): Price {
  const share = whole + offset
  const rest = close % whole
  return roundDownToTick(((close - rest) / whole) * share + Math.floor((rest * share) / whole), table)
}

/**
 * The side of the close on which a level lies: a buyer's advertising trigger below it and the knockout above, a
 * seller's the reverse (docs/rules.md §11).
 */
export const sideOfClose = (kind: LevelKind, direction: Direction): 'below' | 'above' =>
  (direction === 'BUY') === (kind === 'advertising') ? 'below' : 'above'

const signOf = (kind: LevelKind, direction: Direction): 1 | -1 =>
  sideOfClose(kind, direction) === 'below' ? -1 : 1

/**
 * The level of a trigger at an offset in basis points from the close: close × (1 − offset) below it, close ×
 * (1 + offset) above it, rounded down to the tick of the result (docs/rules.md §11).
 */
export const levelOf = (
  kind: LevelKind,
  direction: Direction,
  close: Price,
  offset: number,
  table: TickTable,
): Price => levelAt(close, signOf(kind, direction) * offset, table)

/** The levels of both triggers at the offsets, for a buyer and for a seller (docs/rules.md §11). */
export const levelVariants = (close: Price, offsets: TriggerOffsets, table: TickTable): LevelVariants => ({
  buyAdvertisingTrigger: levelOf('advertising', 'BUY', close, offsets.advertising, table),
  sellAdvertisingTrigger: levelOf('advertising', 'SELL', close, offsets.advertising, table),
  buyKnockoutTrigger: levelOf('knockout', 'BUY', close, offsets.knockout, table),
  sellKnockoutTrigger: levelOf('knockout', 'SELL', close, offsets.knockout, table),
})

/** Preferred granularity of offsets in basis points, roundest first. */
const steps = [100, 50, 25, 10, 5, 1] as const

/**
 * The offset in basis points that a level most likely came from: the roundest that gives exactly this level.
 * With it, a restored advert has the same distance from today's close (docs/rules.md §18). If no whole basis
 * point gives the level, the nearest; on the wrong side of the close, 0.
 */
export function offsetOf(
  level: Price,
  close: Price,
  direction: Direction,
  kind: LevelKind,
  table: TickTable,
): number {
  const sign = signOf(kind, direction)
  const nearest = Math.max(0, Math.round((sign * (level - close) * whole) / close))
  // No offset gives a level off the tick grid.
  if (!Number.isSafeInteger(level) || roundDownToTick(level, table) !== level) return nearest
  // Everything from this level up to the next tick is rounded down to it.
  const next = level + tickAt(level + 1, table)
  const [one, other] = [sign * (level - close), sign * (next - close)]
  const least = Math.max(0, Math.floor((Math.min(one, other) * whole) / close))
  const most = Math.ceil((Math.max(one, other) * whole) / close)
  for (const step of steps)
    for (let offset = Math.ceil(least / step) * step; offset <= most; offset += step)
      if (levelAt(close, sign * offset, table) === level) return offset
  return nearest
}

/** The offsets of the levels from the close. Where there is no level, the previous offset. */
export function offsetsOf(
  { direction, advertisingTrigger, knockoutTrigger }: AdvertTerms,
  before: TriggerOffsets,
  security: Security,
): TriggerOffsets {
  const offset = (level: Price | null, kind: LevelKind): number =>
    level === null ? before[kind] : offsetOf(level, security.closePrice, direction, kind, security)
  return {
    advertising: offset(advertisingTrigger, 'advertising'),
    knockout: offset(knockoutTrigger, 'knockout'),
  }
}
