import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, expect, test } from '@playwright/test'
import { type SignInOptions, Trader } from '../../support/people.ts'
import { serverForEachTest } from '../../support/test-server.ts'
import { downloadedText, pressUpload, rowCheckboxes, traderEmail, uploadDialog } from './upload-dialog.ts'

const product = serverForEachTest()

/** The securities of the installation, the most traded first. */
const securities = readFileSync(join(import.meta.dirname, '../../../server/data/equities.csv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(','))
  .map(([ric = '', name = '', localName = '', , , , , , close = '']) => ({
    code: ric.replace('.T', ''),
    name,
    localName,
    close: Number(close),
  }))

/** Whole lots of at least 20 million yen, twice the platform minimum. */
const sharesOf = (close: number): number => Math.ceil(20_000_000 / close / 100) * 100

/** A desk at which pasting is by real events of the clipboard, and what its browser posts. */
async function deskOf(browser: Browser, more: Pick<SignInOptions, 'language'> & Partial<SignInOptions>) {
  const trader = await Trader.signsIn({ url: product.url, browser, email: traderEmail, ...more })
  await trader.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const posts: string[] = []
  trader.page.on('request', (request) => {
    if (request.method() !== 'GET') posts.push(new URL(request.url()).pathname)
  })
  return { trader, posts: () => posts.filter((path) => path.includes('/advert/')) }
}

async function copies({ page }: Trader, plain: string, html?: string): Promise<void> {
  const blob = (text: string, type: string) => `new Blob([${JSON.stringify(text)}], { type: '${type}' })`
  const types = [`'text/plain': ${blob(plain, 'text/plain')}`]
  if (html !== undefined) types.push(`'text/html': ${blob(html, 'text/html')}`)
  await page.evaluate(`navigator.clipboard.write([new ClipboardItem({ ${types.join(', ')} })])`)
}

/** Presses the keys at the desk, not in one of its fields. */
async function pastesAtDesk({ page }: Trader): Promise<void> {
  await page.locator('main').focus()
  await page.keyboard.press('ControlOrMeta+v')
}

test('100 orders of an order management system are pasted at the desk, previewed and sent, En', async ({
  browser,
}) => {
  const { trader, posts } = await deskOf(browser, { language: 'En' })
  const rows = securities.slice(0, 97).map(({ code, name, close }, index) => {
    const side = index % 2 === 0 ? 'BUY' : 'S'
    const shares = sharesOf(close).toLocaleString('en-US')
    const limit = index % 5 === 0 ? close.toLocaleString('en-US') : 'MKT'
    return ['GLOBAL-1', `${code} JP`, name, side, shares, '25%', limit, 'VWAP']
  })
  const bad = [
    ['GLOBAL-1', '9999 JP', 'Unknown', 'BUY', '1,000', '25%', 'MKT', 'VWAP'],
    ['GLOBAL-1', `${securities[97]?.code} JP`, 'Short', 'SSHRT', '100k', '25%', 'MKT', 'VWAP'],
    ['GLOBAL-1', `${securities[98]?.code} JP`, 'Unsized', 'B', 'tbd', '25%', 'MKT', 'VWAP'],
  ]
  const headings = ['Acct', 'Ticker', 'Name', 'B/S', 'Ord Qty', 'Min Qty', 'Lmt Px', 'Strategy']
  await copies(trader, `${[headings, ...rows, ...bad].map((cells) => cells.join('\t')).join('\r\n')}\r\n`)
  await pastesAtDesk(trader)

  const dialog = uploadDialog(trader)
  await expect(dialog).toContainText(trader.text('upload.summary.ok', { count: 97 }))
  await expect(dialog).toContainText(trader.text('upload.summary.bad', { count: 3 }))
  await expect(dialog).toContainText(
    'Ticker (Security), B/S (Side), Ord Qty (Quantity), Min Qty (Minimum), Lmt Px (Limit)',
  )
  await expect(dialog).toContainText('Not read: Acct, Name, Strategy')
  const listed = dialog.locator('tbody tr')
  await expect(listed.nth(0)).toContainText(`Line 99, 9999 JP: ${trader.text('ERR-002')}`)
  await expect(listed.nth(1)).toContainText('Invalid value “SSHRT” for B/S.')
  await expect(listed.nth(2)).toContainText('Invalid value “tbd” for Ord Qty.')
  await expect(listed.nth(3)).toContainText('7203.T')
  await expect(listed.nth(3)).toContainText('2,905.5')

  const downloading = trader.page.waitForEvent('download')
  await trader.button('upload.rejected.download').click()
  const lines = (await downloadedText(await downloading)).trim().split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[0]).toBe(`line,${headings.join(',')},reason`)
  expect(lines[1]).toMatch(/^99,GLOBAL-1,9999 JP,Unknown,BUY,/)

  // Nothing but the check of the rows has reached the server.
  expect(posts()).toEqual(['/api/advert/bulk-upload-adverts'])
  await dialog.getByRole('checkbox').first().uncheck()
  for (const index of [0, 1]) await rowCheckboxes(trader).nth(index).check()
  await pressUpload(trader, 2)
  await expect(dialog).toContainText(trader.text('upload.done.sent', { count: 2 }))
  await trader.button('common.close').click()
  await expect(trader.row('7203.T')).toBeVisible()
  await trader.sees('8306.T', 'advert.status.SENT')
})

test('a Japanese table without headings is pasted at the desk, Jp', async ({ browser }) => {
  const { trader, posts } = await deskOf(browser, { language: 'Jp' })
  const wide = (text: string) =>
    text.replace(/[\d,]/g, (each) => String.fromCharCode(each.charCodeAt(0) + 0xfee0))
  const rows = [
    ...securities.slice(0, 3).map(({ code, localName }) => [wide(code), localName, '買い', '10万株']),
    ['6501', '日立製作所', '売', wide('20,000')],
    ['9999', '不明', '売り', '1,000'],
    ['7011', '三菱重工業', '売り', '10,000'],
    ['7011', '三菱重工業', '売り', '20,000'],
  ]
  await copies(trader, rows.map((cells) => cells.join('\t')).join('\n'))
  await pastesAtDesk(trader)

  const dialog = uploadDialog(trader)
  await expect(dialog).toContainText(trader.text('upload.summary.ok', { count: 4 }))
  await expect(dialog).toContainText('読み込まなかった列：2列目')
  const listed = dialog.locator('tbody tr')
  const unknown = { line: 5, ric: '9999', reason: trader.text('ERR-002') }
  await expect(listed.nth(0)).toContainText(trader.text('upload.row.at', unknown))
  await expect(listed.nth(1)).toContainText(trader.text('ERR-005', { otherLine: 7 }))
  await expect(listed.nth(2)).toContainText(trader.text('ERR-005', { otherLine: 6 }))
  await expect(listed.nth(3)).toContainText('トヨタ自動車')
  await expect(listed.nth(3)).toContainText('100,000')
  await expect(listed.nth(6)).toContainText('20,000')
  await trader.page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(posts()).toEqual(['/api/advert/bulk-upload-adverts'])
})

test('a paste into a field stays a paste, and one behind a popup or of other text sends nothing', async ({
  browser,
}) => {
  const { trader, posts } = await deskOf(browser, { language: 'En' })
  const { page } = trader
  const note = page.getByText(trader.text('upload.pasted.noTable'))
  await copies(trader, '7203 JP\tBUY\t100,000')

  const search = page.getByRole('combobox', { name: trader.text('advert.search.label') }).first()
  await search.focus()
  await page.keyboard.press('ControlOrMeta+v')
  await expect(search).toHaveValue(/7203 JP/)
  await expect(uploadDialog(trader)).toBeHidden()
  await search.fill('')
  await page.keyboard.press('Escape')

  await trader.button('practice.begin').click()
  await expect(trader.popup).toBeVisible()
  await pastesAtDesk(trader)
  await expect(trader.popup).toBeVisible()
  await expect(uploadDialog(trader)).toBeHidden()
  await trader.answers('d')
  await trader.button('practice.close').click()
  await trader.seesNoPopup()

  await copies(trader, 'Good morning')
  await pastesAtDesk(trader)
  await expect(note).toBeVisible()
  expect(posts()).toEqual([])

  // The table of a mail, whose plain text has a line for each cell; in the popup as at the desk.
  const cells = ['7203 JP', 'BUY', '100,000'].map((cell) => `<td><p>${cell}</p></td>`).join('')
  await copies(trader, '7203 JP\n\nBUY\n\n100,000', `<table><tr>${cells}</tr></table>`)
  await trader.button('upload.action').click()
  await expect(uploadDialog(trader)).toContainText(trader.text('upload.paste.hint'))
  await page.keyboard.press('ControlOrMeta+v')
  await expect(rowCheckboxes(trader)).toHaveCount(1)
  expect(posts()).toEqual(['/api/advert/bulk-upload-adverts'])
})
