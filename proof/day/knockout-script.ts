import { createRandom } from '../harness/random.ts'
import { traderOf } from '../harness/scripted-server.ts'
import { brokerNames, type Episode, institutions, type ScriptedIoi, type Side } from './episodes.ts'
import {
  exactPrice,
  type IndexMove,
  midOf,
  newestAt,
  type ScriptedQuote,
  type ScriptedSecurity,
  type SecurityTraits,
  tickAt,
} from './price-script.ts'
import { type ConditionedIoi, firingOf } from './scripted-ends.ts'
import { minuteMs, secondMs, tokyo } from './tokyo-day.ts'

/** The kinds of a round, each in a security of its own, so that no IOI of the rest of the script is in the way. */
const kinds = [
  'knocked out',
  'knocked out before its trigger',
  'one quote beyond its knockout',
  'knocked out against the index',
  'knocked out in a locate',
  'halted for long',
] as const
export const securitiesOfRound: number = kinds.length

/** When the rounds begin. A whole day has both. */
const roundsBegin: readonly number[] = [tokyo(9, 5), tokyo(13, 40)]
const roundMs = 30 * minuteMs
export const roundsOfDay: number = roundsBegin.length

/** How the data of these securities differ from those of the others. */
export const traitsOfRounds: readonly SecurityTraits[] = roundsBegin.flatMap((from) =>
  kinds.map((kind) => ({
    quotesBeforeOpen: true,
    quotesInLunch: false,
    hasVolume: true,
    halt: kind === 'halted for long' ? { from: from + 5 * minuteMs, until: from + 14 * minuteMs } : null,
    spikeAt: kind === 'one quote beyond its knockout' ? from + 10 * minuteMs : null,
  })),
)

/** TOPIX falls by 10 % for five minutes of the first round, and rises by as much in the second. */
export const indexScript: readonly IndexMove[] = roundsBegin.flatMap((from, round) => [
  { at: from + 15 * minuteMs, percent: round === 0 ? -10 : 10 },
  { at: from + 20 * minuteMs, percent: 0 },
])

/** Pairs of institutions that have no failure in the rest of the script. */
const pairs = [
  [0, 1],
  [3, 5],
  [1, 5],
  [2, 4],
  [1, 3],
  [0, 1],
] as const

/**
 * The episodes with knockouts: one in each of the securities, `securitiesOfRound` to a round. Throws if the prices of a
 * seed have no moment for one.
 */
export function knockoutEpisodes(seed: number, securities: readonly ScriptedSecurity[]): readonly Episode[] {
  return securities.map((security, i) => {
    const round = Math.floor(i / kinds.length)
    return episodeOf(seed + i, security, kinds[i % kinds.length] as (typeof kinds)[number], round)
  })
}

function episodeOf(
  seed: number,
  security: ScriptedSecurity,
  kind: (typeof kinds)[number],
  round: number,
): Episode {
  const random = createRandom(seed)
  const begins = roundsBegin[round] as number
  const traders = pairs[kinds.indexOf(kind)]?.map((each) => traderOf(institutions[each] as string, 2)) ?? []
  const broker = random.oneOf(brokerNames)
  const terms = (i: number, direction: Side, submitAt: number): ScriptedIoi => ({
    trader: traders[i] as string,
    ric: security.ric,
    direction,
    shareQuantity: Math.ceil(40_000_000 / security.previousClose / security.lotSize) * security.lotSize,
    minimumQuantity: 10,
    transactionType: 'CASH_ONLY',
    transactionTypePreference: 'CASH_ONLY',
    brokers: [broker],
    ranked: false,
    quantityDecay: false,
    advertisingTrigger: null,
    knockoutTrigger: null,
    indexRelativeKnockout: null,
    submitAt,
  })
  const episode = (iois: readonly ScriptedIoi[], more: Partial<Episode> = {}): Episode => ({
    kind,
    iois,
    answers: iois.map(() => ({ answer: 'ACCEPT', afterMs: 5 * secondMs })),
    reports: [],
    outcomes: iois.map(() => []),
    looks: iois.flatMap((ioi) => firingOf(ioi, security).past),
    ...more,
  })
  switch (kind) {
    case 'knocked out':
    case 'knocked out before its trigger': {
      const { direction, level, firesAt } = levelCrossed(security, begins, begins + roundMs)
      const lowest = lowestOrHighest(security, direction)
      const own = { ...terms(0, direction, begins), knockoutTrigger: level }
      const trigger = kind === 'knocked out' ? null : lowest
      // The contra comes too late.
      return episode([
        { ...own, advertisingTrigger: trigger },
        terms(1, oppositeOf(direction), firesAt + minuteMs),
      ])
    }
    case 'one quote beyond its knockout': {
      const spike = newestAt(security.quotes, begins + 10 * minuteMs + 5 * secondMs) as ScriptedQuote
      const level = onTick((midOf(spike) ?? 0) * 0.99, security)
      return episode([{ ...terms(0, 'BUY', begins), knockoutTrigger: level }])
    }
    case 'knocked out against the index': {
      const direction = round === 0 ? 'BUY' : 'SELL'
      for (const percent of [3, 4, 5, 6, 7]) {
        const own = { ...terms(0, direction, begins), indexRelativeKnockout: percent }
        const { firesAt } = firingOf(own, security)
        if (firesAt !== null && firesAt > begins + 15 * minuteMs && firesAt < begins + 20 * minuteMs)
          return episode([own])
      }
      throw new Error('the security moves with the index: choose another seed')
    }
    case 'knocked out in a locate': {
      const { direction, level, firesAt } = levelCrossedAtOnce(security, begins, begins + roundMs)
      const own = { ...terms(0, direction, firesAt - 16 * secondMs), knockoutTrigger: level }
      return episode([own, terms(1, oppositeOf(direction), firesAt - 14 * secondMs)], {
        answers: [
          { answer: 'ACCEPT', afterMs: 3 * secondMs },
          { answer: 'ACCEPT', afterMs: 25 * secondMs },
        ],
        outcomes: [['WITHDRAWN'], ['WITHDRAWN']],
      })
    }
    case 'halted for long':
      return episode([terms(0, 'SELL', begins + 2 * minuteMs)])
  }
}

