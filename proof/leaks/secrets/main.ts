import { inspect } from 'node:util'
import { runSecretScan } from './secret-scan.ts'

/** With `--postgres` a second day is on PostgreSQL. */
const databases = process.argv.includes('--postgres')
  ? (['SQLite', 'PostgreSQL'] as const)
  : (['SQLite'] as const)
const say = (line: string): boolean => process.stdout.write(`${line}\n`)
for (const database of databases)
  try {
    say(`\n${database}`)
    const { lines, faults } = await runSecretScan(say, database)
    say(`\n${lines.join('\n')}\n`)
    say(faults.length === 0 ? 'no secret is in a forbidden location' : faults.join('\n'))
    if (faults.length > 0) process.exitCode = 1
  } catch (error) {
    say(inspect(error))
    process.exitCode = 1
  }
