import { languages } from '@aitai/messages/texts.ts'
import { type Browser, expect, type Locator, test } from '@playwright/test'
import { runOperatorCommand } from '../../support/operator-cli.ts'
import { codeIn, linkIn, waitForMessage } from '../../support/outbox-messages.ts'
import { Person, Trader } from '../../support/people.ts'
import { serverForAllTests } from '../../support/test-server.ts'
import { sessionOf, submitAdvert, tradableSecurities } from '../../support/trading-api.ts'

const product = serverForAllTests()
test.beforeAll(async () => {
  for (const { email, phone } of Object.values(people)) {
    const codes = ['--phone', phone, '--two-factor', 'on']
    await runOperatorCommand(product, 'user', 'change', email, ...codes, '--reason', 'wishes codes')
  }
})

const password = 'correct-horse-aitai'
const own = 'eleven-carps-under-the-bridge'
const people = {
  En: { email: 'trader@alder.example', phone: '+447700900311' },
  Jp: { email: 'trader@cypress.example', phone: '+819000000312' },
} as const
type Language = (typeof languages)[number]

/** Signs in after a wrong password and a wrong code; the page's clock can be moved. */
async function signsIn(browser: Browser, language: Language): Promise<Trader> {
  const { email, phone } = people[language]
  const page = await Person.window({
    url: product.url,
    browser,
    email,
    language,
    prepare: (window) => window.clock.install(),
  })
  const trader = new Trader(page, language)
  await trader.signsIn(email, 'not the password')
  await expect(page.getByRole('alert')).toHaveText(trader.text('ACCESS_DENIED'))
  await trader.signsIn(email, password)
  const popup = page.getByRole('dialog', { name: trader.text('auth.codeTitle') })
  for (const code of ['000000', codeIn(await waitForMessage(product, phone))]) {
    await popup.getByLabel(trader.text('auth.code'), { exact: true }).fill(code)
    await page.keyboard.press('Enter')
    if (code === '000000') await expect(popup).toContainText(trader.text('2FA_CODE_INVALID'))
  }
  await trader.isAtDesk()
  return trader
}

async function counts(trader: Trader): Promise<void> {
  const { page } = trader
  await page.goto(`${product.url}/profile`)
  const names = ['upload', 'cancel', 'locate', 'accept', 'decline', 'timeout', 'triggerCancel'] as const
  await expect(page.getByRole('term')).toHaveText(names.map((name) => trader.text(`profile.counts.${name}`)))
  await expect(page.getByRole('definition')).toHaveText(names.map(() => '0'))
  const session = await sessionOf(page, product.url)
  const [security] = await tradableSecurities(session)
  if (!security) throw new Error('no security')
  await submitAdvert(session, security, 'BUY')
  const polled = page.waitForRequest('**/user/ioi-counts')
  await page.clock.runFor(5_000)
  await polled
  await expect(page.getByRole('definition').first()).toHaveText('1')
}

const fields = ['old', 'new', 'again'] as const
const field = ({ page }: Trader, label: string): Locator => page.getByLabel(label, { exact: true })

async function types(trader: Trader, ...typed: [old: string, fresh: string, again: string]): Promise<void> {
  for (const [at, name] of fields.entries())
    await field(trader, trader.text(`profile.password.${name}`)).fill(typed[at] ?? '')
  await trader.button('profile.password.save').click()
}

/** Every message of the form, at the field that it is about. */
async function mistypes(trader: Trader): Promise<void> {
  const { page } = trader
  const error = (text: string): Locator => page.locator('.profile-password').getByText(text, { exact: true })
  await page.getByRole('link', { name: trader.text('profile.tab.security'), exact: true }).click()
  await expect(page).toHaveURL(/\/profile\/security$/)
  await types(trader, '', '', '')
  await expect(error(trader.text('auth.required'))).toHaveCount(3)
  await types(trader, password, 'too-short', 'too-short')
  await expect(error(trader.text('PASSWORD_LENGTH', { min: 12, max: 128 }))).toBeVisible()
  await types(trader, password, own, `${own}s`)
  const mismatch = error(trader.text('profile.password.mismatch'))
  await expect(mismatch).toBeVisible()
  const again = field(trader, trader.text('profile.password.again'))
  await again.press('Backspace')
  await expect(mismatch).toBeHidden()
  await again.press('x')
  await expect(mismatch).toBeVisible()
  await types(trader, 'not the password', own, own)
  await expect(error(trader.text('PASSWORD_WRONG'))).toBeVisible()
  // The password of the demonstration is also in every list of common ones.
  await types(trader, password, password, password)
  await expect(error(trader.text('PASSWORD_COMMON'))).toBeVisible()
  await expect(page.locator('form input[autocomplete=username][type=text]')).toHaveValue(
    people[trader.language].email,
  )
}