const oppositeOf = (side: Side): Side => (side === 'BUY' ? 'SELL' : 'BUY')

/** Rounded down to the tick. Yen. */
function onTick(price: number, { isTopix500 }: ScriptedSecurity): number {
  const tick = tickAt(price, isTopix500)
  return exactPrice(Math.floor(price / tick + 1e-9) * tick)
}

/** A level that the mid does not reach all day, on the other side of the knockout. */
function lowestOrHighest(security: ScriptedSecurity, direction: Side): number {
  const mids = security.quotes.map(midOf).filter((mid) => mid !== null)
  return onTick(direction === 'BUY' ? Math.min(...mids) * 0.98 : Math.max(...mids) * 1.02, security)
}

interface CrossedLevel {
  readonly direction: Side
  readonly level: number
  readonly firesAt: number
}

/** A level that fires in the time, if possible after a single quote that was beyond it and must not fire. */
function levelCrossed(security: ScriptedSecurity, from: number, until: number): CrossedLevel {
  const { quotes, isTopix500 } = security
  const mid = midOf(newestAt(quotes, from) as ScriptedQuote) ?? 0
  const tick = tickAt(mid, isTopix500)
  const candidates: (CrossedLevel & { readonly singles: number })[] = []
  for (const direction of ['BUY', 'SELL'] as const)
    for (let ticks = 2; ticks <= 15; ticks += 1) {
      const level = onTick(mid + (direction === 'BUY' ? ticks : -ticks) * tick, security)
      const firing = firingOf(conditioned(direction, level, from), security)
      const { firesAt, past } = firing
      if (firesAt !== null && firesAt > from + 2 * minuteMs && firesAt < until)
        candidates.push({ direction, level, firesAt, singles: past.length - 2 })
    }
  const best = candidates.toSorted((a, b) => b.singles - a.singles)[0]
  if (!best) throw new Error(`${security.ric} hardly moves: choose another seed`)
  return best
}

/** A level that two quotes in a row reach and the four before them do not. */
function levelCrossedAtOnce(security: ScriptedSecurity, from: number, until: number): CrossedLevel {
  const quotes = security.quotes.filter(({ at }) => at >= from + minuteMs && at < until)
  const mids = quotes.map((quote) => midOf(quote) ?? Number.NaN)
  const { isTopix500 } = security
  for (let i = 5; i < quotes.length; i += 1) {
    const firesAt = quotes[i]?.at ?? 0
    const [now, before, earlier] = [mids[i] ?? 0, mids[i - 1] ?? 0, mids.slice(i - 5, i - 1)]
    const down = onTick(Math.min(now, before), security)
    if (down > Math.max(...earlier)) return { direction: 'BUY', level: down, firesAt }
    const tick = tickAt(now, isTopix500)
    const up = exactPrice(Math.ceil(Math.max(now, before) / tick - 1e-9) * tick)
    if (up < Math.min(...earlier)) return { direction: 'SELL', level: up, firesAt }
  }
  throw new Error(`${security.ric} hardly moves: choose another seed`)
}

const conditioned = (direction: Side, knockoutTrigger: number, submitAt: number): ConditionedIoi => ({
  direction,
  knockoutTrigger,
  indexRelativeKnockout: null,
  submitAt,
})
