import { languages } from '@aitai/messages/texts.ts'
import { expect, type Locator, test } from '@playwright/test'
import { brokerNameIn, percentIn, Trader } from '../../support/people.ts'
import { serverForAllTests } from '../../support/test-server.ts'

const product = serverForAllTests()

const own = 'seven-herons-over-the-moat'
const emails = { En: 'trader@alder.example', Jp: 'trader@birch.example' } as const

const choice = (trader: Trader, name: string): Locator =>
  trader.page.getByRole('radio', { name, exact: true })
const toggle = ({ page }: Trader, name: string): Locator => page.getByRole('switch', { name, exact: true })
const place = (trader: Trader, rank: number): Locator =>
  trader.page.getByRole('combobox', { name: trader.text('advert.path.rank', { rank }), exact: true })
const slider = (trader: Trader): Locator =>
  trader.page.getByRole('slider', { name: trader.text('advert.minimum') })
const fact = ({ page }: Trader, name: string): Locator =>
  page
    .locator('.preferences-facts > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')

/** Sets the minimum by keyboard: 75 at the far end, 10 at the near one, in steps of one. */
async function setsMinimum(trader: Trader): Promise<void> {
  await slider(trader).focus()
  await trader.page.keyboard.press('End')
  await expect(slider(trader)).toHaveValue('75')
  await trader.page.keyboard.press('Home')
  await trader.page.keyboard.press('ArrowRight')
  await expect(slider(trader)).toHaveValue('11')
}

/** Two brokers in order; dragging the second to the first position swaps them. */
async function ranksBrokers(trader: Trader): Promise<void> {
  const { page } = trader
  await toggle(trader, trader.text('advert.path.ranked')).click()
  const [hinoki, kaede] = ['Hinoki Securities', 'Kaede Securities'].map((each) =>
    brokerNameIn(trader.language, each),
  ) as [string, string]
  await place(trader, 1).selectOption(hinoki)
  await place(trader, 2).selectOption(kaede)
  await page
    .locator('.path-position')
    .nth(1)
    .locator('.path-grip')
    .dragTo(page.locator('.path-position').first())
  await expect(place(trader, 1).locator('option:checked')).toHaveText(kaede)
  await expect(place(trader, 2).locator('option:checked')).toHaveText(hinoki)
}

/** Switches a price condition on and returns the field of its offset. */
async function offset(
  trader: Trader,
  condition: 'advertTrigger' | 'knockoutTrigger',
  name: string,
): Promise<Locator> {
  await toggle(trader, name).click()
  return trader.page.locator(`#preferences-${condition}Offset`)
}

async function savesPreferences(trader: Trader): Promise<void> {
  const { page } = trader
  await page.goto(`${product.url}/profile/preferences`)
  await expect(fact(trader, trader.text('advert.minimum'))).toHaveText(percentIn(trader.language, '25'))
  await trader.button('preferences.edit').click()
  await toggle(trader, trader.text('advert.panel.indexRelative')).click()
  const lead = page.getByLabel(trader.text('advert.panel.lead'), { exact: true })
  await expect(lead).toHaveValue('3.00')
  const advertising = await offset(trader, 'advertTrigger', trader.text('advert.panel.advertising'))
  const knockout = await offset(trader, 'knockoutTrigger', trader.text('advert.panel.knockout'))
  await advertising.fill('11')
  await knockout.fill('')
  await lead.fill('8')
  await lead.press('Enter')
  // A path without a broker and a knockout without a level, then values that are too large and too small.
  await expect(page.getByText(trader.text('field.required'))).toHaveCount(2)
  await expect(page.getByText(trader.text('field.max', { max: 10 }))).toBeVisible()
  await expect(page.getByText(trader.text('field.max', { max: 7 }))).toBeVisible()
  await advertising.fill('10')
  await knockout.fill('10.5')
  await lead.fill('2')
  await lead.blur()
  await expect(page.getByText(trader.text('field.max', { max: 10 }))).toBeVisible()
  await expect(page.getByText(trader.text('field.min', { min: 3 }))).toBeVisible()
  await knockout.fill('7')
  await lead.fill('4.5')
  await choice(trader, trader.text('advert.duration.END_OF_DAY')).click()
  await page
    .getByRole('radio', { name: trader.text('advert.hurdle.stars', { stars: 3, hurdle: 50 }), exact: true })
    .click()
  await setsMinimum(trader)
  await ranksBrokers(trader)
  await trader.button('preferences.save').click()
  await expect(page.getByText(trader.text('preferences.saved'))).toBeVisible()
  await expect(trader.button('preferences.edit')).toBeFocused()
  await expect(fact(trader, trader.text('advert.minimum'))).toHaveText(percentIn(trader.language, '11'))
}

