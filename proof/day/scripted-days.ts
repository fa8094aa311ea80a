import type { Episode } from './episodes.ts'
import {
  indexScript,
  knockoutEpisodes,
  roundsOfDay,
  securitiesOfRound,
  traitsOfRounds,
} from './knockout-script.ts'
import { type IndexMove, movedBy, priceScript, type ScriptedSecurity } from './price-script.ts'
import { dateOf, dayMs, platformCloses, platformOpens } from './tokyo-day.ts'
import { endOf, tradingScript } from './trading-script.ts'

/** A trading day: its prices, and who does what. */
export interface ScriptedDay {
  readonly date: string
  readonly securities: readonly ScriptedSecurity[]
  readonly index: readonly IndexMove[]
  readonly episodes: readonly Episode[]
  /** When the platform opens, the last minute with something of the script, and when the platform closes. */
  readonly opens: number
  readonly end: number
  readonly closes: number
}

/**
 * The first day, whole or its first 45 minutes after the open, and as much of the next one. The same seed gives the
 * same days.
 */
export function scriptedDays(
  seed: number,
  size: 'day' | 'short day',
): readonly [first: ScriptedDay, second: ScriptedDay] {
  const count = size === 'day' ? 50 : 12
  const rounds = size === 'day' ? roundsOfDay : 1
  const prices = (of: { seed: number; until: number; closes?: ReadonlyMap<string, number> }) =>
    priceScript({
      count,
      furtherTraits: traitsOfRounds.slice(0, rounds * securitiesOfRound),
      index: indexScript.filter(({ at }) => at <= of.until),
      ...of,
    })
  const episodes = (
    ofSeed: number,
    securities: readonly ScriptedSecurity[],
    of: typeof size | 'second day',
  ) => [
    ...tradingScript(ofSeed, securities.slice(0, count), of),
    ...knockoutEpisodes(
      ofSeed,
      securities.slice(count, count + (of === 'day' ? rounds : 1) * securitiesOfRound),
    ),
  ]
  const end = endOf(size)
  const first = prices({ seed, until: end })
  const endOfSecond = endOf('second day')
  const nextSeed = seed + 1_000
  const second = prices({ seed: nextSeed, until: endOfSecond, closes: new Map(first.map(lastPriceOf)) })
  return [
    {
      date: dateOf(platformOpens),
      securities: first,
      index: indexScript.filter(({ at }) => at <= end),
      episodes: episodes(seed, first, size),
      opens: platformOpens,
      end,
      closes: platformCloses,
    },
    {
      date: dateOf(platformOpens + dayMs),
      securities: movedBy(second, dayMs),
      index: indexScript
        .filter(({ at }) => at <= endOfSecond)
        .map(({ at, percent }) => ({ at: at + dayMs, percent })),
      episodes: episodes(nextSeed, second, 'second day').map(onNextDay),
      opens: platformOpens + dayMs,
      end: endOfSecond + dayMs,
      closes: platformCloses + dayMs,
    },
  ]
}

/** The RIC and the last price of a day, which is the previous close of the next one. */
export const lastPriceOf = ({ ric, quotes, previousClose }: ScriptedSecurity): [string, number] => [
  ric,
  quotes.at(-1)?.last ?? previousClose,
]

const onNextDay = (episode: Episode): Episode => ({
  ...episode,
  iois: episode.iois.map((ioi) => ({ ...ioi, submitAt: ioi.submitAt + dayMs })),
  looks: episode.looks.map((at) => at + dayMs),
})
