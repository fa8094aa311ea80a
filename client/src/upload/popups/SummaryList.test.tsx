import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ResultRow, WantedAdvert } from '@aitai/contract/schemas/upload.ts'
import { restoreErrors, uploadErrors } from '@aitai/engine/upload/row-result.ts'
import { type Language, languages } from '@aitai/messages/texts.ts'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useReducer } from 'react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { toyota } from '../../../test/support/fixtures.ts'
import { renderInStore } from '../../../test/support/render-in-store.tsx'
import { api } from '../../shared/api/desk-api.ts'
import { createStore } from '../../shared/store/store.ts'
import { changeLanguage } from '../../ui/text/use-text.ts'
import { initialUploadState, type UploadSource, uploadReducer } from '../upload-state.ts'
import { SummaryList } from './SummaryList.tsx'

beforeAll(() => void vi.stubEnv('TZ', 'Asia/Tokyo'))
afterAll(() => void vi.unstubAllEnvs())

const wanted = {
  securityId: 'toyota',
  direction: 'SELL',
  shareQuantity: 1_234_500,
  transactionType: 'SWAP_ONLY',
  duration: '150',
  minimumQuantity: 25,
  jpynotional: 116_220_000,
  usdnotional: 95_000,
} as unknown as WantedAdvert
const file: UploadSource = { kind: 'file', name: 'iois.csv' }

interface ListProps {
  rows: readonly ResultRow[]
  origin: UploadSource
  warningOf: (line: number) => string | null
}

function List({ rows, origin, warningOf }: ListProps) {
  const checking = uploadReducer(initialUploadState, { type: 'checkStarted', origin })
  const [flow, dispatchUpload] = useReducer(uploadReducer, uploadReducer(checking, { type: 'checked', rows }))
  return flow.phase === 'summary' ? (
    <SummaryList flow={flow} dispatchUpload={dispatchUpload} warningOf={warningOf} />
  ) : null
}

async function shows(
  rows: readonly ResultRow[],
  language: Language,
  origin = file,
  warningOf: ListProps['warningOf'] = () => null,
): Promise<void> {
  changeLanguage(language)
  const store = createStore()
  await store.dispatch(api.util.upsertQueryData('getEquities', undefined, [toyota]))
  await act(async () => {
    renderInStore(<List {...{ rows, origin, warningOf }} />, store)
  })
}

const row = (line: number, more: Partial<ResultRow> = {}): ResultRow => ({
  line,
  ric: '7203.T',
  status: 'OK',
  advertisement: wanted,
  draftId: null,
  errorCode: null,
  errorMap: {},
  ...more,
})
const refused = (errorCode: string, errorMap: ResultRow['errorMap']): ResultRow =>
  row(37, { status: 'ERROR', errorCode, errorMap, advertisement: null })

const quantity = { shareQuantity: 1_200, minimumShareQuantity: 43_000 }
const hours = { exchange: 'XTKS', hours: '23:00 to 02:30, 03:30 to 06:30' }

