import { inspect } from 'node:util'
import { runEnumerationTest } from './account-enumeration.ts'

const say = (line: string): boolean => process.stdout.write(`${line}\n`)
const pairs = Number(process.env.PAIRS || 2_000)
if (!Number.isInteger(pairs) || pairs < 2) {
  say(`PAIRS must be a whole number above 1, not "${process.env.PAIRS}"`)
  process.exit(2)
}
say(`${pairs} pairs of a known and an unknown address; a log-in is told apart at |t| of 5 and more`)
try {
  process.exitCode = (await runEnumerationTest(pairs, say)) ? 0 : 1
} catch (error) {
  say(inspect(error))
  process.exitCode = 1
}
