import { languages } from '@aitai/messages/texts.ts'
import { expect, test } from '@playwright/test'
import { Trader } from '../../support/people.ts'
import { serverForEachTest } from '../../support/test-server.ts'
import {
  answerLocate,
  type ConnectedUser,
  generousRateLimits,
  sessionOf,
  signInContra,
  submitAdvert,
  tradableSecurity,
} from '../../support/trading-api.ts'

let contra: ConnectedUser

// Registered first, so that the contra leaves before the server stops.
test.afterEach(() => contra.leaves())
const product = serverForEachTest(generousRateLimits)
test.beforeEach(async () => {
  contra = await signInContra(product.url, 'birch')
})

for (const language of languages)
  test(`an IOI with the rule is live again after a locate that the contra declined, ${language}`, async ({
    browser,
  }) => {
    const { url } = product
    const trader = await Trader.signsIn({ url, browser, email: 'trader@alder.example', language })
    const { page } = trader
    const equity = await tradableSecurity(await sessionOf(page, url), '7203.T')

    await trader.drafts('BUY', equity.ric, 40_000)
    await trader.button('advert.panel.open').click()
    await page.getByRole('tab', { name: trader.text('advert.panel.advertPreferences') }).click()
    const resumes = page.getByRole('combobox', { name: trader.text('advert.panel.resume') })
    await resumes.selectOption(trader.text('advert.panel.times', { count: 2 }))
    await trader.button('advert.panel.close').click()
    await trader.sends(equity.ric)
    const summary = page.locator('.advanced-facts').filter({ hasText: trader.text('advert.panel.resume') })
    await expect(summary).toContainText(trader.text('advert.panel.left', { left: 2, count: 2 }))
    // In the narrowest desk no part of the summary is cut off.
    await page.setViewportSize({ width: 1280, height: 800 })
    for (const facts of await page.locator('.advanced-fact').all())
      expect(
        await facts.evaluate((fact) => {
          const { right } = fact.getBoundingClientRect()
          const { scrollWidth, clientWidth } = fact.parentElement as Element
          return right <= innerWidth && scrollWidth <= clientWidth
        }),
        (await facts.textContent()) ?? '',
      ).toBe(true)

    await submitAdvert(contra, equity, 'SELL')
    await trader.answers('a')
    await answerLocate(contra, equity, 'decline')
    await trader.seesOutcome('locate.outcome.CONTRA_DECLINED')
    await expect(trader.popup).toContainText(trader.text('locate.autoResumed', { left: 1 }))
    await expect(trader.popup.getByRole('button', { name: trader.text('locate.resume') })).toBeHidden()
    await trader.readsOutcome()
    await trader.sees(equity.ric, 'advert.status.SENT')
    await expect(summary).toContainText(trader.text('advert.panel.left', { left: 1, count: 2 }))
  })
