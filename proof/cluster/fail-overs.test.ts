import { randomBytes } from 'node:crypto'
import { tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import { seededRandom } from '@aitai/server/quotes/seeded-random.ts'
import { expect, test } from 'vitest'
import { percentilesOf } from '../bench/percentiles.ts'
import { Trading } from './trading.ts'

/** SEED=s repeats one run; `npm run proof -- fail-overs` sets FAIL_OVERS to the number of a full run. */
const failOvers = Number(process.env.FAIL_OVERS ?? 5)
const seed = process.env.SEED || randomBytes(6).toString('hex')
/** The lists of a day grow with every trade, so later ones get a new database. */
const failOversPerDatabase = 100
const maxResponses = 60
const timeout = 180_000 + failOvers * 30_000

interface Report {
  readonly tookMs: number[]
  acknowledged: number
  locates: number
}

test(`a writer that is killed is replaced, with nothing lost or repeated, SEED=${seed}`, {
  timeout,
}, async () => {
  const report: Report = { tookMs: [], acknowledged: 0, locates: 0 }
  for (let round = 0; report.tookMs.length < failOvers; round += 1) {
    const left = failOvers - report.tookMs.length
    await failOverInTurn(Math.min(failOversPerDatabase, left), `${seed}.${round}`, report)
    console.log(`${report.tookMs.length} fail-overs`)
  }
  const { p50, p99, longest } = percentilesOf(report.tookMs)
  console.log(
    [
      `fail-overs          ${failOvers}, of the process that writes, by kill -9 under load`,
      'to the next command acknowledged by another process',
      `  p50               ${p50} ms (aim: 1,000 ms)`,
      `  p99               ${p99} ms`,
      `  worst             ${longest} ms (aim: 3,000 ms)`,
      `acknowledged        ${report.acknowledged}`,
      `locates             ${report.locates}`,
      'lost                0',
      'applied twice       0',
    ].join('\n'),
  )
  expect(report.acknowledged).toBeGreaterThan(failOvers)
})

/** Ends one writer after the other with SIGKILL. Every machine is checked after each, and the journal at the end. */
async function failOverInTurn(count: number, seedOfRound: string, report: Report): Promise<void> {
  const chance = seededRandom(seedOfRound)
  const day = tradingDay(Date.now())
  const trading = await Trading.open({ seed: seedOfRound, hasStandby: true })
  try {
    for (let n = 0; n < count && tradingDay(Date.now()) === day; n += 1) {
      const writer = await trading.cluster.newWriter()
      const took = await trading.disturb(Math.floor(chance() * maxResponses), () => writer.kill())
      report.tookMs.push(took)
      await trading.check()
      await trading.restart(writer)
    }
    const { locates } = await trading.finish()
    report.locates += locates
    report.acknowledged += trading.tally.acknowledged
  } finally {
    await trading.remove()
  }
}
