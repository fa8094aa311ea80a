import { securityFinder } from '@aitai/engine/upload/security-codes.ts'
import { fileBytes } from '../routes/route.ts'
import { type BulkFile, type BulkFileFailure, prepareFile } from './bulk-file.ts'
import { type PastedTable, readPastedTable } from './pasted-table.ts'
import type { KnownSecurity } from './table-columns.ts'

/** Pasted rows as they are sent. `table` is null if they have the header of a bulk file. */
export interface PastedFile extends BulkFile {
  readonly table: PastedTable | null
}

type Listed = KnownSecurity & { readonly ric: string; readonly equityId: string }

/**
 * Converts pasted text for the call of a bulk file. Rows below the header of a bulk file are read by it; any other
 * table is read by what its columns hold. 'noTable' if it is not a table.
 */
export function preparePasted(
  text: string,
  equities: readonly Listed[],
): PastedFile | BulkFileFailure | 'noTable' {
  if (text.length > fileBytes)
    return { errorCode: 'upload.tooLarge', variables: { max: fileBytes / 1_024 ** 2 } }
  const file = prepareFile(text, equities)
  if (!('errorCode' in file)) return { ...file, table: null }
  if (file.errorCode === 'upload.tooLarge') return file
  const table = readPastedTable(text, securityFinder(new Map(equities.map((each) => [each.ric, each]))))
  if (!table) return 'noTable'
  const converted = prepareFile(table.text, equities)
  return 'errorCode' in converted ? converted : { ...converted, table }
}
