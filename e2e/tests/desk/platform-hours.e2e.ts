import { type Language, languages } from '@aitai/messages/texts.ts'
import { type Browser, expect, type Locator, test } from '@playwright/test'
import { clockAt } from '../../support/clock.ts'
import { runOperatorCommand } from '../../support/operator-cli.ts'
import { Trader } from '../../support/people.ts'
import { serverForAllTests } from '../../support/test-server.ts'

/** A Friday at 16:00 in Tokyo: after-hours matching ends at 16:20, platform hours at 17:00. */
const clock = clockAt('2026-11-27T07:00:00Z')

const product = serverForAllTests({ CALENDAR: 'jpx', ...clock.server })

const emails = { En: 'trader@alder.example', Jp: 'trader@birch.example' } as const
/** How readers in London and in Tokyo see the hours from 23:00 to 06:45 UTC. */
const shownHours = { En: '23:00 to 06:45', Jp: '08:00～15:45' } as const
const zones = { En: 'GMT', Jp: 'JST' } as const
const local = (language: Language, utc: string, tokyo: string) => ({
  time: language === 'Jp' ? tokyo : utc,
  zone: zones[language],
})

const signsIn = (browser: Browser, language: Language) =>
  Trader.signsIn({ url: product.url, browser, email: emails[language], language, clock: clock.page })

const hours = (...lists: string[]): Promise<void> =>
  runOperatorCommand(product, 'hours', 'set', '--exchange', 'XTKS', ...lists, '--reason', 'test', '--yes')

const condition = (trader: Trader, kind: 'advertising' | 'knockout' | 'indexRelative'): Locator =>
  trader.page.getByRole('group', { name: trader.text(`advert.panel.${kind}`), exact: true })
const review = (trader: Trader): Locator => trader.page.getByRole('dialog')
const quantity = (trader: Trader): Locator =>
  trader.page.getByLabel(trader.text('advert.quantity'), { exact: true })

async function confirms(trader: Trader, how: 'send' | 'update'): Promise<void> {
  await expect(trader.button(`advert.review.confirm.${how}`)).toBeFocused()
  await trader.page.keyboard.press('Enter')
}

for (const language of languages) {
  test(`the close, its freeze and the hours are explained before and after sending, ${language}`, {
    tag: '@full',
  }, async ({ browser }) => {
    await hours('--platform', '23:00 to 08:00', '--after-hours', 'none')
    const trader = await signsIn(browser, language)
    // spec: 4.indicator.2
    await test.step('after the end of matching the review says that nobody will be met', () =>
      sendsTooLate(trader))
    // spec: 5.editor.12
    await test.step('a trigger that the server has just frozen is refused at its own field', () =>
      isFrozen(trader))
    await test.step('the review says when matching and the platform end', () => seesBothEnds(trader))
    // spec: 2.trader.30, 4.indicator.1, 8.hours.3, 8.hours.4, 8.hours.5, 8.hours.6
    await test.step('a closed platform is shown with its hours, and nothing that was typed is lost', () =>
      isTooLate(trader))
    await trader.leaves()
  })
}

/** Sent while the platform is open and matching is over; the advert says so too. */
async function sendsTooLate(trader: Trader): Promise<void> {
  const { page } = trader
  await trader.drafts('BUY', '7203.T', 40_000)
  await page.getByRole('button', { name: trader.text('advert.panel.advertPreferences') }).click()
  await page.getByRole('radio', { name: trader.text('advert.duration.END_OF_DAY') }).click()
  await quantity(trader).press('Enter')
  await expect(review(trader)).toContainText(trader.text('advert.review.isOver'))
  await confirms(trader, 'send')
  await trader.sees('7203.T', 'advert.status.SENT')
  await expect(page.locator('[data-market="paused"]')).toBeVisible()
  await page.getByRole('button', { name: trader.text('whyNot.open') }).click()
  const { time, zone } = local(trader.language, '00:00', '09:00')
  const next = trader.text('whyNot.DAY_OVER', { time: `2026-11-30 ${time} ${zone}` })
  await expect(page.locator('[data-reason="DAY_OVER"]')).toHaveText(next)
  await page.keyboard.press('Escape')
}

/** The panel fetches new hours with a delay; until then the server's refusal appears at the field. */
async function isFrozen(trader: Trader): Promise<void> {
  const { page } = trader
  const knockout = condition(trader, 'knockout')
  await page.getByRole('tab', { name: trader.text('advert.panel.priceConditions') }).click()
  await knockout.getByRole('switch').click()
  await expect(knockout.getByRole('textbox').first()).toBeEnabled()
  await hours('--after-hours', '06:31 to 07:20')
  await quantity(trader).press('Enter')
  await confirms(trader, 'update')
  await expect(review(trader)).toBeHidden()
  // A poll in between shows the same sentence beside the switch as well.
  await expect(knockout.locator('.saltText-error')).toHaveText(trader.text('TRIGGER-FROZEN'))
  await expect(knockout.getByRole('switch')).toBeFocused()
  await page.getByRole('button', { name: trader.text('advert.editor.discard') }).click()
  await page.reload()
  await trader.isAtDesk()
  await trader.row('7203.T').click()
  await trader.button('advert.panel.open').click()
  for (const kind of ['advertising', 'knockout', 'indexRelative'] as const) {
    await expect(condition(trader, kind).getByText(trader.text('advert.panel.frozen'))).toBeVisible()
    await expect(condition(trader, kind).getByRole('switch')).toHaveAttribute('aria-disabled', 'true')
  }
}

async function seesBothEnds(trader: Trader): Promise<void> {
  const { language } = trader
  await trader.drafts('SELL', '6758.T', 10_000)
  await trader.page.getByRole('tab', { name: trader.text('advert.panel.advertPreferences') }).click()
  await trader.page.getByRole('radio', { name: trader.text('advert.duration.150') }).click()
  await quantity(trader).press('Enter')
  await expect(review(trader)).toContainText(
    trader.text('advert.review.over', local(language, '07:20', '16:20')),
  )
  await expect(review(trader)).toContainText(
    trader.text('advert.review.close', { ...local(language, '08:00', '17:00'), minutes: 150 }),
  )
}

/** The platform closes while the review is open. */
async function isTooLate(trader: Trader): Promise<void> {
  const { page, language } = trader
  await hours('--platform', '23:00 to 06:45', '--after-hours', 'none')
  await confirms(trader, 'send')
  const notification = page.getByRole('alertdialog').or(review(trader))
  await expect(notification).toContainText(trader.text('outsideHours.title'))
  await expect(notification).toContainText(trader.text('outsideHours.closed'))
  await expect(notification).toContainText('6758.T')
  await expect(notification).toContainText(language === 'Jp' ? '東京証券取引所' : 'Tokyo Stock Exchange')
  await expect(notification).toContainText(shownHours[language])
  await expect(notification).toContainText(zones[language])
  await expect(trader.button('advert.review.confirm.send')).toBeHidden()
  await expect(page.locator('[data-market="closed"]')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(notification).toBeHidden()
  await expect(quantity(trader)).toBeFocused()
  await expect(quantity(trader)).toHaveValue('10,000')
  await hours('--platform', '23:00 to 08:00')
  await page.keyboard.press('Enter')
  await confirms(trader, 'send')
  await trader.sees('6758.T', 'advert.status.SENT')
}
