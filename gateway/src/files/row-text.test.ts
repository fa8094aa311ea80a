import { exchangeIn, languages, textIn } from '@aitai/messages/texts.ts'
import { expect, test } from 'vitest'
import { failureText } from './row-text.ts'

const missing = { header: 'direction', value: '' }
const nameless = { header: '', value: 'x' }
const tooFewShares = { shareQuantity: 100, minimumShareQuantity: 3_500 }

test.each(languages)('a row has the text of the desk in %s', (language) => {
  const textOf = (errorCode: string, variables: Record<string, string | number>): string =>
    failureText(language, { errorCode, variables })

  expect(textOf('ERR-002', {})).toBe(textIn(language, 'ERR-002'))
  expect(textOf('ERR-001', missing)).toBe(textIn(language, 'upload.row.noValue', missing))
  expect(textOf('ERR-001', nameless)).toBe(textIn(language, 'upload.row.noHeader', nameless))
  expect(textOf('ERR-013', { fields: 4, headers: 3 })).toBe(
    textIn(language, 'upload.row.extraCells', { fields: 4, headers: 3, count: 1 }),
  )
  expect(textOf('ERR-013', { fields: 1, headers: 3 })).toBe(
    textIn(language, 'upload.row.missingCells', { fields: 1, headers: 3, count: 2 }),
  )
  expect(textOf('ERR-006', tooFewShares)).toBe(
    textIn(language, 'ERR-006', { shareQuantity: '100', minimumShareQuantity: '3,500' }),
  )
  expect(textOf('LIMIT-LEVEL', { min: 2_405.5, max: 3_405 })).toBe(
    textIn(language, 'LIMIT-LEVEL', { min: '2,405.5', max: '3,405' }),
  )
})

test.each([
  ['En', '09:00–11:30, 12:30–15:30'],
  ['Jp', '09:00～11:30、12:30～15:30'],
] as const)('hours are in Tokyo time in %s', (language, hours) => {
  const variables = { exchange: 'XTKS', hours: '00:00 to 02:30, 03:30 to 06:30' }
  const exchange = exchangeIn(language, 'XTKS')

  for (const errorCode of ['PLATFORM-HOURS', 'ERR-012'])
    expect(failureText(language, { errorCode, variables })).toBe(
      textIn(language, 'upload.row.hours', { exchange, hours, zone: 'JST' }),
    )
  expect(failureText(language, { errorCode: 'ERR-012', variables: { hours: '00:00 to 24:00' } })).toMatch(
    /00:00.24:00/,
  )
})

test('a code without a text is described by the message of the server, on one line', () => {
  expect(failureText('En', { errorCode: 'NEW-CODE', message: 'First.\nSecond.' })).toBe('First. Second.')
  expect(failureText('En', { errorCode: 'NEW-CODE' })).toBe('NEW-CODE')
})
