import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import { advertStatuses } from '@aitai/engine/model/advert.ts'
import { textIn } from '@aitai/messages/texts.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toyota } from '../../../test/support/fixtures.ts'
import { serverClock } from '../../shared/connection/server-clock.ts'
import { clipboardCell, csvFileCell, isoWithZone, toCsv, toTsv } from '../../ui/table/delimited-text.ts'
import {
  filterHints,
  filterValueText,
  isFiltered,
  noFilters,
  numberTest,
  withFilter,
} from '../../ui/table/row-filters.ts'
import { inStableOrder } from '../../ui/table/use-stable-order.ts'
import type { TextFunction } from '../../ui/text/use-text.ts'
import { advertLine, mailtoUrl } from '../HistorySummaryPopup.tsx'
import { parseColumnLayouts, withColumnMoved } from './column-layout.ts'
import {
  columnOf,
  type HistoryTextContext,
  historyColumnIds,
  passesHistoryFilters,
  shareLeft,
} from './history-columns.ts'
import { columnComparator } from './history-order.ts'

const contextIn = (language: 'En' | 'Jp'): HistoryTextContext => ({
  text: ((key: Parameters<TextFunction>[0], values?: Record<string, string>) =>
    textIn(language, key, values)) as TextFunction,
  language,
  equities: new Map([['toyota', toyota]]),
  brokers: [],
  pastDay: null,
  agreed: new Map(),
})
const context = contextIn('En')

const advert = (given: Partial<Advert>): Advert =>
  ({
    id: 'a',
    securityId: 'toyota',
    securityName: '7203.T - Toyota Motor',
    direction: 'BUY',
    duration: '60',
    shareQuantity: 40_000,
    quantityRemaining: 40_000,
    minimumQuantity: 25,
    credibilityHurdle: 10,
    advertisementStatus: 'LIVE',
    causeOfDeath: null,
    transactionType: 'CASH_ONLY',
    brokerIds: [],
    ranked: false,
    jpynotional: 116_220_000,
    usdnotional: 95_000,
    orderReference: null,
    parentQuantity: null,
    ...{ doneElsewhere: 0, autoRenewals: 0, renewalsLeft: 0, autoResumes: 0, resumesLeft: 0 },
    limitPrice: null,
    advertisingTriggerActivated: false,
    advertisingTrigger: null,
    knockoutTriggerActivated: false,
    knockoutTrigger: 2_700.5,
    indexRelativeKOTriggerActivated: false,
    indexRelativeKOTrigger: null,
    submitTime: Date.parse('2026-11-20T06:04:05Z'),
    expiryDate: '2026-11-20T07:04:05.000Z',
    ...given,
  }) as Advert

const sorted = (id: Parameters<typeof columnComparator>[0], rows: Advert[], isDescending = false): string[] =>
  rows
    .toSorted((a, b) => columnComparator(id)(a, b, context, isDescending) * (isDescending ? -1 : 1))
    .map((row) => row.id)

// spec: 4.statuses.17
test('percent remaining is the remaining share of the quantity, and a draft without a quantity sorts last', () => {
  const rows = [
    advert({ id: 'half', shareQuantity: 10_000, quantityRemaining: 5_000 }),
    advert({ id: 'draft', shareQuantity: 0, quantityRemaining: 0 }),
    advert({ id: 'all', shareQuantity: 100, quantityRemaining: 100 }),
    advert({ id: 'third', shareQuantity: 30_000, quantityRemaining: 10_000 }),
  ]

  expect(sorted('percentRemaining', rows)).toEqual(['third', 'half', 'all', 'draft'])
  expect(sorted('percentRemaining', rows, true)).toEqual(['all', 'half', 'third', 'draft'])
  expect(shareLeft({ shareQuantity: 0, quantityRemaining: 0 })).toBeNull()
})

