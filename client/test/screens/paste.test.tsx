import { languages, textIn } from '@aitai/messages/texts.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { startWithOneTrader } from '../../../server/test/support/journeys.ts'
import { enter, press } from '../support/advert-editor.ts'
import { openAs, pageServer } from '../support/controlled-server.tsx'
import { savesConditions } from '../support/saved-conditions.ts'

/** Pastes rows at the desk, and returns the list that opens. */
async function pasteAtDesk(rows: readonly (readonly string[])[], language: 'En' | 'Jp' = 'En') {
  const table = rows.map((cells) => cells.join('\t')).join('\r\n')
  await screen.findByRole('button', { name: textIn(language, 'upload.action') })
  const getData = (type: string): string => (type === 'text/plain' ? table : '')
  await waitFor(() => {
    // Until the securities are loaded, no code is one.
    fireEvent.paste(document.body, { clipboardData: { getData } })
    expect(screen.queryByRole('dialog')).not.toBeNull()
  })
  return screen.findByRole('dialog', { name: textIn(language, 'upload.summary.title') })
}

/** Side and quantity of each row that can be sent. */
const readyRows = (list: HTMLElement): (string | null)[][] =>
  [...list.querySelectorAll('.upload-row[data-ok=true]')].map((row) =>
    [...row.querySelectorAll('td')].slice(1, 4).map(({ textContent }) => textContent),
  )
const reasons = (list: HTMLElement): (string | null)[] =>
  [...list.querySelectorAll('.upload-reason')].map(({ textContent }) => textContent)

test.each(languages)(
  'quantities with signs are pasted without a column of sides, in %s',
  async (language) => {
    const { alder } = await startWithOneTrader(await pageServer())
    await openAs(alder, '/adverts-home', language)
    const heading = language === 'En' ? 'Net Qty' : '差引株数'
    const list = await pasteAtDesk(
      [
        [language === 'En' ? 'Ticker' : '銘柄コード', heading],
        ['7203', '+40,000'],
        ['6758', '▲20,000'],
        ['8306', '（100,000）'],
        ['4063', '10,000'],
      ],
      language,
    )

    const side = textIn(language, 'upload.column.side')
    const sign = textIn(language, 'upload.pasted.column', {
      column: side,
      heading: textIn(language, 'upload.pasted.sign', { heading }),
    })
    expect(list.textContent).toContain(sign)
    expect(readyRows(list).map((cells) => cells.slice(1))).toEqual([
      [`▲${textIn(language, 'common.BUY')}`, '40,000'],
      [`▼${textIn(language, 'common.SELL')}`, '20,000'],
      [`▼${textIn(language, 'common.SELL')}`, '100,000'],
    ])
    const reason = textIn(language, 'upload.row.noValue', { header: side })
    expect(reasons(list)).toEqual([textIn(language, 'upload.row.at', { line: 5, ric: '4063', reason })])
  },
)

test.each(languages)(
  'a negative quantity beside a buy is refused with its reason, in %s',
  async (language) => {
    const { alder } = await startWithOneTrader(await pageServer())
    await openAs(alder, '/adverts-home', language)
    const list = await pasteAtDesk(
      [
        ['Ticker', 'Side', 'Qty'],
        ['7203', 'BUY', '-40,000'],
        ['6758', 'SELL', '-20,000'],
      ],
      language,
    )

    const reason = textIn(language, 'upload.row.sign', { value: '−40,000' })
    expect(reasons(list)).toEqual([textIn(language, 'upload.row.at', { line: 2, ric: '7203', reason })])
    expect(readyRows(list).map((cells) => cells[2])).toEqual(['20,000'])
  },
)

// rule: 18.3, 27.8
test('saved conditions of a pasted column are sent, and more than is left of an order is typed again first', async () => {
  const { alder } = await startWithOneTrader(await pageServer())
  await savesConditions(alder, 'Small caps')
  await openAs(alder)
  const list = await pasteAtDesk([
    ['Ticker', 'Side', 'Leaves', 'Order Qty', 'Filled', 'Template'],
    ['7203', 'BUY', '20,000', '20,000', '5,000', 'Small caps'],
    ['6758', 'SELL', '20,000', '50,000', '30,000', ''],
    ['8306', 'SELL', '50,000', '', '', 'Large caps'],
  ])
  const unknown = textIn('En', 'ERR-001', { header: 'Template', value: 'Large caps' })
  expect(reasons(list)).toEqual([textIn('En', 'upload.row.at', { line: 4, ric: '8306', reason: unknown })])
  const warning = textIn('En', 'advert.review.order', { more: '5,000', left: '15,000' })
  expect([...list.querySelectorAll('.size-warning')].map(({ textContent }) => textContent)).toEqual([warning])
  const upload = within(list).getByRole('button', { name: textIn('En', 'upload.upload', { count: 2 }) })
  expect(upload.getAttribute('aria-disabled')).toBe('true')
  enter(within(list).getByRole<HTMLInputElement>('textbox'), '20,000')
  await press('upload.upload', { count: 2 })
  await screen.findByText(textIn('En', 'upload.done.sent', { count: 2 }))

  const sent = (await alder.adverts()).map(
    ({ securityName, minimumQuantity, credibilityHurdle, parentQuantity, doneElsewhere }) => [
      securityName.slice(0, 6),
      minimumQuantity === 30 && credibilityHurdle === 41,
      parentQuantity,
      doneElsewhere,
    ],
  )
  expect(sent.toSorted()).toEqual([
    ['6758.T', false, 50_000, 30_000],
    ['7203.T', true, 20_000, 5_000],
  ])
}, 60_000)
