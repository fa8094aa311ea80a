import { inspect } from 'node:util'
import { runSecretScan } from './secret-scan.ts'

const say = (line: string): boolean => process.stdout.write(`${line}\n`)
try {
  const { lines, faults } = await runSecretScan(say)
  say(`\n${lines.join('\n')}\n`)
  say(faults.length === 0 ? 'no secret is in a forbidden location' : faults.join('\n'))
  process.exitCode = faults.length === 0 ? 0 : 1
} catch (error) {
  say(inspect(error))
  process.exitCode = 1
}
