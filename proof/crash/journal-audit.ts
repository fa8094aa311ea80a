import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { evolve } from '@aitai/engine/evolve/evolve.ts'
import type { Command } from '@aitai/engine/model/commands.ts'
import type { Event } from '@aitai/engine/model/events.ts'
import { emptyState, type State } from '@aitai/engine/model/state.ts'
import { type OpenDatabase, openDatabase } from '@aitai/server/database/open-database.ts'
import { connectPostgres } from '@aitai/server/database/postgres.ts'
import { eventsOf } from '@aitai/server/market/fold.ts'
import { journalRowsAfter } from '@aitai/server/market/journal-chain.ts'
import { repositoryRoot } from '../harness/server-process.ts'
import { checkConservation, checkState } from '../simulation/invariants/state-invariants.ts'
import { operationName } from './operations.ts'
import type { Tally } from './tally.ts'

/** The counts of a round's journal. */
export interface JournalCounts {
  readonly entries: number
  readonly locates: number
  readonly accepted: number
  readonly declined: number
  readonly lapsed: number
  /** Reports that nothing was executed, and their corrections. */
  readonly reported: number
  readonly withdrawn: number
}

/** Where the data of a stopped server is. */
export interface DataLocation {
  readonly dataDir: string
  readonly databaseUrl: string | null
}

/** Opens the data of a stopped server, for tests that look into it. */
export const openData = async ({ dataDir, databaseUrl }: DataLocation): Promise<OpenDatabase> =>
  databaseUrl === null ? await openDatabase({ dataDir, databaseUrl }) : connectPostgres(databaseUrl)

/** The invariants read the whole state, so they are not checked after every entry. */
const invariantInterval = 25

/**
 * Reads the journal of a stopped server. It must have every acknowledged operation once and no unknown one,
 * every locate must be answered and decided by its deadline, and `aitai replay --verify` must pass. Adds the
 * faults to the tally.
 */
export async function auditJournal(location: DataLocation, tally: Tally): Promise<JournalCounts> {
  await verify(location, tally)
  const { db, close } = await openData(location)
  try {
    const state = emptyState()
    const operations = new Map<string, number>()
    const pausedAlready = new Map<string, number>()
    const counts = { entries: 0, locates: 0, accepted: 0, declined: 0, lapsed: 0, reported: 0, withdrawn: 0 }
    for await (const row of journalRowsAfter(db, 0)) {
      counts.entries += 1
      const name = operationName(JSON.parse(row.command) as Command)
      if (name) operations.set(name, (operations.get(name) ?? 0) + 1)
      for (const event of eventsOf(row)) {
        auditEvent(state, event, counts, tally)
        for (const id of pausedBy(state, event)) pausedAlready.set(id, (pausedAlready.get(id) ?? 0) + 1)
      }
      if (row.seq % invariantInterval === 0) checkState(state)
    }
    checkState(state)
    checkConservation(state)
    compareWithJournal(operations, pausedAlready, tally)
    return counts
  } finally {
    await close()
  }
}

/** Runs `aitai replay --verify` as an operator does. */
async function verify({ dataDir, databaseUrl }: DataLocation, { faults }: Tally): Promise<void> {
  const aitai = join(repositoryRoot, 'cli/aitai.mjs')
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' }
  const replay = promisify(execFile)(process.execPath, [aitai, 'replay', '--verify', '--json'], { env })
  const output = await replay.catch((error: { stdout?: string; stderr?: string }) => ({
    stdout: error.stdout ?? '',
    stderr: error.stderr ?? String(error),
  }))
  const isVerified = output.stdout !== '' && (JSON.parse(output.stdout) as { verified: boolean }).verified
  if (!isVerified) faults.wrong.push(`aitai replay --verify: ${output.stderr} ${output.stdout}`)
}

function auditEvent(state: State, event: Event, counts: Mutable<JournalCounts>, { faults }: Tally): void {
  const locateId = 'locateId' in event ? event.locateId : null
  const locate = locateId === null ? undefined : state.locates.get(locateId)
  const latestAnswerAt = locate ? locate.deadline + state.limits.locateGraceMs : 0
  if (event.type === 'contraLocated') {
    counts.locates += 1
    if (locate) faults.twice.push(`locate ${event.locateId} was created twice`)
  }
  if (locate?.outcome) faults.twice.push(`${event.type} of locate ${locateId}, which had ended`)
  if (event.type === 'locateAnswered' && event.at > latestAnswerAt)
    faults.wrong.push(`locate ${event.locateId} was answered ${event.at - latestAnswerAt} ms too late`)
  if (event.type === 'connectionAgreed') counts.accepted += 1
  if (event.type === 'notExecutedReported') counts.reported += 1
  if (event.type === 'notExecutedWithdrawn') counts.withdrawn += 1
  if (event.type === 'locateFailed') {
    const isLapsed = locate?.answers.BUY === null || locate?.answers.SELL === null
    counts[isLapsed ? 'lapsed' : 'declined'] += 1
    if (isLapsed && event.at <= latestAnswerAt)
      faults.wrong.push(`locate ${event.locateId} lapsed ${latestAnswerAt - event.at} ms too early`)
  }
  evolve(state, event)
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** The names of the operations that have no effect after an event: pausing what a failed locate has paused. */
function pausedBy(state: State, event: Event): readonly string[] {
  if (event.type !== 'locateFailed') return []
  const locate = state.locates.get(event.locateId)
  return locate ? [`pauseAdvert ${locate.buyId}`, `pauseAdvert ${locate.sellId}`] : []
}

/**
 * Each operation must be in the journal as often as it was acknowledged. A pause may be missing for each locate that
 * paused its advert: the client may not have known of it yet, and a pause of a paused advert leaves no entry.
 */
function compareWithJournal(
  journaled: ReadonlyMap<string, number>,
  pausedAlready: ReadonlyMap<string, number>,
  { operations, faults }: Tally,
): void {
  for (const [name, { least, most }] of operations) {
    const times = journaled.get(name) ?? 0
    if (times < least - (pausedAlready.get(name) ?? 0))
      faults.lost.push(`${name}: ${times} times in the journal, acknowledged ${least}`)
    if (times > most) faults.twice.push(`${name}: ${times} times in the journal, acknowledged ${most}`)
  }
  for (const name of journaled.keys())
    if (!operations.has(name)) faults.twice.push(`${name}: in the journal, but no client sent it`)
}
