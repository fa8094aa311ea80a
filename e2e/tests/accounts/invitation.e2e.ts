import { languages } from '@aitai/messages/texts.ts'
import { expect, type Locator, test } from '@playwright/test'
import { runOperatorCommand } from '../../support/operator-cli.ts'
import {
  codeIn,
  type OutboxMessage,
  temporaryPasswordIn,
  waitForMessage,
} from '../../support/outbox-messages.ts'
import { Person } from '../../support/people.ts'
import { serverForAllTests } from '../../support/test-server.ts'

const product = serverForAllTests()

const own = 'seven-herons-over-the-moat'

/** A trader who reads English, and a broker's user who reads Japanese. */
const invited = {
  En: {
    email: 'nina@alder.example',
    phone: '+447700900201',
    first: 'Nina',
    last: 'Ashdown',
    home: 'adverts',
  },
  Jp: { email: 'sora@hinoki.example', phone: '+819000000202', first: '空', last: '早川', home: 'brokers' },
} as const
const roleOptions = {
  En: ['--role', 'TRADER', '--firm', 'Alder'],
  Jp: ['--role', 'BROKER', '--broker', 'HIN'],
}

type Language = (typeof languages)[number]

async function invites(language: Language): Promise<OutboxMessage> {
  const { email, phone, first, last } = invited[language]
  const name = ['--first-name', first, '--last-name', last, '--language', language === 'Jp' ? 'ja' : 'en']
  const codes = ['--phone', phone, '--two-factor']
  await runOperatorCommand(product, 'user', 'add', email, ...roleOptions[language], ...name, ...codes)
  return waitForMessage(product, email)
}

const stored = (person: Person, where: 'localStorage' | 'sessionStorage', entry: string) =>
  person.page.evaluate(`${where}.getItem('${entry}')`) as Promise<string | null>

const codePopup = (person: Person): Locator =>
  person.page.getByRole('dialog', { name: person.text('auth.codeTitle') })
const codeField = (person: Person): Locator =>
  person.page.getByLabel(person.text('auth.code'), { exact: true })

async function submits(person: Person, code: string): Promise<void> {
  await codeField(person).fill(code)
  await person.button('auth.submitCode').click()
}

/** Signs in with the address in capitals; the server receives it in lower case. */
async function seesCodePopup(person: Person, email: string, password: string): Promise<void> {
  const reply = person.page.waitForResponse('**/login')
  await person.signsIn(email.toUpperCase(), password)
  const answer = await reply
  expect(answer.request().postDataJSON()).toEqual({ email, password })
  expect(answer.status()).toBe(401)
  expect(await answer.json()).toMatchObject({ reason: '2FA_REQUIRED' })
  await expect(codePopup(person)).toBeVisible()
}

async function mistypesCodes(person: Person, email: string, password: string): Promise<void> {
  await expect(codeField(person)).toHaveAttribute('placeholder', person.text('auth.codePlaceholder'))
  await expect(codeField(person)).toHaveAttribute('autocomplete', 'one-time-code')
  expect(await stored(person, 'sessionStorage', '2FaToken')).not.toBeNull()
  expect(await stored(person, 'localStorage', 'userToken')).toBeNull()
  await submits(person, '12345')
  await expect(codePopup(person)).toContainText(person.text('auth.codeShape'))
  await submits(person, '000000')
  await expect(codePopup(person).getByRole('alert')).toContainText(person.text('2FA_CODE_INVALID'))

  await codePopup(person)
    .getByRole('button', { name: person.text('common.close'), exact: true })
    .click()
  await expect(codePopup(person)).toBeHidden()
  expect(await stored(person, 'sessionStorage', '2FaToken')).toBeNull()
  await seesCodePopup(person, email, password)
  await expect(codePopup(person).getByRole('alert')).toHaveCount(0)
  await expect(codeField(person)).toHaveValue('')
}

async function asksForNewCode(person: Person, phone: string): Promise<string> {
  const before = codeIn(await waitForMessage(product, phone, 2))
  await person.page.route('**/2fa/request', (route) => route.abort())
  await person.button('auth.newCode').click()
  await expect(codePopup(person).getByRole('alert')).toHaveText(person.text('2FA_OPT_SEND_FAILURE'))
  await person.page.unroute('**/2fa/request')
  await person.button('auth.newCode').click()
  await expect(codePopup(person).getByRole('status')).toHaveText(person.text('2FA_CODE_SENT'))
  await submits(person, before)
  await expect(codePopup(person).getByRole('alert')).toContainText(person.text('2FA_CODE_INVALID'))
  return codeIn(await waitForMessage(product, phone, 3))
}

