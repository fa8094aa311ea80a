import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { languages } from '@aitai/messages/texts.ts'
import { type Browser, expect, type Locator, test } from '@playwright/test'
import { Person } from '../../support/people.ts'
import { serverForAllTests } from '../../support/test-server.ts'

const product = serverForAllTests()

type Language = (typeof languages)[number]
type Content = Readonly<Record<Language, string>>

const content = async <T>(file: string): Promise<T> =>
  JSON.parse(await readFile(join(import.meta.dirname, '../../../content', file), 'utf8')) as T

const phone = { width: 390, height: 844 } as const

/** A visitor at a page whose clock stands still until the test moves it. */
async function opensPage(browser: Browser, language: Language, path: string, viewport?: typeof phone) {
  const opened = Date.now()
  const page = await Person.window({
    url: product.url + path,
    browser,
    email: '',
    language,
    ...(viewport ? { viewport } : {}),
    prepare: (window) => window.clock.install({ time: opened }),
  })
  await expect(page.getByRole('banner')).toBeVisible()
  await page.clock.pauseAt(opened + 3_600_000)
  return new Person(page, language)
}

const later = ({ page }: Person, seconds: number): Promise<void> => page.clock.runFor(seconds * 1_000)

/** The visible slides of a carousel, from left to right. */
const inSight = (carousel: Locator): Locator => carousel.locator('li[aria-hidden=false]')
const logos = (carousel: Locator): Promise<(string | null)[]> =>
  inSight(carousel)
    .locator('img')
    .evaluateAll((all) => all.map((each) => each.getAttribute('alt')))

/** Whether all of these images have loaded and can be drawn. */
const areDrawn = ({ page }: Person, images: string): Promise<boolean> =>
  page.evaluate(`[...document.querySelectorAll('${images}')].every(({ naturalWidth }) => naturalWidth > 0)`)

/** Moves the mouse and the focus off the carousel, which pauses under either. */
async function letsGo({ page }: Person): Promise<void> {
  await page.mouse.move(5, 5)
  await page.evaluate('document.activeElement.blur()')
}

async function goRound(guest: Person, names: readonly string[]): Promise<void> {
  const carousel = guest.page.getByRole('region', { name: guest.text('auth.brokers') })
  const from = (index: number) => [0, 1, 2, 3].map((next) => names[(index + next + 10) % 5])
  await letsGo(guest)
  expect(await areDrawn(guest, '.carousel img')).toBe(true)
  const begun = names.indexOf((await logos(carousel))[0] ?? '')
  // Ten slides, and the first again.
  for (let index = begun; index <= begun + 10; index += 1) {
    expect(await logos(carousel)).toEqual(from(index % 10))
    await later(guest, 3)
  }
  const [back, on, pause, ...dots] = await carousel.getByRole('button').all()
  expect(dots).toEqual([])
  const first = begun + 11
  await on?.click()
  await expect.poll(() => logos(carousel)).toEqual(from((first + 1) % 10))
  await back?.click()
  await back?.click()
  await expect.poll(() => logos(carousel)).toEqual(from((first - 1) % 10))
  await pause?.click()
  await letsGo(guest)
  await later(guest, 9)
  expect(await logos(carousel)).toEqual(from((first - 1) % 10))
  await carousel.getByRole('button', { name: guest.text('auth.brokersPlay') }).click()
  await letsGo(guest)
  await later(guest, 3)
  expect(await logos(carousel)).toEqual(from(first % 10))
}

async function changesLanguage(guest: Person): Promise<void> {
  const { page, language } = guest
  const header = page.getByRole('banner')
  const other = new Person(page, language === 'En' ? 'Jp' : 'En')
  await expect(header.getByRole('link', { name: guest.text('about.link') })).toHaveAttribute(
    'href',
    '/about-us',
  )
  for (const reader of [guest, other]) {
    await header.getByRole('button', { name: reader.text(`header.${reader.language}`), exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', reader.language === 'Jp' ? 'ja' : 'en')
    await expect(reader.button('auth.signIn')).toBeVisible()
    const active = header.getByRole('button', { pressed: true })
    await expect(active).toHaveText(reader.text(`header.${reader.language}`))
    await expect(active).toHaveCSS('background-color', 'rgb(18, 15, 131)')
  }
}

const pictures = ['about.traditional', 'about.darkPool', 'about.solution'] as const

async function readsAbout(guest: Person): Promise<void> {
  const { page, language } = guest
  const { contact, videoChannel } = await content<{ contact: { email: string }; videoChannel: string }>(
    'brand.json',
  )
  const { company, founders } = await content<{
    company: Content[]
    founders: Readonly<Record<'name' | 'role' | 'bio', Content>>[]
  }>('about.json')
  await expect(page.locator('video')).toContainText(guest.text('about.videoUnsupported'))
  await expect(page.getByRole('link', { name: guest.text('about.channel') })).toHaveAttribute(
    'href',
    videoChannel,
  )
  for (const paragraph of company) await expect(page.getByText(paragraph[language])).toBeVisible()
  for (const { name, role, bio } of founders)
    for (const each of [name, role, bio]) await expect(page.getByText(each[language])).toBeVisible()
  const photos = page.locator('.about-founders img')
  await expect(photos).toHaveCount(2)
  await photos.first().scrollIntoViewIfNeeded()
  await expect.poll(() => areDrawn(guest, '.about-founders img')).toBe(true)
  const more = page.getByRole('link', { name: guest.text('about.more', { email: contact.email }) })
  await expect(more).toHaveAttribute('href', `mailto:${contact.email}`)
  await expect(page.getByText(guest.text('about.copyright', { product: 'Aitai' }))).toBeVisible()
}

async function seesGrid(guest: Person): Promise<void> {
  const cells = guest.page.locator('.about-grid > div')
  await expect(cells.getByRole('heading')).toHaveText(pictures.map((each) => guest.text(each)))
  const boxes = await cells.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()))
  expect(new Set(boxes.map(({ top }) => top)).size).toBe(1)
  expect(new Set(boxes.map(({ left }) => left)).size).toBe(3)
  // The drawings are in the language of the page too.
  await expect(cells.first().locator('svg')).toContainText(guest.text('about.price'))
  await expect(cells.nth(1).locator('svg')).toContainText(guest.text('about.pool'))
  await expect(cells.nth(2).locator('svg')).toContainText(guest.text('about.engine'))
}

