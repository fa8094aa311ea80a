import { expect, test } from 'vitest'
import { ricsOf, securityFinder, suffixOfRic } from './security-codes.ts'

const find = securityFinder(
  new Map(['7203.T', '130A.T', '2593.T', '25935.T', '9402.NG', '6501.T', '6501.NG'].map((ric) => [ric, ric])),
)

test.each([
  ['7203', '7203.T'],
  ['7203.T', '7203.T'],
  ['7203.t', '7203.T'],
  ['７２０３．Ｔ', '7203.T'],
  [' 7203 ', '7203.T'],
  ['7203.T\u200b', '7203.T'],
  ['\u200e7203', '7203.T'],
  ['7203 JT', '7203.T'],
  ['7203 JP Equity', '7203.T'],
  ['7203　JT', '7203.T'],
  ['TYO:7203', '7203.T'],
  ['XTKS:7203', '7203.T'],
  ['72030', '7203.T'],
  ['130a', '130A.T'],
  ['130A0', '130A.T'],
  ['25935', '25935.T'],
  ['25935.T', '25935.T'],
  ['9402', '9402.NG'],
  ['9402 JN', '9402.NG'],
  ['9402 JP', '9402.NG'],
  ['6501', '6501.T'],
  ['6501.NG', '6501.NG'],
])('%j is the security %s', (text, ric) => {
  expect(find(text)).toBe(ric)
})

test.each([
  '',
  '9999',
  '7203.NG',
  '7203 US',
  'TYO:7203.T',
  '7203.TT',
  '7203 T T',
  '720',
  '7203-T',
  'Toyota',
  '7\u200b203',
  '0720',
  '72036',
])('%j is no security of the list', (text) => {
  expect(find(text)).toBeNull()
})

test('a RIC is one of a Japanese exchange with a code of four or five characters', () => {
  expect(['7203.T', '25935.NG', '130A.FU', '7203.N', '72030.T', '7B03.T', '7203.t'].map(suffixOfRic)).toEqual(
    ['T', 'NG', 'FU', null, null, null, null],
  )
  expect(ricsOf('7203')).toEqual(['7203.T', '7203.NG', '7203.FU', '7203.SP'])
})
