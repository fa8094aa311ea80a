import { readFile } from 'node:fs/promises'
import { languages } from '@aitai/messages/texts.ts'
import { AxeBuilder } from '@axe-core/playwright'
import { type Download, expect, type Locator, test } from '@playwright/test'
import { Trader } from './people.ts'
import { type Running, startServer } from './server.ts'

let product: Running
test.beforeEach(async () => {
  product = await startServer()
})
test.afterEach(() => product.stop())

const email = 'trader@alder.example'

const csv = (name: string, text: string, mimeType = 'text/csv') => ({
  ...{ name, mimeType, buffer: Buffer.from(text, 'utf8') },
})

const header = 'RIC,Direction,shareQuantity'
const mixed = csv(
  'morning.csv',
  [
    header,
    '7203.T,BUY,"40,000"',
    '６７５８．Ｔ,SELL,20000',
    '9999.X,BUY,1000',
    '8306.T,BUY,100',
    '9984.T,HOLD,5000',
    '',
  ].join('\r\n'),
)

const dialog = (trader: Trader): Locator => trader.page.getByRole('dialog')
const boxes = (trader: Trader): Locator => dialog(trader).locator('tbody input[type=checkbox]')

async function opensBulk(trader: Trader): Promise<void> {
  await trader.button('upload.action').click()
  await expect(dialog(trader)).toContainText(trader.text('upload.drop'))
}

const browses = (trader: Trader, file: ReturnType<typeof csv>): Promise<void> =>
  trader.page.locator('input[type=file]').setInputFiles(file)

const textOf = async (downloaded: Download): Promise<string> => readFile(await downloaded.path(), 'utf8')

for (const language of languages) {
  test(`a file is checked, confirmed row by row, sent one by one, and its result downloaded, ${language}`, async ({
    browser,
  }) => {
    const trader = await Trader.signsIn({ url: product.url, browser, email, language })
    await opensBulk(trader)
    await browses(trader, mixed)

    const rows = dialog(trader).locator('tbody tr')
    await expect(rows).toHaveCount(8)
    await expect(dialog(trader)).toContainText(trader.text('upload.summary.bad', { count: 3 }))
    await expect(boxes(trader)).toHaveCount(2)
    for (const box of await boxes(trader).all()) await expect(box).toBeChecked()
    await expect(rows.nth(0)).toContainText(`▲${trader.text('common.BUY')}`)
    await expect(rows.nth(0)).toContainText('40,000')
    await expect(rows.nth(0)).toContainText(/\d+\.\dm/)
    await expect(rows.nth(1)).toContainText(`▼${trader.text('common.SELL')}`)
    const unknown = { line: 4, ric: '9999.X', reason: trader.text('ERR-002') }
    await expect(rows.nth(2)).toContainText(trader.text('upload.row.at', unknown))
    await expect(rows.nth(3)).toContainText('8306.T')
    await expect(rows.nth(3)).not.toContainText('{')
    const hold = trader.text('ERR-001', { header: 'direction', value: 'HOLD' })
    await expect(rows.nth(4)).toContainText(
      trader.text('upload.row.at', { line: 6, ric: '9984.T', reason: hold }),
    )

    await boxes(trader).nth(1).uncheck()
    await expect(dialog(trader).getByRole('checkbox').first()).not.toBeChecked()
    await dialog(trader).getByRole('checkbox').first().check()
    await boxes(trader).nth(1).uncheck()
    await trader.page
      .getByRole('button', { name: trader.text('upload.upload', { count: 1 }), exact: true })
      .click()
    await expect(dialog(trader)).toContainText(trader.text('upload.done.sent', { count: 1 }))

    const coming = trader.page.waitForEvent('download')
    await trader.button('upload.done.download').click()
    const result = await textOf(await coming)
    expect(result.startsWith('\ufeff')).toBe(true)
    const lines = result.split('\r\n')
    expect(lines).toHaveLength(7)
    expect(lines[1]).toBe(`2,7203.T,BUY,40000,${trader.text('upload.result.sent')},`)
    expect(lines[2]).toContain(trader.text('upload.result.notChosen'))
    expect(lines[3]).toContain(trader.text('ERR-002'))

    await trader.button('common.close').click()
    await trader.sees('7203.T', 'advert.status.SENT')
    await expect(trader.row('6758.T')).toHaveCount(0)
  })

  test(`what is no CSV file is refused in the words of the specification, ${language}`, async ({
    browser,
  }) => {
    const trader = await Trader.signsIn({ url: product.url, browser, email, language })
    await opensBulk(trader)
    await browses(trader, csv('iois.xlsx', 'x', 'application/vnd.ms-excel'))
    await expect(dialog(trader)).toContainText(trader.text('upload.invalid.body'))
    await trader.button('common.ok').click()
    await browses(trader, csv('iois.csv', 'x', 'text/plain'))
    await expect(dialog(trader)).toContainText(trader.text('upload.invalid.body'))
    await trader.page.keyboard.press('Escape')

    await browses(trader, csv('iois.csv', `${header}\n"7203.T,BUY,1000\n`))
    await expect(dialog(trader).getByRole('alert')).toHaveText(trader.text('FILE_QUOTE', { line: 2 }))
    await trader.button('upload.cancel').click()
    await expect(dialog(trader)).toBeHidden()
  })

  test(`the template, as it is downloaded and dropped again, is a file that can be sent, ${language}`, async ({
    browser,
  }) => {
    const trader = await Trader.signsIn({ url: product.url, browser, email, language })
    await opensBulk(trader)
    const coming = trader.page.waitForEvent('download')
    await trader.button('upload.template').click()
    const downloaded = await coming
    const name = downloaded.suggestedFilename()
    expect(name).toBe(trader.text('upload.template.file'))
    const text = await textOf(downloaded)
    expect(text.startsWith('\ufeffric,direction,shareQuantity,')).toBe(true)

    const file = `new File([${JSON.stringify(text)}], ${JSON.stringify(name)}, { type: 'text/csv' })`
    const dropped = await trader.page.evaluateHandle(
      `(() => { const carried = new DataTransfer(); carried.items.add(${file}); return carried })()`,
    )
    await trader.page.locator('.upload-drop').dispatchEvent('drop', { dataTransfer: dropped })
    await expect(boxes(trader)).toHaveCount(2)
    await expect(dialog(trader)).toContainText(trader.text('upload.summary.file', { source: name }))
  })

  test(`rows copied in Excel are pasted, checked and sent without a mouse, ${language}`, async ({
    browser,
  }) => {
    const trader = await Trader.signsIn({ url: product.url, browser, email, language })
    await trader.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const copied = 'ric\tdirection\tshareQuantity\r\n7203.T\t買い\t４００００\r\n6758.T\tSELL\t20,000\r\n'
    await trader.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(copied)})`)
    await trader.button('upload.action').focus()
    await trader.page.keyboard.press('Enter')
    await expect(trader.button('upload.browse')).toBeFocused()
    await trader.page.keyboard.press('Control+v')
    await expect(boxes(trader)).toHaveCount(2)
    const upload = trader.page.getByRole('button', {
      name: trader.text('upload.upload', { count: 2 }),
      exact: true,
    })
    await expect(async () => {
      await trader.page.keyboard.press('Tab')
      await expect(upload).toBeFocused({ timeout: 50 })
    }).toPass()
    await trader.page.keyboard.press('Enter')
    await expect(dialog(trader)).toContainText(trader.text('upload.done.sent', { count: 2 }))
    await trader.page.keyboard.press('Escape')
    await trader.sees('6758.T', 'advert.status.SENT')
  })
}

/** Uploads a file of thirty rows, which is more than may be sent at once, and sees it wait. */
async function beginsLongFile(trader: Trader): Promise<number> {
  const rics = await trader.page.evaluate(async () => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('userToken')}` }
    const answer = await fetch('/api/equity/get-equities', { headers })
    return ((await answer.json()) as { ric: string }[]).map(({ ric }) => ric)
  })
  const count = Math.min(30, rics.length)
  const rows = rics.slice(0, count).map((ric) => `${ric},BUY,500000`)
  await opensBulk(trader)
  await browses(trader, csv('long.csv', [header, ...rows].join('\n')))
  await expect(boxes(trader)).toHaveCount(count)
  await trader.page
    .getByRole('button', { name: trader.text('upload.upload', { count }), exact: true })
    .click()
  // Twenty calls may come at once, each row takes two.
  await expect(dialog(trader).locator('.upload-waiting')).toHaveText(trader.text('upload.sending.waiting'))
  await expect(dialog(trader).locator('.upload-progress')).toHaveText(/^\d+ of \d+$/)
  return count
}

