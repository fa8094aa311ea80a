import { expect, test } from 'vitest'
import { escapeSpreadsheetText } from './delimited-text.ts'

test.each(['0700', '1E5', '1-2', 'MAR1', '２０２６', '=1+1', '-5'])('%s is marked as text', (cell) => {
  expect(escapeSpreadsheetText(cell)).toBe(`'${cell}`)
})

test.each(['2026-11-18', '7203.T - Toyota Motor', 'BUY'])('%s stays as it is', (cell) => {
  expect(escapeSpreadsheetText(cell)).toBe(cell)
})