async function checksSignIns(trader: Trader, browser: Browser): Promise<void> {
  const { page, language } = trader
  const { email, phone } = people[language]
  const masked = `${phone.slice(0, 3)}${'•'.repeat(phone.length - 5)}${phone.slice(-2)}`
  await expect(page.getByRole('heading', { name: trader.text('profile.second.title') })).toBeVisible()
  await expect(page.getByText(trader.text('profile.second.on', { phone: masked }))).toBeVisible()
  const table = page.getByRole('table', { name: trader.text('profile.signIns.title') })
  await expect(table.getByRole('row').locator('td:nth-child(2)')).toHaveText([
    new RegExp(`${trader.text('profile.signIns.SIGNED_IN')}.*${trader.text('profile.signIns.this')}`),
    trader.text('profile.signIns.WRONG_CODE'),
    trader.text('profile.signIns.WRONG_PASSWORD'),
  ])
  const same = trader.text('profile.signIns.network.SAME')
  await expect(table.getByRole('row').locator('td:nth-child(3)')).toHaveText([same, same, same])
  const link = await asksForLink(browser, language)
  await page.reload()
  await expect(page.getByText(trader.text('profile.others.some', { count: 1 }))).toBeVisible()
  await trader.button('profile.others.end').click()
  await expect(page.getByText(trader.text('profile.others.ended'))).toBeVisible()
  const other = new Person(await Person.window({ url: link, browser, email, language }), language)
  await expect(other.page.getByText(other.text('auth.resetExpired'))).toBeVisible()
  await other.leaves()
}

async function asksForLink(browser: Browser, language: Language): Promise<string> {
  const { email } = people[language]
  const url = `${product.url}/forget-password`
  const other = new Person(await Person.window({ url, browser, email, language }), language)
  await other.page.getByLabel(other.text('auth.email')).fill(email)
  await other.button('auth.forgotSend').click()
  await expect(other.page.getByText(other.text('auth.forgotSentTitle'))).toBeVisible()
  await other.leaves()
  return linkIn(await waitForMessage(product, email))
}

/** Changes the preferences without saving: logging off asks, and staying keeps what was typed. */
async function logsOffHalfway(trader: Trader): Promise<void> {
  const { page } = trader
  await page.getByRole('link', { name: trader.text('profile.tab.preferences'), exact: true }).click()
  await trader.button('preferences.edit').click()
  const half = page.getByRole('radio', { name: trader.text('advert.duration.150'), exact: true })
  await half.click()
  const popup = page.getByRole('dialog', { name: trader.text('preferences.leaving.title') })
  for (const key of ['advert.leaving.stay', 'preferences.leaving.leave'] as const) {
    await page.getByRole('button', { name: trader.text('header.profile') }).click()
    await trader.button('header.logOff').click()
    await popup.getByRole('button', { name: trader.text(key), exact: true }).click()
    if (key === 'advert.leaving.stay') await expect(half).toBeChecked()
  }
  await expect(page.getByRole('heading', { name: trader.text('auth.loggedOutTitle') })).toBeVisible()
}

// spec: 2.routes.9, 2.routes.10, 2.profile.1, 2.profile.2, 2.profile.5, 5.passwords.1, 5.passwords.2
// spec: 5.passwords.3, 5.passwords.5
for (const language of languages)
  test(`the profile shows counts, password errors and recent sign-ins, ${language}`, {
    tag: '@full',
  }, async ({ browser }) => {
    const trader = await signsIn(browser, language)
    await test.step('seven counts, zero at first, polled every five seconds', () => counts(trader))
    await test.step('a new password is validated', () => mistypes(trader))
    await test.step('the number is masked, sign-ins are listed, and what else is open can be ended', () =>
      checksSignIns(trader, browser))
    await test.step('a changed password is confirmed by e-mail too', async () => {
      await types(trader, password, own, own)
      await expect(trader.page.getByText(trader.text('profile.password.done'))).toBeVisible()
      await waitForMessage(product, people[language].email, 2)
    })
    await test.step('logging off asks before changed preferences are lost', () => logsOffHalfway(trader))
  })
