import { bulkUploadAdverts } from '@aitai/contract/upload.ts'
import { judgeUpload } from '@aitai/engine/upload.ts'
import type { App } from './app.ts'
import { mostRowsOf, resultRows } from './result-rows.ts'
import { serve } from './serve.ts'
import { rowsOfText } from './upload/rows-of-text.ts'
import { textOfFile } from './upload/text-of-file.ts'

/** What becomes of the rows of a trader's file. Creates nothing (specification 7, rules 18). */
export function uploadCalls(app: App): void {
  serve(app, bulkUploadAdverts, async (file, trader) => {
    const { header, rows } = rowsOfText(textOfFile(file), await mostRowsOf(app))
    const cells = rows.map((row) => row.cells)
    const lineOf = (place: number): number => rows[place]?.line ?? 0
    return resultRows(app, trader, (context) => judgeUpload(context, header, cells, lineOf))
  })
}
