import { ResultRow } from '@aitai/contract/schemas/upload.ts'
import { haltCodes, termsRefusalCodes } from '@aitai/engine/model/refusals.ts'
import { restoreErrors, uploadErrors } from '@aitai/engine/upload/row-result.ts'
import { en, type TextKey } from '@aitai/messages/en.ts'
import { expect, test } from 'vitest'

const placeholders = (key: TextKey): string[] =>
  [...en[key].matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)

/** Every code with which a row can be refused. A row with an odd lot has ERR-006 instead of that of a submit. */
const rowCodes = [
  ...Object.keys(uploadErrors),
  ...Object.keys(restoreErrors),
  ...haltCodes,
  ...termsRefusalCodes.filter((code) => code !== 'ADVERT-LOT'),
] as TextKey[]

// A value without a name in the schema is left out of the reply, and the text shows its placeholder.
test.each(rowCodes)('a reply has a value for each placeholder in the text of %s', (code) => {
  const names = Object.keys(ResultRow.properties.errorMap.properties)

  expect(names).toEqual(expect.arrayContaining(placeholders(code)))
})

test('the codes include refusals whose texts have values', () => {
  const named = rowCodes.flatMap(placeholders)

  expect(named).toEqual(expect.arrayContaining(['rating', 'notional', 'scope', 'closeThen', 'closeNow']))
})
