import { languages } from '@aitai/messages/texts.ts'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { client, RealProvider } from '../../../server/test/accounts/sign-on/real-provider.ts'
import { runOperatorCommandWith } from '../../support/operator-cli.ts'
import { Person } from '../../support/people.ts'
import { serverForAllTests } from '../../support/test-server.ts'

const product = serverForAllTests()
const email = 'compliance@aitai.example'
let provider: RealProvider

test.beforeAll(async () => {
  provider = await RealProvider.start({ publicUrl: product.url, url: product.url })
  const of = ['--issuer', provider.issuer, '--client-id', client.clientId, '--domains', 'aitai.example']
  const typed = ['sign-on', 'set', '--staff', ...of, '--reason', 'agreed with our head of security']
  await runOperatorCommandWith(client.clientSecret, product, ...typed)
})
test.afterAll(() => provider.stop())

/** At the provider's own page. At the first sign-in there, a second one asks for consent. */
async function signsInAtProvider(page: Page): Promise<void> {
  await page.locator('input[name=login]').fill(email)
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
}

for (const language of languages)
  test(`compliance signs in with the operator's provider, and confirms a look there, ${language}`, async ({
    browser,
  }) => {
    const sora = new Person(await Person.window({ url: product.url, browser, email, language }), language)
    const { page } = sora
    await page.getByLabel(sora.text('auth.email')).fill(email)
    await page.keyboard.press('Tab')
    await sora.button('auth.provider').click()
    await signsInAtProvider(page)
    await page.locator('button[type=submit]').click()
    await expect(page).toHaveURL(/\/operations/)

    await page.goto(`${product.url}/operations/surveillance`)
    const looks = async (): Promise<void> => {
      await page.getByLabel(sora.text('operations.halt.reason')).fill('the weekly look')
      await sora.button('operations.surveillance.do').click()
    }
    await looks()
    const popup = page.getByRole('dialog')
    await expect(popup).toContainText(sora.text('confirm.providerLead'))
    expect((await new AxeBuilder({ page }).include('[role=dialog]').analyze()).violations).toEqual([])
    await popup.getByRole('button', { name: sora.text('auth.provider') }).click()
    // The provider knows the user, and asks all the same.
    await signsInAtProvider(page)

    await expect(page).toHaveURL(`${product.url}/operations/surveillance`)
    await looks()
    await expect(page.getByRole('button', { name: sora.text('operations.surveillance.close') })).toBeVisible()
    await expect(popup).toBeHidden()
  })
