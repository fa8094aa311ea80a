import { readFileSync } from 'node:fs'
import { yen } from '@aitai/engine/model/price.ts'
import { remarkInEnglish } from '@aitai/messages/remark-text.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseEquities, parseEquityFile, securityIdOf } from './equities.ts'
import { equityFromRow, equityRowOf } from './equity-rows.ts'
import { InvalidFile } from './imported-file.ts'

const header = 'ric,name,localName,kana,shortNames,topix500,lotSize,closePrice'
const toyota = '7203.T,Toyota Motor,トヨタ自動車,トヨタジドウシャ,トヨタ;Toyota,y,100,2905.5'
const file = (...lines: string[]): string => [header, ...lines, ''].join('\n')

const shipped = await parseEquities(readFileSync(new URL('../../data/equities.csv', import.meta.url), 'utf8'))

test('a line becomes a security with its daily limits and its tick at the close', async () => {
  expect(await parseEquities(file(toyota))).toEqual([
    {
      security: {
        securityId: securityIdOf('7203.T'),
        ric: '7203.T',
        exchange: 'XTKS',
        lotSize: 100,
        tickTable: 'FINE',
        closePrice: 2_905.5 * yen,
        minPrice: 2_405.5 * yen,
        maxPrice: 3_405.5 * yen,
      },
      name: 'Toyota Motor',
      localName: 'トヨタ自動車',
      kana: 'トヨタジドウシャ',
      averageDailyVolume: null,
      sector: null,
      shortNames: ['トヨタ', 'Toyota'],
      tickSize: 0.5 * yen,
    },
  ])
})

test('a later import of the same RIC has the same id, whatever else changed', async () => {
  const [before] = await parseEquities(file(toyota))
  const [after] = await parseEquities(
    file(toyota.replace('2905.5', '3010').replace('Toyota Motor', 'Toyota')),
  )

  expect(after?.security.securityId).toBe(before?.security.securityId)
  expect(securityIdOf('7203.T')).toMatch(/^[0-9a-f]{32}$/)
  expect(securityIdOf('7203.NG')).not.toBe(securityIdOf('7203.T'))
})

test('the suffix of the RIC names the exchange', async () => {
  const suffixed = ['T', 'NG', 'FU', 'SP'].map((suffix) =>
    toyota.replace('.T', `.${suffix}`).replace('2905.5', '2905'),
  )

  const exchanges = (await parseEquities(file(...suffixed))).map(({ security }) => security.exchange)
  expect(exchanges).toEqual(['XTKS', 'XNGO', 'XFKA', 'XSAP'])
})

test.each([
  ['7203.t', 'lower case'],
  ['0203.T', 'a code that begins with 0'],
  ['13OA.T', 'a letter that codes do not use'],
  ['720.T', 'a short code'],
  ['0700.HK', 'an exchange elsewhere'],
  ['7203', 'no exchange'],
])('the RIC %s is refused: %s', async (ric) => {
  await expect(parseEquities(file(toyota.replace('7203.T', ric)))).rejects.toThrow(
    `line 2: '${ric}' is not a RIC`,
  )
})

test.each([
  ['2905.5', '2905.3', 'not on its tick of 0.5 yen'],
  ['2905.5', '0', 'not a price'],
  ['2905.5', '-1', 'not a price'],
  ['2905.5', '', 'has no closePrice'],
  [',100,', ',0,', 'lotSize'],
  [',100,', ',-100,', 'lotSize'],
  [',100,', ',1.5,', 'lotSize'],
  [',100,', ',50,', 'not 1, 10, 100 or 1000'],
  [',y,', ',yes,', 'neither y nor n'],
  ['トヨタジドウシャ', 'とよた', 'not katakana'],
  ['Toyota Motor', '', 'needs a name'],
])("'%s' replaced by '%s' is refused: %s", async (right, wrong, why) => {
  await expect(parseEquities(file(toyota.replace(right, wrong)))).rejects.toThrow(why)
})

test('every invalid line is named, and nothing of the file is imported', async () => {
  const honda = toyota.replace('7203.T', '7267.T')

  await expect(parseEquities(file(toyota, honda.replace('100', '0'), honda, toyota))).rejects.toThrow(
    /^line 3: the lotSize .*\nline 4: 7267.T is on line 3 already\nline 5: 7203.T is on line 2 already$/,
  )
})

test('other columns, a ragged line and a file without equities are refused', async () => {
  await expect(parseEquities('ric,name\n7203.T,Toyota\n')).rejects.toThrow(
    'line 1: the columns must be ric,name,localName',
  )
  await expect(parseEquities(file(toyota, '7267.T,Honda'))).rejects.toThrow('line 3')
  await expect(parseEquities(file())).rejects.toThrow('nothing follows the header')
  await expect(parseEquities('')).rejects.toThrow('nothing follows the header')
})

test('a file from a spreadsheet, with a byte order mark and CRLF, is accepted', async () => {
  expect(await parseEquities(`\ufeff${file(toyota).replaceAll('\n', '\r\n')}`)).toEqual(
    await parseEquities(file(toyota)),
  )
})

