import type { Outcome } from '@aitai/engine/model/locate.ts'
import { createRandom, type Random } from '../harness/random.ts'
import { traderOf } from '../harness/scripted-server.ts'
import {
  brokerNames,
  type Episode,
  type EpisodeKind,
  institutions,
  type ScriptedAnswer,
  type ScriptedIoi,
  type ScriptedReport,
  type Side,
  type TransactionType,
  tradersPerInstitution,
} from './episodes.ts'
import { exactPrice, midOf, newestAt, type ScriptedSecurity, tickAt, traitsOf } from './price-script.ts'
import { afternoonBegins, exchangeCloses, exchangeOpens, minuteMs, secondMs, tokyo } from './tokyo-day.ts'

/** The kinds of a whole day, in the order in which they follow each other, so that each comes early once. */
const kindsOfDay: readonly EpisodeKind[] = [
  ...repeat('before the open', 5),
  ...Array.from({ length: 6 }, (): EpisodeKind[] => [
    'executed',
    'in parts',
    'unreported',
    'corrected',
    'trigger',
    'executed',
  ]).flat(),
  ...(['declined', 'timed out', 'nothing executed', 'both declined', 'withdrawn'] as const),
  ...(['declined', 'timed out', 'nothing executed', 'both declined', 'withdrawn'] as const),
  ...(['nothing executed', 'nothing executed, taken back', 'withdrawn', 'timed out'] as const),
  ...repeat('executed', 4),
  ...repeat('alone', 3),
  ...repeat('incompatible', 3),
  'halted',
  ...repeat('lunch', 2),
  ...repeat('official close', 3),
  ...repeat('executed the next morning', 3),
]

const kindsOfShortDay: readonly EpisodeKind[] = [
  ...repeat('before the open', 2),
  ...(['executed', 'in parts', 'corrected', 'withdrawn', 'unreported', 'declined'] as const),
  ...(['nothing executed', 'timed out', 'incompatible', 'executed'] as const),
  'executed the next morning',
]
const kindsOfSecondDay: readonly EpisodeKind[] = [
  'before the open',
  ...(['executed', 'in parts', 'declined', 'unreported', 'incompatible', 'nothing executed'] as const),
]
const kindsOf = { day: kindsOfDay, 'short day': kindsOfShortDay, 'second day': kindsOfSecondDay }

/** The whole day, the first 45 minutes after the open, or as much of the second day. */
export type ScriptSize = keyof typeof kindsOf

function repeat(kind: EpisodeKind, times: number): EpisodeKind[] {
  return Array.from({ length: times }, () => kind)
}

/** A round is three disjoint pairs of institutions, so that no pair fails more than twice (docs/rules.md §21). */
const pairs: readonly (readonly [number, number])[] = [
  [0, 1],
  [2, 3],
  [4, 5],
  [0, 2],
  [1, 4],
  [3, 5],
  [0, 3],
  [1, 5],
  [2, 4],
  [0, 4],
  [1, 3],
  [2, 5],
  [0, 5],
  [1, 2],
  [3, 4],
]

/** The first has what it may not have with the second: docs/rules.md §5 decides. */
const compatibleTypes: readonly (readonly [own: TransactionType, accepts: TransactionType])[][] = [
  [
    ['CASH_ONLY', 'CASH_ONLY'],
    ['CASH_ONLY', 'CASH_ONLY'],
  ],
  [
    ['CASH_ONLY', 'CASH_SWAP'],
    ['SWAP_ONLY', 'CASH_ONLY'],
  ],
  [
    ['CASH_SWAP', 'CASH_SWAP'],
    ['CASH_ONLY', 'CASH_SWAP'],
  ],
  [
    ['SWAP_ONLY', 'SWAP_ONLY'],
    ['CASH_SWAP', 'CASH_SWAP'],
  ],
]

/** The episodes of a day, without knockouts. The same seed gives the same ones. */
export function tradingScript(
  seed: number,
  securities: readonly ScriptedSecurity[],
  size: ScriptSize,
): readonly Episode[] {
  const random = createRandom(seed)
  const kinds = kindsOf[size]
  return kinds.map((kind, i) => {
    const position = kind === 'halted' ? haltedPosition : positionOf(i, securities.length)
    const security = securities[position]
    if (!security) throw new Error(`the script has no security ${position}`)
    const [first, second] = pairs[i % pairs.length] as readonly [number, number]
    const number = 1 + (Math.floor(i / 3) % tradersPerInstitution)
    const third = [0, 1, 2, 3, 4, 5].find((each) => each !== first && each !== second) as number
    const traders = [first, second, third].map((each) => traderOf(institutions[each] as string, number))
    return episodeOf(kind, { random, security, position, traders, size, fraction: i / kinds.length })
  })
}

const haltedPosition = 11

/** The securities in turn, without those that are halted. */
function positionOf(i: number, count: number): number {
  const positions = Array.from({ length: count }, (_, position) => position)
  const trading = positions.filter((position) => traitsOf(position).halt === null)
  return trading[i % trading.length] as number
}

