import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect, parseArgs } from 'node:util'
import { runReplayDay } from './replay-day.ts'

const say = (line: string): boolean => process.stdout.write(`${line}\n`)

// Usage: node proof/replay/replay-day.main.ts [--commands 100000] [--seed 1] [--quick] [--dir DIR]
// --quick damages the journal less often.
// DIR must be empty. It is not removed afterwards; without --dir the data goes to a temporary folder.
const { values } = parseArgs({
  options: {
    commands: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    quick: { type: 'boolean', default: false },
    dir: { type: 'string' },
  },
})
const [commands, seed] = [Number(values.commands), Number(values.seed)]
if (!Number.isInteger(commands) || commands < 1_000 || !Number.isInteger(seed)) {
  say('--commands takes a whole number from 1000, --seed a whole number.')
  process.exit(2)
}

const scratch = await mkdtemp(join(tmpdir(), 'aitai-replay-'))
try {
  const dir = values.dir ?? join(scratch, 'day')
  await mkdir(dir, { recursive: true })
  const damage = values.quick
    ? { rowFlips: 200, fileFlips: 60, rewrites: 3 }
    : { rowFlips: 1_000, fileFlips: 400, rewrites: 12 }
  const passed = await runReplayDay({ dir, scratch, seed, commands, ...damage }, say)
  process.exitCode = passed ? 0 : 1
} catch (error) {
  say(inspect(error))
  process.exitCode = 1
} finally {
  await rm(scratch, { recursive: true, force: true })
}
