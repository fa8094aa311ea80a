import { languages } from '@aitai/messages/texts.ts'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, expect, test } from '@playwright/test'
import { messagesTo } from '../../support/outbox-messages.ts'
import { Person, Trader } from '../../support/people.ts'
import { serverForAllTests } from '../../support/test-server.ts'
import { VirtualAuthenticator } from '../../support/virtual-authenticator.ts'

const product = serverForAllTests()

const password = 'correct-horse-aitai'
const emails = { En: 'trader@alder.example', Jp: 'trader@cypress.example' } as const
type Language = (typeof languages)[number]

async function expectAccessible({ page }: Person, part = '[role=dialog]'): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).include(part).analyze()
  expect(violations).toEqual([])
}

async function opens(browser: Browser, email: string, language: Language): Promise<Trader> {
  return new Trader(await Person.window({ url: product.url, browser, email, language }), language)
}

/** By keyboard alone. Returns the recovery codes, if some were shown. */
async function addsPasskey(trader: Trader, name: string): Promise<string[]> {
  const { page } = trader
  await page.goto(`${product.url}/profile/security`)
  await trader.button('profile.passkey.add').focus()
  await page.keyboard.press('Enter')
  const popup = page.getByRole('dialog')
  await popup.getByLabel(trader.text('profile.app.name'), { exact: true }).focus()
  await page.keyboard.type(name)
  await popup.getByLabel(trader.text('profile.app.password'), { exact: true }).focus()
  await page.keyboard.type(password)
  await expectAccessible(trader)
  await page.keyboard.press('Enter')
  const done = page.getByText(trader.text('profile.passkey.done'))
  const shown = popup.getByText(trader.text('profile.recovery.shown'))
  await expect(done.or(shown)).toBeVisible()
  if (!(await shown.isVisible())) return []
  const codes = await popup.getByRole('listitem').allTextContents()
  await trader.button('profile.recovery.stored').press('Enter')
  await expect(done).toBeVisible()
  return codes.map((code) => code.trim())
}

async function removesPasskey(trader: Trader, name: string): Promise<void> {
  const { page } = trader
  await page.goto(`${product.url}/profile/security`)
  await trader.button('profile.app.removeNamed', { name }).click()
  const popup = page.getByRole('dialog')
  await popup.getByLabel(trader.text('profile.app.password'), { exact: true }).fill(password)
  await expectAccessible(trader)
  await page.keyboard.press('Enter')
  await expect(popup).toBeHidden()
  await expect(trader.button('profile.app.removeNamed', { name })).toBeHidden()
}

/** Logs off, and opens the login page in the same window, whose authenticator stays. */
async function signsOut(trader: Trader): Promise<void> {
  const { page } = trader
  await page.goto(`${product.url}/profile/security`)
  await page.getByRole('button', { name: trader.text('header.profile') }).click()
  await trader.button('header.logOff').click()
  await trader.button('auth.signInAgain').click()
}

