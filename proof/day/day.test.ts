import { expect, onTestFinished, test } from 'vitest'
import {
  analysisOf,
  type DayOfLocates,
  differences,
  expectedAnalysis,
  locatesOf,
  marketDifferences,
  outcomeDifferences,
  pushDifferences,
} from './comparison.ts'
import { fileDifferences, tableDifferences } from './csv-export.ts'
import { DayRun } from './day-run.ts'
import { endDifferences, statusDifferences } from './end-comparison.ts'
import { figureDifferences, pastFigureDifferences } from './figure-consistency.ts'
import type { Member } from './member.ts'
import { handoverDifferences, pastDayDifferences, rememberedDifferences } from './next-day-comparison.ts'
import { ratingDifferences } from './ratings.ts'
import { scriptedDays } from './scripted-days.ts'

const size = process.env.DAY === 'whole' ? 'day' : 'short day'
const seed = Number(process.env.SEED ?? 24)

/*
 * 12 traders of 6 institutions and 5 brokers trade a day in Tokyo's hours on replayed prices of 50 securities, over
 * HTTP and STOMP: IOIs before the open, in the lunch break and for the official close, with triggers, knockouts and
 * swaps, answers of all kinds, halts, and reports of executions that are corrected and withdrawn. The morning of the
 * next day follows. `npm test` plays the first 45 minutes of both with 12 securities.
 */
test(`a scripted ${size} and the next morning (seed ${seed}) end as the rules say, for every trader`, {
  timeout: 900_000,
}, async () => {
  const days = scriptedDays(seed, size)
  const [first, second] = days
  const run = await DayRun.start(days)
  onTestFinished(() => run.stop())
  const ricOf = new Map(first.securities.map(({ ric }) => [run.server.securityId(ric), ric]))
  const found: string[] = []
  const counted = {
    iois: 0,
    locates: 0,
    knockouts: 0,
    agreements: 0,
    executed: 0,
    notExecuted: 0,
    figures: 0,
  }
  const compare = async (
    trader: Member,
    what: string,
    differ: () => Promise<readonly string[]> | readonly string[],
  ): Promise<void> => void found.push(...(await differ()).map((each) => `${trader.email}, ${what}: ${each}`))

  const compareCosts = (trader: Member, what: string, period: readonly DayOfLocates[]): Promise<void> =>
    compare(trader, what, async () => {
      const expected = expectedAnalysis(run, trader, period)
      const { from, to } = expected
      const shown = await analysisOf(trader, from === to ? `${from}` : `${from}..${to}`)
      counted.figures += JSON.stringify(shown).match(/:-?\d/g)?.length ?? 0
      return [
        ...differences(expected, shown),
        ...fileDifferences(expected.agreements, shown, (id) => ricOf.get(id) ?? ''),
        ...tableDifferences(expected.agreements, shown),
      ]
    })
  const compareDay = async (trader: Member, of: DayOfLocates): Promise<void> => {
    const { day } = of
    await compare(trader, `${day.date}, locates`, () => [
      ...outcomeDifferences(run, trader, of),
      ...pushDifferences(trader, of),
      ...marketDifferences(run, trader, of),
    ])
    await compareCosts(trader, day.date, [of])
  }

  await run.play(first)
  const ofFirst = new Map<string, DayOfLocates>()
  for (const trader of run.traders) {
    const of = { day: first, locates: await locatesOf(trader) }
    ofFirst.set(trader.email, of)
    await compareDay(trader, of)
    await compare(trader, 'handover', () => handoverDifferences(of))
    await compare(trader, 'statuses', () => statusDifferences(run, trader, of))
    await compare(trader, 'rating', () => ratingDifferences(run, trader, of))
    await compare(trader, 'figures on several screens', () => figureDifferences(trader, of))
  }
  await run.endFirstDay()
  for (const trader of run.traders)
    await compare(trader, 'ends', () =>
      endDifferences(run, trader, ofFirst.get(trader.email) as DayOfLocates),
    )

  await run.beginSecondDay()
  for (const trader of run.traders) {
    const of = ofFirst.get(trader.email) as DayOfLocates
    await compare(trader, 'the next morning', async () => [
      ...(await pastDayDifferences(run, trader, of)),
      ...(await rememberedDifferences(trader, of)),
      ...(await pastFigureDifferences(trader, of)),
    ])
  }
  await run.play(second)
  for (const trader of run.traders) {
    const of = { day: second, locates: await locatesOf(trader) }
    const before = ofFirst.get(trader.email) as DayOfLocates
    await compareDay(trader, of)
    await compareCosts(trader, 'the first day on the second', [before])
    await compareCosts(trader, 'both days', [before, of])
    const { iois, total, notExecuted } = await analysisOf(trader, `${first.date}..${second.date}`)
    counted.iois += iois.sent
    counted.locates += before.locates.length + of.locates.length
    counted.knockouts += trader.received.filter(({ message }) => message === 'CANCEL_TRIGGER').length
    counted.agreements += total.agreements
    counted.executed += total.executed
    counted.notExecuted += notExecuted
  }

  expect(found).toEqual([])
  if (process.env.DAY)
    process.stdout.write(`${size}, seed ${seed}: ${JSON.stringify(counted)}, 0 differences\n`)
  // The script must not become empty unnoticed.
  expect(counted.agreements).toBeGreaterThan(size === 'day' ? 90 : 20)
  expect(counted.executed).toBeGreaterThan(size === 'day' ? 55 : 10)
  expect(counted.knockouts).toBeGreaterThanOrEqual(size === 'day' ? 9 : 6)
})