interface EpisodeContext {
  readonly random: Random
  readonly security: ScriptedSecurity
  readonly position: number
  /** A pair of institutions, and a third. */
  readonly traders: readonly string[]
  readonly size: ScriptSize
  /** How far into the script it comes. */
  readonly fraction: number
}

function episodeOf(kind: EpisodeKind, context: EpisodeContext): Episode {
  const { random, security, traders } = context
  const [firstAt, secondAt] = timesOf(kind, context)
  const direction: Side = random.happens(0.5) ? 'BUY' : 'SELL'
  const trigger = kind === 'trigger' ? triggerOf(security, firstAt) : null
  const side = trigger?.direction ?? direction
  const opposite: Side = side === 'BUY' ? 'SELL' : 'BUY'
  const size = lotsWorth(security, random.between(30, 400) * 1_000_000)
  const other = lotsWorth(security, (size * security.previousClose * random.between(40, 200)) / 100)
  const types = random.oneOf(compatibleTypes)
  const common = random.oneOf(brokerNames)
  const ioi = (i: number, more: Partial<ScriptedIoi>): ScriptedIoi => ({
    trader: traders[i] as string,
    ric: security.ric,
    direction: i === 0 ? side : opposite,
    shareQuantity: i === 0 ? size : other,
    minimumQuantity: random.oneOf([10, 15, 20]),
    transactionType: types[i === 0 ? 0 : 1]?.[0] ?? 'CASH_ONLY',
    transactionTypePreference: types[i === 0 ? 0 : 1]?.[1] ?? 'CASH_ONLY',
    brokers: [common, ...random.someOf(brokerNames, 0).filter((name) => name !== common)].slice(0, 4),
    ranked: random.happens(0.5),
    quantityDecay: random.happens(0.2),
    advertisingTrigger: null,
    knockoutTrigger: null,
    indexRelativeKnockout: null,
    submitAt: firstAt,
    ...more,
  })
  const iois = [
    ioi(0, { advertisingTrigger: trigger?.level ?? null }),
    ioi(1, { submitAt: secondAt, ...(kind === 'incompatible' ? { minimumQuantity: 75 } : {}) }),
  ]
  if (kind === 'incompatible')
    iois[0] = { ...(iois[0] as ScriptedIoi), shareQuantity: smallOf(security, other) }
  if (kind === 'declined') iois.push(ioi(2, { submitAt: secondAt + 6 * minuteMs }))
  if (kind === 'alone') iois.pop()
  return {
    kind,
    iois,
    answers: answersOf(kind, random),
    reports: reportsOf(kind, random),
    outcomes: outcomesOf(kind),
    looks: [],
  }
}

/** Less than three quarters of the contra's quantity, so that it is below the contra's minimum. */
const smallOf = (security: ScriptedSecurity, other: number): number =>
  Math.floor((other * 0.6) / security.lotSize) * security.lotSize

/** Whole lots of at least the value, in yen. */
const lotsWorth = ({ previousClose, lotSize }: ScriptedSecurity, value: number): number =>
  Math.ceil(value / previousClose / lotSize) * lotSize

/** When the first and the second IOI are sent. */
function timesOf(kind: EpisodeKind, context: EpisodeContext): readonly [number, number] {
  const { random, size, fraction } = context
  const seconds = (least: number, most: number): number => random.between(least, most) * secondMs
  switch (kind) {
    case 'before the open':
      return [tokyo(8, 26) + seconds(0, 600), tokyo(8, 40) + seconds(0, 1_000)]
    case 'lunch':
      return [tokyo(12, 7) + seconds(0, 300), tokyo(12, 20) + seconds(0, 300)]
    case 'official close':
      return [tokyo(15, 5) + seconds(0, 600), tokyo(15, 25) + seconds(0, 240)]
    case 'halted':
      return [tokyo(13, 1), tokyo(13, 5)]
    case 'trigger':
      return [exchangeOpens + seconds(60, 5_000), exchangeOpens + seconds(60, 5_000)]
    default: {
      const located =
        size === 'day' ? timeOfDay(fraction) : exchangeOpens + minuteMs + fraction * 24 * minuteMs
      const at = Math.floor(located / secondMs) * secondMs + seconds(0, 100)
      const opens = at >= afternoonBegins ? afternoonBegins : exchangeOpens
      const waits = size === 'day' ? seconds(0, 2_400) : seconds(0, 300)
      return [Math.max(opens + 10 * secondMs, at - waits), at + 2 * secondMs]
    }
  }
}

const lastLocate = tokyo(15, 10)
const lastBeforeLunch = tokyo(11, 15)

/** A moment of a session by a fraction of both sessions. */
function timeOfDay(fraction: number): number {
  const morning = lastBeforeLunch - exchangeOpens
  const at = fraction * (morning + lastLocate - afternoonBegins)
  return at < morning ? exchangeOpens + minuteMs + at : afternoonBegins + minuteMs + (at - morning)
}