/** The next IOI is drafted with the saved preferences, all readable while the panel is closed. */
async function draftsWithThem(trader: Trader): Promise<void> {
  await trader.page.getByRole('link', { name: trader.text('profile.toDesk') }).click()
  await trader.isAtDesk()
  await trader.drafts('BUY', '7203.T', 40_000)
  const panel = trader.page.locator('.advanced-summary')
  await expect(panel).toContainText(percentIn(trader.language, '4.50'))
  await expect(panel).toContainText(trader.text('advert.duration.END_OF_DAY'))
  await expect(panel).toContainText('★★★☆☆')
  await expect(panel).toContainText(trader.text('advert.minimum.shares', { percent: 11, shares: '4,400' }))
  const [kaede, hinoki] = ['Kaede Securities', 'Hinoki Securities'].map((each) =>
    brokerNameIn(trader.language, each),
  )
  await expect(panel).toContainText(new RegExp(`${kaede}.*${hinoki}`))
}

async function changesPassword(trader: Trader, old: string): Promise<void> {
  const typed = { old, new: own, again: own }
  for (const label of ['old', 'new', 'again'] as const)
    await trader.page.getByLabel(trader.text(`profile.password.${label}`), { exact: true }).fill(typed[label])
  await trader.button('profile.password.save').click()
}

// spec: 2.profile.3, 2.profile.4, 2.profile.5, 5.generic.1, 5.preferences.1, 5.preferences.2
// spec: 5.preferences.3, 5.preferences.4, 5.preferences.5, 5.preferences.6, 5.preferences.7
// spec: 5.preferences.8, 5.preferences.9, 5.preferences.10
for (const language of languages)
  test(`a trader's preferences apply to the next IOI, and a changed password is the one that counts, ${language}`, {
    tag: '@full',
  }, async ({ browser }) => {
    const email = emails[language]
    const trader = await Trader.signsIn({ url: product.url, browser, email, language })
    const { page } = trader
    await test.step('the profile begins with the counts', async () => {
      await page.goto(`${product.url}/profile`)
      await expect(page).toHaveURL(/\/profile\/ioi-counts$/)
      await expect(page.getByRole('definition').first()).toHaveText('0')
    })
    await test.step('preferences are read, edited and saved', () => savesPreferences(trader))
    await test.step('the next IOI begins with them', () => draftsWithThem(trader))
    await test.step('a wrong existing password is refused, the right one is changed', async () => {
      await page.goto(`${product.url}/profile/security`)
      await changesPassword(trader, 'not the password')
      await expect(page.getByText(trader.text('PASSWORD_WRONG'))).toBeVisible()
      await changesPassword(trader, 'correct-horse-aitai')
      await expect(page.getByText(trader.text('profile.password.done'))).toBeVisible()
    })
    await test.step('the new one signs in', async () => {
      const again = new Trader(await Trader.window({ url: product.url, browser, email, language }), language)
      await again.signsIn(email, own)
      await again.isAtDesk()
      await again.leaves()
    })
    await trader.leaves()
  })
