import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Command } from '@aitai/engine/commands.ts'
import type { Event } from '@aitai/engine/events.ts'
import { evolve } from '@aitai/engine/evolve.ts'
import { emptyState, type State } from '@aitai/engine/state/state.ts'
import { openDatabase } from '@aitai/server/database/open-database.ts'
import { eventsOf } from '@aitai/server/market/fold.ts'
import { journalRowsAfter } from '@aitai/server/market/journal-chain.ts'
import { repositoryRoot } from '../harness/server-process.ts'
import { checkConservation, checkState } from '../simulation/invariants/state-invariants.ts'
import { operationName } from './operations.ts'
import type { Tally } from './tally.ts'

/** What the journal of a round holds: that much really happened. */
export interface JournalCounts {
  readonly entries: number
  readonly locates: number
  readonly accepted: number
  readonly declined: number
  readonly lapsed: number
}

/** The invariants read the whole state, so not after every single entry. */
const invariantsEvery = 25

/**
 * Reads the journal of a stopped server. Each thing that was acknowledged stands in it once, and nothing that
 * nobody did; each locate was answered and decided by its deadline; the operator's own check is green.
 * What is wrong goes into the tally.
 */
export async function auditJournal(dataDir: string, tally: Tally): Promise<JournalCounts> {
  await verify(dataDir, tally)
  const { db, close } = await openDatabase({ dataDir, databaseUrl: null })
  try {
    const state = emptyState()
    const done = new Map<string, number>()
    const held = { entries: 0, locates: 0, accepted: 0, declined: 0, lapsed: 0 }
    for await (const row of journalRowsAfter(db, 0)) {
      held.entries += 1
      const name = operationName(JSON.parse(row.command) as Command)
      if (name) done.set(name, (done.get(name) ?? 0) + 1)
      for (const event of eventsOf(row)) take(state, event, held, tally)
      if (row.seq % invariantsEvery === 0) checkState(state)
    }
    checkState(state)
    checkConservation(state)
    compareWithJournal(done, tally)
    return held
  } finally {
    await close()
  }
}

/** `aitai replay --verify`, as an operator runs it. */
async function verify(dataDir: string, { faults }: Tally): Promise<void> {
  const aitai = join(repositoryRoot, 'cli/src/aitai.ts')
  const env = { ...process.env, DATA_DIR: dataDir }
  const asked = promisify(execFile)(process.execPath, [aitai, 'replay', '--verify'], { env })
  const said = await asked.catch((error: { stdout?: string; stderr?: string }) => ({
    stdout: error.stdout ?? '',
    stderr: error.stderr ?? String(error),
  }))
  const isGreen = said.stdout !== '' && (JSON.parse(said.stdout) as { verified: boolean }).verified
  if (!isGreen) faults.wrong.push(`aitai replay --verify: ${said.stderr} ${said.stdout}`)
}

function take(state: State, event: Event, held: Mutable<JournalCounts>, { faults }: Tally): void {
  const locateId = 'locateId' in event ? event.locateId : null
  const locate = locateId === null ? undefined : state.locates.get(locateId)
  const over = locate ? locate.deadline + state.limits.locateGraceMs : 0
  if (event.type === 'contraLocated') {
    held.locates += 1
    if (locate) faults.twice.push(`locate ${event.locateId} was made twice`)
  }
  if (locate?.outcome) faults.twice.push(`${event.type} of locate ${locateId}, which was over`)
  if (event.type === 'locateAnswered' && event.at > over)
    faults.wrong.push(`locate ${event.locateId} was answered ${event.at - over} ms too late`)
  if (event.type === 'connectionAgreed') held.accepted += 1
  if (event.type === 'locateFailed') {
    const isLapsed = locate?.answers.BUY === null || locate?.answers.SELL === null
    held[isLapsed ? 'lapsed' : 'declined'] += 1
    if (isLapsed && event.at <= over)
      faults.wrong.push(`locate ${event.locateId} lapsed ${over - event.at} ms too early`)
  }
  evolve(state, event)
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

function compareWithJournal(inJournal: ReadonlyMap<string, number>, { done, faults }: Tally): void {
  for (const [name, { least, most }] of done) {
    const times = inJournal.get(name) ?? 0
    if (times < least) faults.lost.push(`${name}: ${times} times in the journal, acknowledged ${least}`)
    if (times > most) faults.twice.push(`${name}: ${times} times in the journal, acknowledged ${most}`)
  }
  for (const name of inJournal.keys())
    if (!done.has(name)) faults.twice.push(`${name}: in the journal, done by nobody`)
}
