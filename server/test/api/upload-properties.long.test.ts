import type { Failure } from '@aitai/contract/schemas/failures.ts'
import type { ResultRow } from '@aitai/contract/schemas/upload.ts'
import { uploadColumns } from '@aitai/engine/upload/header.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CsvFile, marketHash, postFile, uploadFile } from '../support/csv-uploads.ts'
import { startTestServer } from '../support/test-server.ts'

const ids = ['7203.T', '6758.T', '8306.T']

async function desk() {
  const desk = await startTestServer({ firms: ['Alder'] })
  return { desk, alder: await desk.trader('alder'), ids: ids.map((ric) => desk.securityId(ric)) }
}

const wholeFileCodes = ['FILE_UNREADABLE', 'FILE_EMPTY', 'FILE_QUOTE', 'TOO_MANY_ROWS', 'TOO_MANY_COLUMNS']

test('any upload is validated or refused, and changes nothing', async () => {
  const { desk: place, alder, ids: known } = await desk()
  const before = await marketHash(place)
  const seen = { validated: 0, refused: 0 }
  const piece = fc.oneof(
    fc.constantFrom(',', '"', '\n', '\r\n', '\r', '\u0000', '\uFEFF', '　', '=cmd()', '__proto__', ';'),
    fc.constantFrom(...uploadColumns, ...known, 'BUY', '10000', 'yes', '1,5'),
    fc.string({ unit: 'binary', maxLength: 8 }),
  )
  const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''))
  const file: fc.Arbitrary<CsvFile> = fc.oneof(
    { weight: 3, arbitrary: text },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => new Uint8Array(bytes)) },
  )

  await fc.assert(
    fc.asyncProperty(file, async (posted) => {
      const { status, body } = await postFile<ResultRow[] & Failure>(alder, posted)
      expect([200, 400]).toContain(status)
      if (status === 400) expect(wholeFileCodes).toContain(body.errorCode)
      else for (const row of body) expect(row.status === 'OK').toBe(row.errorCode === null)
      seen[status === 200 ? 'validated' : 'refused'] += 1
    }),
    { numRuns: 300 },
  )
  expect(Math.min(seen.validated, seen.refused)).toBeGreaterThan(20)
  expect(await marketHash(place)).toBe(before)
})

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`

/** As a spreadsheet writes it: the cells unchanged, in quotes where necessary. */
const written = (cell: string): string => (/[",\r\n]/.test(cell) ? quoted(cell) : cell)

test('every row of a file that is not blank has its result, in order, with the line on which it begins', async () => {
  const { alder, ids: known } = await desk()
  const cell = fc.oneof(
    fc.constantFrom('', ...known, 'BUY', '１００００', '買', '=1+1'),
    fc.constantFrom('two\nlines', 'two\r\nof "them"', '\r', ',', '"'),
    fc.string({ maxLength: 6 }).map((text) => text.replaceAll('\u0000', '')),
  )
  const row = fc.array(cell, { minLength: 1, maxLength: 5 })

  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 12 }), fc.constantFrom('\n', '\r\n'), async (cells, end) => {
      const begins: number[] = []
      let line = 2
      for (const each of cells) {
        if (each.some((text) => text.trim() !== '')) begins.push(line)
        line += 1 + each.join().split(/\r\n|\r|\n/).length - 1
      }
      const lines = ['ric,direction,shareQuantity', ...cells.map((each) => each.map(written).join(','))]
      const results = await uploadFile(alder, lines.map((each) => each + end).join(''))
      expect(results.map((result) => result.line)).toEqual(begins)
    }),
    { numRuns: 200 },
  )
})
