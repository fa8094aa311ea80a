import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { Trader } from '../../support/people.ts'
import { serverForEachTest } from '../../support/test-server.ts'
import {
  generousRateLimits,
  sessionOf,
  signInContra,
  submitAdvert,
  tradableSecurity,
} from '../../support/trading-api.ts'

const product = serverForEachTest(generousRateLimits)

/** A desktop agent as a container puts it into the window before the page: FDC3's preload interface. */
const agent = (refusesIntents: boolean): string => `
  const listener = { unsubscribe: async () => {} }
  window.desktop = { raised: [], unhandled: [] }
  addEventListener('unhandledrejection', ({ reason }) => desktop.unhandled.push(String(reason)))
  window.fdc3 = {
    getInfo: async () => ({ fdc3Version: '2.2', provider: 'test' }),
    addIntentListener: async (_intent, handler) => {
      if (${refusesIntents}) throw new Error('IntentDeliveryFailed')
      desktop.views = handler
      return listener
    },
    addContextListener: async (_type, handler) => {
      desktop.broadcasts = handler
      return listener
    },
    raiseIntent: async (...raised) => void desktop.raised.push(raised),
  }`

async function atDesk(browser: Browser, script: string | null) {
  const fetched: string[] = []
  const trader = await Trader.signsIn({
    url: product.url,
    browser,
    email: 'trader@alder.example',
    language: 'En',
    prepare: async (window) => {
      window.on('request', (request) => fetched.push(request.url()))
      if (script !== null) await window.addInitScript({ content: script })
    },
  })
  const { page } = trader
  if (script !== null) await expect.poll(() => page.evaluate('"broadcasts" in desktop')).toBe(true)
  const quantity = page.getByLabel(trader.text('advert.quantity'), { exact: true })
  return { trader, page, quantity, fetched }
}

/** What another program says of a security. */
const says = (page: Page, kind: 'views' | 'broadcasts', ric: string): Promise<unknown> =>
  page.evaluate(`desktop.${kind}({ type: 'fdc3.instrument', id: { RIC: '${ric}' } })`)

const isSelected = (row: Locator) => expect(row).toHaveAttribute('aria-selected', 'true')

test('a quantity being typed stays when another program moves, and is entered when one shows a security here', async ({
  browser,
}) => {
  const { trader, page, quantity } = await atDesk(browser, agent(false))
  await trader.drafts('BUY', '6758.T', 1_000)
  await trader.drafts('BUY', '7203.T', 5_000)
  await says(page, 'broadcasts', '6758.T')
  await expect(quantity).toBeFocused()
  await page.keyboard.type('0')
  expect(await quantity.inputValue()).toBe('50000')

  await says(page, 'views', '6758.T')
  await isSelected(trader.row('6758.T'))
  await expect(quantity).not.toBeFocused()
  await says(page, 'broadcasts', '7203.T')
  await isSelected(trader.row('7203.T'))
  await expect(quantity).toHaveValue('50,000')

  await trader.button('advert.elsewhere').click()
  const context = { type: 'fdc3.instrument', name: 'Toyota Motor', id: { RIC: '7203.T', ticker: '7203' } }
  await expect.poll(() => page.evaluate('desktop.raised')).toEqual([['ViewInstrument', context]])
})

test('while a locate is open, other programs open nothing', async ({ browser }) => {
  const contra = await signInContra(product.url, 'birch')
  const { trader, page } = await atDesk(browser, agent(false))
  const session = await sessionOf(page, product.url)
  await trader.drafts('BUY', '6758.T', 1_000)
  const security = await tradableSecurity(session, '7203.T')
  await Promise.all([submitAdvert(session, security, 'BUY'), submitAdvert(contra, security, 'SELL')])
  await expect(trader.popup).toContainText(trader.text('locate.title'))
  // Not in a field, where a context of the channel is ignored in any case.
  await trader.row('7203.T').click()
  await isSelected(trader.row('7203.T'))
  const created: string[] = []
  page.on('request', (request) => created.push(new URL(request.url()).pathname))
  await says(page, 'broadcasts', '6758.T')
  await says(page, 'views', '6758.T')
  await says(page, 'views', '8306.T')

  await isSelected(trader.row('7203.T'))
  await expect(trader.popup).toContainText(trader.text('locate.title'))
  await page.keyboard.press('F8')
  expect(created.filter((path) => path.endsWith('/create-advert'))).toEqual([])
  await contra.leaves()
})

test('an agent that refuses the intent still moves the desk', { tag: '@full' }, async ({ browser }) => {
  const { trader, page } = await atDesk(browser, agent(true))
  await trader.drafts('BUY', '6758.T', 1_000)
  await trader.drafts('BUY', '7203.T', 5_000)
  await page.keyboard.press('Tab')
  await trader.row('7203.T').click()
  await says(page, 'broadcasts', '6758.T')

  await isSelected(trader.row('6758.T'))
  expect(await page.evaluate('desktop.unhandled')).toEqual([])
})

test('a plain browser fetches nothing for it', { tag: '@full' }, async ({ browser }) => {
  const withAgent = await atDesk(browser, agent(false))
  const chunksOf = (fetched: readonly string[]) =>
    fetched.map((url) => new URL(url).pathname).filter((path) => path.startsWith('/assets/src-'))
  expect(chunksOf(withAgent.fetched)).toHaveLength(1)
  await withAgent.trader.leaves()

  const plain = await atDesk(browser, null)
  await plain.trader.drafts('BUY', '7203.T', 5_000)
  expect(chunksOf(plain.fetched)).toEqual([])
  await expect(plain.trader.button('advert.elsewhere')).toHaveCount(0)
})
