import { languages } from '@aitai/messages/texts.ts'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { messagesTo } from '../../support/outbox-messages.ts'
import { Person, Trader } from '../../support/people.ts'
import { serverForAllTests } from '../../support/test-server.ts'

const product = serverForAllTests()

const password = 'correct-horse-aitai'
const emails = { En: 'trader@alder.example', Jp: 'trader@cypress.example' } as const
type Language = (typeof languages)[number]

/** The code of the next time step: the one that confirmed the app is not accepted again. */
const nextCode = (key: string): string =>
  TOTP.generate({ secret: Secret.fromBase32(key), timestamp: Date.now() + 30_000 })

async function expectAccessible({ page }: Person): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze()
  expect(violations).toEqual([])
}

/** By keyboard alone. Returns the key and the recovery codes. */
async function addsApp(trader: Trader): Promise<{ key: string; codes: string[] }> {
  const { page } = trader
  await page.goto(`${product.url}/profile/security`)
  await trader.button('profile.app.add').focus()
  await page.keyboard.press('Enter')
  const popup = page.getByRole('dialog')
  await popup.getByLabel(trader.text('profile.app.name'), { exact: true }).focus()
  await page.keyboard.type('電話 phone')
  await popup.getByLabel(trader.text('profile.app.password'), { exact: true }).focus()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(popup.getByRole('img', { name: trader.text('profile.app.qr') })).toBeVisible()
  await expectAccessible(trader)
  const link = await popup.getByRole('link', { name: trader.text('profile.app.open') }).getAttribute('href')
  const key = new URL(link ?? '').searchParams.get('secret') ?? ''
  await popup.getByLabel(trader.text('profile.app.code'), { exact: true }).focus()
  await page.keyboard.type(TOTP.generate({ secret: Secret.fromBase32(key) }))
  await page.keyboard.press('Enter')
  await expect(popup.getByText(trader.text('profile.recovery.shown'))).toBeVisible()
  await expectAccessible(trader)
  const codes = await popup.getByRole('listitem').allTextContents()
  await trader.button('profile.recovery.stored').press('Enter')
  await expect(page.getByText(trader.text('profile.app.done'))).toBeVisible()
  return { key, codes: codes.map((code) => code.trim()) }
}

for (const language of languages)
  test(`an authenticator app is added, and signs in; so does a recovery code, ${language}`, async ({
    browser,
  }) => {
    const email = emails[language as Language]
    const arrives = async (): Promise<Trader> => {
      const window = await Person.window({ url: product.url, browser, email, language })
      const trader = new Trader(window, language)
      await trader.signsIn(email, password)
      return trader
    }
    const first = await arrives()
    await first.isAtDesk()
    const { key, codes } = await addsApp(first)
    await first.leaves()

    const second = await arrives()
    await expect(second.page.getByText(second.text('auth.codeLead.APP'))).toBeVisible()
    await expectAccessible(second)
    await second.page.getByLabel(second.text('auth.code'), { exact: true }).fill(nextCode(key))
    await second.page.keyboard.press('Enter')
    await second.isAtDesk()
    await second.leaves()

    const third = await arrives()
    await third.button('auth.use.RECOVERY_CODE').click()
    await expectAccessible(third)
    await third.page.getByLabel(third.text('auth.recoveryCode'), { exact: true }).fill(codes[3] ?? '')
    await third.page.keyboard.press('Enter')
    await third.isAtDesk()
    await third.page.goto(`${product.url}/profile/security`)
    await expect(third.page.getByText(third.text('profile.recovery.left', { count: 9 }))).toBeVisible()
    const mails = await messagesTo(product, email)
    expect(mails.map(({ kind }) => kind)).toEqual(['mail', 'mail'])
    for (const { body } of mails) for (const secret of [key, ...codes]) expect(body).not.toContain(secret)
  })
