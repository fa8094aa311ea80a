import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { runCrashTest } from './crash-test.ts'
import { reportLines } from './report.ts'

const kills = Number(process.env.KILLS || 300)
const seed = process.env.SEED || randomBytes(6).toString('hex')
/** A kill takes about a second; a machine with much else to do gets its time. */
const timeout = 60_000 + kills * 20_000

test(`nothing that was acknowledged is lost or applied twice by kill -9, SEED=${seed}`, {
  timeout,
}, async () => {
  const report = await runCrashTest(kills, seed)
  console.log(reportLines(report).join('\n'))

  expect(report).toMatchObject({ kills, lost: 0, twice: 0 })
  // A run in which nothing happens would find nothing.
  expect(report.acknowledged).toBeGreaterThan(kills)
  expect(report.resolved.before).toBeGreaterThan(0)
  if (kills < 100) return
  expect(report.resolved.after).toBeGreaterThan(0)
  for (const often of ['killsWhileStarting', 'refused', 'accepted', 'declined', 'lapsed'] as const)
    expect(report[often], often).toBeGreaterThan(0)
})