for (const language of languages) {
  test(`a passkey is added, signs in alone and after the password, is renamed and removed, ${language}`, async ({
    browser,
  }) => {
    const email = emails[language as Language]
    const trader = await opens(browser, email, language as Language)
    const { page } = trader
    const device = await VirtualAuthenticator.plugInto(page)
    // No passkey yet: the browser finds none, and the page says so.
    await trader.button('auth.passkey').click()
    await expect(page.getByText(trader.text('PASSKEY_CANCELLED'))).toBeVisible()
    await trader.signsIn(email, password)
    await trader.isAtDesk()
    const codes = await addsPasskey(trader, '端末 laptop')
    expect(codes).toHaveLength(10)
    expect(await device.credentials()).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }])
    await signsOut(trader)

    // By keyboard alone.
    await trader.button('auth.passkey').focus()
    await page.keyboard.press('Enter')
    await trader.isAtDesk()
    await signsOut(trader)

    await trader.signsIn(email, password)
    const popup = page.getByRole('dialog')
    await expect(popup.getByText(trader.text('auth.codeLead.PASSKEY'))).toBeVisible()
    await expect(trader.button('auth.use.PASSKEY')).toBeFocused()
    await expectAccessible(trader)
    // Without the right finger or PIN it is refused by the authenticator, and the user can try again.
    await device.verifies(false)
    await page.keyboard.press('Enter')
    await expect(popup.getByRole('alert')).toContainText(trader.text('PASSKEY_CANCELLED'))
    await device.verifies(true)
    await trader.button('auth.use.PASSKEY').click()
    await trader.isAtDesk()

    await page.goto(`${product.url}/profile/security`)
    await trader.button('profile.passkey.renameNamed', { name: '端末 laptop' }).click()
    await popup.getByLabel(trader.text('profile.app.name'), { exact: true }).fill('金庫 vault')
    await popup.getByLabel(trader.text('profile.app.password'), { exact: true }).fill(password)
    await expectAccessible(trader)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('cell', { name: '金庫 vault', exact: true })).toBeVisible()
    await expectAccessible(trader, '.profile-security')
    await removesPasskey(trader, '金庫 vault')
    const mails = await messagesTo(product, email)
    expect(mails).toHaveLength(2)
    await signsOut(trader)

    // The device still has it, and the server does not.
    await trader.button('auth.passkey').click()
    await expect(page.getByText(trader.text('PASSKEY_REFUSED'))).toBeVisible()
    await trader.signsIn(email, password)
    await trader.isAtDesk()
  })
}

test('a lost device is replaced with a recovery code; a second authenticator signs in elsewhere', {
  tag: '@full',
}, async ({ browser }) => {
  const email = 'trader@birch.example'
  const trader = await opens(browser, email, 'En')
  const lost = await VirtualAuthenticator.plugInto(trader.page)
  await trader.signsIn(email, password)
  await trader.isAtDesk()
  const codes = await addsPasskey(trader, 'Laptop')
  // The same authenticator holds one passkey of the user only.
  await trader.button('profile.passkey.add').click()
  const popup = trader.page.getByRole('dialog')
  await popup.getByLabel(trader.text('profile.app.name'), { exact: true }).fill('Again')
  await popup.getByLabel(trader.text('profile.app.password'), { exact: true }).fill(password)
  await trader.page.keyboard.press('Enter')
  await expect(popup.getByRole('alert')).toContainText(trader.text('PASSKEY_EXISTS'))
  await trader.button('common.close').click()
  const key = await VirtualAuthenticator.plugInto(trader.page, { transport: 'usb' })
  expect(await addsPasskey(trader, 'Key')).toEqual([])
  const carried = await key.credentials()
  await lost.remove()
  await trader.leaves()

  const elsewhere = await opens(browser, email, 'En')
  const plugged = await VirtualAuthenticator.plugInto(elsewhere.page, { transport: 'usb' })
  await plugged.receives(carried)
  await elsewhere.button('auth.passkey').click()
  await elsewhere.isAtDesk()
  await elsewhere.leaves()

  // Without any of them: the password, and a recovery code.
  const third = await opens(browser, email, 'En')
  await third.signsIn(email, password)
  await third.button('auth.use.RECOVERY_CODE').click()
  await third.page.getByLabel(third.text('auth.recoveryCode'), { exact: true }).fill(codes[0] ?? '')
  await third.page.keyboard.press('Enter')
  await third.isAtDesk()
  await removesPasskey(third, 'Laptop')
  await removesPasskey(third, 'Key')
})

test('a page at another address of the same machine cannot use the passkeys, and says where they work', async ({
  browser,
}) => {
  const url = product.url.replace('localhost', '127.0.0.1')
  const page = await Person.window({ url, browser, email: '', language: 'En' })
  const person = new Person(page, 'En')
  await VirtualAuthenticator.plugInto(page)
  await person.button('auth.passkey').click()
  await expect(page.getByText(person.text('PASSKEY_UNAVAILABLE', { address: 'localhost' }))).toBeVisible()
})