test('the default layout shows the outcome of an IOI within 1280 pixels, beside a scroll bar', () => {
  const checkboxesAndScrollBar = 40 + 20
  const until = historyColumnIds.slice(0, historyColumnIds.indexOf('submitTime') + 1)

  expect(until).toEqual(expect.arrayContaining(['status', 'locatedQuantity', 'connection']))
  expect(until.reduce((sum, id) => sum + columnOf(id).width, checkboxesAndScrollBar)).toBeLessThan(1_280)
})

test('the own password precedes the broker, so that a narrow column does not cut it', () => {
  const locate = {
    password: 'ABCD2345',
    brokerName: 'Hinoki Securities',
    notExecuted: null,
    receivedAt: null,
  }
  const agreed = new Map([['a', locate as LocateNotification]])

  expect(columnOf('connection').shown(advert({ id: 'a' }), { ...context, agreed })).toBe(
    'ABCD2345 · Hinoki Securities',
  )
})

test('what was located stands beside what is left, as a share of the IOI as it was sent, with its own value', () => {
  // Decay had reduced the offer to 30,000 of 40,000 shares.
  const completed = advert({ id: 'a', advertisementStatus: 'COMPLETED', quantityRemaining: 5_000 })
  const locate = {
    locateQuantity: 25_000,
    shareQuantity: 40_000,
    jpynotional: 72_637_500,
    locateTime: Number(completed.submitTime) + 64_600,
  } as LocateNotification
  const shown = (id: Parameters<typeof columnOf>[0]) =>
    columnOf(id).shown(completed, { ...context, agreed: new Map([['a', locate]]) })

  expect(shown('jpynotional')).toBe('116.2m')
  expect(shown('locatedNotional')).toBe('72.6m')
  expect([shown('percentRemaining'), shown('percentLocated')]).toEqual(['12.5 %', '62.5 %'])
  expect(shown('timeToLocate')).toBe('1:05')
  expect(columnOf('locatedNotional').shown(completed, context)).toBe('–')
})

// spec: 4.statuses.18
test('dead adverts are grouped by their cause', () => {
  const dead = (id: string, causeOfDeath: Advert['causeOfDeath']) =>
    advert({ id, advertisementStatus: 'DEAD', causeOfDeath })
  const rows = [
    dead('1', 'EXPIRED'),
    dead('2', 'CANCELLED_BY_USER'),
    advert({ id: '3', advertisementStatus: 'LIVE' }),
    dead('4', 'EXPIRED'),
    dead('5', 'CANCEL_TRIGGER'),
  ]

  expect(sorted('status', rows)).toEqual(['3', '2', '5', '1', '4'].sort((a, b) => order(a) - order(b)))
  expect(sorted('status', rows, true).slice(-1)).toEqual(['3'])
})
// Whether CANCELLED_BY_USER sorts before CANCEL_TRIGGER depends on the collation of the platform.
const causes = ['CANCELLED_BY_USER', 'CANCEL_TRIGGER'].toSorted((a, b) => a.localeCompare(b, 'en'))
const order = (id: string): number =>
  ({ 3: 0, 2: 1 + causes.indexOf('CANCELLED_BY_USER'), 5: 1 + causes.indexOf('CANCEL_TRIGGER'), 1: 3, 4: 4 })[
    id
  ] ?? 9

// spec: 3.17, 9.24
test('the newest adverts come first, with drafts above sent adverts', () => {
  const rows = [
    advert({ id: 'old', submitTime: 1 }),
    advert({ id: 'draft', submitTime: null }),
    advert({ id: 'new', submitTime: 2 }),
  ]

  expect(sorted('submitTime', rows, true)).toEqual(['draft', 'new', 'old'])
})

