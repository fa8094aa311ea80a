import { languages } from '@aitai/messages/texts.ts'
import { expect, type Page, test } from '@playwright/test'
import { runOperatorCommand } from '../../support/operator-cli.ts'
import { Person } from '../../support/people.ts'
import { serverForAllTests } from '../../support/test-server.ts'

const product = serverForAllTests({ LOGINS_PER_ACCOUNT: '2' })
test.beforeAll(async () => {
  await runOperatorCommand(
    product,
    'user',
    'disable',
    'broker@kuromatsu.example',
    '--reason',
    'has left',
    '--yes',
  )
})

type Language = (typeof languages)[number]

/** A trader and a broker's user: what each loads before the desk appears, and where other paths lead. */
const people = {
  En: {
    email: 'trader@alder.example',
    home: '/adverts-home',
    loads: ['equity/get-equities', 'advert/advert-list', 'broker/user-brokers-list', 'user/my-details'],
    profile: '/profile/ioi-counts',
    others: { '/brokers-home': '/adverts-home' },
    tab: 'notification.located',
  },
  Jp: {
    email: 'broker@hinoki.example',
    home: '/brokers-home',
    loads: ['connection-agreement/broker-user-execution-listing', 'user/my-details'],
    profile: '/profile/security',
    others: { '/adverts-home': '/brokers-home', '/profile/preferences': '/profile/security' },
    tab: 'notification.acknowledged',
  },
} as const

const refusal = ({ page }: Person) => page.getByRole('alert')
const token = ({ page }: Person) =>
  page.evaluate("localStorage.getItem('userToken')") as Promise<string | null>
const pathOf = (page: Page): string => new URL(page.url()).pathname

/** The background colour on the left of the page. */
const groundOf = ({ page }: Person): Promise<string> =>
  page.evaluate(`{
    let at = document.elementFromPoint(8, 500)
    while (at && getComputedStyle(at).backgroundColor === 'rgba(0, 0, 0, 0)') at = at.parentElement
    at ? getComputedStyle(at).backgroundColor : ''
  }`)

async function leavesFieldsEmpty(guest: Person): Promise<void> {
  const { page } = guest
  await expect(page.getByLabel(guest.text('auth.email'))).toHaveAttribute('type', 'email')
  const password = page.getByLabel(guest.text('auth.password'), { exact: true })
  await expect(password).toHaveAttribute('placeholder', guest.text('auth.lengthHint', { min: 8 }))
  await guest.button('auth.signIn').click()
  await expect(page.getByText(guest.text('auth.required'))).toHaveCount(2)
}