/** Quotes for which the mid stays at the level of a trigger: more than a minute, so that a check sees it. */
const stay = 14

/** A level on the tick that the mid reaches later and stays at, and the side that waits for it. */
function triggerOf(security: ScriptedSecurity, from: number): { direction: Side; level: number } | null {
  const { quotes, isTopix500 } = security
  const now = newestAt(quotes, from)
  const mid = now && midOf(now)
  if (mid === null) return null
  const later = quotes.filter(({ at }) => at > from + 3 * minuteMs && at < exchangeOpens + 140 * minuteMs)
  const mids = later.map((quote) => midOf(quote) ?? mid)
  const windows = mids.slice(stay).map((_, i) => mids.slice(i, i + stay))
  const lowest = Math.min(...windows.map((window) => Math.max(...window)))
  const highest = Math.max(...windows.map((window) => Math.min(...window)))
  const tick = tickAt(mid, isTopix500)
  const onTick = (price: number): number => exactPrice(Math.ceil(price / tick - 1e-9) * tick)
  if (lowest < mid - 2 * tick) return { direction: 'BUY', level: onTick(lowest) }
  if (highest > mid + 2 * tick) return { direction: 'SELL', level: onTick(highest - tick) }
  return null
}

/** By the table of docs/rules.md §8. */
function outcomesOf(kind: EpisodeKind): readonly (readonly Outcome[])[] {
  switch (kind) {
    case 'alone':
      return [[]]
    case 'incompatible':
      return [[], []]
    case 'declined':
      return [['CONTRA_DECLINED', 'ACCEPTED'], ['DECLINED'], ['ACCEPTED']]
    case 'both declined':
      return [['DECLINED'], ['DECLINED']]
    case 'timed out':
      return [['CONTRA_TIMEOUT'], ['TIMED_OUT']]
    case 'halted':
      return [['WITHDRAWN'], ['WITHDRAWN']]
    default:
      return [['ACCEPTED'], ['ACCEPTED']]
  }
}

function answersOf(kind: EpisodeKind, random: Random): readonly ScriptedAnswer[] {
  const after = (answer: ScriptedAnswer['answer']): ScriptedAnswer => ({
    answer,
    afterMs: random.between(1, 28) * secondMs,
  })
  switch (kind) {
    case 'declined':
      return [after('ACCEPT'), after('DECLINE'), after('ACCEPT')]
    case 'both declined':
      return [after('DECLINE'), after('DECLINE')]
    case 'timed out':
      return [after('ACCEPT'), after(null)]
    case 'halted':
      return [
        { answer: 'ACCEPT', afterMs: 4 * secondMs },
        { answer: 'ACCEPT', afterMs: 25 * secondMs },
      ]
    default:
      return [after('ACCEPT'), after('ACCEPT')]
  }
}

function reportsOf(kind: EpisodeKind, random: Random): readonly ScriptedReport[] {
  const after = (minutes: number): number => minutes * minuteMs + random.between(0, 59) * secondMs
  const ticks = (): number => random.between(-2, 2)
  const whole = { afterMs: after(2), does: 'report', share: 1, ticks: 0 } as const
  switch (kind) {
    case 'in parts':
      return [
        { afterMs: after(1), does: 'report', share: 0.3, ticks: ticks() },
        { afterMs: after(3), does: 'report', share: 0.4, ticks: ticks() },
      ]
    case 'corrected':
      return [
        { afterMs: after(1), does: 'report', share: 0.5, ticks: ticks() },
        { afterMs: after(4), does: 'correct', share: random.happens(0.5) ? 0.8 : 1, ticks: ticks() },
      ]
    case 'withdrawn':
      return [whole, { afterMs: after(6), does: 'withdraw' }]
    case 'nothing executed':
      return [
        {
          afterMs: after(3),
          does: 'reportNothing',
          sides: random.oneOf([['BUY'], ['SELL'], ['BUY', 'SELL']] as const),
        },
      ]
    case 'nothing executed, taken back':
      return [
        { afterMs: after(2), does: 'reportNothing', sides: ['SELL'] },
        { afterMs: after(5), does: 'withdrawNothing' },
        { afterMs: after(7), does: 'report', share: 1, ticks: 1 },
      ]
    case 'executed the next morning':
      return [
        { does: 'reportNothingTooLate', isNextDay: true, afterMs: 0 },
        { ...whole, isNextDay: true, share: 0.7, ticks: ticks() },
      ]
    case 'unreported':
      return []
    default:
      return random.happens(0.7) ? [whole] : [{ ...whole, ticks: ticks(), share: 0.9 }]
  }
}

/** The last minute in which something of the script happens. */
export const endOf = (size: ScriptSize): number =>
  size === 'day' ? exchangeCloses + 55 * minuteMs : exchangeOpens + 45 * minuteMs
