import { exchanges } from '@aitai/engine/calendar/calendar.ts'
import { exchangeIsOpen, neverCloses } from '@aitai/engine/calendar/hours.ts'
import type { Transaction } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { calendarInUse, readCalendar } from '../../reference/calendar.ts'
import { parseEquities } from '../../reference/equities.ts'
import { equityRowOf } from '../../reference/equity-rows.ts'
import {
  type AdminContext,
  type AdminReply,
  adminResult,
  countReferenceChange,
  missingReason,
  optionalReason,
  recordAdminEvent,
} from '../admin-context.ts'
import {
  type EquityDifference,
  equityConcerns,
  equityDifferenceOf,
  equityWarnings,
  isEmptyDifference,
  printedDifference,
} from './equity-difference.ts'
import { confirmationRefusal, readOperatorFile } from './operator-file.ts'

export interface EquityImportRequest {
  /** A file in the form of server/data/equities.csv, as base64 of its bytes. */
  readonly file: string
  /** Shows what would change, and changes nothing. */
  readonly dryRun?: boolean
  /** Takes the file also where something about it is likely a mistake. */
  readonly yes?: boolean
  readonly reason?: string
}

/**
 * Makes the securities those of a file, all or nothing: a bad line refuses the whole, and so does what is
 * likely a mistake, unless meant: the loss of more than a tenth, a close that the day before could not have
 * reached. The same file again changes nothing. Prices in the answer are in yen.
 */
export async function importEquities(office: AdminContext, asked: EquityImportRequest): Promise<AdminReply> {
  const reason = optionalReason(asked.reason)
  if (reason === null) return missingReason
  const file = readOperatorFile(asked.file, 'EQUITIES_INVALID', parseEquities)
  if ('refusal' in file) return file
  const wanted = file.content.map(equityRowOf)
  const { difference, applied, refusal } = await office.db.transaction().execute(async (trx) => {
    const stored = await trx.selectFrom('equity').selectAll().execute()
    const difference = equityDifferenceOf(stored, wanted)
    const refusal = confirmationRefusal('EQUITIES_UNMEANT', equityConcerns(difference), asked)
    if (asked.dryRun || refusal || isEmptyDifference(difference))
      return { difference, applied: false, refusal }
    await write(trx, difference)
    await recordAdminEvent(trx, office, {
      action: 'equitiesImported',
      reason,
      details: {
        sha256: file.sha256,
        total: wanted.length,
        ...countsOf(difference),
        meant: asked.yes ?? false,
      },
    })
    await countReferenceChange(trx)
    return { difference, applied: true, refusal }
  })
  if (refusal) return { refusal }
  if (applied) await office.referenceChanged()
  const warnings = equityWarnings(difference, await isTrading(office))
  return adminResult({
    ...printedDifference(difference),
    concerns: equityConcerns(difference),
    warnings,
    applied,
  })
}

const countsOf = ({ added, changed, removed, moved }: EquityDifference) => ({
  added: added.length,
  changed: changed.length,
  removed: removed.length,
  moved: moved.length,
})

async function write(trx: Transaction<Database>, { added, changed, moved, removed }: EquityDifference) {
  for (const row of [...added, ...changed.map(({ row }) => row), ...moved])
    await trx
      .insertInto('equity')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
  for (const { id } of removed)
    await trx.updateTable('equity').set({ active: 0 }).where('id', '=', id).execute()
}

/** Whether an exchange trades just now. A calendar that never closes has no better moment: no warning. */
async function isTrading({ db, now }: AdminContext): Promise<boolean> {
  const calendar = await readCalendar(db, (await calendarInUse(db)) ?? 'jpx')
  return exchanges.some(
    (exchange) => !neverCloses(calendar, exchange) && exchangeIsOpen(calendar, exchange, now()),
  )
}
