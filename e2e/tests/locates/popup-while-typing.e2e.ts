import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Broker } from '@aitai/contract/schemas/reference.ts'
import { type CDPSession, expect, test } from '@playwright/test'
import { Trader } from '../../support/people.ts'
import { serverForEachTest } from '../../support/test-server.ts'
import {
  answerLocate,
  type ConnectedUser,
  confirmAll,
  generousRateLimits,
  sessionOf,
  signInBroker,
  signInContra,
  submitAdvert,
  tradableSecurities,
  tradableSecurity,
  waitForOpenLocate,
} from '../../support/trading-api.ts'

let contras: ConnectedUser[]
let broker: ConnectedUser
/** One broker executes everything. */
const path = { by: ({ brokerName }: Broker) => brokerName.startsWith('Hinoki') }

// Registered first, so that the contras leave before the server stops.
test.afterEach(() => Promise.all([...contras, broker].map((client) => client.leaves())))
const product = serverForEachTest(generousRateLimits)
test.beforeEach(async () => {
  contras = await Promise.all(['birch', 'cypress'].map((firm) => signInContra(product.url, firm)))
  broker = await signInBroker(product.url, 'hinoki')
})

/** A trader at a desk, with a record of every answer that the page sends. */
async function atDesk(browser: Parameters<typeof Trader.signsIn>[0]['browser'], language: 'En' | 'Jp') {
  const { url } = product
  const trader = await Trader.signsIn({ url, browser, email: 'trader@alder.example', language })
  const sent: string[] = []
  trader.page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
  })
  const session = await sessionOf(trader.page, url)
  return {
    trader,
    sent,
    session,
    quantity: trader.page.getByLabel(trader.text('advert.quantity'), { exact: true }),
  }
}
const decisions = (sent: readonly string[]): string[] =>
  sent.filter((path) => /connect-(acceptance|rejection)|(submit|modify)-advert/.test(path))

test('500 characters typed into the editor while 20 popups arrive: all are entered, nothing is answered', {
  tag: '@full',
}, async ({ browser }) => {
  test.setTimeout(240_000)
  const { trader, sent, session, quantity } = await atDesk(browser, 'En')
  await trader.drafts('BUY', '7203.T', 40_000)
  const equities = (await tradableSecurities(session)).filter(({ ric }) => ric !== '7203.T').slice(0, 20)
  await quantity.fill('')
  // They include every key that answers or opens something elsewhere, but the one that leaves a number field for
  // the search.
  const characters = 'a1d2A3D4 ?5;6k7m8 9adAD0,.'.slice(0, 25)
  for (const [i, equity] of equities.entries()) {
    const contra = contras[i % contras.length] as ConnectedUser
    const arrives = async (): Promise<void> => {
      await Promise.all([
        submitAdvert(session, equity, 'BUY', path),
        submitAdvert(contra, equity, 'SELL', path),
      ])
      await expect(trader.popup).toContainText(trader.text('locate.title'))
      await expect(trader.popup).toContainText(equity.ric)
    }
    await Promise.all([trader.page.keyboard.type(characters, { delay: 40 }), arrives()])
    // Another tab accepts, so that the next locate can start: at most two are open for one trader
    // (docs/rules.md, E10), and declining would end the day's locates after three (docs/rules.md §21).
    await Promise.all([answerLocate(session, equity, 'accept'), answerLocate(contra, equity, 'accept')])
    await expect(trader.popup).not.toContainText(trader.text('locate.title'))
    // A trader with ten agreements that the broker has not confirmed is not located.
    await confirmAll(broker)
  }

  expect(await quantity.inputValue()).toBe(characters.repeat(20))
  await expect(quantity).toBeFocused()
  expect(decisions(sent)).toEqual([])
})

test('Enter at 0, 100 and 500 ms after a contra is located decides nothing', async ({ browser }) => {
  const { trader, sent, session } = await atDesk(browser, 'En')
  const [security] = await tradableSecurities(session)
  if (!security) throw new Error('no security')
  // The page itself presses the button, without the delay of the test: for a button, Enter is a click.
  await trader.page.evaluate(await readFile(join(import.meta.dirname, '../../page/early-presses.js'), 'utf8'))
  await Promise.all([
    submitAdvert(session, security, 'BUY'),
    submitAdvert(contras[0] as ConnectedUser, security, 'SELL'),
  ])
  await trader.seesContraLocated('50,000')
  await trader.page.keyboard.press('Enter')
  await trader.page.keyboard.press('F8')
  await trader.page.keyboard.press('Enter')
  await expect.poll(() => trader.page.evaluate('window.pressed.length')).toBe(3)
  await trader.page.keyboard.press('Enter')

  expect(decisions(sent)).toEqual([])
  expect((await waitForOpenLocate(session, security)).answer).toBeNull()
  // The same click a moment later does decide: only the first 700 ms prevented it.
  await expect(trader.popup.locator('.locate-accept')).toHaveAttribute('aria-disabled', 'false')
  await trader.popup.locator('.locate-accept').click()
  await expect(trader.popup).toContainText(trader.text('locate.waiting.accepted'))
})

/** Composes text like an input method, presses keys that belong to it, and leaves the text uncommitted. */
async function composes(input: CDPSession, text: string, keys: readonly string[]): Promise<void> {
  await input.send('Input.imeSetComposition', {
    text,
    selectionStart: text.length,
    selectionEnd: text.length,
  })
  for (const key of keys) {
    const event = { key, code: key, windowsVirtualKeyCode: 229 }
    await input.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...event })
    await input.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event })
  }
}

test('composing with an input method neither searches, nor sends, nor answers', async ({ browser }) => {
  const { trader, sent, session, quantity } = await atDesk(browser, 'Jp')
  const { page } = trader
  const input = await page.context().newCDPSession(page)
  const search = page.getByRole('combobox', { name: trader.text('advert.search.label') }).first()
  await search.focus()
  await composes(input, 'とよた', ['ArrowDown', 'Enter'])
  await expect(search).toBeFocused()
  expect(sent.filter((path) => path.endsWith('create-advert'))).toEqual([])
  await input.send('Input.insertText', { text: 'とよた' })
  await page.getByRole('option', { name: '7203.T' }).waitFor()
  await page.keyboard.press('Enter')
  await expect(quantity).toBeFocused()

  await quantity.fill('')
  await composes(input, '４万', ['Enter', 'Escape'])
  await expect(trader.button('advert.review.confirm.send')).toBeHidden()
  await expect(quantity).toBeFocused()

  const security = await tradableSecurity(session, '6758.T')
  await Promise.all([
    submitAdvert(session, security, 'BUY'),
    submitAdvert(contras[0] as ConnectedUser, security, 'SELL'),
  ])
  await trader.seesContraLocated('50,000')
  await expect(trader.popup.locator('.locate-accept')).toHaveAttribute('aria-disabled', 'false')
  // F8 converts the composition to half-width katakana, and A and D are letters of it.
  await composes(input, '４万あ', ['F8', 'a', 'd', 'Enter'])

  await expect(quantity).toBeFocused()
  expect(decisions(sent)).toEqual([])
  expect((await waitForOpenLocate(session, security)).answer).toBeNull()
})
