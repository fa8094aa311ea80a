import { join } from 'node:path'
import { languages } from '@aitai/messages/texts.ts'
import { expect, test } from '@playwright/test'
import { BrokerDesk, Person, type Theme, Trader } from './people.ts'
import { type Running, startServer } from './server.ts'

const folder = join(import.meta.dirname, '..', 'docs', 'screens')
const themes: readonly Theme[] = ['light', 'dark']

let product: Running
test.beforeEach(async () => {
  product = await startServer()
})
test.afterEach(() => product.stop())

type Shoot = (who: Person, name: string) => Promise<void>

const shooting =
  (suffix: string): Shoot =>
  async ({ page }, name) => {
    await page.evaluate('document.fonts.ready.then(() => true)')
    // A moving ring or a blinking caret would make each run a change.
    await page.screenshot({
      path: join(folder, `${name}-${suffix}.png`),
      animations: 'disabled',
      caret: 'hide',
    })
  }

for (const language of languages) {
  for (const theme of themes) {
    const who = { language, theme } as const

    test(`pages before the desk, ${language}, ${theme}`, async ({ browser }) => {
      const shoot = shooting(`${language}-${theme}`)
      const { url } = product
      const guest = new Person(await Person.window({ ...who, url, browser, email: '' }), language)
      await expect(guest.button('auth.signIn')).toBeVisible()
      await shoot(guest, 'login')
      await guest.signsIn('nobody@alder.example')
      await expect(guest.page.getByText(guest.text('ACCESS_DENIED'))).toBeVisible()
      await shoot(guest, 'login-refused')
      await guest.page.reload()
      await guest.signsIn('twofactor@birch.example')
      await expect(guest.page.getByRole('dialog')).toBeVisible()
      await shoot(guest, 'login-two-factor')
      await guest.page.reload()
      await guest.signsIn('newcomer@alder.example')
      await expect(guest.page).toHaveURL(/first-login$/)
      await shoot(guest, 'first-login')
      await guest.leaves()
    })

    test(`the desk and the broker's home, ${language}, ${theme}`, async ({ browser }) => {
      const shoot = shooting(`${language}-${theme}`)
      const { url } = product
      const trader = await Trader.signsIn({ ...who, url, browser, email: 'trader@alder.example' })
      const contra = await Trader.signsIn({ ...who, url, browser, email: 'trader@cypress.example' })
      await draws(trader, shoot)
      const email = `broker@${await meets(trader, contra, shoot)}.example`
      const broker = await BrokerDesk.signsIn({ ...who, url, browser, email })
      await executes(broker, shoot)
      const idle = await BrokerDesk.signsIn({ ...who, url, browser, email: otherThan(email) })
      await expect(idle.page.getByText(idle.text('agreement.emptyTitle'))).toBeVisible()
      await shoot(idle, 'broker-empty')
      await Promise.all([trader, contra, broker, idle].map((each) => each.leaves()))
    })
  }
}

/** From the search to the review. */
async function draws(trader: Trader, shoot: Shoot): Promise<void> {
  await shoot(trader, 'desk')
  await trader.page
    .getByRole('combobox', { name: trader.text('advert.search.label') })
    .first()
    .fill('みつび')
  await trader.page.getByRole('option').first().waitFor()
  await shoot(trader, 'desk-search')
  await trader.page.keyboard.press('Escape')
}

/** A broker's account that is not this one. */
const otherThan = (email: string): string =>
  email === 'broker@kaede.example' ? 'broker@tsubaki.example' : 'broker@kaede.example'

/** From the review to the outcome. Gives the executing broker's name, as its address has it. */
async function meets(trader: Trader, contra: Trader, shoot: Shoot): Promise<string> {
  const paused = '8306.T'
  await trader.advertises('BUY', paused, 40_000)
  await trader.button('advert.action.pause').click()
  await trader.sees(paused, 'advert.status.PAUSED')
  const ric = '7203.T'
  await trader.drafts('BUY', ric, 40_000)
  await shoot(trader, 'desk-editor')
  await trader.page.getByLabel(trader.text('advert.quantity'), { exact: true }).press('Enter')
  await expect(trader.button('advert.review.confirm.send')).toBeFocused()
  await shoot(trader, 'desk-review')
  await trader.page.keyboard.press('Enter')
  await trader.sees(ric, 'advert.status.SENT')
  await shoot(trader, 'desk-sent')
  await contra.advertises('SELL', ric, 30_000)
  await trader.seesContraLocated('30,000')
  // Past the first 700 ms the buttons are drawn as they will be pressed.
  await expect(trader.popup.locator('.locate-accept')).toHaveAttribute('aria-disabled', 'false')
  await shoot(trader, 'desk-located')
  await trader.answers('a')
  await shoot(trader, 'desk-waiting')
  await contra.answers('a')
  const { broker } = await trader.handedTo()
  await expect(trader.popup.getByText(trader.text('locate.contact.loading'))).toBeHidden()
  await shoot(trader, 'desk-accepted')
  await trader.readsOutcome()
  await contra.readsOutcome()
  await trader.page.getByRole('button', { name: new RegExp(bellName(trader)) }).click()
  await shoot(trader, 'desk-bell')
  await trader.page.keyboard.press('Escape')
  await trader.page.getByRole('button', { name: trader.text('header.profile') }).click()
  await shoot(trader, 'desk-profile')
  await trader.page.keyboard.press('Escape')
  await parts(trader, contra, shoot)
  return broker.split(' ')[0]?.toLowerCase() ?? ''
}

/** The bell's name without its count. */
const bellName = (trader: Trader): string =>
  `${trader.text('notification.bell')}|${trader.text('notification.unread', { count: '\\d+' })}`

/** One accepts, the other declines: both outcomes. */
async function parts(trader: Trader, contra: Trader, shoot: Shoot): Promise<void> {
  const ric = '6758.T'
  await trader.advertises('SELL', ric, 20_000)
  await contra.advertises('BUY', ric, 20_000)
  await trader.answers('a')
  await contra.answers('d')
  await trader.hears('locate.outcome.CONTRA_DECLINED')
  await shoot(trader, 'desk-contra-declined')
  await contra.hears('locate.outcome.DECLINED')
  await shoot(contra, 'desk-declined')
  await trader.readsOutcome()
}

async function executes(broker: BrokerDesk, shoot: Shoot): Promise<void> {
  await expect(broker.page.getByRole('dialog', { name: broker.text('agreement.matchTitle') })).toBeVisible()
  await shoot(broker, 'broker-match')
  await broker.readsMatch()
  await shoot(broker, 'broker')
  await broker.page.getByRole('button', { name: /Alder/ }).first().click()
  await expect(broker.page.getByText(broker.text('common.received')).first()).toBeVisible()
  await shoot(broker, 'broker-confirmed')
}