async function sendsTheRest(trader: Trader, count: number): Promise<void> {
  const rest = trader.page.getByRole('button', { name: /^Upload the rest \(\d+\)$/ })
  await rest.click()
  await expect(dialog(trader)).toContainText(trader.text('upload.done.sent', { count }), { timeout: 60_000 })
}

test('a long file shows how far it is, keeps to the limit of calls, stops between rows, and goes on later', async ({
  browser,
}) => {
  const trader = await Trader.signsIn({ url: product.url, browser, email, language: 'En' })
  const count = await beginsLongFile(trader)
  await trader.button('upload.sending.stop').click()
  await sendsTheRest(trader, count)
})

test('where the network breaks midway the rest is marked, and only the rest is sent again', async ({
  browser,
}) => {
  const trader = await Trader.signsIn({ url: product.url, browser, email, language: 'En' })
  const count = await beginsLongFile(trader)
  await trader.page.context().setOffline(true)
  await expect(dialog(trader)).toContainText(trader.text('upload.result.unsure'))
  await expect(dialog(trader)).toContainText(trader.text('upload.result.notSent'))
  await trader.page.context().setOffline(false)
  await sendsTheRest(trader, count)
})

/** No violation of WCAG 2.2 AA, nor of what axe holds to be good practice, once nothing moves any more. */
async function isAccessible(trader: Trader): Promise<void> {
  await trader.page.evaluate('Promise.all(document.getAnimations().map(({ finished }) => finished))')
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  const { violations } = await new AxeBuilder({ page: trader.page }).withTags(tags).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  expect(found).toEqual([])
}

for (const language of languages) {
  for (const theme of ['light', 'dark'] as const) {
    test(`nobody is kept out of the popups of an upload, ${language}, ${theme}`, async ({ browser }) => {
      const trader = await Trader.signsIn({ url: product.url, browser, email, language, theme })
      await isAccessible(trader)
      await opensBulk(trader)
      await isAccessible(trader)
      await browses(trader, csv('x.txt', 'x'))
      await expect(trader.button('common.ok')).toBeVisible()
      await isAccessible(trader)
      await trader.button('common.ok').click()
      await browses(trader, mixed)
      await expect(boxes(trader)).toHaveCount(2)
      await isAccessible(trader)
      await trader.page
        .getByRole('button', { name: trader.text('upload.upload', { count: 2 }), exact: true })
        .click()
      await expect(trader.button('upload.done.download')).toBeVisible()
      await isAccessible(trader)
    })
  }
}
