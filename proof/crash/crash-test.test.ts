import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { reportLines, runCrashTest } from './crash-test.ts'

/** SEED=s repeats one run; `npm run proof -- crash` sets CRASHES to the number of a full run. */
const crashes = Number(process.env.CRASHES ?? 2)
const seed = process.env.SEED || randomBytes(6).toString('hex')
/** A crash takes one to two seconds; the limit leaves room for a busy machine. */
const timeout = 60_000 + crashes * 20_000

test(`kill -9 neither loses nor repeats an acknowledged operation, SEED=${seed}`, { timeout }, async () => {
  const report = await runCrashTest(crashes, seed, (soFar) => {
    if (soFar % 50 === 0) console.log(`${soFar} crashes`)
  })
  console.log(reportLines(report).join('\n'))

  expect(report).toMatchObject({ crashes, lost: 0, twice: 0 })
  // The first crashes hit the start, so a very short run may not trade at all.
  if (crashes < 10) return
  expect(report.acknowledged).toBeGreaterThan(0)
  if (crashes < 20) return
  expect(report.acknowledged).toBeGreaterThan(5 * crashes)
  // As often as the traders change quantities, their rests after a raise would leave hardly any locate.
  expect(report.locates).toBeGreaterThan(crashes / 5)
  expect(report.resolved.notApplied).toBeGreaterThan(0)
  if (crashes < 100) return
  expect(report.resolved.applied).toBeGreaterThan(0)
  for (const name of [
    'crashesWhileStarting',
    'refused',
    'accepted',
    'declined',
    'lapsed',
    'reported',
    'withdrawn',
  ] as const)
    expect(report[name], name).toBeGreaterThan(0)
})
