import { expect, test } from 'vitest'
import { readBulkFile } from './file-reading.ts'

const equities = [{ ric: '7203.T', equityId: 'toyota' }]
const header = 'ric,direction,shareQuantity\n'

test('a file is read as the desk reads it', async () => {
  expect(await readBulkFile(Buffer.from(`${header}7203,BUY,100\n`), equities)).toEqual({
    text: 'ric,direction,sharequantity\ntoyota,BUY,100\n',
    ricAt: new Map([[2, '7203']]),
  })
  expect(await readBulkFile(Buffer.of(0), equities)).toEqual({ errorCode: 'FILE_UNREADABLE' })
})

test('other sessions go on while a file is read that takes long', async () => {
  let turns = 0
  const counting = setInterval(() => {
    turns += 1
  })
  const file = await readBulkFile(Buffer.from(`${header}${',;\t'.repeat(2 ** 18)}\n`), equities)
  clearInterval(counting)

  expect(file).toMatchObject({ text: expect.any(String) })
  // Without a thread there would be none at all.
  expect(turns).toBeGreaterThan(10)
})
