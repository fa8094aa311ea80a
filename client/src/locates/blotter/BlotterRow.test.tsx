import type { MarketQuote } from '@aitai/contract/schemas/reference.ts'
import { type Language, textIn } from '@aitai/messages/texts.ts'
import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { toyota } from '../../../test/support/fixtures.ts'
import { locateDesk, located } from '../../../test/support/locate-desk.tsx'
import { shippedInstallation } from '../../../test/support/render-installation.ts'
import { intervals } from '../../shared/intervals.ts'
import { installation } from '../../ui/browser/installation.ts'
import { changeLanguage } from '../../ui/text/use-text.ts'
import { type Column, columns } from './columns.ts'
import { LocateBlotter } from './LocateBlotter.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  vi.stubGlobal('fetch', () => new Promise<never>(() => undefined))
  installation.brokers = shippedInstallation.brokers
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** 12,300,000 shares of Toyota trade on a day; how many of the other one is not known. */
const market = {
  equities: [
    { ...toyota, averageDailyVolume: 12_300_000 },
    { ...toyota, equityId: 'kubota', ric: '6326.T', name: 'Kubota', localName: 'クボタ' },
  ],
  quotes: {
    // Half a yen above 2,905.5 are 1.7 bp.
    toyota: { midPrice: 2_906, at: 1 } as MarketQuote,
    // 5.75 yen above 1,234.25 are 46.6 bp.
    kubota: { midPrice: 1_240, at: 1 } as MarketQuote,
  },
}

/** Local time, as traders read it. */
const at = (hour: number, minute: number, second: number): number =>
  new Date(2026, 10, 20, hour, minute, second).getTime()

/** An open locate in Toyota and an agreed one in Kubota, 23,800 of 40,000 shares and 5,000 of 12,000. */
async function showBoth(): Promise<void> {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  onTestFinished(() => clock.mockRestore())
  const { push } = await locateDesk(<LocateBlotter />, market)
  const now = performance.timeOrigin + performance.now()
  push(
    located('open', {
      locateQuantity: 23_800,
      shareQuantity: 40_000,
      // 23,800 at 2,905.5.
      jpynotional: 69_150_900,
      midPrice: 2_905.5,
      locateTime: at(9, 41, 7),
      deadline: now + 24_000,
    }),
  )
  push(
    located('agreed', {
      securityId: 'kubota',
      direction: 'SELL',
      locateQuantity: 5_000,
      shareQuantity: 12_000,
      // 5,000 at 1,234.25.
      jpynotional: 6_171_250,
      midPrice: 1_234.25,
      locateTime: at(15, 4, 5),
      answer: 'ACCEPT',
      outcome: 'ACCEPTED',
      brokerName: 'Hinoki Securities',
      brokerContact: '+81 3 5555 0100',
      password: 'K7M2PQ9X',
    }),
  )
  act(() => void vi.advanceTimersByTime(intervals.popupInert))
}

type Row = Readonly<Record<Column, string>>

/** What each row says, by column, below the headings of the language. */
function rowsShown(language: Language): Row[] {
  const headings = [...document.querySelectorAll('th')].map(({ textContent }) => textContent)
  expect(headings).toEqual(columns.map((column) => textIn(language, `blotter.column.${column}`)))
  return [...document.querySelectorAll('.blotter-table tbody tr')].map(
    (row) =>
      Object.fromEntries(
        [...row.children].map((cell, i) => [columns[i], cell.textContent]),
      ) as unknown as Row,
  )
}

const expected: Readonly<Record<Language, readonly [Row, Row]>> = {
  En: [
    {
      chosen: '',
      direction: '▲BUY',
      security: '7203.T Toyota Motor',
      quantity: '23,800',
      value: 'JPY 69.2m',
      share: '59.5 %',
      volume: '0.2 %',
      mid: '2,905.500',
      midNow: '2,906.000',
      move: '+1.7 ✓+1.7 bp in your favour',
      time: '09:41:07',
      state: 'Decline 7203.T24 sAccept 7203.T',
      broker: '',
      password: '',
    },
    {
      chosen: '',
      direction: '▼SELL',
      security: '6326.T Kubota',
      quantity: '5,000',
      value: 'JPY 6.2m',
      share: '41.7 %',
      volume: '–',
      mid: '1,234.250',
      midNow: '1,240.000',
      move: '+46.6 ✕+46.6 bp against you',
      time: '15:04:05',
      state: 'Both accepted New',
      broker: 'Hinoki Securities',
      password: 'K7M2PQ9X',
    },
  ],
  Jp: [
    {
      chosen: '',
      direction: '▲買',
      security: '7203.T トヨタ自動車',
      quantity: '23,800',
      value: '6,920万円',
      share: '59.5%',
      volume: '0.2%',
      mid: '2,905.500',
      midNow: '2,906.000',
      move: '+1.7 ✓+1.7 bp（有利）',
      time: '09:41:07',
      state: '辞退 7203.T24秒承諾 7203.T',
      broker: '',
      password: '',
    },
    {
      chosen: '',
      direction: '▼売',
      security: '6326.T クボタ',
      quantity: '5,000',
      value: '617万円',
      share: '41.7%',
      volume: '–',
      mid: '1,234.250',
      midNow: '1,240.000',
      move: '+46.6 ✕+46.6 bp（不利）',
      time: '15:04:05',
      state: '双方承諾 新着',
      broker: '檜証券',
      password: 'K7M2PQ9X',
    },
  ],
}

test.each(['En', 'Jp'] as const)(
  'each column of the table has the figure of its heading, in %s',
  async (language) => {
    changeLanguage(language)
    await showBoth()

    expect(rowsShown(language)).toEqual(expected[language])
  },
)
