import { callApi } from '@aitai/contract/api-client.ts'
import { advertList } from '@aitai/contract/routes/adverts.ts'
import { type Language, languages } from '@aitai/messages/texts.ts'
import { type Browser, expect, test } from '@playwright/test'
import { Trader } from '../../support/people.ts'
import { serverForEachTest } from '../../support/test-server.ts'
import {
  answerLocate,
  generousRateLimits,
  sessionOf,
  signInContra,
  submitAdvert,
  tradableSecurities,
} from '../../support/trading-api.ts'

const product = serverForEachTest(generousRateLimits)

const many = 40

/** A trader with this many live IOIs. */
async function atDeskWith(count: number, browser: Browser, language: Language) {
  const trader = await Trader.signsIn({
    url: product.url,
    browser,
    email: 'trader@alder.example',
    language,
  })
  const caller = await sessionOf(trader.page, product.url)
  const all = await tradableSecurities(caller)
  const securities = all.slice(0, count)
  for (const [i, equity] of securities.entries()) await submitAdvert(caller, equity, i % 2 ? 'SELL' : 'BUY')
  expect(securities).toHaveLength(count)
  const button = (action: 'pause' | 'resume' | 'cancel') =>
    trader.page.locator(`.action-bar [data-all="${action}"]`)
  await expect(button('pause')).toContainText(String(count))
  const statuses = async () => {
    const list = await callApi(caller, advertList)
    return new Set(list.map((each) => each.advertisementStatus))
  }
  return { trader, caller, button, statuses, spare: all[count] }
}

for (const language of languages)
  test(`${many} IOIs are paused, resumed and cancelled by one key and one confirmation each, ${language}`, {
    tag: '@full',
  }, async ({ browser }) => {
    const { trader, button, statuses } = await atDeskWith(many, browser, language)
    const { page } = trader
    const dialog = page.getByRole('dialog')

    await test.step('F9 from a field, and Enter', async () => {
      await page.getByRole('combobox', { name: trader.text('advert.search.label') }).focus()
      await page.keyboard.press('F9')
      await expect(dialog).toContainText(trader.text('all.question.pause', { count: many }))
      await expect(trader.button('all.confirm.pause', { count: many })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(dialog).toBeHidden()
      expect(await statuses()).toEqual(new Set(['PAUSED']))
      await expect(button('resume')).toContainText(String(many))
      await page.keyboard.press('F9')
      await expect(dialog).toBeHidden()
      await expect(page.getByText(trader.text('all.none.pause')).first()).toBeAttached()
    })

    await test.step('Shift+F9 resumes all', async () => {
      await page.keyboard.press('Shift+F9')
      await trader.button('all.confirm.resume', { count: many }).click()
      await expect(dialog).toBeHidden()
      expect(await statuses()).toEqual(new Set(['LIVE']))
    })

    await test.step('Ctrl+F9: the focus is on keeping them, and Escape changes nothing', async () => {
      await page.keyboard.press('Control+F9')
      await expect(trader.button('history.question.keep')).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      expect(await statuses()).toEqual(new Set(['LIVE']))
      await button('cancel').click()
      await trader.button('all.confirm.cancel', { count: many }).click()
      await expect(dialog).toBeHidden()
      expect(await statuses()).toEqual(new Set(['DEAD']))
    })
  })

for (const language of languages)
  test(`without IOIs the keys for all of them say that there is none, ${language}`, { tag: '@full' }, async ({
    browser,
  }) => {
    const trader = await Trader.signsIn({
      url: product.url,
      browser,
      email: 'trader@alder.example',
      language,
    })
    const { page } = trader
    await expect(page.locator('.desk-minimal')).toBeVisible()

    for (const [key, action] of [
      ['F9', 'pause'],
      ['Shift+F9', 'resume'],
      ['Control+F9', 'cancel'],
    ] as const) {
      await page.keyboard.press(key)
      await expect(page.locator('.desk-note', { hasText: trader.text(`all.none.${action}`) })).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  })

// spec: 1.9
for (const language of languages)
  test(`a phone shows the open IOIs, Pause all, Resume, the bell and locates, and nothing else that changes an IOI, ${language}`, async ({
    browser,
  }) => {
    const { trader, caller, statuses, spare } = await atDeskWith(3, browser, language)
    const { page } = trader
    await page.setViewportSize({ width: 390, height: 844 })

    await expect(page.locator('.phone-list li')).toHaveCount(3)
    await expect(page.getByRole('combobox')).toHaveCount(0)
    await expect(page.locator('.action-bar, .desk-editor')).toHaveCount(0)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    await page.getByRole('button', { name: trader.text('all.pause') }).click()
    await trader.button('all.confirm.pause', { count: 3 }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    expect(await statuses()).toEqual(new Set(['PAUSED']))
    for (const row of await page.locator('.phone-list li').all())
      await expect(row).toContainText(trader.text('advert.status.PAUSED'))
    await expect(page.locator('.phone-counts')).toContainText(trader.text('phone.paused', { count: 3 }))
    await expect(page.locator('.phone-list').getByRole('button')).toHaveCount(3)
    await page.locator('.dropdown-trigger:has(.bell-count)').click()
    await expect(page.getByRole('tab')).toHaveCount(2)
    await page.keyboard.press('Escape')

    await test.step('a locate is answered without a keyboard, and the handover fits the phone', async () => {
      if (!spare) throw new Error('no other security')
      const contra = await signInContra(product.url, 'birch')
      await submitAdvert(caller, spare, 'BUY')
      await submitAdvert(contra, spare, 'SELL')
      await expect(trader.popup).toBeVisible()
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
      await trader.button('locate.accept').click()
      await answerLocate(contra, spare, 'accept')
      const { password } = await trader.handedTo()
      expect(password).toHaveLength(8)
      const box = await trader.popup.boundingBox()
      expect(box && box.x >= 0 && box.x + box.width <= 390 && box.y >= 0 && box.y + box.height <= 844).toBe(
        true,
      )
      await trader.readsOutcome()
    })
  })
