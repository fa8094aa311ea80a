import { languages } from '@aitai/messages/texts.ts'
import { expect, type Locator, test } from '@playwright/test'
import { linkIn, waitForMessage } from '../../support/outbox-messages.ts'
import { Person } from '../../support/people.ts'
import { serverForAllTests } from '../../support/test-server.ts'

const product = serverForAllTests()

type Language = (typeof languages)[number]

const own = 'nine-cranes-above-the-reeds'
const emails = { En: 'trader@alder.example', Jp: 'trader@birch.example' } as const

const popup = ({ page }: Person): Locator => page.getByRole('dialog')
const presses = (person: Person, key: Parameters<Person['text']>[0]) =>
  popup(person)
    .getByRole('button', { name: person.text(key), exact: true })
    .click()

/** Requests a link and reads where it was sent, whether or not the address exists. */
async function requestsLink(person: Person, email: string): Promise<void> {
  const { page } = person
  await page.getByLabel(person.text('auth.email')).fill(email)
  await person.button('auth.forgotSend').click()
  await expect(popup(person)).toContainText(person.text('auth.forgotSentTitle'))
  await expect(popup(person)).toContainText(email)
  await presses(person, 'common.ok')
  await expect(page).toHaveURL(`${product.url}/`)
  await expect(person.button('auth.signIn')).toBeVisible()
}

/** A popup replaces the form; its only button leads to a new request. */
async function findsNoForm(
  person: Person,
  link: string,
  expected: 'auth.resetExpired' | 'auth.resetNoNetwork',
) {
  await person.page.goto(link)
  await expect(popup(person).getByRole('alert')).toHaveText(person.text(expected))
  await expect(person.page.getByLabel(person.text('auth.newPassword'), { exact: true })).toHaveCount(0)
  await presses(person, 'auth.resetAgain')
  await expect(person.page).toHaveURL(/\/forget-password$/)
}

async function sets(person: Person, password: string, again: string): Promise<void> {
  await person.page.getByLabel(person.text('auth.newPassword'), { exact: true }).fill(password)
  await person.page.getByLabel(person.text('auth.confirmation'), { exact: true }).fill(again)
  await person.button('auth.setPassword').click()
}

async function setsNewPassword(person: Person, link: string): Promise<void> {
  const { page } = person
  const checked = page.waitForRequest('**/check-reset-token')
  await page.goto(link)
  await checked
  // The token is a secret, and nothing of it stays where a screen or a history shows it.
  await expect(page).toHaveURL(/\/reset-password$/)
  await sets(person, '', '')
  await expect(page.getByText(person.text('field.required'))).toHaveCount(2)
  await sets(person, own, `${own}s`)
  await expect(page.getByText(person.text('PASSWORD_MISMATCH'))).toBeVisible()
  await page.route('**/password/reset-password', (route) => route.abort())
  await sets(person, own, own)
  await expect(page.getByRole('alert')).toHaveText(person.text('ERR_NETWORK'))
  await page.unroute('**/password/reset-password')
  await sets(person, own, own)
  await expect(popup(person).getByRole('status')).toHaveText(person.text('auth.resetDone'))
  await presses(person, 'auth.signIn')
  await expect(page).toHaveURL(`${product.url}/`)
}

async function signsInWithIt(person: Person, email: string): Promise<void> {
  await person.signsIn(email)
  await expect(person.page.getByRole('alert')).toHaveText(person.text('ACCESS_DENIED'))
  await person.signsIn(email, own)
  await expect(person.page).toHaveURL(/\/adverts-home$/)
}

async function requestsTwice(person: Person, language: Language): Promise<{ first: string; second: string }> {
  const email = emails[language]
  await person.page.getByRole('link', { name: person.text('auth.forgot') }).click()
  await person.button('auth.forgotSend').click()
  await expect(person.page.getByText(person.text('auth.required'))).toBeVisible()
  await requestsLink(person, email.toUpperCase())
  const mail = await waitForMessage(product, email)
  expect(mail.subject).toBe(person.text('mail.reset.subject', { product: 'Aitai' }))
  await person.page.getByRole('link', { name: person.text('auth.forgot') }).click()
  await requestsLink(person, email)
  return { first: linkIn(mail), second: linkIn(await waitForMessage(product, email, 2)) }
}

// spec: 2.routes.4, 2.routes.5, 2.login.3, 4.reset.1, 4.reset.2, 4.reset.3, 4.reset.4, 4.reset.5
// spec: 5.passwords.4, 5.passwords.5
for (const language of languages)
  test(`a forgotten password is replaced through the e-mailed link, once, ${language}`, async ({
    browser,
  }) => {
    const email = emails[language]
    const person = new Person(await Person.window({ url: product.url, browser, email, language }), language)
    const { page } = person

    const { first, second } = await test.step('a link is requested and arrives by e-mail', () =>
      requestsTwice(person, language))
    await test.step('one that a newer one has replaced leads back', () =>
      findsNoForm(person, first, 'auth.resetExpired'))
    await test.step('without a network it leads back, too', async () => {
      await page.route('**/check-reset-token', (route) => route.abort())
      await findsNoForm(person, second, 'auth.resetNoNetwork')
      await page.unroute('**/check-reset-token')
    })
    await test.step('the newest one sets a password that is typed twice alike', () =>
      setsNewPassword(person, second))
    await test.step('the old one is refused, the new one signs in', () => signsInWithIt(person, email))
    await test.step('the link is no longer valid, and an e-mail confirms the change', async () => {
      await findsNoForm(person, second, 'auth.resetExpired')
      const changed = await waitForMessage(product, email, 3)
      expect(changed.subject).toBe(person.text('mail.passwordChanged.subject', { product: 'Aitai' }))
    })
  })
