import { expect, test } from 'vitest'
import {
  type CoverageCounts,
  type CoverageEvent,
  coverageTable,
  historyCoverageEvents,
  leastCount,
} from '../coverage/coverage-events.ts'
import { coverageObserver } from '../coverage/coverage-watcher.ts'
import { checkDay, type DayObserver, newSimulatedDay, type SimulatedDay } from '../simulated-day.ts'
import { performHistoryAction } from './history-actions.ts'
import { drawHistoryMarket } from './history-market.ts'

/** HISTORY=n repeats one; `npm run proof -- matcher` sets HISTORIES to the number of a full run. */
const fullRun = 5_000
const seeds = process.env.HISTORY
  ? [Number(process.env.HISTORY)]
  : Array.from({ length: Number(process.env.HISTORIES ?? 100) }, (_, i) => i + 1)
const steps = 140

/** What short histories reach far more often than long days, and every run of them must. */
const least: readonly CoverageEvent[] = [
  'one sweep locates several pairs',
  'a broker is chosen by the earlier of two adverts',
  'a broker is chosen by the sequence of two adverts',
  'a trader with enough open locates is passed over',
  'the failures of an institution in a security keep a pair apart',
  'the failed locates of two institutions keep a pair apart',
  'the failures of a trader keep a pair apart',
  'the failures of an institution keep a pair apart',
  'a rest after a failure keeps a pair apart',
  'a cooldown after a withdrawal keeps two apart',
  'the earlier of two resting adverts is located',
  'no locate begins shortly before the end of matching',
  'no locate begins in a market that has just become fresh',
  'a locate goes on while its market is not fresh',
  'a locate ends by its answers after its market was not fresh',
  'a market that is not fresh voids a locate at its deadline',
  'a market that is not fresh voids a locate with both answers',
  'a knockout is reached when an answer arrives',
  'a knockout reached at an answer counts although the price came back',
  'the withdrawals of an institution in a security keep a pair apart',
  'the withdrawals of an institution keep a pair apart',
  'a rest after a raise or a flip keeps a pair apart',
  'a raise starts a rest',
  'a flip starts a rest',
  'a further raise or flip starts a longer rest',
  'a rest is as long as the longest',
  'a rest goes on in another advert',
  'open handovers keep a pair apart',
  'a quote ahead of the clock makes no other late',
  'a quote between two malformed ones ends their run',
  'a locate ends and another is made in one sweep',
  'an own knockout withdraws a locate and counts as a decline',
  'a locate with both answers is withdrawn after its deadline',
  'a modify raises a decayed offer and loses the time priority',
  'a broker reports that neither side followed through',
  'a report is corrected',
  'the same report arrives twice',
  'a report after the day is refused',
  "another broker's report is refused",
  'a report keeps a pair apart that no locate would',
  'a report comes after its accept has left the rating',
  'the withdrawal of a report makes a pair eligible',
  'a fifth event with one institution removes the first',
]

interface Figures {
  commands: number
  locates: number
  readonly divergences: string[]
}

function playDay(seed: number, seen: CoverageCounts, figures: Figures): void {
  const covers = coverageObserver(seen)
  const watch: DayObserver = {
    ...covers,
    happens(day, event) {
      if (event.type === 'contraLocated') figures.locates += 1
      covers.happens(day, event)
    },
  }
  let day: SimulatedDay | null = null
  try {
    day = newSimulatedDay(seed, watch, drawHistoryMarket)
    for (let i = 0; i < steps; i += 1) performHistoryAction(day, seed % 8 === 0)
    checkDay(day)
  } catch (error) {
    figures.divergences.push(`HISTORY=${seed}: ${error instanceof Error ? error.message : error}`)
  }
  figures.commands += day?.commands ?? 0
}

// rule: 3.1, 24.3, 24.4
test(`${seeds.length} short random histories: the matcher and the oracle decide alike`, {
  timeout: 60_000 + seeds.length * 1_000,
}, () => {
  const seen: CoverageCounts = new Map()
  const figures: Figures = { commands: 0, locates: 0, divergences: [] }
  for (const seed of seeds) playDay(seed, seen, figures)
  const { commands, locates, divergences } = figures
  console.log(
    `${seeds.length} histories, ${commands} commands, ${locates} locates compared, ${divergences.length} divergences`,
  )
  if (seeds.length >= fullRun) console.log(coverageTable(seen))
  for (const each of divergences.slice(0, 3)) console.log(`${each}\nin proof/simulation/histories`)

  expect(divergences).toEqual([])
  if (seeds.length > 1) expect(least.filter((name) => !seen.has(name))).toEqual([])
  if (seeds.length >= fullRun)
    expect(historyCoverageEvents.filter((name) => (seen.get(name) ?? 0) < leastCount)).toEqual([])
})