test('the shipped equities are a real market: largest first, four exchanges, a code with a Latin letter', () => {
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

test('every shipped equity has a sector', () => {
  const sectorOf = (ric: string) => shipped.find(({ security }) => security.ric === ric)?.sector

  expect(shipped.filter(({ sector }) => sector === null)).toEqual([])
  expect(['7203.T', '8306.T', '1332.T', '9407.FU'].map(sectorOf)).toEqual(['3700', '7050', '0050', '5250'])
})

test("a sector is a code of the exchange's, as its list or a spreadsheet writes it, or none", async () => {
  const sectorOf = async (cell: string) =>
    (await parseEquities(`${header},sector\n${toyota},${cell}\n`))[0]?.sector

  expect(await Promise.all(['3700', '0050', '50', '３７００', '-', ''].map(sectorOf))).toEqual([
    '3700',
    '0050',
    '0050',
    '3700',
    null,
    null,
  ])
  for (const wrong of ['3701', '輸送用機器', '0', '00050'])
    await expect(sectorOf(wrong)).rejects.toThrow("the sector of 7203.T is not a code of the exchange's 33")
})

test('digits, codes and signs from a Japanese keyboard are accepted, half-width katakana too', async () => {
  const wide = '７２０３．Ｔ,Toyota Motor,トヨタ自動車,ﾄﾖﾀｼﾞﾄﾞｳｼｬ,トヨタ；Toyota,ｙ,１００,２９０５．５'
  expect(await parseEquities(file(wide))).toEqual(await parseEquities(file(toyota)))
})

test.each([
  ['a number with thousands', toyota.replace('2905.5', '"2,905.5"')],
  ['kana of several words', toyota.replace('トヨタジドウシャ', 'トヨタ　ジドウシャ')],
  ['characters that cannot be seen', toyota.replace('7203.T', '\u200b7203.T\u200e')],
])('%s is read as without', async (_, line) => {
  expect(await parseEquities(file(line))).toMatchObject([
    {
      security: { ric: '7203.T', closePrice: 2_905.5 * yen },
      kana: expect.stringMatching(/^トヨタ ?ジドウシャ$/),
    },
  ])
})

test('the columns may be in any order and case, with tabs or semicolons, a title above and blank rows below', async () => {
  const cells = toyota.split(',')
  const shuffled = (between: string) =>
    [
      'The list of today',
      header.toUpperCase().split(',').reverse().join(between),
      '',
      cells.toReversed().join(between),
      between.repeat(7),
    ].join('\r\n')

  for (const between of [',', ';', '\t'])
    expect(await parseEquities(shuffled(between).replace('トヨタ;Toyota', `"トヨタ;Toyota"`))).toEqual(
      await parseEquities(file(toyota)),
    )
})

test('the table of ticks is named by its word, by the number of the exchange, or by the older flag', async () => {
  const tableOf = async (flag: string, table: string, close = '3000') => {
    const text = `${header},tickTable\n${toyota.replace(',y,', `,${flag},`).replace('2905.5', close)},${table}\n`
    return (await parseEquities(text))[0]?.security.tickTable
  }

  expect(
    await Promise.all(['fine', '03', 'COARSE', '01', 'fund', '04'].map((table) => tableOf('', table))),
  ).toEqual(['FINE', 'FINE', 'COARSE', 'COARSE', 'FUND', 'FUND'])
  expect(await Promise.all([tableOf('y', ''), tableOf('n', ''), tableOf('n', 'fund')])).toEqual([
    'FINE',
    'COARSE',
    'FUND',
  ])
  await expect(tableOf('', '02')).rejects.toThrow('the tickTable of 7203.T is not fine, coarse or fund')
  await expect(tableOf('', '')).rejects.toThrow('7203.T needs a tickTable')
  await expect(tableOf('', 'fund', '900.5')).rejects.toThrow('is not on its tick of 1 yen')
})

test.each([
  ['a fund of one unit', '1570.T,Leveraged,レバレッジ,,,1,41230,fund', 10],
  ['a fund of ten units', '1306.T,Fund,投信,,,10,382.2,fine', 0.1],
  ['another class of shares', '25935.T,Pref,優先,,,100,1500,coarse', 1],
])('%s has the ticks of its table', async (_, line, tick) => {
  const [equity] = await parseEquities(
    `ric,name,localName,kana,shortNames,lotSize,closePrice,tickTable\n${line}\n`,
  )

  expect(equity?.tickSize).toBe(tick * yen)
})

test('what cannot be traded is refused, or named and skipped on request; mistakes are refused with it', async () => {
  const lines = [
    toyota,
    toyota.replace('7203.T', '6501.OS'),
    toyota.replace('7203.T', '1306.T').replace(',100,', ',7,'),
    toyota.replace('7203.T', '9999.T').replace('2905.5', '-'),
  ]
  await expect(parseEquities(file(...lines))).rejects.toThrow(/line 3: .*\nline 4: .*\nline 5: /)
  const { equities, skipped } = await parseEquityFile(file(...lines), { skipsUntradable: true })

  expect(equities).toEqual(await parseEquities(file(toyota)))
  expect(skipped.map(({ line, ric, why }) => [ric, remarkInEnglish({ line, ...why })])).toEqual([
    ['6501.OS', "line 3: '6501.OS' is not a RIC of a Japanese exchange"],
    ['1306.T', 'line 4: the lotSize of 1306.T is not 1, 10, 100 or 1000 shares'],
    ['9999.T', 'line 5: 9999.T has no closePrice'],
  ])
  const mistaken = file(toyota.replace('2905.5', '2905.3'))
  await expect(parseEquityFile(mistaken, { skipsUntradable: true })).rejects.toThrow('is not on its tick')
})

const limited = (limits: string): string =>
  [`${header},minPrice,maxPrice`, `${toyota},${limits}`, ''].join('\n')

test('the limits that the exchange publishes are used, and those of the close where it publishes none', async () => {
  const [widened] = await parseEquities(limited(',4906'))
  const [usual] = await parseEquities(limited(','))

  expect(widened?.security).toMatchObject({ minPrice: 2_405.5 * yen, maxPrice: 4_906 * yen })
  expect(usual).toEqual((await parseEquities(file(toyota)))[0])
})

test.each([
  ['2905.5,3000', 'is not between its limits'],
  ['2906,3000', 'is not between its limits'],
  ['2000,2905.5', 'is not between its limits'],
  ['2000.3,3000', 'minPrice 2000.3 of 7203.T is not on its tick of 0.5 yen'],
  [',3400.5', 'maxPrice 3400.5 of 7203.T is not on its tick of 1 yen'],
  ['0,3000', 'the minPrice of 7203.T is not a price'],
  ['x,', 'the minPrice of 7203.T is not a price'],
])('the limits %s are refused: %s', async (limits, why) => {
  await expect(parseEquities(limited(limits))).rejects.toThrow(why)
})

test('a share of one yen, the lowest possible price, has limits too', async () => {
  const penny = await parseEquities(file(toyota.replace('2905.5', '1').replace(',y,', ',n,')))
  expect(penny[0]?.security).toMatchObject({ closePrice: yen, minPrice: yen, maxPrice: 31 * yen })
})

const anyCode = fc
  .tuple(
    ...['123456789', '0123456789ACDFGHJKLMNPRSTUWXY', '0123456789', '0123456789ACDFGHJKLMNPRSTUWXY'].map(
      (set) => fc.constantFrom(...set),
    ),
    fc.constantFrom('.T', '.NG', '.FU', '.SP'),
  )
  .map((parts) => parts.join(''))
const anyName = fc.constantFrom('Toyota Motor', 'A "B" Trading', 'C, D and Sons', 'Ｖｅｒｉｔａｓ', '=cmd()')
const anyEquity = fc.record({
  ric: anyCode,
  name: anyName,
  localName: anyName,
  kana: fc.constantFrom('', 'トヨタ', 'ラ・ムー'),
  shortNames: fc.constantFrom('', 'A', 'A;B'),
  topix500: fc.constantFrom('y', 'n'),
  lotSize: fc.constantFrom(1, 10, 100, 1_000),
  ticks: fc.integer({ min: 1, max: 9 }),
  band: fc.constantFrom(1_000, 10_000, 100_000, 10_000_000),
})
const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`

test('any valid file of equities is read as it was written, in its order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(anyEquity, { minLength: 1, maxLength: 20, selector: (e) => e.ric }),
      async (wanted) => {
        const rows = wanted.map((e) => {
          const names = [e.name, e.localName, e.kana, e.shortNames].map(quoted)
          return [e.ric, ...names, e.topix500, e.lotSize, e.band * e.ticks].join()
        })
        const read = await parseEquities(file(...rows))

        expect(
          read.map(({ security, name, kana }) => [security.ric, security.closePrice / yen, name, kana]),
        ).toEqual(wanted.map((e) => [e.ric, e.band * e.ticks, e.name, e.kana]))
        for (const [index, { security }] of read.entries()) {
          expect(equityFromRow(equityRowOf(read[index] ?? fail(), index)).security).toEqual(security)
          expect(security.minPrice).toBeLessThan(security.closePrice)
        }
      },
    ),
  )
})

const fail = (): never => expect.unreachable()

test('any other text is either read completely or refused line by line', async () => {
  const cell = fc.oneof(
    fc.constantFrom('7203.T', 'y', '100', '2905.5', '', '__proto__', '"', '\ufeff'),
    fc.string(),
  )
  const line = fc.array(cell, { maxLength: 11 }).map((cells) => cells.join())
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(header, '', '__proto__'),
      fc.array(line, { maxLength: 5 }),
      async (first, lines) => {
        try {
          const read = await parseEquities([first, toyota, ...lines].join('\n'))
          expect(read[0]?.security.ric).toBe('7203.T')
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidFile)
        }
      },
    ),
  )
})
