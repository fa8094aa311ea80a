import type { Advert } from '@aitai/contract/adverts.ts'
import type { ResultRow, WantedAdvert } from '@aitai/contract/upload.ts'
import type { Column } from '@aitai/engine/upload-header.ts'
import { stateHash } from '../src/fold.ts'
import type { Desk } from './desk.ts'
import type { Answer, Person } from './person.ts'

/** A row by the names of its columns; its ric as people write it. */
export type Cells = Partial<Record<Column, string>>

/** A row that is OK on any morning. */
export const plainRow: Cells = { ric: '7203.T', direction: 'BUY', shareQuantity: '10000' }

/** The text of a file as the client posts it: the ric column holds equity ids (specification 5). */
export function fileOf(desk: Desk, rows: readonly Cells[], lineEnd = '\r\n'): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row) as Column[]))]
  const cell = (row: Cells, column: Column): string => {
    const text = row[column] ?? ''
    return column === 'ric' && /\.T$/.test(text) ? desk.securityId(text) : text
  }
  const lines = rows.map((row) => columns.map((column) => cell(row, column)).join(','))
  return [columns.join(','), ...lines].map((line) => line + lineEnd).join('')
}

export type File = string | Uint8Array<ArrayBuffer>

/** Posts a file as the specification says, and gives the whole answer. */
export const posts = <T = ResultRow[]>(trader: Person, file: File, type = 'text/html'): Promise<Answer<T>> =>
  trader.calls<T>('/advert/bulk-upload-adverts', { raw: file, headers: { 'content-type': type } })

/** The rows of a file that is taken. */
export async function uploads(trader: Person, file: File, type?: string): Promise<ResultRow[]> {
  const { status, body, text } = await posts(trader, file, type)
  if (status !== 200) throw new Error(`the file was answered with ${status} ${text}`)
  return body
}

export const restores = (trader: Person, previous: readonly unknown[]): Promise<ResultRow[]> =>
  trader.asks('/advert/prepare-restore', { body: previous })

/** Drafts and sends a row as the client does: with a new draft's id, and everything it was given. */
export async function sends(trader: Person, wanted: WantedAdvert | null): Promise<Advert> {
  if (!wanted) throw new Error('there is nothing to send')
  const { id } = await trader.asks<Advert>('/advert/create-advert', {
    body: { securityId: wanted.securityId },
  })
  return trader.asks<Advert>('/advert/submit-advert', { body: { ...wanted, id } })
}

/** What an advert says, without what it has only once it is sent. */
export const saidBy = (advert: Advert | WantedAdvert | null) => {
  if (!advert) throw new Error('there is no advert')
  const { id, advertisementStatus, submitTime, expiryDate, timeRemaining, ...said } = advert
  return said
}

export const hashOf = (desk: Desk): Promise<string> => desk.app.matchmaking.read(stateHash)
