import { expect, test } from 'vitest'
import type { TransactionType } from '../model/advert.ts'
import { legOf, type TransactionTerms, transactionsFit } from './cash-swap.ts'

const types = { C: 'CASH_ONLY', B: 'CASH_SWAP', S: 'SWAP_ONLY' } as const
const legNames = { C: 'CASH', S: 'SWAP' } as const

/** Two letters: the trader's own type, then the accepted type. C is cash only, B both, S swap only. */
const termsOf = (name: string): TransactionTerms => ({
  transactionType: types[name[0] as keyof typeof types],
  transactionTypePreference: types[name[1] as keyof typeof types],
})

// Rows are one side, columns the other; a cell is the leg of the row's side, then of the column's.
const grid = `
   CC CB CS BC BB BS SC SB SS
CC CC CC -- CC CC -- -- -- --
CB CC CC -- CC CC -- CS CS --
CS -- -- -- CS CS -- CS CS --
BC CC CC SC CC CC SC -- -- --
BB CC CC SC CC CC SC CS CS SS
BS -- -- -- CS CS SS CS CS SS
SC -- SC SC -- SC SC -- -- --
SB -- SC SC -- SC SC -- SS SS
SS -- -- -- -- SS SS -- SS SS`

const [head = '', ...rows] = grid.trim().split('\n')
const names = head.split(' ')
const cells = rows.flatMap((row) => {
  const [own = '', ...legs] = row.split(' ')
  return legs.map((cell, index) => ({ own, contra: names[index] as string, cell }))
})

// spec: 3.14, 9.23
// rule: 5.5
test('all 81 combinations of types and preferences are listed, and 49 of them are compatible', () => {
  expect(new Set(cells.map(({ own, contra }) => `${own} ${contra}`)).size).toBe(81)
  expect(cells.filter(({ cell }) => cell !== '--')).toHaveLength(49)
})

// rule: 5.1
test.each(cells)('$own against $contra gives the legs $cell', ({ own, contra, cell }) => {
  const [a, b] = [termsOf(own), termsOf(contra)]

  expect(transactionsFit(a, b)).toBe(cell !== '--')
  if (cell === '--') return
  expect(legOf(a, b)).toBe(legNames[cell[0] as keyof typeof legNames])
  expect(legOf(b, a)).toBe(legNames[cell[1] as keyof typeof legNames])
})

const side = (transactionType: TransactionType, transactionTypePreference: TransactionType) => ({
  transactionType,
  transactionTypePreference,
})

// rule: 5.3
test('cash that accepts both matches swap that accepts cash, each with its own leg', () => {
  const [cash, swap] = [side('CASH_ONLY', 'CASH_SWAP'), side('SWAP_ONLY', 'CASH_ONLY')]

  expect([legOf(cash, swap), legOf(swap, cash)]).toEqual(['CASH', 'SWAP'])
})

test('cash that accepts only cash does not match swap', () => {
  expect(transactionsFit(side('CASH_ONLY', 'CASH_ONLY'), side('SWAP_ONLY', 'CASH_SWAP'))).toBe(false)
})

// rule: 5.2
test('a side that could do both does cash if the contra accepts cash', () => {
  expect(legOf(side('CASH_SWAP', 'CASH_SWAP'), side('CASH_SWAP', 'CASH_SWAP'))).toBe('CASH')
})
