import { languages } from '@aitai/messages/texts.ts'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, expect, test } from '@playwright/test'
import { clockWithJump, jumpSignal } from '../../support/clock.ts'
import { addedPassword, addTrader, runOperatorCommand } from '../../support/operator-cli.ts'
import { Person, Trader } from '../../support/people.ts'
import { serverForAllTests } from '../../support/test-server.ts'
import { VirtualAuthenticator } from '../../support/virtual-authenticator.ts'

/** Longer than a confirmation holds. */
const jumpMs = 6 * 60_000
const product = serverForAllTests(clockWithJump(jumpMs))
type Language = (typeof languages)[number]

const emails = { En: 'required@alder.example', Jp: 'hissu@alder.example' } as const

test.beforeAll(async () => {
  for (const email of Object.values(emails))
    await addTrader(product, { email, firstName: 'Aoi', lastName: '森', firm: 'Alder' })
  const why = ['--reason', 'asked by its head of security']
  await runOperatorCommand(product, 'firm', 'change', 'Alder', '--required-factor', 'passkey', ...why)
})

async function expectAccessible({ page }: Person, part: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).include(part).analyze()
  expect(violations).toEqual([])
}

/** Signs in with the password, adds the passkey that is required, and signs in with it. */
async function addsFirstPasskey(browser: Browser, language: Language): Promise<Trader> {
  const email = emails[language]
  const trader = new Trader(await Person.window({ url: product.url, browser, email, language }), language)
  const { page } = trader
  await VirtualAuthenticator.plugInto(page)
  await trader.signsIn(email, addedPassword)
  await expect(page.getByRole('heading', { name: trader.text('auth.firstPasskeyTitle') })).toBeVisible()
  await expectAccessible(trader, 'form')
  // There is no way around it.
  await page.goto(`${product.url}/adverts-home`)
  await expect(page).toHaveURL(/\/first-passkey$/)
  await page.getByLabel(trader.text('profile.app.name'), { exact: true }).fill('端末 laptop')
  await page.getByLabel(trader.text('profile.app.password'), { exact: true }).fill(addedPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByText(trader.text('auth.firstPasskeyAdded'))).toBeVisible()
  await trader.button('auth.passkey').click()
  await trader.isAtDesk()
  return trader
}

async function opensRenewal(trader: Trader): Promise<void> {
  await trader.button('profile.passkey.add').click()
  const popup = trader.page.getByRole('dialog')
  await popup.getByLabel(trader.text('profile.app.name'), { exact: true }).fill('Key')
  await popup.getByLabel(trader.text('profile.app.password'), { exact: true }).fill(addedPassword)
  await trader.page.keyboard.press('Enter')
}

test('a required passkey is added before anything else, and given again before a change of credentials', {
  tag: '@full',
}, async ({ browser }) => {
  const traders = [await addsFirstPasskey(browser, 'En'), await addsFirstPasskey(browser, 'Jp')]
  expect(traders).toHaveLength(languages.length)
  product.signal(jumpSignal)
  for (const trader of traders) {
    const { page } = trader
    await page.goto(`${product.url}/profile/security`)
    await expect(page.getByText(trader.text('profile.second.required'))).toBeVisible()
    await expect(page.getByText(trader.text('profile.recovery.lead'))).toBeHidden()
    const last = trader.button('profile.app.removeNamed', { name: '端末 laptop' })
    await expect(last).toHaveAttribute('aria-disabled', 'true')

    await opensRenewal(trader)
    const question = page.getByRole('dialog', { name: trader.text('confirm.title') })
    await expect(question).toBeVisible()
    await expectAccessible(trader, '[role=dialog]:last-of-type')
    // Closing it leaves the change undone, and says why.
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
      trader.text('CONFIRMATION_REQUIRED'),
    )
    await page
      .getByRole('dialog')
      .getByRole('button', { name: trader.text('profile.app.next') })
      .click()
    await question.getByRole('button', { name: trader.text('auth.use.PASSKEY') }).click()
    await expect(question).toBeHidden()
    // Confirmed; the same authenticator takes no second passkey of the user.
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText(trader.text('PASSKEY_EXISTS'))
  }
})
