import { languages } from '@aitai/messages/texts.ts'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { BrokerDesk, Person, type Theme, Trader } from './people.ts'
import { type Running, startServer } from './server.ts'

/** WCAG 2.2 A and AA, and what axe holds to be good practice (quality 3.8). */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Axe leaves these out of its tags or off, and they matter here: 2.5.3 and 2.5.8. */
const alsoRules = {
  'label-content-name-mismatch': { enabled: true },
  'target-size': { enabled: true },
}
const themes: readonly Theme[] = ['light', 'dark']

let product: Running
test.beforeEach(async () => {
  product = await startServer()
})
test.afterEach(() => product.stop())

for (const language of languages) {
  for (const theme of themes) {
    const who = { language, theme } as const

    test(`nobody is kept out of the pages before the desk, ${language}, ${theme}`, async ({ browser }) => {
      const { url } = product
      const guest = new Person(await Person.window({ ...who, url, browser, email: '' }), language)
      await expect(guest.button('auth.signIn')).toBeVisible()
      await isAccessible(guest, 'login')
      await guest.signsIn('nobody@alder.example')
      await expect(guest.page.getByText(guest.text('ACCESS_DENIED'))).toBeVisible()
      await isAccessible(guest, 'login refused')
      await guest.page.reload()
      await guest.signsIn('twofactor@birch.example')
      await expect(guest.page.getByRole('dialog')).toBeVisible()
      await isAccessible(guest, 'two-factor popup')
      await guest.page.reload()
      await guest.signsIn('newcomer@alder.example')
      await expect(guest.page).toHaveURL(/first-login$/)
      await expect(guest.button('auth.setPassword')).toBeVisible()
      await isAccessible(guest, 'first login')
      await guest.leaves()
    })

    test(`everybody can work at a desk, from the search to the hand-over, ${language}, ${theme}`, async ({
      browser,
    }) => {
      const { url } = product
      const trader = await Trader.signsIn({ ...who, url, browser, email: 'trader@alder.example' })
      const contra = await Trader.signsIn({ ...who, url, browser, email: 'trader@birch.example' })
      await drafting(trader)
      const email = await meeting(trader, contra)
      await looking(trader)
      await Promise.all([trader.leaves(), contra.leaves()])
      const broker = await BrokerDesk.signsIn({ ...who, url, browser, email })
      await expect(broker.page.getByRole('dialog')).toBeVisible()
      await isAccessible(broker, 'match popup')
      await broker.readsMatch()
      await isAccessible(broker, 'broker table')
      const idle = await BrokerDesk.signsIn({ ...who, url, browser, email: otherThan(email) })
      await expect(idle.page.getByText(idle.text('agreement.emptyTitle'))).toBeVisible()
      await isAccessible(idle, 'broker home, empty')
      await Promise.all([broker.leaves(), idle.leaves()])
    })
  }
}

/** From the empty desk to the review, which it leaves open. */
async function drafting(trader: Trader): Promise<void> {
  await isAccessible(trader, 'desk, minimal')
  const search = trader.page.getByRole('combobox', { name: trader.text('advert.search.label') })
  await search.first().fill('7203')
  await trader.page.getByRole('option').first().waitFor()
  await isAccessible(trader, 'search, open')
  await trader.page.keyboard.press('Escape')
  await trader.drafts('BUY', '7203.T', 40_000)
  await isAccessible(trader, 'editor')
  await trader.page.getByLabel(trader.text('advert.quantity'), { exact: true }).press('Enter')
  await expect(trader.button('advert.review.confirm.send')).toBeFocused()
  await isAccessible(trader, 'review popup')
}

/** From the review to the outcome. Gives the address of the broker who is to execute. */
async function meeting(trader: Trader, contra: Trader): Promise<string> {
  await trader.page.keyboard.press('Enter')
  await trader.sees('7203.T', 'advert.status.SENT')
  await contra.advertises('SELL', '7203.T', 30_000)
  await trader.seesContraLocated('30,000')
  await expect(trader.popup.locator('.locate-accept')).toHaveAttribute('aria-disabled', 'false')
  await isAccessible(trader, 'contra located')
  await trader.answers('a')
  await contra.answers('a')
  const { broker } = await trader.handedTo()
  await isAccessible(trader, 'outcome')
  await trader.readsOutcome()
  return `broker@${broker.split(' ')[0]?.toLowerCase()}.example`
}

/** What opens from the header. */
async function looking(trader: Trader): Promise<void> {
  const bell = trader.text('notification.unread', { count: '\\d+' })
  await trader.page.getByRole('button', { name: new RegExp(bell) }).click()
  await expect(trader.page.getByRole('tabpanel')).toBeVisible()
  await isAccessible(trader, 'bell, open')
  await trader.page.keyboard.press('Escape')
  await trader.page.getByRole('button', { name: trader.text('header.profile') }).click()
  await expect(trader.button('header.logOff')).toBeVisible()
  await isAccessible(trader, 'profile, open')
}

/** A broker's account that is not this one. */
const otherThan = (email: string): string =>
  email === 'broker@kaede.example' ? 'broker@tsubaki.example' : 'broker@kaede.example'

/** Fails softly, so that one run tells about every screen; each line names the rule and the element. */
async function isAccessible({ page }: { page: Page }, screen: string): Promise<void> {
  // A colour half-way through its change has a contrast that nobody reads.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const axe = new AxeBuilder({ page }).options({ rules: alsoRules }).withTags(tags)
  const { violations, passes } = await axe.setLegacyMode().analyze()
  expect(passes.length, `${screen}: axe has looked at it`).toBeGreaterThan(10)
  const complaints = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  )
  expect.soft(complaints, `${screen} is accessible`).toEqual([])
}
