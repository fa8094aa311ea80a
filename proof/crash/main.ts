import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import { runCrashTest } from './crash-test.ts'
import { reportLines } from './report.ts'

const say = (line: string): boolean => process.stdout.write(`${line}\n`)
const kills = Number(process.env.KILLS || 300)
if (!Number.isInteger(kills) || kills < 1) {
  say(`KILLS must be a whole number above 0, not "${process.env.KILLS}"`)
  process.exit(2)
}
const seed = process.env.SEED || randomBytes(6).toString('hex')
say(`${kills} kills, SEED=${seed}`)
try {
  const report = await runCrashTest(kills, seed, (soFar) => {
    if (soFar % 25 === 0) say(`${soFar} kills`)
  })
  say(reportLines(report).join('\n'))
} catch (error) {
  say(inspect(error))
  process.exit(1)
}
