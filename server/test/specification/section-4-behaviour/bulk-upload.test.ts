import { expect, test } from 'vitest'
import { csvOf, plainRow, sendRow, uploadFile } from '../../support/csv-uploads.ts'
import { expectTextInBothLanguages, startWithOneTrader } from '../journey-fixtures.ts'

/** A file of three rows that are OK and two that are not. */
const mixed = [
  plainRow,
  { ...plainRow, ric: 'invalid' },
  { ...plainRow, ric: '6758.T', direction: 'SELL' },
  { ...plainRow, ric: '8306.T', shareQuantity: '100' },
  { ...plainRow, ric: '4063.T', duration: '60' },
]

// spec: 4.bulk.1
test('4.bulk.1 Rows with status OK are preselected.', async () => {
  const { desk, alder } = await startWithOneTrader()
  const rows = await uploadFile(alder, csvOf(desk, mixed))

  expect(rows.map(({ line, status }) => [line, status])).toEqual([
    ...[
      [2, 'OK'],
      [3, 'ERROR'],
      [4, 'OK'],
      [5, 'ERROR'],
      [6, 'OK'],
    ],
  ])
  for (const { status, advertisement, errorCode, errorMap } of rows) {
    if (status === 'OK') expect(advertisement).toMatchObject({ advertisementStatus: 'UNSENT' })
    else expectTextInBothLanguages(errorCode, errorMap)
  }
})

// spec: 4.bulk.3
test('4.bulk.3 Only selected OK rows are submitted, one by one.', async () => {
  const { desk, alder } = await startWithOneTrader()
  const rows = await uploadFile(alder, csvOf(desk, mixed))
  // Validating the file created nothing.
  expect(await alder.adverts()).toEqual([])

  const selected = rows.filter(({ status, ric }) => status === 'OK' && ric !== '6758.T')
  for (const { advertisement } of selected) {
    const { advertisementStatus } = await sendRow(alder, advertisement)
    expect(advertisementStatus).toBe('LIVE')
  }
  const names = (await alder.adverts()).map(({ securityName }) => securityName.split(' - ')[0])
  expect(names.toSorted()).toEqual(['4063.T', '7203.T'])
})
