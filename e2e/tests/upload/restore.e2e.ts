import { languages } from '@aitai/messages/texts.ts'
import { expect, type Locator, test } from '@playwright/test'
import { Trader } from '../../support/people.ts'
import { dayMs, serverForEachTest } from '../../support/test-server.ts'

const product = serverForEachTest()

const email = 'trader@alder.example'

const dialog = (trader: Trader): Locator => trader.page.getByRole('dialog')

/** Everything stored in this browser, as a string of its bytes. */
const storedIn = (trader: Trader): Promise<string> =>
  trader.page.evaluate(`(async () => {
    const answered = (request) => new Promise((resolve) => { request.onsuccess = () => resolve(request.result) })
    const database = await answered(indexedDB.open('aitai'))
    const all = await answered(database.transaction('snapshots').objectStore('snapshots').getAll())
    database.close()
    const bytes = all.map(({ box, sealed }) => box + String.fromCharCode(...new Uint8Array(sealed)))
    return bytes.join('\\n') + JSON.stringify({ ...localStorage })
  })()`)

/** The next day, on the server and on this trader's computer. */
async function nextDay(trader: Trader): Promise<void> {
  await trader.page.context().addInitScript((ms) => {
    const now = performance.now.bind(performance)
    performance.now = () => now() + ms
  }, dayMs)
  await product.restartNextDay(trader)
}

for (const language of languages) {
  // spec: 2.trader.9, 2.trader.10, 2.trader.18, 4.snapshot.3
  test(`yesterday's adverts are restored the next morning, by their trader only, ${language}`, {
    tag: '@full',
  }, async ({ browser }) => {
    const trader = await Trader.signsIn({ url: product.url, browser, email, language })
    const restore = trader.button('upload.restore')
    await expect(restore).toHaveAttribute('aria-disabled', 'true')
    await expect(restore).toHaveAccessibleDescription(trader.text('upload.why.none', { days: 6 }))
    await trader.advertises('BUY', '7203.T', 40_000)
    await trader.advertises('SELL', '6758.T', 20_000)
    await trader.button('advert.action.pause').click()
    await trader.sees('6758.T', 'advert.status.PAUSED')
    await expect(async () => expect(await storedIn(trader)).toMatch(/^[0-9a-f]{64}/)).toPass()
    const stored = await storedIn(trader)
    for (const secret of ['7203', 'shareQuantity', 'BUY', '40000', 'securityId'])
      expect(stored).not.toContain(secret)

    await nextDay(trader)
    // A colleague at the same browser sees none of it.
    await trader.signsIn('trader@birch.example')
    await trader.isAtDesk()
    await expect(restore).toHaveAccessibleDescription(trader.text('upload.why.none', { days: 6 }))
    await trader.page.evaluate(() => localStorage.removeItem('userToken'))
    await trader.page.goto(product.url)

    await trader.signsIn(email)
    await trader.isAtDesk()
    await expect(restore).toBeEnabled()
    await expect(restore).not.toHaveAttribute('aria-disabled', 'true')
    // A search selects yesterday's advert, which has expired, and creates no draft beside it.
    await trader.drafts('SELL', '6758.T', 10_000)
    await restore.focus()
    await trader.page.keyboard.press('Enter')
    const date = new Intl.DateTimeFormat(language === 'Jp' ? 'ja-JP' : 'en-GB', {
      dateStyle: 'long',
      timeZone: 'Asia/Tokyo',
    }).format(Date.now())
    await expect(dialog(trader)).toContainText(trader.text('upload.summary.restored', { date }))
    await expect(dialog(trader).getByText(trader.text('upload.summary.priorDay'))).toHaveCount(2)
    await expect(dialog(trader).locator('tbody input:checked')).toHaveCount(2)
    await expect(dialog(trader).getByText(trader.text('upload.summary.draft'))).toHaveCount(0)
    await expect(dialog(trader)).toContainText('40,000')
    await trader.page
      .getByRole('button', { name: trader.text('upload.upload', { count: 2 }), exact: true })
      .click()
    await expect(dialog(trader)).toContainText(trader.text('upload.done.sent', { count: 2 }))
    await trader.button('common.close').click()
    // Yesterday's adverts, which expired overnight, stay in the list until the end of the day.
    for (const ric of ['7203.T', '6758.T']) {
      // Not "edited, not sent", which is beside the one that was selected.
      const sent = trader.page.getByText(trader.text('advert.status.SENT'), { exact: true })
      await expect(trader.row(ric).filter({ has: sent })).toHaveCount(1)
    }
  })
}

// spec: 2.trader.10
test('without a secure connection nothing is stored, and the button says so', { tag: '@full' }, async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: 'en-GB' })
  // Browsers disable encryption on a page that was loaded over plain http from another computer.
  await context.addInitScript(() => Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined }))
  const trader = new Trader(await context.newPage(), 'En')
  await trader.page.goto(product.url)
  await trader.signsIn(email)
  await trader.isAtDesk()
  await expect(trader.button('upload.restore')).toHaveAccessibleDescription(
    trader.text('upload.why.insecure'),
  )
  await trader.advertises('BUY', '7203.T', 40_000)
  const names = await trader.page.evaluate('indexedDB.databases()')
  expect(names).toEqual([])
})