const fullWidth = (digits: string): string =>
  digits.replace(/\d/g, (digit) => String.fromCodePoint((digit.codePointAt(0) ?? 0) + 0xfee0))

/** Types the code as a Japanese keyboard does, and sees that it is being verified. */
async function typesFullWidth(person: Person, code: string): Promise<void> {
  const { page } = person
  const held = Promise.withResolvers<void>()
  await page.route('**/2fa/verify', async (route) => {
    await held.promise
    await route.continue()
  })
  await submits(person, fullWidth(code))
  await expect(person.button('auth.verifying')).toBeVisible()
  held.resolve()
  await expect(page).toHaveURL(/\/first-login$/)
  await page.unroute('**/2fa/verify')
  expect(await stored(person, 'localStorage', 'userToken')).not.toBeNull()
  expect(await stored(person, 'sessionStorage', '2FaToken')).toBeNull()
}

async function setsFirstPassword(person: Person, language: Language): Promise<void> {
  const { page } = person
  const { email, first, last } = invited[language]
  const name = language === 'Jp' ? last : first
  await expect(
    page.getByRole('heading', { name: person.text('auth.welcome', { name, product: 'Aitai' }) }),
  ).toBeVisible()
  await expect(page.getByText(person.text('auth.firstLead'))).toBeVisible()
  await expect(page.locator('form input[autocomplete=username][type=text]')).toHaveValue(email)
  const fields = ['auth.newPassword', 'auth.confirmation'] as const
  const types = async (...typed: [string, string]): Promise<void> => {
    for (const [at, field] of fields.entries())
      await page.getByLabel(person.text(field), { exact: true }).fill(typed[at] ?? '')
    await person.button('auth.setPassword').click()
  }
  const sent: string[] = []
  page.on('request', (request) => void sent.push(request.url()))
  await types('', '')
  await expect(page.getByText(person.text('field.required'))).toHaveCount(2)
  await types(own, `${own}s`)
  await expect(page.getByLabel(person.text('auth.confirmation'), { exact: true })).toBeFocused()
  expect(sent.filter((url) => url.includes('update-temp-password'))).toEqual([])
  await types(own, own)
  await expect(page.getByRole('status')).toHaveText(person.text('auth.passwordSet'))
  expect(new URL(page.url()).pathname).toBe('/')
  expect(await stored(person, 'localStorage', 'userToken')).toBeNull()
}

// spec: 2.routes.1, 2.routes.6, 2.routes.13, 2.routes.14, 2.login.2, 4.login.2, 4.login.3, 4.login.4
// spec: 4.login.8, 5.passwords.8, 5.passwords.9, 5.passwords.10
for (const language of languages)
  test(`an invited user signs in with a code, sets a password and reaches the desk, ${language}`, async ({
    browser,
  }) => {
    const { email, phone, home } = invited[language]
    const message = await invites(language)
    const temporary = temporaryPasswordIn(message)
    const person = new Person(await Person.window({ url: product.url, browser, email, language }), language)

    await test.step('the mail is in the language of its reader and leads here', () => {
      expect(message.subject).toBe(person.text('mail.welcome.subject', { product: 'Aitai' }))
      expect(message.body).toContain(email)
      expect(message.body).toContain(product.url)
    })
    await test.step('the right password is not enough: a code is required', () =>
      seesCodePopup(person, email, temporary))
    await test.step('what is no code is refused, and closing starts over', () =>
      mistypesCodes(person, email, temporary))
    const code = await test.step('a new code comes by SMS, and the one before is dead', () =>
      asksForNewCode(person, phone))
    await test.step('full-width digits are digits, and the button says that they are looked at', () =>
      typesFullWidth(person, code))
    await test.step('the first password is entered twice, and logs out', () =>
      setsFirstPassword(person, language))
    await test.step('with it and another code the desk of the role is reached', async () => {
      await seesCodePopup(person, email, own)
      await submits(person, codeIn(await waitForMessage(product, phone, 4)))
      await expect(person.page).toHaveURL(new RegExp(`/${home}-home$`))
      await expect(person.button('header.profile').or(person.page.locator('.profile-name'))).toBeVisible()
    })
  })
