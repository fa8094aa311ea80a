import { expect, test } from 'vitest'
import { turnsDuring } from '../../../test/support/console/turns-during.ts'
import { parseEquityFile } from '../../reference/equities.ts'
import { isRemark } from '../../reference/remarks.ts'
import { sliceItems } from '../../reference/slices.ts'
import { rowsOf } from './corporate-actions.ts'
import { equityDifferenceOf, printedDifference } from './equity-difference.ts'

const count = 2_000
const lines = Array.from({ length: count }, (_, at) => `${at + 1_000}.T,Name,名,,,n,100,1000`)
const csv = ['ric,name,localName,kana,shortNames,topix500,lotSize,closePrice', ...lines].join('\n')

test('others get a turn after each slice of what a file would change', async () => {
  const file = await parseEquityFile(csv)
  const { turns, result } = await turnsDuring(() => rowsOf([], file))
  if (isRemark(result)) expect.unreachable('two rows are one security')
  const changed = result.map((row) => ({ ...row, name: 'Another' }))
  const compared = await turnsDuring(() => equityDifferenceOf(result, changed))
  const printed = await turnsDuring(() => printedDifference(compared.result))

  expect(compared.result).toMatchObject({ added: [], changed: { length: count }, removed: [], moved: [] })
  expect(printed.result.changed[0]).toEqual({ ric: '1000.T', name: ['Name', 'Another'] })
  const slices = count / sliceItems
  expect(turns).toBeGreaterThanOrEqual(slices)
  expect(compared.turns).toBeGreaterThanOrEqual(slices)
  // The changes, and the names of the securities.
  expect(printed.turns).toBeGreaterThanOrEqual(2 * slices)
})
