import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages, textIn } from '@aitai/messages/texts.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { liveAdvert, startWithOneTrader } from '../../../server/test/support/journeys.ts'
import { findButton, press } from '../support/advert-editor.ts'
import { onRequest, openAs, pageServer, switchLanguage } from '../support/controlled-server.tsx'

const en = (key: Parameters<typeof textIn>[1], values = {}): string => textIn('En', key, values)

/** Chooses a file in the popup for bulk uploads. */
async function choose(name: string, text: string, type = 'text/csv'): Promise<void> {
  const input = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('input[type=file]')
    if (!found) throw new Error('no field for a file')
    return found
  })
  await userEvent.upload(input, new File([text], name, { type }), { applyAccept: false })
}

const ui = join(import.meta.dirname, '../../src/ui')
const sideStyles = readFileSync(join(ui, 'labels/side.css'), 'utf8')
const tokens = readFileSync(join(ui, 'styles/tokens.css'), 'utf8')

/** The name of the colour in which a side is shown unless the user chooses another palette. */
function colourOf(direction: string): string | undefined {
  const [, meaning] =
    new RegExp(`direction="${direction}"\\] \\{\\s*color: var\\((--\\w+)\\)`).exec(sideStyles) ?? []
  return new RegExp(`${meaning}: var\\(--(\\w+)\\)`).exec(tokens)?.[1]
}

const file = [
  'ric,direction,shareQuantity,transactionType,minimumQuantity',
  '7203.T,BUY,40000,CASH_ONLY,25',
  '6758.T,SELL,3000,CASH_SWAP,25',
  '8306.T,BUY,100000,SWAP_ONLY,25',
  '9999.X,BUY,1000,CASH_ONLY,25',
  '4063.T,BUY,100,CASH_ONLY,25',
  '9984.T,BUY,10000,CASH_ONLY,80',
].join('\n')

