import { readFileSync } from 'node:fs'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { expect, test } from 'vitest'
import { indexEquities, searchEquities } from './equity-search.ts'

/** The securities that the product ships, as the server reads them. */
const shipped: Equity[] = readFileSync(`${import.meta.dirname}/../../../../server/data/equities.csv`, 'utf8')
  .trim()
  .split(/\r?\n/)
  .slice(1)
  .map((line) => {
    const [ric = '', name = '', localName = '', kana = '', shortNames = '', , topix500, lotSize, close] =
      line.split(',')
    return {
      equityId: ric,
      ric,
      name,
      localName,
      kana,
      shortNames: shortNames.split(';').filter(Boolean),
      tickSize: 1,
      lotSize: Number(lotSize),
      closePrice: Number(close),
      maxPrice: Number(close) * 1.2,
      minPrice: Number(close) * 0.8,
      tickTable: topix500 === 'y' ? 'FINE' : 'COARSE',
      exchange: 'XTKS',
    }
  })
const index = indexEquities(shipped)
const found = (typed: string): string[] => searchEquities(index, typed).map(({ ric }) => ric)

// spec: 2.trader.3
test.each([
  ['とよた', '7203.T'],
  ['トヨタ', '7203.T'],
  ['ﾄﾖﾀ', '7203.T'],
  ['とよt', '7203.T'],
  ['toyota', '7203.T'],
  ['TOYOTA', '7203.T'],
  ['ｔｏｙｏｔａ', '7203.T'],
  ['Toyota Motor', '7203.T'],
  ['トヨタ自動車株式会社', '7203.T'],
  ['7203', '7203.T'],
  ['7203.T', '7203.T'],
  ['７２０３', '7203.T'],
  ['130a', '130A.T'],
  ['１３０Ａ', '130A.T'],
  ['きゃのん', '7751.T'],
  ['キャノン', '7751.T'],
  ['ﾆﾝﾃﾝﾄﾞｳ', '7974.T'],
  ['三菱UFJ', '8306.T'],
  ['三菱ＵＦＪ', '8306.T'],
  ['mufg', '8306.T'],
  ['べりたす', '130A.T'],
])('%s finds %s first', (typed, ric) => {
  expect(found(typed)[0]).toBe(ric)
})

test('a search for Toyota also finds the other companies of that name', () => {
  expect(found('とよた')).toEqual(expect.arrayContaining(['7203.T', '8015.T', '3116.T']))
})

// spec: 2.trader.3, 9.14
test('at most ten results are shown, and none for an empty search', () => {
  expect(found('a')).toHaveLength(10)
  expect(found('')).toEqual([])
  expect(found('　 ')).toEqual([])
  expect(found('zzzzqq')).toEqual([])
})
