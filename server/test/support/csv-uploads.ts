import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { ResultRow, WantedAdvert } from '@aitai/contract/schemas/upload.ts'
import type { UploadColumn } from '@aitai/engine/upload/header.ts'
import { stateHash } from '../../src/market/fold.ts'
import { expectTextInBothLanguages } from './journeys.ts'
import type { TestServer } from './test-server.ts'
import type { ApiResponse, TestUser } from './test-user.ts'

/** A row by the names of its columns; its ric as users write it. */
export type Cells = Partial<Record<UploadColumn, string>>

/** A row that is OK at any time. */
export const plainRow: Cells = { ric: '7203.T', direction: 'BUY', shareQuantity: '10000' }

/** The text of a file as the client posts it: the ric column holds equity ids (docs/specification.md §5). */
export function csvOf(desk: TestServer, rows: readonly Cells[], lineEnd = '\r\n'): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row) as UploadColumn[]))]
  const cell = (row: Cells, column: UploadColumn): string => {
    const text = row[column] ?? ''
    return column === 'ric' && /\.T$/.test(text) ? desk.securityId(text) : text
  }
  const lines = rows.map((row) => columns.map((column) => cell(row, column)).join(','))
  return [columns.join(','), ...lines].map((line) => line + lineEnd).join('')
}

export type CsvFile = string | Uint8Array<ArrayBuffer>

/** Posts a file as the specification describes, and returns the whole reply. */
export const postFile = <T = ResultRow[]>(
  trader: TestUser,
  file: CsvFile,
  type = 'text/html',
): Promise<ApiResponse<T>> =>
  trader.calls<T>('/advert/bulk-upload-adverts', { raw: file, headers: { 'content-type': type } })

/** Expects a text in both languages for the code of each row that is not OK. */
function expectTexts(rows: readonly ResultRow[]): void {
  for (const { status, errorCode, errorMap } of rows)
    if (status === 'ERROR') expectTextInBothLanguages(errorCode, errorMap)
}

/** The rows of a file that is accepted. */
export async function uploadFile(trader: TestUser, file: CsvFile, type?: string): Promise<ResultRow[]> {
  const { status, body, text } = await postFile(trader, file, type)
  if (status !== 200) throw new Error(`the file was answered with ${status} ${text}`)
  expectTexts(body)
  return body
}

export async function prepareRestoreOf(trader: TestUser, previous: readonly unknown[]): Promise<ResultRow[]> {
  const rows = await trader.callsOk<ResultRow[]>('/advert/prepare-restore', { body: previous })
  expectTexts(rows)
  return rows
}

/** Drafts and sends a row as the client does: with a new draft's id and the row's terms. */
export async function sendRow(trader: TestUser, wanted: WantedAdvert | null): Promise<Advert> {
  if (!wanted) throw new Error('there is nothing to send')
  const { id } = await trader.callsOk<Advert>('/advert/create-advert', {
    body: { securityId: wanted.securityId },
  })
  return trader.callsOk<Advert>('/advert/submit-advert', { body: { ...wanted, id } })
}

/** The terms of an advert, without what it has only once it is sent. */
export const advertContent = (advert: Advert | WantedAdvert | null) => {
  if (!advert) throw new Error('there is no advert')
  const { id, advertisementStatus, submitTime, expiryDate, timeRemaining, ...terms } = advert
  return terms
}

export const marketHash = (desk: TestServer): Promise<string> => desk.app.market.read(stateHash)
