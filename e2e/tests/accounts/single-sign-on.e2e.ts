import { languages } from '@aitai/messages/texts.ts'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { client, RealProvider } from '../../../server/test/accounts/sign-on/real-provider.ts'
import { runOperatorCommandWith } from '../../support/operator-cli.ts'
import { Person, Trader } from '../../support/people.ts'
import { serverForAllTests } from '../../support/test-server.ts'

const product = serverForAllTests()
let provider: RealProvider

test.beforeAll(async () => {
  provider = await RealProvider.start({ publicUrl: product.url, url: product.url })
  const of = ['--issuer', provider.issuer, '--client-id', client.clientId, '--domains', 'alder.example']
  const typed = ['sign-on', 'set', '--firm', 'Alder', ...of, '--reason', 'asked by its head of security']
  await runOperatorCommandWith(client.clientSecret, product, ...typed)
})
test.afterAll(() => provider.stop())

for (const language of languages)
  test(`a trader signs in with the institution's own provider, and signs out there, ${language}`, async ({
    browser,
  }) => {
    const email = 'trader@alder.example'
    const trader = new Trader(await Person.window({ url: product.url, browser, email, language }), language)
    const { page } = trader
    await page.getByLabel(trader.text('auth.email')).fill(email)
    await page.keyboard.press('Tab')
    await expect(trader.button('auth.provider')).toBeVisible()
    await expect(page.getByLabel(trader.text('auth.password'), { exact: true })).toBeHidden()
    await expect(page.getByRole('link', { name: trader.text('auth.forgot') })).toBeHidden()
    const { violations } = await new AxeBuilder({ page }).include('form').analyze()
    expect(violations).toEqual([])
    // Somebody of another institution is prompted for the password, as before.
    await page.getByLabel(trader.text('auth.email')).fill('trader@birch.example')
    await page.keyboard.press('Tab')
    await expect(trader.button('auth.signIn')).toBeVisible()
    await page.getByLabel(trader.text('auth.email')).fill(email)
    await page.keyboard.press('Tab')
    await trader.button('auth.provider').click()

    // At the provider, whom this account does not know.
    await page.locator('input[name=login]').fill('nobody@alder.example')
    await page.locator('input[name=password]').fill('any')
    await page.locator('button[type=submit]').click()
    await page.locator('button[type=submit]').click()
    await expect(page.getByText(trader.text('PROVIDER_REFUSED'))).toBeVisible()
    await expect(page).toHaveURL(`${product.url}/sign-in/provider`)

    // The provider would remember who was there.
    await page.context().clearCookies()
    await page.getByRole('link', { name: trader.text('auth.toSignIn') }).click()
    await page.getByLabel(trader.text('auth.email')).fill(email)
    await page.keyboard.press('Tab')
    await trader.button('auth.provider').click()
    await page.locator('input[name=login]').fill(email)
    await page.locator('input[name=password]').fill('any')
    await page.locator('button[type=submit]').click()
    await page.locator('button[type=submit]').click()
    await trader.isAtDesk()

    // The profile offers nothing that needs a password, and says who manages the sign-in.
    await page.goto(`${product.url}/profile/security`)
    await expect(page.getByRole('heading', { name: trader.text('profile.provider.title') })).toBeVisible()
    await expect(page.getByRole('heading', { name: trader.text('profile.signIns.title') })).toBeVisible()
    await expect(page.locator('input[type=password]')).toHaveCount(0)
    for (const offered of ['profile.passkey.add', 'profile.app.add', 'profile.recovery.renew'] as const)
      await expect(trader.button(offered)).toHaveCount(0)
    expect((await new AxeBuilder({ page }).include('.profile').analyze()).violations).toEqual([])

    // Signing out at the provider ends the session here.
    const other = await page.context().newPage()
    await other.goto(`${provider.issuer}/session/end`)
    await other.locator('button[value=yes]').click()
    await expect(page.getByLabel(trader.text('auth.email'))).toBeVisible()
    await trader.leaves()
  })

for (const language of languages)
  test(`a forgotten password leads to the institution's own provider, ${language}`, async ({ browser }) => {
    const email = 'trader@alder.example'
    const trader = new Trader(await Person.window({ url: product.url, browser, email, language }), language)
    const { page } = trader
    await page.getByRole('link', { name: trader.text('auth.forgot') }).click()
    await page.getByLabel(trader.text('auth.email')).fill(email)
    await trader.button('auth.forgotSend').click()
    await expect(page.getByText(trader.text('auth.forgotProvider'))).toBeVisible()
    expect((await new AxeBuilder({ page }).include('form').analyze()).violations).toEqual([])
    await trader.button('auth.provider').click()
    await expect(page.locator('input[name=login]')).toBeVisible()
    expect(page.url().startsWith(provider.issuer)).toBe(true)
  })