async function followOneAnother(guest: Person): Promise<void> {
  const carousel = guest.page.getByRole('region', { name: guest.text('about.pictures') })
  await letsGo(guest)
  const shown = await inSight(carousel).getByRole('heading').textContent()
  const begun = pictures.findIndex((each) => guest.text(each) === shown)
  for (let index = begun; index <= begun + 3; index += 1) {
    const name = pictures[index % 3] ?? pictures[0]
    await expect(inSight(carousel).getByRole('heading')).toHaveText([guest.text(name)])
    await later(guest, 5)
  }
}

async function opensMenu(guest: Person): Promise<void> {
  const { page, language } = guest
  const other = new Person(page, language === 'En' ? 'Jp' : 'En')
  const dim = page.locator('.mobile-menu-dim')
  const header = page.getByRole('banner')
  await guest.button('header.menuOpen').click()
  await expect(dim).toBeVisible()
  await guest.button('header.menuClose').click()
  await expect(dim).toBeHidden()
  await guest.button('header.menuOpen').click()
  await header.getByRole('button', { name: other.text(`header.${other.language}`), exact: true }).click()
  await expect(dim).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(other.text('about.title'))
  await other.button('header.menuOpen').click()
  await header.getByRole('button', { name: guest.text(`header.${language}`), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(guest.text('about.title'))
}

for (const language of languages) {
  // spec: 1.5, 1.6, 1.7, 1.8, 2.routes.18, 2.routes.21, 2.header.3, 2.header.4, 4.other.3
  test(`the login page is in both languages, and its broker carousel turns, ${language}`, async ({
    browser,
  }) => {
    const guest = await opensPage(browser, language, '/')
    const { page } = guest
    await test.step('it has the name of the product, and says what we do not do', async () => {
      await expect(page).toHaveTitle('Aitai')
      await expect(page.getByText(guest.text('auth.institutionsOnly'))).toBeVisible()
    })
    await test.step('in the language of the browser at first, then in the one that is pressed', () =>
      changesLanguage(guest))
    await page.reload()
    const reader = new Person(page, language === 'En' ? 'Jp' : 'En')
    await expect(reader.button('auth.signIn')).toBeVisible()
    const brokers = await content<{ name: Content }[]>('brokers.json')
    await test.step('ten logos of five brokers, four at a time, one on every three seconds', () =>
      goRound(
        reader,
        brokers.map(({ name }) => name[reader.language]),
      ))
    await test.step('where less motion is wanted they stand still', async () => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.reload()
      const carousel = page.getByRole('region', { name: reader.text('auth.brokers') })
      await expect(carousel.getByRole('button', { name: reader.text('auth.brokersPlay') })).toBeVisible()
      const before = await logos(carousel)
      await later(reader, 9)
      expect(await logos(carousel)).toEqual(before)
    })
  })

  // spec: 1.10, 2.routes.3, 2.header.5, 2.header.6, 2.header.7, 2.about.1, 2.about.2, 2.about.3, 2.about.4
  // spec: 2.about.5, 2.about.6, 4.other.1, 4.other.2, 4.other.4
  test(`the about page is complete on a desk and on a phone, ${language}`, async ({ browser }) => {
    const atDesk = await opensPage(browser, language, '/about-us')
    await test.step('video, channel, company, founders, contact, copyright', () => readsAbout(atDesk))
    await test.step('the three pictures stand side by side', () => seesGrid(atDesk))
    await atDesk.leaves()
    const onPhone = await opensPage(browser, language, '/about-us', phone)
    await test.step('on a phone they follow one another every five seconds', () => followOneAnother(onPhone))
    await test.step('its menu dims the page, and closes by its button or by a language', () =>
      opensMenu(onPhone))
    await onPhone.leaves()
  })
}
