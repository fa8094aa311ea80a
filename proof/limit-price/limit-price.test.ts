import { expect, test } from 'vitest'
import { type PlayedHistory, playHistory, replay, shortest } from './histories.ts'
import { limitCoverage } from './limit-coverage.ts'
import type { Action } from './play.ts'

/** HISTORY=n repeats one, SEED is the first of a run; `npm run proof -- limit-price` sets HISTORIES. */
const first = Number(process.env.SEED ?? 1)
const seeds = process.env.HISTORY
  ? [Number(process.env.HISTORY)]
  : Array.from({ length: Number(process.env.HISTORIES ?? 40) }, (_, i) => first + i)
const steps = 80
const fullRun = 5_000

/** A divergence with the shortest history that has one, a line per action. */
function reportOf(seed: number, history: PlayedHistory): string {
  const actions = shortest(history)
  const line = ({ at, type, ...rest }: Action): string =>
    `${new Date(at).toISOString().slice(11, 23)} ${type} ${JSON.stringify(rest)}`
  return [
    `HISTORY=${seed}: ${replay(history.venue, actions)}`,
    JSON.stringify(history.venue),
    ...actions.map(line),
    'in proof/limit-price',
  ].join('\n')
}

// rule: 25.1, 25.2, 25.3, 25.4, 25.5, 25.6, 25.7, 25.8, 25.9, 25.10, 25.11, 3.E12.1, 11.17
test(`${seeds.length} histories with limit prices: an oracle written from the rules decides as the engine`, {
  timeout: 60_000 + seeds.length * 1_000,
}, () => {
  const seen = new Map<string, number>()
  const divergences: string[] = []
  let [commands, locates] = [0, 0]
  for (const seed of seeds) {
    const history = playHistory(seed, steps)
    commands += history.play.commands
    locates += history.play.locates
    for (const what of history.play.oracle.seen) seen.set(what, (seen.get(what) ?? 0) + 1)
    if (history.divergence !== null) divergences.push(reportOf(seed, history))
    if (divergences.length >= 3) break
  }
  console.log(
    `${seeds.length} histories from seed ${seeds[0]}, ${commands} commands, ${locates} locates compared, ${divergences.length} divergences`,
  )
  if (seeds.length >= fullRun)
    for (const what of limitCoverage) console.log(`${seen.get(what) ?? 0} histories: ${what}`)
  for (const each of divergences) console.log(each)

  expect(divergences).toEqual([])
  const least = seeds.length >= fullRun ? 20 : seeds.length >= 200 ? 1 : 0
  expect(limitCoverage.filter((what) => (seen.get(what) ?? 0) < least)).toEqual([])
})
