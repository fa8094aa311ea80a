import { languages } from '@aitai/messages/texts.ts'
import { type Browser, expect, test } from '@playwright/test'
import { answers, contraAt, type Equity, securities, sends, unhurried } from './meetings.ts'
import { BrokerDesk } from './people.ts'
import { type Running, startServer } from './server.ts'
import type { WireClient } from './wire.ts'

let product: Running

test.beforeEach(async () => {
  product = await startServer(unhurried)
})
test.afterEach(() => product.stop())

interface Traders {
  readonly alder: WireClient
  readonly birch: WireClient
  readonly equities: readonly Equity[]
}

async function traders(): Promise<Traders> {
  const [alder, birch] = await Promise.all([contraAt(product.url, 'alder'), contraAt(product.url, 'birch')])
  return { alder, birch, equities: await securities(alder) }
}

/** Both sides advertise and accept; gives the word of the executing broker. */
async function agree({ alder, birch, equities }: Traders, ric: string): Promise<string> {
  const equity = equities.find((each) => each.ric === ric)
  if (!equity) throw new Error(`no security ${ric}`)
  await sends(alder, equity, 'BUY')
  await sends(birch, equity, 'SELL')
  await answers(alder, equity, 'accept')
  await answers(birch, equity, 'accept')
  const told = await alder.hears('Contra Connection Accepted!')
  const { brokerName } = told.locate as { brokerName: string }
  return brokerName.split(' ')[0]?.toLowerCase() ?? ''
}

async function signsIn(browser: Browser, word: string, language: 'En' | 'Jp'): Promise<BrokerDesk> {
  const email = `broker@${word}.example`
  return BrokerDesk.signsIn({ url: product.url, browser, email, language })
}

for (const language of languages)
  test(`a broker's day, from the match to its sheet of paper, in ${language}`, async ({ browser }) => {
    const people = await traders()
    const word = await agree(people, '7203.T')
    const broker = await signsIn(browser, word, language)
    const { page } = broker
    const row = page.getByRole('row').filter({ hasText: '7203.T' })
    const security = language === 'Jp' ? '7203.T - トヨタ自動車' : '7203.T - Toyota Motor'

    await test.step('a match waits for its OK', () => broker.readsMatch())
    await test.step('each side is confirmed, by whom and when', async () => {
      await broker.confirms('agreement.confirmBuy', 'Alder', security)
      await broker.confirms('agreement.confirmSell', 'Birch', security)
      await expect(row.locator('time')).toHaveCount(2)
      await expect(row.getByText(broker.text('common.received'))).toHaveCount(2)
    })
    await test.step('the keyboard alone takes it back', async () => {
      const undo = broker.text('agreement.undoBuy', { institution: 'Alder', security })
      const confirm = broker.text('agreement.confirmBuy', { institution: 'Alder', security })
      await page.getByRole('button', { name: undo }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: confirm })).toBeVisible()
    })
    await test.step('the search finds a password, and nothing else shows it', async () => {
      const password = (await row.locator('.agreement-password').first().textContent()) ?? ''
      const quick = page.getByRole('textbox', { name: broker.text('table.quick') })
      await quick.fill(password)
      await expect(row).toBeVisible()
      expect(`${page.url()} ${await page.title()}`).not.toContain(password)
      await quick.fill('zzz')
      await expect(page.getByText(broker.text('agreement.noneShown'))).toBeVisible()
      await broker.button('table.clear').click()
    })
    await test.step('the day on paper is alone on it, and holds no password', async () => {
      const passwords = await row.locator('.agreement-password').allTextContents()
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      await page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
      const paper = page.locator('.printed-day')
      await expect(paper).toBeVisible()
      await expect(page.locator('#root')).toBeHidden()
      await expect(paper).toContainText(security)
      for (const password of passwords) await expect(paper).not.toContainText(password)
      await expect(paper).toHaveCSS('color', 'rgb(0, 0, 0)')
      await expect(paper).toHaveCSS('background-color', 'rgb(255, 255, 255)')
      await page.evaluate("window.dispatchEvent(new Event('afterprint'))")
      await page.emulateMedia({ media: null, colorScheme: null })
      await expect(paper).toHaveCount(0)
    })
    await Promise.all([people.alder.leaves(), people.birch.leaves()])
  })
