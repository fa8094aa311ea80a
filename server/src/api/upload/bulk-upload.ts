import { bulkUploadAdverts } from '@aitai/contract/routes/upload.ts'
import { validateUpload } from '@aitai/engine/upload/upload.ts'
import type { AppContext } from '../../context.ts'
import { serve } from '../serve.ts'
import { parseCsvRows } from './csv-rows.ts'
import { decodeUploadedFile } from './file-encoding.ts'
import { maxRowsOf, resultRows } from './result-rows.ts'

/** Validates the rows of a trader's file. Creates nothing (docs/specification.md §7, docs/rules.md §18). */
export function uploadCalls(app: AppContext): void {
  serve(app, bulkUploadAdverts, async (file, trader) => {
    const { header, rows } = await parseCsvRows(decodeUploadedFile(file), await maxRowsOf(app))
    const cells = rows.map((row) => row.cells)
    const lineOf = (index: number): number => rows[index]?.line ?? 0
    return resultRows(app, trader, (context) => validateUpload(context, header, cells, lineOf))
  })
}
