import { uploadColumns } from '@aitai/engine/upload/header.ts'
import { expect, test } from 'vitest'
import { isCsvFile } from './csv-file.ts'
import { templateFile } from './template-file.ts'

// spec: 5.bulk.1
test.each([
  ['iois.csv', 'text/csv', true],
  ['IOIS.CSV', 'application/vnd.ms-excel', true],
  ['iois.csv', 'text/plain', true],
  ['iois.csv', 'application/octet-stream', true],
  ['iois.csv', '', true],
  ['iois.csv', 'application/pdf', false],
  ['iois.xlsx', 'text/csv', false],
  ['iois.csv.exe', '', false],
])('%s of type %j may be read: %s', (name, type, isCsv) => {
  expect(isCsvFile({ name, type })).toBe(isCsv)
})

test('the template names every column of the rules, for Excel, with brokers of the own firm', () => {
  const lines = templateFile([{ shortName: 'KAE' }, { shortName: 'TSU' }, { shortName: 'YAM' }]).split('\r\n')

  expect(lines[0]).toBe(`\ufeff${uploadColumns.join(',')}`)
  expect(lines).toHaveLength(4)
  expect(lines[1]).toContain(',KAE,')
  expect(lines[2]).toContain(',KAE;TSU,')
})