// spec: 2.trader.11
test('every column has a consistent sort order, and descending reverses it except for missing values', () => {
  const anyAdvert = fc
    .record({
      shareQuantity: fc.constantFrom(0, 100, 5_000),
      quantityRemaining: fc.constantFrom(0, 100),
      advertisementStatus: fc.constantFrom(...advertStatuses),
      causeOfDeath: fc.constantFrom(null, 'EXPIRED' as const, 'CANCEL_TRIGGER' as const),
      submitTime: fc.option(fc.integer({ min: 1, max: 9 })),
      expiryDate: fc.option(fc.constant('2026-11-20T07:04:05.000Z')),
      direction: fc.constantFrom('BUY' as const, 'SELL' as const),
      knockoutTriggerActivated: fc.boolean(),
    })
    .map(advert)
  fc.assert(
    fc.property(fc.constantFrom(...historyColumnIds), anyAdvert, anyAdvert, anyAdvert, (id, a, b, c) => {
      const compare = columnComparator(id)
      const sign = (x: Advert, y: Advert): number => Math.sign(compare(x, y, context, false))
      expect(sign(a, a)).toBe(0)
      expect(sign(a, b) + sign(b, a)).toBe(0)
      if (sign(a, b) <= 0 && sign(b, c) <= 0) expect(sign(a, c)).toBeLessThanOrEqual(0)

      const isMissing = (row: Advert): boolean =>
        id === 'percentRemaining' ? shareLeft(row) === null : columnOf(id).value(row, context) === null
      const displayed = (isDescending: boolean): number =>
        Math.sign(compare(a, b, context, isDescending)) * (isDescending ? -1 : 1)
      const isReversed = id === 'submitTime' || isMissing(a) === isMissing(b)
      expect(displayed(true) + 0).toBe((isReversed ? -displayed(false) : displayed(false)) + 0)
    }),
  )
})

test('a notional above 100,000 appears in millions and is copied in full', () => {
  const [yen, dollars] = [columnOf('jpynotional'), columnOf('usdnotional')]

  expect(yen.shown(advert({}), context)).toBe('116.2m')
  expect(dollars.shown(advert({}), context)).toBe('95,000')
  expect(clipboardCell(advert({}), yen, context)).toBe(116_220_000)
})

test('no time is left on a past day', () => {
  const sent = advert({ expiryDate: new Date(serverClock.now() + 3_600_000).toISOString() })
  const { value, shown } = columnOf('timeLeft')
  const past = { ...context, pastDay: '2026-11-19' }

  expect(value(sent, context)).toBeCloseTo(3_600, -1)
  expect([value(sent, past), shown(sent, past)]).toEqual([null, '–'])
})

test('only active triggers are shown, with the decimals of their tick', () => {
  const knockout = columnOf('knockoutTrigger')

  expect(knockout.shown(advert({}), context)).toBe('–')
  expect(clipboardCell(advert({}), knockout, context)).toBeNull()
  expect(knockout.shown(advert({ knockoutTriggerActivated: true }), context)).toBe('2,700.5')
})

test('copied numbers paste as numbers, and a formula pastes as text', () => {
  expect(
    toTsv([
      ['=cmd()', 1_234_567, '0700.HK', null],
      ['two\twords', -3, '＋1', 'a\nb'],
    ]),
  ).toBe("'=cmd()\t1234567\t0700.HK\t\ntwo words\t-3\t'＋1\ta b")
})

test('a file starts with a UTF-8 byte order mark, preserves Japanese and contains no formulas', () => {
  const bytes = new TextEncoder().encode(
    toCsv([
      ['銘柄', '数量'],
      ['トヨタ自動車, "7203"', 40_000],
      ['@SUM(A1)', null],
    ]),
  )

  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(new TextDecoder().decode(bytes)).toBe(
    '銘柄,数量\r\n"トヨタ自動車, ""7203""",40000\r\n\'@SUM(A1),\r\n',
  )
})

test('no text cell in a file or on the clipboard starts a formula', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(toTsv([[text]])).not.toMatch(/^[=+\-@\t\r\n\0]/)
      expect(toCsv([[text]]).slice(1)).not.toMatch(/^"?[=+\-@\t\0]/)
    }),
  )
})

