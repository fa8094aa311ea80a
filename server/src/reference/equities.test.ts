import { readFileSync } from 'node:fs'
import { yen } from '@aitai/engine/equity.ts'
import { expect, test } from 'vitest'
import { parseEquities, securityIdOf } from './equities.ts'

const header = 'ric,name,localName,kana,shortNames,topix500,lotSize,closePrice'
const toyota = '7203.T,Toyota Motor,トヨタ自動車,トヨタジドウシャ,トヨタ;Toyota,y,100,2905.5'
const file = (...lines: string[]): string => [header, ...lines, ''].join('\n')

const shipped = parseEquities(readFileSync(new URL('../../data/equities.csv', import.meta.url), 'utf8'))

test('a line becomes a security with its limits of the day and its tick at the close', () => {
  expect(parseEquities(file(toyota))).toEqual([
    {
      security: {
        securityId: securityIdOf('7203.T'),
        ric: '7203.T',
        exchange: 'XTKS',
        lotSize: 100,
        topix500: true,
        closePrice: 2_905.5 * yen,
        minPrice: 2_405.5 * yen,
        maxPrice: 3_405.5 * yen,
      },
      name: 'Toyota Motor',
      localName: 'トヨタ自動車',
      kana: 'トヨタジドウシャ',
      shortNames: ['トヨタ', 'Toyota'],
      tickSize: 0.5 * yen,
    },
  ])
})

test('a later import of the same RIC has the same id, whatever else changed', () => {
  const [before] = parseEquities(file(toyota))
  const [after] = parseEquities(file(toyota.replace('2905.5', '3010').replace('Toyota Motor', 'Toyota')))

  expect(after?.security.securityId).toBe(before?.security.securityId)
  expect(securityIdOf('7203.T')).toMatch(/^[0-9a-f]{32}$/)
  expect(securityIdOf('7203.NG')).not.toBe(securityIdOf('7203.T'))
})

test('the suffix of the RIC names the exchange', () => {
  const suffixed = ['T', 'NG', 'FU', 'SP'].map((suffix) =>
    toyota.replace('.T', `.${suffix}`).replace('2905.5', '2905'),
  )

  const exchanges = parseEquities(file(...suffixed)).map(({ security }) => security.exchange)
  expect(exchanges).toEqual(['XTKS', 'XNGO', 'XFKA', 'XSAP'])
})

test.each([
  ['7203.t', 'lower case'],
  ['0203.T', 'a code that begins with 0'],
  ['13OA.T', 'a letter that codes do not use'],
  ['720.T', 'a short code'],
  ['0700.HK', 'an exchange elsewhere'],
  ['7203', 'no exchange'],
])('the RIC %s is refused: %s', (ric) => {
  expect(() => parseEquities(file(toyota.replace('7203.T', ric)))).toThrow(`line 2: '${ric}' is not a RIC`)
})

test.each([
  ['2905.5', '2905.3', 'not on its tick of 0.5 yen'],
  ['2905.5', '0', 'not a price'],
  ['2905.5', '-1', 'not a price'],
  ['2905.5', '', 'not a price'],
  [',100,', ',0,', 'lotSize'],
  [',100,', ',-100,', 'lotSize'],
  [',100,', ',1.5,', 'lotSize'],
  [',y,', ',yes,', 'neither y nor n'],
  ['トヨタジドウシャ', 'とよた', 'not katakana'],
  ['Toyota Motor', '', 'needs a name'],
])("'%s' turned into '%s' is refused: %s", (right, wrong, why) => {
  expect(() => parseEquities(file(toyota.replace(right, wrong)))).toThrow(why)
})

test('every bad line is named, and none of the file is taken', () => {
  const honda = toyota.replace('7203.T', '7267.T')

  expect(() => parseEquities(file(toyota, honda.replace('100', '0'), honda, toyota))).toThrow(
    /^line 3: the lotSize .*\nline 4: 7267.T is on line 3 already\nline 5: 7203.T is on line 2 already$/,
  )
})

test('other columns, a ragged line and a file without equities are refused', () => {
  expect(() => parseEquities('ric,name\n7203.T,Toyota\n')).toThrow(
    'line 1: the columns must be ric,name,localName',
  )
  expect(() => parseEquities(file(toyota, '7267.T,Honda'))).toThrow('line 3')
  expect(() => parseEquities(file())).toThrow('no equity')
  expect(() => parseEquities('')).toThrow('no equity')
})

test('a file from a spreadsheet, with a byte order mark and CRLF, is read like any other', () => {
  expect(parseEquities(`\ufeff${file(toyota).replaceAll('\n', '\r\n')}`)).toEqual(parseEquities(file(toyota)))
})

test('the shipped equities are a real market: large names first, four exchanges, a letter code', () => {
  const rics = shipped.map(({ security }) => security.ric)

  expect(rics.length).toBeGreaterThanOrEqual(230)
  expect(rics.slice(0, 3)).toEqual(['7203.T', '8306.T', '6758.T'])
  expect(rics).toEqual(
    expect.arrayContaining(['3048.T', '3880.T', '130A.T', '9402.NG', '9407.FU', '9085.SP']),
  )
  expect(new Set(shipped.map(({ name }) => name)).size).toBe(rics.length)
  expect(new Set(shipped.map(({ localName }) => localName)).size).toBe(rics.length)
  expect(shipped.every(({ kana }) => kana !== '')).toBe(true)
})