/** Every error code of a row, the values that the server sends with it, and its text in both languages. */
const rowTexts: readonly (readonly [string, ResultRow['errorMap'], string, string])[] = [
  [
    'ERR-001',
    { header: 'direction', value: 'HOLD' },
    'Invalid value “HOLD” for direction.',
    'directionの値「HOLD」が正しくありません。',
  ],
  [
    'ERR-001',
    { header: 'direction', value: '' },
    'No value for direction: the column is missing, duplicated or unknown, or the cell is empty.',
    'directionの値がありません（列がない、列が重複している、項目名が不明、または空欄）。',
  ],
  [
    'ERR-001',
    { header: '', value: 'call me' },
    'The value “call me” is in a column without a header.',
    '見出しのない列に値「call me」があります。',
  ],
  ['ERR-002', {}, 'Invalid RIC code.', 'RICコードが正しくありません。'],
  [
    'ERR-004',
    {},
    'You or your firm already have an IOI on this security.',
    'この銘柄には、ご自身または貴社のIOIが既にあります。',
  ],
  [
    'ERR-005',
    { otherLine: 12 },
    'The file has several IOIs on this security (see line 12).',
    '同じ銘柄のIOIがファイル内に複数あります（12行目）。',
  ],
  [
    'ERR-006',
    quantity,
    'The quantity of 1,200 shares is below the platform minimum, which is 43,000 shares for this security. Increase it.',
    '数量1,200株は、プラットフォームの最低金額に相当する43,000株を下回っています。数量を増やしてください。',
  ],
  [
    'ERR-007',
    { minimumQuantity: 9, min: 10, max: 75 },
    'The minimum quantity (9 %) must be between 10 and 75 %.',
    '最低数量（9%）は、10～75%の範囲で指定してください。',
  ],
  [
    'ERR-008',
    { credibilityHurdle: 101, min: 10, max: 100 },
    'The credibility hurdle (101) must be between 10 and 100.',
    '相手方の最低信頼度（101）は、10～100の範囲で指定してください。',
  ],
  [
    'ERR-009',
    { advertisingTriggerOffset: 10.01, min: 0, max: 10 },
    'The advertising trigger offset (10.01 %) must be between 0 and 10 %.',
    '発動トリガーの乖離幅（10.01%）は、0～10%の範囲で指定してください。',
  ],
  [
    'ERR-010',
    { knockoutTriggerOffset: -1, min: 0, max: 4.55 },
    'The knockout trigger offset (−1 %) must be between 0 and 4.55 %.',
    'ノックアウトトリガーの乖離幅（−1%）は、0～4.55%の範囲で指定してください。',
  ],
  [
    'ERR-011',
    { indexRelativeKOTriggerOffset: 2.99, min: 3, max: 7 },
    'The index-relative offset (2.99 %) must be between 3 and 7 %.',
    '対指数の乖離幅（2.99%）は、3～7%の範囲で指定してください。',
  ],
  [
    'ERR-012',
    hours,
    'Outside platform hours. Platform hours for the Tokyo Stock Exchange are 08:00–11:30, 12:30–15:30 (JST).',
    '稼働時間外です。東京証券取引所のプラットフォーム稼働時間は08:00～11:30、12:30～15:30（JST）です。',
  ],
  [
    'ERR-013',
    { fields: 16, headers: 17 },
    'The row has 16 cells for 17 columns: 1 missing.',
    '17項目に対して16項目しかありません（1項目不足）。',
  ],
  [
    'ERR-013',
    { fields: 6, headers: 5 },
    'The row has 6 cells for 5 columns: 1 too many.',
    '5項目に対して6項目あります（1項目超過）。',
  ],
  [
    'ERR-014',
    { exchange: 'XFKA' },
    'The Fukuoka Stock Exchange is closed today.',
    '福岡証券取引所は本日休業です。',
  ],
  [
    'RESTORE-ERR-01',
    quantity,
    'The quantity of 1,200 shares is below the platform minimum, which is 43,000 shares for this security. Increase it.',
    '数量1,200株は、プラットフォームの最低金額に相当する43,000株を下回っています。数量を増やしてください。',
  ],
  ['RESTORE-ERR-02', {}, 'There is already an IOI on this security.', 'この銘柄のIOIは既にあります。'],
  [
    'RESTORE-ERR-03',
    hours,
    'Outside platform hours. Platform hours for the Tokyo Stock Exchange are 08:00–11:30, 12:30–15:30 (JST).',
    '稼働時間外です。東京証券取引所のプラットフォーム稼働時間は08:00～11:30、12:30～15:30（JST）です。',
  ],
  ['RESTORE-ERR-04', {}, 'Invalid RIC code.', 'RICコードが正しくありません。'],
  [
    'RESTORE-ERR-05',
    { exchange: 'XTKS' },
    'The Tokyo Stock Exchange is closed today.',
    '東京証券取引所は本日休業です。',
  ],
  [
    'RESTORE-ERR-06',
    { closeThen: 2_143.5, closeNow: 1_071 },
    'The previous close was JPY 2,143.5 when this IOI was sent and is JPY 1,071 now, more than a daily price limit apart. Check the quantity and enter the IOI again.',
    '送信日の基準値段は2,143.5円、本日の基準値段は1,071円で、差が制限値幅を超えています。数量を確認し、改めて入力してください。',
  ],
]

