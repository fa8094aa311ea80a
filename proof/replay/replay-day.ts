import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runVerify } from '../harness/verify-command.ts'
import { type DetectionKind, detectionKinds, flipFileBits } from './file-corruption.ts'
import { type JournaledDay, smallDay, writeJournaledDay } from './journaled-day.ts'
import { checkAsOperator } from './operator-checks.ts'
import { measureReplay } from './replay-timing.ts'
import { flipRows, type RowFlipReport } from './row-corruption.ts'

export interface ReplayDayOptions {
  /** An empty folder for the day, and one for copies of it. */
  readonly dir: string
  readonly scratch: string
  readonly seed: number
  readonly commands: number
  readonly rowFlips: number
  readonly fileFlips: number
}

type Say = (line: string) => unknown

/**
 * Journals a day, verifies it by the command that operators use, and then damages copies of it in every way
 * it can think of. Says what came of it, and gives whether everything was as it should be.
 */
export async function runReplayDay(asked: ReplayDayOptions, say: Say): Promise<boolean> {
  const { dir, scratch, seed } = asked
  sayLived(await writeJournaledDay(dir, seed, asked.commands), say)
  const { code, out, seconds } = await runVerify(dir)
  const verdict = JSON.parse(out) as { verified: boolean; entries: number; stateHash: string }
  say(
    `aitai replay --verify: verified ${verdict.verified}, ${verdict.entries} entries, ${seconds.toFixed(2)} s`,
  )
  say(`state ${verdict.stateHash}`)
  for (const [part, took] of Object.entries(await measureReplay(await copyOf(dir, scratch, 'parts'))))
    say(`  ${took.toFixed(2).padStart(6)} s  ${part}`)

  const rows = await flipRows(dir, seed, asked.rowFlips)
  sayRows(rows, say)
  const small = join(scratch, 'small')
  await mkdir(small, { recursive: true })
  await writeJournaledDay(small, seed, 1_500, smallDay)
  const file = await flipFileBits(small, join(scratch, 'flipped'), seed, asked.fileFlips)
  say(`${asked.fileFlips} bits flipped anywhere in the file of a journal of 1,500 entries:`)
  for (const each of detectionKinds) say(`  ${String(file[each]).padStart(6)}  ${each}`)
  const outside = await checkAsOperator(small, join(scratch, 'outside'), seed, say)
  const missed: DetectionKind = detectionKinds[4]
  return code === 0 && verdict.verified && rows.missed.length === 0 && file[missed] === 0 && outside
}

function sayLived({ entries, from, to, events }: JournaledDay, say: Say): void {
  const time = (at: number): string => new Date(at).toISOString()
  say(`${entries} journalled commands, from ${time(from)} to ${time(to)}:`)
  for (const [type, count] of Object.entries(events)) say(`  ${String(count).padStart(6)}  ${type}`)
}

function sayRows({ flips, named, perColumn, missed }: RowFlipReport, say: Say): void {
  const columns = Object.entries(perColumn).map(([column, count]) => `${column} ${count}`)
  say(`${flips} bytes flipped in random entries (${columns.join(', ')}): ${named} entries named`)
  for (const each of missed) say(`  missed: ${each}`)
}

async function copyOf(dir: string, scratch: string, name: string): Promise<string> {
  await cp(dir, join(scratch, name), { recursive: true })
  return join(scratch, name)
}
