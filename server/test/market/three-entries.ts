import { decide } from '@aitai/engine/decide.ts'
import { fold } from '@aitai/engine/evolve/evolve.ts'
import type { Command } from '@aitai/engine/model/commands.ts'
import { noSizeLimits } from '@aitai/engine/model/reference-data.ts'
import { rulesVersion } from '@aitai/engine/model/rules-version.ts'
import { emptyState } from '@aitai/engine/model/state.ts'
import { openDatabase } from '@aitai/server/database/open-database.ts'
import { createJournal } from '@aitai/server/market/journal.ts'
import { onTestFinished } from 'vitest'
import { adminContextOn } from '../support/admin-context.ts'
import type { testDatabases } from '../support/test-databases.ts'

const firm = (firmId: string) => ({ firmId, affiliateGroup: null, brokerIds: [], ...noSizeLimits })
const change = (at: number, firmId: string, version?: number): Command => ({
  type: 'changeReference',
  at,
  reference: {
    firms: [firm(firmId)],
    traders: [{ traderId: `${firmId}-1`, firmId }],
    ...(version === undefined ? {} : { rulesVersion: version }),
  },
})

/** A journal of three entries, decided by today's rules, and the state after them. */
export async function journalOfThreeEntries(store: (typeof testDatabases)[number], version = rulesVersion) {
  const database = await openDatabase(await store.newLocation())
  onTestFinished(() => database.close())
  const { db } = database
  const journal = createJournal(db)
  await journal.fold()
  const state = emptyState()
  const commands: Command[] = [
    change(1, 'alder', version),
    change(2, 'birch'),
    { type: 'setPresence', at: 3, traderId: 'alder-1', present: true },
  ]
  for (const command of commands) {
    const decision = decide(state, command)
    if ('refusal' in decision) throw new Error(decision.refusal.errorCode)
    await journal.append([{ at: command.at, command, events: decision.events }])
    fold(state, decision.events)
  }
  return { db, journal, state, admin: adminContextOn(db) }
}