// spec: 5.bulk.21
test('the table of texts has every code of a row', () => {
  const codes = [...Object.keys(uploadErrors), ...Object.keys(restoreErrors)]

  expect([...new Set(rowTexts.map(([code]) => code))].sort()).toEqual(codes.sort())
})

/** Refusals of a submit that rows have too, because no code of a row stands for them. */
const refusals: typeof rowTexts = [
  [
    'LIMIT-LEVEL',
    { min: 2_405.5, max: 3_405 },
    'A limit price must be on the tick and within today’s limits, JPY 2,405.5 to 3,405.',
    '指値は、本日の制限値幅（2,405.5～3,405円）内で、呼値の単位に合わせて指定してください。',
  ],
  [
    'ADVERT-ERROR-014',
    { notional: 30_000_000, scope: 'ONE' },
    'Above your firm’s size limit of JPY 30,000,000 for one IOI.',
    '貴社のIOI 1件当たりの上限金額（30,000,000円）を超えています。',
  ],
  [
    'ADVERT-ERROR-014',
    { notional: 50_000_000, scope: 'ALL' },
    'Above your firm’s size limit of JPY 50,000,000 for all live IOIs combined.',
    '貴社の有効なIOI全体の上限金額（50,000,000円）を超えています。',
  ],
]

// spec: 2.trader.24, 5.bulk.20
test.each([...rowTexts, ...refusals])(
  '%s %j appears with line and ric, greyed, with a cross and no checkbox',
  async (code, map, en, jp) => {
    for (const language of languages) {
      const isRestored = code.startsWith('RESTORE')
      await shows([refused(code, map)], language, isRestored ? { kind: 'restored', day: 20_000 } : file)
      const reason = language === 'Jp' ? jp : en
      const at = isRestored ? '7203.T' : language === 'Jp' ? '37行目、7203.T' : 'Line 37, 7203.T'
      const message = screen.getByText(`${at}${language === 'Jp' ? '：' : ': '}${reason}`)
      const line = message.closest('tr')
      expect(line?.dataset.ok).toBe('false')
      expect(line?.querySelector('.upload-cross')?.textContent).toBe('✕')
      expect(line?.querySelector('input')).toBeNull()
      cleanup()
    }
  },
)

// spec: 2.trader.19, 2.trader.20, 2.trader.23
test('a row shows the RIC and name, the side as shape and word, separators, millions and the type', async () => {
  await shows([row(2), row(3, { draftId: 'looked-up' })], 'En')
  const cells = [...(document.querySelectorAll('tbody tr')[0]?.querySelectorAll('td') ?? [])]
  expect(cells.slice(1).map(({ textContent }) => textContent)).toEqual([
    ...['7203.T - Toyota Motor', '▼SELL', '1,234,500', '116.2m', '95,000', 'Swap only'],
    ...['150 minutes', '25 %'],
  ])
  expect(screen.getAllByText('Replaces your unsent draft')).toHaveLength(1)
  act(() => changeLanguage('Jp'))
  expect(document.querySelector('tbody tr')?.textContent).toContain('7203.T - トヨタ自動車')
  expect(document.querySelector('tbody tr')?.textContent).toContain('▼売')
  expect(document.querySelector('tbody tr')?.textContent).toContain('スワップのみ')
})