test.each(['=', '+', '-', '@', '＝', '＋', '－', '＠'])('a cell that starts with %s is text', (sign) => {
  expect(toTsv([[`${sign}SUM(A1)`]])).toBe(`'${sign}SUM(A1)`)
  expect(toCsv([[`${sign}SUM(A1)`]]).slice(1)).toBe(`'${sign}SUM(A1)\r\n`)
})

test('an exported time includes its date and time zone', () => {
  const time = Date.parse('2026-11-20T06:04:05Z')

  expect(isoWithZone(time)).toMatch(/^2026-11-(19|20)T\d\d:\d\d:05[+-]\d\d:\d\d$/)
  expect(Date.parse(isoWithZone(time))).toBe(time)
  expect(csvFileCell(advert({}), columnOf('submitTime'), context)).toBe(isoWithZone(time))
  expect(clipboardCell(advert({}), columnOf('submitTime'), context)).toMatch(/^\d\d:\d\d:05$/)
})

// spec: 2.trader.34
test('a copied row for a colleague contains the available values, in the language of the screen', () => {
  const columns = (['direction', 'security', 'shareQuantity', 'knockoutTrigger'] as const).map(columnOf)

  expect(advertLine(advert({}), columns, context)).toBe('BUY  7203.T Toyota Motor  40,000')
  expect(advertLine(advert({}), columns, contextIn('Jp'))).toContain('7203.T トヨタ自動車')
  expect(mailtoUrl('a b', 'x\ny')).toBe('mailto:?subject=a%20b&body=x%0D%0Ay')
  expect(mailtoUrl('a', 'x'.repeat(5_000))).toBeNull()
})

test('held rows do not move and new rows are added below them, whatever the sort order', () => {
  const ids = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { maxLength: 10 })
  fc.assert(
    fc.property(ids, ids, (held, sortedNow) => {
      const shown = inStableOrder(sortedNow, held, (id) => id)
      const stayed = held.filter((id) => sortedNow.includes(id))
      expect(shown.slice(0, stayed.length)).toEqual(stayed)
      expect(shown.slice(stayed.length)).toEqual(sortedNow.filter((id) => !held.includes(id)))
    }),
  )
})

test.each([
  ['>10k', 10_001, 10_000],
  ['>=1万', 10_000, 9_999],
  ['<= 1.5m', 1_500_000, 1_500_001],
  ['10k-50k', 50_000, 50_001],
  ['１０～２０', 20, 21],
  ['=40,000', 40_000, 40_001],
])('the condition %s takes %d and not %d', (typed, passing, excluded) => {
  expect(numberTest(typed)?.(passing)).toBe(true)
  expect(numberTest(typed)?.(excluded)).toBe(false)
})

test.each([
  ['>5:00', 301, 300],
  ['<=1:02:03', 3_723, 3_724],
  ['30s-2m', 120, 121],
  ['>1時間', 3_601, 3_600],
])('the condition %s on a duration takes %d seconds and not %d', (typed, passing, excluded) => {
  expect(numberTest(typed, 'duration')?.(passing)).toBe(true)
  expect(numberTest(typed, 'duration')?.(excluded)).toBe(false)
})

test('a column is filtered by what its numbers are', () => {
  const hintOf = (id: Parameters<typeof columnOf>[0]) => filterHints[columnOf(id).unit ?? 'amount']

  expect(['timeLeft', 'timeToLocate'].map((id) => hintOf(id as 'timeLeft'))).toEqual([
    'table.filters.duration',
    'table.filters.duration',
  ])
  expect([hintOf('percentRemaining'), hintOf('percentLocated')]).toEqual([
    'table.filters.percent',
    'table.filters.percent',
  ])
  expect(hintOf('shareQuantity')).toBe('table.filters.number')
})

