import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { generateJournal } from './generated-journal.ts'
import { type ProcessEnvironment, type ReplayResult, snapshotHash } from './second-process.ts'

/**
 * SEED=n repeats one journal; `npm run proof -- second-process` sets JOURNALS to the number of a full run.
 */
const count = Number(process.env.JOURNALS ?? 4)
const seeds = process.env.SEED ? [Number(process.env.SEED)] : Array.from({ length: count }, (_, i) => i + 1)
const commandsEach = 5_000

const here = Intl.DateTimeFormat().resolvedOptions().timeZone
const timeZone = here === 'America/New_York' ? 'Asia/Tokyo' : 'America/New_York'
const options = ['--max-semi-space-size=1']

/** A process with another time zone, another language and other garbage collection. */
function otherEnvironment() {
  const program = fileURLToPath(new URL('./second-process.main.ts', import.meta.url))
  const env = { ...process.env, TZ: timeZone, LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8' }
  const child = spawn(process.execPath, [...options, program], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const heard = async <T>(): Promise<T> => JSON.parse(String((await lines.next()).value)) as T
  const send = async (line: string): Promise<void> => {
    if (!child.stdin.write(`${line}\n`)) await once(child.stdin, 'drain')
  }
  return { heard, send, end: () => child.stdin.end() }
}

// rule: 1.7
test(`${seeds.length} journals fold to the same state in a second process with another environment`, async () => {
  const other = otherEnvironment()
  expect(await other.heard<ProcessEnvironment>()).toEqual({
    timeZone,
    locale: 'tr-TR',
    twoAndAHalf: '2,5',
    options,
  })
  const began = performance.now()
  let commands = 0

  // The other process folds one journal while the next is generated.
  let waiting: { readonly seed: number; readonly hash: string } | null = null
  const compare = async (): Promise<void> => {
    const answered = await other.heard<ReplayResult>()
    expect(answered, `repeat with SEED=${waiting?.seed}`).toMatchObject({ ...waiting, differs: null })
  }
  for (const seed of seeds) {
    const { journal, state } = generateJournal(seed, commandsEach)
    commands += journal.length
    if (waiting) await compare()
    await other.send(JSON.stringify({ seed, journal }))
    waiting = { seed, hash: snapshotHash(state) }
  }
  await compare()
  other.end()
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  console.log(
    `${seeds.length} journals, ${commands} commands folded and decided again in the other process, ${seconds} s`,
  )
}, 600_000)