test('rejected rows come first, in the order of the file', async () => {
  const rejected = (line: number): ResultRow => ({ ...refused('ERR-002', {}), line })
  await shows([row(2), rejected(3), row(4), rejected(5)], 'En')

  const first = [...document.querySelectorAll<HTMLElement>('tbody .upload-row')]
  expect(first.map((line) => line.dataset.ok)).toEqual(['false', 'false', 'true', 'true'])
  expect(first.map(({ textContent }) => /Line (\d)/.exec(textContent ?? '')?.[1])).toEqual([
    '3',
    '5',
    undefined,
    undefined,
  ])
})

test('rows whose sizes have to be typed again come after the rejected ones, before what is in order', async () => {
  const rejected = { ...refused('ERR-002', {}), line: 5 }
  await shows([row(2), row(3), row(4), rejected], 'En', file, (line) => (line === 4 ? 'Unusual size.' : null))

  const rows = [...document.querySelectorAll<HTMLElement>('tbody .upload-row')]
  expect(rows[0]?.dataset.ok).toBe('false')
  expect(rows.map(({ textContent }) => textContent?.includes('Unusual size.'))).toEqual([
    false,
    true,
    false,
    false,
  ])
})

// spec: 2.trader.20
test('a BUY is green and a SELL is red', async () => {
  await shows([row(2)], 'En')
  expect(document.querySelector('tbody tr .side')?.getAttribute('data-direction')).toBe('SELL')

  // jsdom applies no style sheets.
  const read = (file: string): string => readFileSync(join(import.meta.dirname, '../../ui', file), 'utf8')
  const colourOf = (direction: string) =>
    new RegExp(`\\.side\\[data-direction="${direction}"\\] \\{\\s*color: var\\(--(\\w+)\\)`).exec(
      read('labels/side.css'),
    )?.[1]
  const palette = /\[data-palette\] \{([^}]*)\}/.exec(read('styles/tokens.css'))?.[1] ?? ''
  const hueOf = (name: string | undefined) => new RegExp(`--${name}: var\\(--(\\w+)\\)`).exec(palette)?.[1]
  expect([hueOf(colourOf('BUY')), hueOf(colourOf('SELL'))]).toEqual(['green', 'red'])
})

// spec: 2.trader.16, 9.13
test('at least eight rows are shown, all valid rows are selected at first, and one checkbox selects them all', async () => {
  await shows([row(2), refused('ERR-002', {}), row(4)], 'En')
  const boxes = () => [...document.querySelectorAll<HTMLInputElement>('tbody input')]
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all' })
  expect(document.querySelectorAll('tbody tr')).toHaveLength(8)
  expect(boxes().map(({ checked }) => checked)).toEqual([true, true])

  fireEvent.click(boxes()[1] as HTMLInputElement)
  expect([all.checked, all.indeterminate]).toEqual([false, true])
  fireEvent.click(all)
  expect(boxes().map(({ checked }) => checked)).toEqual([true, true])
  fireEvent.click(all)
  expect(boxes().map(({ checked }) => checked)).toEqual([false, false])
})

test('only visible rows of 1,000 are rendered, each with its index, and the one with the focus stays', async () => {
  await shows(
    Array.from({ length: 1_000 }, (_, index) => row(index + 2)),
    'En',
  )
  const list = screen.getByRole('region', { name: 'IOIs to upload' })
  const rendered = () => [...document.querySelectorAll<HTMLElement>('tbody tr')]
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('1001')
  expect(rendered().length).toBeLessThan(100)
  expect(rendered()[0]?.getAttribute('aria-rowindex')).toBe('2')

  act(() => rendered()[0]?.querySelector('input')?.focus())
  list.scrollTop = 500 * 28
  fireEvent.scroll(list)

  expect(rendered().length).toBeLessThan(100)
  expect(rendered()[0]?.contains(document.activeElement)).toBe(true)
  expect(Number(rendered()[1]?.getAttribute('aria-rowindex'))).toBeGreaterThan(400)
})