test('a column is filtered by a list of its values if and only if it has choices', () => {
  const choices = historyColumnIds.filter((id) => columnOf(id).kind === 'choice')

  expect(choices).toEqual(historyColumnIds.filter((id) => columnOf(id).choice !== undefined))
  expect(choices).toEqual(expect.arrayContaining(['direction', 'status', 'transactionType', 'duration']))
})

test('filters match the displayed text, in any width and case', () => {
  const row = advert({})
  const only = (id: Parameters<typeof withFilter>[1], condition: string) =>
    withFilter(noFilters, id, condition)

  expect(passesHistoryFilters(row, { ...noFilters, quick: 'toyota ｂｕｙ' }, context)).toBe(true)
  expect(passesHistoryFilters(row, { ...noFilters, quick: 'toyota sell' }, context)).toBe(false)
  expect(passesHistoryFilters(row, only('shareQuantity', '>10k'), context)).toBe(true)
  expect(passesHistoryFilters(row, only('shareQuantity', '40000'), context)).toBe(true)
  expect(passesHistoryFilters(row, only('status', 'advert.status.SENT'), context)).toBe(true)
  expect(passesHistoryFilters(row, only('status', 'advert.status.PAUSED'), context)).toBe(false)
  expect(passesHistoryFilters(advert({ direction: 'SELL' }), only('direction', 'common.BUY'), context)).toBe(
    false,
  )
  expect(isFiltered(withFilter(only('status', 'advert.status.SENT'), 'status', ' '))).toBe(false)
})

test.each(['とよた', 'ﾄﾖﾀ', 'トヨタ自動車', 'じどうしゃ', '７２０３', 'TOYOTA', 'toyota motor'])(
  'a security is found by %s on a screen of either language',
  (typed) => {
    for (const each of [context, contextIn('Jp')]) {
      expect(passesHistoryFilters(advert({}), { ...noFilters, quick: typed }, each)).toBe(true)
      expect(passesHistoryFilters(advert({}), withFilter(noFilters, 'security', typed), each)).toBe(true)
      expect(passesHistoryFilters(advert({}), withFilter(noFilters, 'brokers', typed), each)).toBe(false)
    }
  },
)

test('a filter chosen in one language applies in the other, with translated values', () => {
  const chosen = withFilter(noFilters, 'direction', 'common.SELL')

  expect(passesHistoryFilters(advert({ direction: 'SELL' }), chosen, contextIn('Jp'))).toBe(true)
  expect(filterValueText(columnOf('direction'), 'common.SELL', contextIn('Jp').text)).toBe('売')
  expect(filterValueText('quick', 'common.SELL', contextIn('Jp').text)).toBe('common.SELL')
})

const layout = (colId: string, hide = false) => ({
  colId,
  width: 100,
  flex: null,
  hide,
  sort: null,
  sortIndex: null,
})

test('a stored column layout is restored only if it is valid', () => {
  const stored = [layout('security'), layout('status', true)]

  expect(parseColumnLayouts(JSON.stringify(stored))).toEqual(stored)
  expect(parseColumnLayouts(null)).toBeNull()
  expect(parseColumnLayouts('{')).toBeNull()
  expect(parseColumnLayouts(JSON.stringify([layout('nothing')]))).toBeNull()
  expect(parseColumnLayouts(JSON.stringify([{ ...layout('status'), width: 'wide' }]))).toBeNull()
  expect(parseColumnLayouts(JSON.stringify([{ ...layout('status'), flex: undefined }]))).toBeNull()
})

test('a column moves past hidden columns, and not beyond either end', () => {
  const layouts = [layout('security'), layout('direction', true), layout('status')]
  const ids = (moved: ReturnType<typeof withColumnMoved>) => moved.map(({ colId }) => colId)

  expect(ids(withColumnMoved(layouts, 'status', -1))).toEqual(['status', 'security', 'direction'])
  expect(ids(withColumnMoved(layouts, 'status', 1))).toEqual(['security', 'direction', 'status'])
})