// spec: 2.trader.16, 2.trader.19, 2.trader.20, 2.trader.21, 2.trader.22, 2.trader.23, 2.trader.24
// spec: 4.bulk.1, 4.bulk.2, 4.bulk.3, 5.bulk.20, 5.bulk.21, 5.bulk.22, 9.13, 9.25
test('a file is listed with its terms and errors, and only the selected rows are sent, one by one', async () => {
  const { alder } = await startWithOneTrader(await pageServer())
  const page = await openAs(alder)
  await press('upload.action')
  await choose('iois.csv', file)
  const list = await screen.findByRole('dialog', { name: en('upload.summary.title') })
  const rows = () => [...list.querySelectorAll<HTMLElement>('.upload-row')]
  const cells = (row: HTMLElement | undefined) =>
    [...(row?.querySelectorAll('td') ?? [])].slice(1).map(({ textContent }) => textContent)

  // At least eight rows, the missing ones empty.
  expect(rows()).toHaveLength(6)
  expect(list.querySelectorAll('.upload-empty')).toHaveLength(2)
  // Rejected rows come first.
  const valid = () => rows().slice(3)
  expect(cells(valid()[0])).toEqual([
    ...[
      '7203.T - Toyota Motor',
      '▲BUY',
      '40,000',
      '116.2m',
      '0.8m',
      en('common.CASH_ONLY'),
      '150 minutes',
      '25 %',
    ],
  ])
  const swap = ['▼SELL', '3,000', '13.1m', '87,440', en('common.CASH_SWAP')]
  expect(cells(valid()[1])?.slice(1, 6)).toEqual(swap)
  expect(cells(valid()[2])?.[5]).toBe(en('common.SWAP_ONLY'))
  const sides = valid().map((row) => row.querySelector<HTMLElement>('.side')?.dataset.direction)
  expect(sides).toEqual(['BUY', 'SELL', 'BUY'])
  expect(['BUY', 'SELL'].map(colourOf)).toEqual(['green', 'red'])

  const minimum = { shareQuantity: '100', minimumShareQuantity: '2,100' }
  const bad = [
    { line: 5, ric: '9999.X', code: 'ERR-002', values: {} },
    { line: 6, ric: '4063.T', code: 'ERR-006', values: minimum },
    { line: 7, ric: '9984.T', code: 'ERR-007', values: { minimumQuantity: 80, min: 10, max: 75 } },
  ] as const
  for (const language of languages.toReversed()) {
    switchLanguage(page, language)
    for (const [at, { line, ric, code, values }] of bad.entries()) {
      const row = rows()[at]
      expect(row?.dataset.ok).toBe('false')
      expect(row?.querySelector('.upload-cross')?.textContent).toBe('✕')
      expect(row?.querySelector('input')).toBeNull()
      const reason = textIn(language, code as 'ERR-007', values as never)
      expect(row?.querySelector('.upload-reason')?.textContent).toBe(
        textIn(language, 'upload.row.at', { line, ric, reason }),
      )
    }
  }
  expect(list.querySelectorAll('.upload-reason')[1]?.textContent).toMatch(/^Line 6, 4063\.T: .*100.*2,100/)

  const boxes = () => [...list.querySelectorAll<HTMLInputElement>('.upload-row input')]
  const checked = () => boxes().map((box) => box.checked)
  const all = list.querySelector<HTMLInputElement>('thead input')
  expect(checked()).toEqual([true, true, true])
  act(() => all?.click())
  expect(checked()).toEqual([false, false, false])
  act(() => all?.click())
  expect(checked()).toEqual([true, true, true])
  act(() => boxes()[1]?.click())
  const sent = vi.spyOn(globalThis, 'fetch')
  await press('upload.upload', { count: 2 })
  await screen.findByText(en('upload.done.sent', { count: 2 }))

  // One at a time: each is drafted and sent before the next.
  const paths = sent.mock.calls.flatMap(([input]) =>
    input instanceof Request && input.method === 'POST' ? [input.url.replace(/.*\/advert\//, '')] : [],
  )
  expect(paths).toEqual(['create-advert', 'submit-advert', 'create-advert', 'submit-advert'])
  sent.mockRestore()
  const adverts = await alder.adverts()
  expect(adverts.map(({ securityName }) => securityName.slice(0, 6)).toSorted()).toEqual(['7203.T', '8306.T'])
}, 60_000)

// spec: 2.trader.15, 2.trader.17, 5.bulk.1, 5.bulk.2, 5.bulk.4, 5.bulk.5, 5.bulk.6
test.each(languages)('a file that is not CSV by its name and type is refused, in %s', async (language) => {
  const { alder } = await startWithOneTrader(await pageServer())
  await openAs(alder, '/adverts-home', language)
  await press('upload.action', {}, language)
  const popup = await screen.findByRole('dialog')
  expect(popup.textContent).toContain(textIn(language, 'upload.drop'))
  for (const key of ['upload.browse', 'upload.template', 'upload.cancel'] as const)
    await findButton(textIn(language, key), popup)
  for (const [name, type] of [
    ['iois.txt', 'text/csv'],
    ['iois.csv', 'application/pdf'],
    ['iois.csv.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ] as const) {
    await choose(name, file, type)
    const popup = await screen.findByRole('dialog', { name: textIn(language, 'upload.invalid.title') })
    expect(within(popup).getByRole('alert').textContent).toBe(textIn(language, 'upload.invalid.body'))
    await press('common.ok', {}, language)
  }
  let posted = ''
  onRequest('/bulk-upload-adverts', async (request, send) => {
    posted = await request.clone().text()
    return send(request)
  })
  const securityId = (await alder.drafts('7203.T')).securityId
  const rows = '7203.T,BUY,"40,000"\n,BUY,100\n9999.X,BUY,100\n'
  await choose('IOIS.CSV', `RIC,Direction,ShareQuantity\n${rows}`, 'application/vnd.ms-excel')
  await screen.findByRole('dialog', { name: textIn(language, 'upload.summary.title') })
  const sent = `${securityId},BUY,"40,000"\n,BUY,100\ninvalid,BUY,100\n`
  expect(posted).toBe(`ric,direction,sharequantity\n${sent}`)
})

// spec: 5.bulk.20
test('a security that has an IOI already is refused in the list', async () => {
  const { alder } = await startWithOneTrader(await pageServer())
  await liveAdvert(alder)
  await openAs(alder)
  await press('upload.action')
  await choose('iois.csv', file)
  const list = await screen.findByRole('dialog', { name: en('upload.summary.title') })

  const [first] = list.querySelectorAll('.upload-reason')
  expect(first?.textContent).toBe(en('upload.row.at', { line: 2, ric: '7203.T', reason: en('ERR-004') }))
})
