import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runVerify } from '../harness/verify-command.ts'
import { type DetectionKind, detectionKinds, flipFileBits } from './file-corruption.ts'
import { type JournaledDay, smallMarket, writeJournaledDay } from './journaled-day.ts'
import { checkAsOperator } from './operator-checks.ts'
import { measureReplay } from './replay-timing.ts'
import { rewriteSuffixes } from './rewritten-suffix.ts'
import { flipRows, type RowFlipReport } from './row-corruption.ts'

export interface ReplayDayOptions {
  /** An empty folder for the day, and one for copies of it. */
  readonly dir: string
  readonly scratch: string
  readonly seed: number
  readonly commands: number
  readonly rowFlips: number
  readonly fileFlips: number
  readonly rewrites: number
}

type Say = (line: string) => unknown

/**
 * Journals a day, verifies it by the operator's command, and then damages copies of it in many ways. Prints
 * the results and returns whether all were as expected.
 */
export async function runReplayDay(options: ReplayDayOptions, say: Say): Promise<boolean> {
  const { dir, scratch, seed } = options
  printDay(await writeJournaledDay(dir, seed, options.commands), say)
  const { code, out, seconds } = await runVerify(dir)
  const result = JSON.parse(out) as { verified: boolean; entries: number; stateHash: string }
  say(
    `aitai replay --verify: verified ${result.verified}, ${result.entries} entries, ${seconds.toFixed(2)} s`,
  )
  say(`state ${result.stateHash}`)
  for (const [part, took] of Object.entries(await measureReplay(await copyOf(dir, scratch, 'parts'))))
    say(`  ${took.toFixed(2).padStart(6)} s  ${part}`)

  const rows = await flipRows(dir, seed, options.rowFlips)
  sayRows(rows, say)
  const small = join(scratch, 'small')
  await mkdir(small, { recursive: true })
  await writeJournaledDay(small, seed, 1_500, smallMarket)
  const file = await flipFileBits(small, join(scratch, 'flipped'), seed, options.fileFlips)
  say(`${options.fileFlips} bits flipped anywhere in the file of a journal of 1,500 entries:`)
  for (const each of detectionKinds) say(`  ${String(file[each]).padStart(6)}  ${each}`)
  const outside = await checkAsOperator(small, join(scratch, 'outside'), seed, say)
  const rewritten = await rewriteSuffixes(small, join(scratch, 'rewritten'), seed, options.rewrites)
  say(`${options.rewrites} journals rewritten from a random entry on, with every hash computed again:`)
  say(`  ${rewritten.consistent} verify by themselves`)
  say(
    `  ${rewritten.found} are found by a signed head from before, ${rewritten.foundByDigest} by its public digest`,
  )
  const isEachFound = [rewritten.consistent, rewritten.found, rewritten.foundByDigest].every(
    (count) => count === options.rewrites,
  )
  const missed: DetectionKind = detectionKinds[4]
  return (
    code === 0 && result.verified && rows.missed.length === 0 && file[missed] === 0 && outside && isEachFound
  )
}

function printDay({ entries, from, to, events }: JournaledDay, say: Say): void {
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
