import { languages } from '@aitai/messages/texts.ts'
import { type Browser, expect, type Locator, test } from '@playwright/test'
import { runTypedCommand } from '../../support/manual-transcripts.ts'
import { Person, Trader } from '../../support/people.ts'
import { serverForEachTest } from '../../support/test-server.ts'
import {
  answerLocate,
  generousRateLimits,
  sessionOf,
  signInContra,
  submitAdvert,
  tradableSecurity,
} from '../../support/trading-api.ts'

const manager = 'desk-help@venue.example'
const email = 'trader@alder.example'
type Language = (typeof languages)[number]

const product = serverForEachTest({ ...generousRateLimits, ACCOUNT_MANAGER: manager })

const atDesk = (browser: Browser, language: Language): Promise<Trader> =>
  Trader.signsIn({ url: product.url, browser, email, language })

const ratingOf = ({ page }: Trader): Locator => page.locator('.rating .dropdown-trigger')

/** A contra is located for the trader's advert. */
async function isLocated(trader: Trader) {
  const session = await sessionOf(trader.page, product.url)
  const contra = await signInContra(product.url, 'birch')
  const security = await tradableSecurity(session, '7203.T')
  await submitAdvert(session, security, 'BUY')
  await submitAdvert(contra, security, 'SELL')
  await trader.seesContraLocated('50,000')
  return { contra, security }
}

async function readsLedger(trader: Trader): Promise<void> {
  const { page } = trader
  await expect(ratingOf(trader)).toHaveAccessibleName(
    trader.text('header.ratingOpen', { rating: 60, stars: 3 }),
  )
  await ratingOf(trader).click()
  await expect(page.locator('.rating-next dd').first()).toHaveText('64 +4')
  await page.keyboard.press('Escape')
  const { contra, security } = await isLocated(trader)
  await trader.answers('a')
  await answerLocate(contra, security, 'decline')
  await trader.seesOutcome('locate.outcome.CONTRA_DECLINED')
  await trader.readsOutcome()
  await contra.leaves()
  await expect(ratingOf(trader)).toHaveAccessibleName(
    trader.text('header.ratingOpen', { rating: 64, stars: 4 }),
  )
  await ratingOf(trader).click()
  const ledger = page.getByRole('table', { name: trader.text('ledger.events') })
  await expect(ledger.getByRole('row').nth(1)).toContainText(trader.text('ledger.kind.ACCEPT'))
  await expect(ledger).toContainText(trader.text('ledger.missing', { count: 19, score: 60 }))
  await page.keyboard.press('Escape')
}

async function asksForCall(trader: Trader): Promise<void> {
  const { page } = trader
  await page.getByRole('button', { name: trader.text('header.profile') }).click()
  for (const name of ['name.English', 'name.Japanese'] as const)
    await expect(page.getByRole('radio', { name: trader.text(name) })).toBeVisible()
  await expect(trader.button('header.logOff')).toBeVisible()
  await trader.button('contact.button').click()
  const popup = page.getByRole('dialog')
  await expect(popup).toContainText(trader.text('contact.done'))
  await popup.getByRole('button', { name: trader.text('common.ok'), exact: true }).click()
  await expect(popup).toBeHidden()
  const { dataDir } = product
  const words = ['npm', 'run', '-s', 'aitai', '--', 'outbox']
  const { both } = await runTypedCommand({ words, shown: '' }, { dataDir, folder: dataDir })
  expect(both).toContain(manager)
  expect(both).toContain(email)
}