async function isRefused(guest: Person, language: Language): Promise<void> {
  const { page } = guest
  const wrong = `nobody-${language}@alder.example`.toLowerCase()
  const closed = 'broker@kuromatsu.example'
  const password = page.getByLabel(guest.text('auth.password'), { exact: true })
  const before = await password.boundingBox()
  await guest.signsIn(closed)
  await expect(refusal(guest)).toHaveText(guest.text('ACCESS_DENIED'))
  // The fields stay where they are.
  expect((await password.boundingBox())?.y).toBe(before?.y)
  await expect(page.getByLabel(guest.text('auth.email'))).toHaveValue(closed)
  for (let tries = 0; tries < 2; tries += 1) {
    const answered = page.waitForResponse('**/login')
    await guest.signsIn(wrong, 'not the password')
    expect((await answered).status()).toBe(403)
    await expect(refusal(guest)).toHaveText(guest.text('ACCESS_DENIED'))
  }
  await guest.signsIn(wrong, 'not the password')
  await expect(refusal(guest)).toHaveText(guest.text('TOO_MANY'))
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

/** Failures without a proper reply: no network, a gateway without a server, an error without a code. */
async function hearsNothing(guest: Person, email: string): Promise<void> {
  const { page } = guest
  await page.context().setOffline(true)
  await guest.signsIn(email)
  await expect(refusal(guest)).toHaveText(guest.text('ERR_NETWORK'))
  await page.context().setOffline(false)
  const answers = [
    { status: 502, contentType: 'text/html', body: '<html>Bad gateway</html>' },
    { status: 500, contentType: 'application/json', body: '{}' },
  ]
  const texts = [
    guest.text('auth.gatewayOffline', { contact: 'contact@aitai.example' }),
    guest.text('AUTH_UNK_FAILURE'),
  ]
  for (const [at, answer] of answers.entries()) {
    await page.route('**/api/login', (route) => route.fulfill(answer))
    await guest.signsIn(email)
    await expect(refusal(guest)).toHaveText(texts[at] ?? '')
    await page.unroute('**/api/login')
  }
}

/** A request after sign-in fails: there is no header yet, and a button tries again. */
async function loads(guest: Person, language: Language): Promise<void> {
  const { page } = guest
  const { email, home, loads: wanted } = people[language]
  const requested: string[] = []
  page.on('request', (request) => void requested.push(request.url().replace(/^.*\/api\//, '')))
  await page.route(`**/${wanted[0]}`, (route) => route.abort())
  await guest.signsIn(` ${email.toUpperCase()} `)
  await expect(page.getByText(guest.text('auth.loadFailed'))).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(page.getByText(guest.text('connection.live'), { exact: true })).toHaveCount(0)
  await page.unroute(`**/${wanted[0]}`)
  const live = page.waitForEvent('websocket')
  await guest.button('common.retry').click()
  await expect(page).toHaveURL(product.url + home)
  await live
  await expect(page.getByText(guest.text('connection.live'), { exact: true })).toBeVisible()
  expect(wanted.filter((path) => !requested.includes(path))).toEqual([])
  expect(await token(guest)).toMatch(/./)
}

async function seesOwnHeader(guest: Person, language: Language): Promise<void> {
  const { page } = guest
  await expect(page.locator('.rating .dropdown-trigger')).toHaveCount(language === 'En' ? 1 : 0)
  const unread = new RegExp(guest.text('notification.unread', { count: '\\d+' }))
  await page.getByRole('button', { name: unread }).click()
  const tabs = page.getByRole('tablist', { name: guest.text('notification.bell') })
  await expect(tabs.getByRole('tab')).toHaveText([
    guest.text('notification.statusAlert'),
    guest.text(people[language].tab),
  ])
  await page.keyboard.press('Escape')
}

/** Every path leads to one of the user's own pages, and going back does not leave them. */
async function goesAbout(guest: Person, language: Language): Promise<void> {
  const { page } = guest
  const { home, profile, others } = people[language]
  const led = { '/': home, '/no-such-place': home, '/profile': profile, ...others }
  for (const [path, place] of Object.entries(led)) {
    await page.goto(product.url + path)
    await expect.poll(() => pathOf(page)).toBe(place)
  }
}

async function logsOff(guest: Person): Promise<void> {
  const { page } = guest
  const live = page.getByText(guest.text('connection.live'), { exact: true })
  await expect(live).toBeVisible()
  const socket = page.waitForEvent('websocket')
  await page.goto(`${product.url}/profile/security`)
  await expect(live).toBeVisible()
  const closed = (await socket).waitForEvent('close')
  await page.getByRole('button', { name: guest.text('header.profile') }).click()
  await guest.button('header.logOff').click()
  await expect(page.getByRole('heading', { name: guest.text('auth.loggedOutTitle') })).toBeVisible()
  expect(pathOf(page)).toBe('/home')
  await closed
  expect(await token(guest)).toBeNull()

  for (const guarded of ['/adverts-home', '/brokers-home', '/profile/security', '/first-login']) {
    await page.goto(`${product.url}/about-us`)
    await page.goto(product.url + guarded)
    await expect(guest.button('auth.signIn')).toBeVisible()
    expect(pathOf(page)).toBe('/')
    // It was replaced, so going back does not return to it.
    await page.goBack()
    expect(pathOf(page)).toBe('/about-us')
  }
}

// spec: 2.routes.1, 2.routes.7, 2.routes.8, 2.routes.9, 2.routes.10, 2.routes.11, 2.routes.12
// spec: 2.routes.13, 2.routes.15, 2.routes.16, 2.routes.17, 2.routes.19, 2.routes.20, 2.header.10
// spec: 2.login.1, 4.login.1, 4.login.2, 4.login.5, 4.login.6, 4.login.7, 4.login.9, 5.passwords.6
// spec: 5.passwords.7
for (const language of languages)
  test(`sign-in shows what is wrong, and leads each user to their own home, ${language}`, {
    tag: language === 'En' ? '@main' : '@full',
  }, async ({ browser }) => {
    const { email } = people[language]
    const guest = new Person(await Person.window({ url: product.url, browser, email, language }), language)

    await test.step('both fields are required', () => leavesFieldsEmpty(guest))
    await test.step('wrong and closed are refused alike, and too many tries have to wait', () =>
      isRefused(guest, language))
    await test.step('no network, no server and no reason each have their words', () =>
      hearsNothing(guest, email))
    const ground = await groundOf(guest)
    await test.step('the overlay ends when a fetch fails; then the desk loads, live', () =>
      loads(guest, language))
    await test.step('it stands on a ground of its own, under the header of a user', async () => {
      expect(await groundOf(guest)).not.toBe(ground)
      await expect(guest.page.locator('.entry')).toHaveCount(0)
      await seesOwnHeader(guest, language)
    })
    await test.step('every address leads to what is theirs', () => goesAbout(guest, language))
    await test.step('logging off ends the socket and leads to the farewell', () => logsOff(guest))
  })
