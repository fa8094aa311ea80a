import { expect, onTestFinished, test } from 'vitest'
import {
  analysisOf,
  differences,
  expectedAnalysis,
  inOrderOf,
  marketDifferences,
  outcomeDifferences,
  pushDifferences,
} from './comparison.ts'
import { fileDifferences } from './csv-export.ts'
import { playDay } from './day-run.ts'
import { priceScript } from './price-script.ts'
import { endOf, tradingScript } from './trading-script.ts'

const size = process.env.DAY === 'whole' ? 'day' : 'morning'
const seed = Number(process.env.SEED ?? 24)

/*
 * 12 traders of 6 institutions and 5 brokers trade a day in Tokyo's hours on replayed prices of 50 securities, over
 * HTTP and STOMP: IOIs before the open, in the lunch break and for the official close, with triggers and swaps, answers
 * of all kinds, and reports of executions that are corrected and withdrawn. `npm test` plays the first 45 minutes with
 * 12 securities.
 */
test(`cost analysis of a scripted ${size} (seed ${seed}) is what the script leads to, for every trader`, {
  timeout: 600_000,
}, async () => {
  const securities = priceScript(seed, size === 'day' ? 50 : 12, endOf(size))
  const episodes = tradingScript(seed, securities, size)
  const day = await playDay(securities, episodes, endOf(size))
  onTestFinished(() => day.stop())
  const found: string[] = []
  const counted = { iois: 0, locates: 0, agreements: 0, executed: 0, notExecuted: 0, figures: 0 }
  const ricOf = new Map(securities.map(({ ric }) => [day.server.securityId(ric), ric]))
  for (const trader of day.traders) {
    const { expected, locates } = await expectedAnalysis(day, trader, securities)
    const shown = await analysisOf(trader)
    const agreements = inOrderOf(shown, expected.agreements)
    found.push(
      ...[
        ...outcomeDifferences(day, trader, locates),
        ...pushDifferences(trader, locates),
        ...marketDifferences(day, trader, locates, securities),
        ...differences({ ...expected, agreements }, shown),
        ...fileDifferences(agreements, shown, (id) => ricOf.get(id) ?? ''),
      ].map((each) => `${trader.email}: ${each}`),
    )
    counted.iois += shown.iois.sent
    counted.locates += locates.length
    counted.agreements += shown.agreements.length
    counted.executed += shown.total.executed
    counted.notExecuted += shown.notExecuted
    counted.figures += JSON.stringify(shown).match(/:-?\d/g)?.length ?? 0
  }

  expect(found).toEqual([])
  if (process.env.DAY)
    process.stdout.write(`${size}, seed ${seed}: ${JSON.stringify(counted)}, 0 differences\n`)
  // The script must not become empty unnoticed.
  expect(counted.agreements).toBeGreaterThan(size === 'day' ? 80 : 14)
  expect(counted.executed).toBeGreaterThan(size === 'day' ? 50 : 8)
})
