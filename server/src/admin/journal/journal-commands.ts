import type { Command } from '@aitai/engine/model/commands.ts'
import type { State } from '@aitai/engine/model/state.ts'
import { dataKeysOf } from '../../database/encryption/data-keys.ts'
import { Refused, Unavailable } from '../../errors.ts'
import { applyCommand, emptyBatch } from '../../market/command-batch.ts'
import { foldJournal } from '../../market/fold.ts'
import { createJournal } from '../../market/journal.ts'
import type { SubmittedCommand } from '../../market/market.ts'
import { createNotificationStore } from '../../market/notification-store.ts'
import { readReferenceTables } from '../../reference/reference-tables.ts'
import type { AdminContext, AdminRefusal } from '../admin-context.ts'

export const serverOnOtherMachine: AdminRefusal = {
  code: 'ELSEWHERE',
  message: 'A server on another machine writes the journal. Run this command there.',
}

/**
 * Decides staff commands in order and writes them to the journal: through the server in this process, or
 * directly on the data if none runs. Affected users are notified at once or at the next sign-in. Returns null
 * once all are in the journal, or a refusal.
 */
export async function submitToJournal(
  admin: AdminContext,
  ...request: readonly SubmittedCommand[]
): Promise<AdminRefusal | null> {
  const { running, approvedBy } = admin
  if (running === 'elsewhere') return serverOnOtherMachine
  const commands = approvedBy === undefined ? request : request.map((each) => ({ ...each, approvedBy }))
  try {
    if (running === null) await writeDirectly(admin, commands)
    else await Promise.all(commands.map((each) => running.market.submit(each)))
    return null
  } catch (error) {
    if (error instanceof Refused)
      return { code: error.refusal.errorCode, message: `Refused: ${error.refusal.errorCode}.` }
    if (!(error instanceof Unavailable)) throw error
    return { code: 'UNAVAILABLE', message: 'Nothing can be written just now. Please try again.' }
  }
}

async function writeDirectly({ db, now }: AdminContext, request: readonly SubmittedCommand[]): Promise<void> {
  if (request.length === 0) return
  // Notifications of agreements encrypt passwords, and cannot wait for the keys.
  await dataKeysOf(db)
  const journal = createJournal(db)
  const { state } = await journal.fold()
  const { names } = await readReferenceTables(db)
  const batch = emptyBatch()
  for (const each of request)
    applyCommand(state, { ...each, at: Math.max(now(), state.at) } as Command, batch, names)
  const notificationStore = createNotificationStore(db)
  await journal.append(batch.entries, async (trx, stored) => {
    await notificationStore.store(trx, stored, batch.drafts)
  })
}

/** Reads from the market state, whether a server runs or not. The view must not hold on to the state. */
export async function readMarketState<T>(
  { db, running }: AdminContext,
  view: (state: State) => T,
): Promise<T> {
  if (running !== null && running !== 'elsewhere') return await running.market.read(view)
  return view((await foldJournal(db)).state)
}
