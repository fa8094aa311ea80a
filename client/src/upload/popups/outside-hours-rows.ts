import type { ResultRow } from '@aitai/contract/schemas/upload.ts'
import type { CallFailure } from '../../app/api/failure.ts'

const hoursCodes: readonly string[] = ['ERR-012', 'RESTORE-ERR-03']

/** That rows are outside platform hours, for the popup of the hours; null where none is. */
export function outsideHoursFailure(rows: readonly ResultRow[]): CallFailure | null {
  const late = rows.filter(({ errorCode }) => errorCode !== null && hoursCodes.includes(errorCode))
  const [first] = late
  if (!first || first.errorCode === null) return null
  const { errorMap, errorCode, ric } = first
  const given = Object.entries(errorMap).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  // Of several the popup names none: the list after it does.
  const variables = { ...Object.fromEntries(given), ...(late.length === 1 ? { ric } : {}) }
  return { status: 200, errorCode, message: '', variables }
}