for (const language of languages) {
  // spec: 2.header.1, 2.header.2, 2.header.3, 2.header.4, 2.header.10, 2.header.11, 2.header.12
  test(`the header links, shows and asks what the specification says, ${language}`, async ({ browser }) => {
    const trader = await atDesk(browser, language)
    const { page } = trader
    const header = page.getByRole('banner')

    await test.step('the active language is highlighted with #120F83', async () => {
      const active = header.getByRole('button', { pressed: true })
      await expect(active).toHaveText(trader.text(`header.${language}`))
      await expect(active).toHaveCSS('background-color', 'rgb(18, 15, 131)')
    })

    await test.step('about us opens in another tab, and the desk stays', async () => {
      const about = page.context().waitForEvent('page')
      await header.getByRole('link', { name: trader.text('about.link') }).click()
      await expect(await about).toHaveURL(/\/about-us$/)
      await (await about).close()
      await expect(page).toHaveURL(/\/adverts-home$/)
    })

    await test.step('an answer is in the ledger behind the stars, as it was foretold', () =>
      readsLedger(trader))
    await test.step('the account manager gets a mail, and it is said that we will contact you shortly', () =>
      asksForCall(trader))

    await test.step('the logo leads to the start page of the user, with a new socket and header', async () => {
      await page.getByRole('button', { name: trader.text('header.profile') }).click()
      await page.getByRole('link', { name: trader.text('profile.title') }).click()
      await expect(page).toHaveURL(/\/profile\/ioi-counts$/)
      const socket = page.waitForEvent('websocket')
      await header.getByRole('link', { name: trader.text('header.home', { product: 'Aitai' }) }).click()
      await socket
      await trader.isAtDesk()
    })
  })

  // spec: 1.9, 2.header.5, 2.header.6, 2.header.7, 2.header.8, 2.header.9, 4.other.1, 4.other.2
  test(`on a phone of 360 pixels nothing overlaps, and a contra can be answered, ${language}`, async ({
    browser,
  }) => {
    const trader = await atDesk(browser, language)
    const { page } = trader
    await page.setViewportSize({ width: 360, height: 740 })
    const header = page.getByRole('banner')
    await expect(page.getByText(trader.text('header.desktopTitle'))).toBeVisible()

    await test.step('no two controls of the header overlap, and nothing is wider than the window', async () => {
      const boxes = await header.locator('a:visible, button:visible').evaluateAll((all) =>
        all.map((each) => {
          const { left, right, top, bottom } = each.getBoundingClientRect()
          return { left, right, top, bottom }
        }),
      )
      expect(boxes.length).toBeGreaterThan(3)
      for (const [at, a] of boxes.entries())
        for (const b of boxes.slice(at + 1))
          expect(a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top).toBe(true)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
    })

    await test.step('the hamburger opens a menu over the dimmed page; the switch closes it', async () => {
      await trader.button('header.menuOpen').click()
      await expect(page.locator('.mobile-menu-dim')).toBeVisible()
      const other = language === 'En' ? 'Jp' : 'En'
      await header.getByRole('button', { name: trader.text(`header.${other}`), exact: true }).click()
      await expect(page.locator('.mobile-menu-dim')).toBeHidden()
      await new Person(page, other).button('header.menuOpen').click()
      await header.getByRole('button', { name: trader.text(`header.${language}`), exact: true }).click()
      await expect(trader.button('header.menuOpen')).toBeVisible()
    })

    await test.step('a located contra comes up, is answered, and stands in the bell', async () => {
      const { contra, security } = await isLocated(trader)
      // A phone has no key F8.
      await expect(page.locator('.locate-hint-key')).toHaveCount(1)
      await expect(page.locator('.locate-hint-key')).toBeHidden()
      await trader.answers('d')
      await answerLocate(contra, security, 'accept')
      await trader.seesOutcome('locate.outcome.DECLINED')
      await trader.readsOutcome()
      await page.locator('.dropdown-trigger:has(.bell-count)').click()
      const panel = page.locator('.bell-panel')
      await panel.getByRole('tab', { name: trader.text('notification.located') }).click()
      await expect(panel).toContainText(trader.text('notification.Connection Declined'))
      const box = await panel.boundingBox()
      expect(box && box.x >= 0 && box.x + box.width <= 360).toBe(true)
      await contra.leaves()
    })
  })
}

// spec: 1.11, 4.other.5
test('a newer version is announced on every page, in both languages, and OK reloads', async ({ browser }) => {
  const window = (language: Language) =>
    Person.window({
      url: product.url,
      browser,
      email: '',
      language,
      prepare: (context) => context.clock.install(),
    })
  const guests: Person[] = []
  for (const language of languages) guests.push(new Person(await window(language), language))
  for (const guest of guests) await expect(guest.button('auth.signIn')).toBeVisible()
  await product.restart({ WEB_VERSION: '0.3.0' })
  for (const guest of guests) {
    const popup = guest.page.getByRole('dialog', { name: guest.text('version.title') })
    await expect(popup).toBeHidden()
    // The client asks for it every hour.
    await guest.page.clock.fastForward(3_600_000)
    await expect(popup).toContainText(guest.text('version.lead'))
    const reloaded = guest.page.waitForEvent('load')
    await popup.getByRole('button', { name: guest.text('common.ok'), exact: true }).click()
    await reloaded
  }
})
