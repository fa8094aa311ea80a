import { inspect } from 'node:util'
import { runEnumerationTest } from './account-enumeration.ts'

const say = (line: string): boolean => process.stdout.write(`${line}\n`)
const pairs = Number(process.env.PAIRS || 2_000)
if (!Number.isInteger(pairs) || pairs < 2) {
  say(`PAIRS must be an integer above 1, not "${process.env.PAIRS}"`)
  process.exit(2)
}
say(`${pairs} pairs of a known and an unknown address; distinguishable from |t| = 5`)
try {
  process.exitCode = (await runEnumerationTest(pairs, say)) ? 0 : 1
} catch (error) {
  say(inspect(error))
  process.exitCode = 1
}
