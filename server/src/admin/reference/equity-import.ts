import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { exchangeIsOpen, neverCloses } from '@aitai/engine/calendar/hours.ts'
import { exchanges } from '@aitai/engine/model/calendar.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { calendarInUse, readCalendar } from '../../reference/calendar.ts'
import { parseEquityFile } from '../../reference/equities.ts'
import { readEquityRows } from '../../reference/equity-rows.ts'
import { isRemark } from '../../reference/remarks.ts'
import { inSlices, sliceItems } from '../../reference/slices.ts'
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
  actionConcerns,
  hasActions,
  newActions,
  printedActions,
  rowsOf,
  writeActions,
} from './corporate-actions.ts'
import {
  type EquityDifference,
  equityConcerns,
  equityDifferenceOf,
  equityWarnings,
  isEmptyDifference,
  printedDifference,
} from './equity-difference.ts'
import { confirmationRefusal, fileRefusal, readOperatorFile } from './operator-file.ts'

interface EquityImportRequest {
  /** A file in the format of server/data/equities.csv, in base64. */
  readonly file: string
  /** Shows what would change without changing it. */
  readonly dryRun?: boolean
  /** Leaves securities out that cannot be traded here. */
  readonly skipUntradable?: boolean
  /** Confirms likely mistakes. */
  readonly yes?: boolean
  readonly reason?: string
}

/**
 * Replaces the securities by those of a file, all or nothing. Refuses an invalid line, and without confirmation
 * a likely mistake (more than a tenth removed, a close outside the previous daily limits). Idempotent. Prices in
 * the result are in yen.
 */
export async function importEquities(admin: AdminContext, request: EquityImportRequest): Promise<AdminReply> {
  const reason = optionalReason(request.reason)
  if (reason === null) return missingReason
  const file = await readOperatorFile(request.file, 'EQUITIES_INVALID', (text) =>
    parseEquityFile(text, { skipsUntradable: request.skipUntradable ?? false }),
  )
  if ('refusal' in file) return file
  const { skipped } = file.content
  const examine = async (db: Kysely<Database>) => {
    const stored = await readEquityRows(db)
    const rows = await rowsOf(stored, file.content)
    const wanted = isRemark(rows) ? [] : rows
    const difference = await equityDifferenceOf(stored, wanted)
    const actions = await newActions(db, stored, wanted, file.content)
    const concerns = [...equityConcerns(difference, actions.ratios), ...actionConcerns(actions, admin.now())]
    const refusal = isRemark(rows)
      ? fileRefusal('EQUITIES_INVALID', [rows])
      : confirmationRefusal('EQUITIES_UNMEANT', concerns, request)
    return { difference, actions, concerns, applied: false, refusal, total: wanted.length }
  }
  const apply = async (trx: Transaction<Database>) => {
    const found = await examine(trx)
    const { difference, actions } = found
    if (found.refusal || (isEmptyDifference(difference) && !hasActions(actions))) return found
    await write(trx, difference)
    await writeActions(trx, actions)
    await recordAdminEvent(trx, admin, {
      action: 'equitiesImported',
      reason,
      details: {
        sha256: file.sha256,
        total: found.total,
        skipped: skipped.length,
        ...countsOf(difference),
        ratios: actions.ratios.size,
        delisted: actions.delisted.length,
        meant: request.yes ?? false,
      },
    })
    await countReferenceChange(trx)
    return { ...found, applied: true }
  }
  // The writes of others wait for a transaction in SQLite, so that a dry run has none.
  const { difference, actions, concerns, applied, refusal } = request.dryRun
    ? await examine(admin.db)
    : await admin.db.transaction().execute(apply)
  if (refusal) return { refusal }
  if (applied) await admin.referenceChanged()
  const warnings = equityWarnings(difference, await isTrading(admin))
  return adminResult({
    ...(await printedDifference(difference)),
    ...printedActions(actions),
    skipped,
    concerns,
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
  // Once each: many that change also move.
  const rows = [...new Set([...added, ...changed.map(({ row }) => row), ...moved])]
  const names = Object.keys(rows[0] ?? {})
  const inserted = Object.fromEntries(names.map((name) => [name, sql.ref<never>(`excluded.${name}`)]))
  for (let from = 0; from < rows.length; from += sliceItems) {
    await trx
      .insertInto('equity')
      .values(rows.slice(from, from + sliceItems))
      .onConflict((conflict) => conflict.column('id').doUpdateSet(inserted))
      .execute()
    await yieldToEventLoop()
  }
  for await (const { id } of inSlices(removed))
    await trx.updateTable('equity').set({ active: 0 }).where('id', '=', id).execute()
}

/** Whether an exchange is open now. False for a calendar that never closes, which has no better time for changes. */
async function isTrading({ db, now }: AdminContext): Promise<boolean> {
  const calendar = await readCalendar(db, (await calendarInUse(db)) ?? 'jpx')
  return exchanges.some(
    (exchange) => !neverCloses(calendar, exchange) && exchangeIsOpen(calendar, exchange, now()),
  )
}
