import type { TextKey } from '@aitai/messages/en.ts'
import { languages } from '@aitai/messages/texts.ts'
import { expect, type Locator, test } from '@playwright/test'
import { Trader } from '../../support/people.ts'
import { serverForEachTest } from '../../support/test-server.ts'
import { generousRateLimits } from '../../support/trading-api.ts'

const product = serverForEachTest(generousRateLimits)

const email = 'trader@alder.example'
const action = (trader: Trader, key: TextKey): Locator =>
  trader.page.locator('.action-buttons').getByRole('button', { name: trader.text(key), exact: true })

/** Moves the focus by keyboard, so that the browser shows it. */
async function tabsTo(trader: Trader, wanted: Locator): Promise<void> {
  await trader.page.getByLabel(trader.text('advert.quantity'), { exact: true }).focus()
  const isThere = () => wanted.evaluate((element) => element === element.ownerDocument.activeElement)
  for (let stops = 0; stops < 60 && !(await isThere()); stops += 1) await trader.page.keyboard.press('Tab')
  await expect(wanted).toBeFocused()
}

/** Whether a button's tooltip is visible. The previous button's may still be fading out. */
async function standsOver({ page }: Trader, button: Locator, reason: string): Promise<boolean> {
  const box = await button.boundingBox()
  const middle = box ? box.x + box.width / 2 : Number.NaN
  const tooltips = page.locator('.saltTooltip').filter({ hasText: reason })
  const sides = await tooltips.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()))
  return sides.some(({ left, right }) => left < middle && middle < right)
}

/** Disabled, with the reason visible on focus and for a screen reader; pressing does nothing. */
async function isDim(trader: Trader, key: TextKey, why: TextKey): Promise<void> {
  const button = action(trader, key)
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(button).toHaveAccessibleDescription(trader.text(why))
  await tabsTo(trader, button)
  await expect.poll(() => standsOver(trader, button, trader.text(why))).toBe(true)
  await trader.page.keyboard.press('Enter')
  await expect(trader.page.getByRole('dialog')).toHaveCount(0)
}

const isReady = (trader: Trader, key: TextKey): Promise<void> =>
  expect(action(trader, key)).not.toHaveAttribute('aria-disabled', 'true')

async function presses(trader: Trader, key: TextKey): Promise<void> {
  await tabsTo(trader, action(trader, key))
  await trader.page.keyboard.press('Enter')
}

for (const language of languages) {
  test(`without a mouse each action does what its label says, or says why it is disabled, ${language}`, async ({
    browser,
  }) => {
    const trader = await Trader.signsIn({ url: product.url, browser, email, language })
    const quantity = trader.page.getByLabel(trader.text('advert.quantity'), { exact: true })
    await trader.drafts('BUY', '7203.T', 40_000)
    await isDim(trader, 'advert.action.cancel', 'advert.why.unsent')
    await isReady(trader, 'advert.action.review.send')

    await trader.advertises('BUY', '7203.T', 40_000)
    await isDim(trader, 'advert.action.review.update', 'advert.why.unchanged')
    await presses(trader, 'advert.action.pause')
    await isReady(trader, 'advert.action.resume')
    await quantity.fill('50k')
    await quantity.press('Tab')
    await isReady(trader, 'advert.action.review.update')
    await presses(trader, 'advert.action.resume')
    await isReady(trader, 'advert.action.pause')

    await presses(trader, 'advert.action.cancel')
    await trader.button('advert.cancel.confirm').press('Enter')
    await trader.sees('7203.T', 'advert.status.CANCELLED')
    await isDim(trader, 'advert.action.pause', 'advert.why.ended')
    await isReady(trader, 'advert.action.review.send')
  })
}
