import type { ResultRow } from '@aitai/contract/schemas/upload.ts'
import { expect, test } from 'vitest'
import { initialUploadState, type UploadState, uploadReducer } from './upload-state.ts'

const row = (line: number, more: Partial<ResultRow> = {}): ResultRow => ({
  line,
  ric: '7203.T',
  status: 'OK',
  advertisement: null,
  draftId: null,
  errorCode: null,
  errorMap: {},
  ...more,
})

// rule: 26.2
test('a row that a ratio has adjusted is not preselected, but can be chosen', () => {
  const adjusted = { newShares: 5, oldShares: 1, shareQuantity: 2_000 }
  const rows = [row(1), row(2, { adjusted }), row(3, { status: 'ERROR' })]
  const checking = uploadReducer(initialUploadState, {
    type: 'checkStarted',
    origin: { kind: 'restored', day: 20_000 },
  })
  const summary = uploadReducer(checking, { type: 'checked', rows })

  expect(summary).toMatchObject({ chosen: new Set([1]) })
  expect(uploadReducer(summary, { type: 'rowToggled', line: 2 })).toMatchObject({ chosen: new Set([1, 2]) })
})

const checked = (): UploadState => {
  const checking = uploadReducer(initialUploadState, {
    type: 'checkStarted',
    origin: { kind: 'file', name: 'iois.csv' },
  })
  return uploadReducer(checking, { type: 'checked', rows: [row(2), row(3, { status: 'ERROR' }), row(4)] })
}
const chosen = (flow: UploadState): number[] => (flow.phase === 'summary' ? [...flow.chosen].sort() : [])

// spec: 4.bulk.1
test('valid rows are selected at first; invalid rows can never be selected', () => {
  const flow = checked()

  expect(chosen(flow)).toEqual([2, 4])
  expect(chosen(uploadReducer(flow, { type: 'rowToggled', line: 3 }))).toEqual([2, 4])
  expect(chosen(uploadReducer(flow, { type: 'rowToggled', line: 2 }))).toEqual([4])
})

// spec: 4.bulk.2
test('the select-all checkbox selects all valid rows, then none', () => {
  const some = uploadReducer(checked(), { type: 'rowToggled', line: 2 })
  const all = uploadReducer(some, { type: 'allToggled' })

  expect(chosen(all)).toEqual([2, 4])
  expect(chosen(uploadReducer(all, { type: 'allToggled' }))).toEqual([])
})

test('an unreadable file returns to the file choice, and a reply after closing is ignored', () => {
  const checking = uploadReducer(initialUploadState, {
    type: 'checkStarted',
    origin: { kind: 'pasted', table: null },
  })
  const failure = { errorCode: 'FILE_EMPTY' }

  expect(uploadReducer(checking, { type: 'checkFailed', failure: failure })).toEqual({
    phase: 'choosing',
    failure: failure,
  })
  expect(uploadReducer(initialUploadState, { type: 'checked', rows: [] })).toEqual(initialUploadState)
})

test('a file that is not CSV and a paste without a table are refused, each in its own way', () => {
  const choosing = uploadReducer(initialUploadState, { type: 'uploadOpened' })

  expect(uploadReducer(choosing, { type: 'fileRefused' })).toEqual({ phase: 'invalidFile' })
  expect(uploadReducer(choosing, { type: 'pasteRefused' })).toEqual({
    phase: 'choosing',
    failure: { errorCode: 'upload.noTable' },
  })
})
