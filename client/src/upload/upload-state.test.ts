import type { ResultRow } from '@aitai/contract/schemas/upload.ts'
import { expect, test } from 'vitest'
import { initialUploadState, uploadReducer } from './upload-state.ts'

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

// rule: 25.2
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
