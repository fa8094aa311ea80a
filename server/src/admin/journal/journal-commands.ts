import type { Command } from '@aitai/engine/commands.ts'
import type { State } from '@aitai/engine/state/state.ts'
import { Refused, Unavailable } from '../../errors.ts'
import { applyCommand, emptyBatch } from '../../market/command-batch.ts'
import { foldJournal } from '../../market/fold.ts'
import { createJournal } from '../../market/journal.ts'
import type { SubmittedCommand } from '../../market/matchmaking.ts'
import { createNotificationStore } from '../../market/notification-store.ts'
import { readReferenceTables } from '../../reference/reference-tables.ts'
import type { AdminContext, AdminRefusal } from '../admin-context.ts'

export const serverElsewhere: AdminRefusal = {
  code: 'ELSEWHERE',
  message: 'A server on another machine writes the journal. Run this command there.',
}

/**
 * Has commands of the staff decided and journalled, in order: by the server whose process this is, or on the
 * data itself while none runs; whom they concern is told at once, or at the next sign-in. Gives null once all
 * are in the journal, else why not.
 */
export async function submitToJournal(
  office: AdminContext,
  ...asked: readonly SubmittedCommand[]
): Promise<AdminRefusal | null> {
  const { running } = office
  if (running === 'elsewhere') return serverElsewhere
  try {
    if (running === null) await writtenHere(office, asked)
    else await Promise.all(asked.map((each) => running.matchmaking.submit(each)))
    return null
  } catch (error) {
    if (error instanceof Refused)
      return { code: error.refusal.errorCode, message: `Refused: ${error.refusal.errorCode}.` }
    if (!(error instanceof Unavailable)) throw error
    return { code: 'UNAVAILABLE', message: 'Nothing can be written just now. Please try again.' }
  }
}

async function writtenHere({ db, now }: AdminContext, asked: readonly SubmittedCommand[]): Promise<void> {
  if (asked.length === 0) return
  const journal = createJournal(db)
  const { state } = await journal.fold()
  const { names } = await readReferenceTables(db)
  const pages = emptyBatch()
  for (const each of asked)
    applyCommand(state, { ...each, at: Math.max(now(), state.at) } as Command, pages, names)
  const notices = createNotificationStore(db)
  await journal.append(pages.entries, async (trx, stored) => {
    await notices.store(trx, stored, pages.drafts)
  })
}

/** Reads something off the state as the journal has it, whether a server runs or not. Keeps none of it. */
export async function readMarketState<T>(
  { db, running }: AdminContext,
  view: (state: State) => T,
): Promise<T> {
  if (running !== null && running !== 'elsewhere') return await running.matchmaking.read(view)
  return view((await foldJournal(db)).state)
}
