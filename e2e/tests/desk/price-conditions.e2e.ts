import type { ApiSession } from '@aitai/contract/api-client.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { expect, type Locator, test } from '@playwright/test'
import { Trader } from '../../support/people.ts'
import { serverForAllTests } from '../../support/test-server.ts'
import {
  answerLocate,
  generousRateLimits,
  sessionOf,
  signInContra,
  submitAdvert,
  tradableSecurities,
} from '../../support/trading-api.ts'

const product = serverForAllTests(generousRateLimits)

type Kind = 'advertising' | 'knockout' | 'indexRelative'
const condition = (trader: Trader, kind: Kind): Locator =>
  trader.page.getByRole('group', { name: trader.text(`advert.panel.${kind}`), exact: true })
const level = (trader: Trader, kind: Kind): Locator => condition(trader, kind).getByRole('textbox').nth(0)
const offset = (trader: Trader, kind: Kind): Locator => condition(trader, kind).getByRole('textbox').nth(1)
const turned = (trader: Trader, kind: Kind): Locator => condition(trader, kind).getByRole('switch')
const toSend = '7203.T'

// spec: 4.other.9
test('price conditions are typed, reset, satisfied and, with a low rating, unavailable', {
  tag: '@full',
}, async ({ browser }) => {
  const url = product.url
  const trader = await Trader.signsIn({ url, browser, email: 'trader@alder.example', language: 'En' })
  const session = await sessionOf(trader.page, url)
  const [toyota, ...others] = await inOrder(session)
  await trader.drafts('BUY', toSend, 40_000)
  await trader.button('advert.panel.open').click()
  // spec: 5.editor.9
  await test.step('levels are on the tick, never negative, and saved again when switched off', () =>
    types(trader))
  await test.step('one that has fired stays as it is until its advert is dead', () => fires(trader, toyota))
  // spec: 6.7
  await test.step('below a rating of 41 the advertising trigger is dim and says so, in both languages', () =>
    declines(trader, session, others))
})

/** All securities that can be sent, the one of this test first. */
async function inOrder(session: ApiSession): Promise<[Equity, ...Equity[]]> {
  const all = await tradableSecurities(session)
  const first = all.find(({ ric }) => ric === toSend)
  if (!first) throw new Error(`${toSend} is not listed`)
  return [first, ...all.filter((each) => each !== first)]
}

async function types(trader: Trader): Promise<void> {
  const { page } = trader
  await expect(level(trader, 'knockout')).toBeDisabled()
  await expect(offset(trader, 'knockout')).toBeDisabled()
  await turned(trader, 'knockout').click()
  const saved = await level(trader, 'knockout').inputValue()
  await level(trader, 'knockout').fill('-5')
  await page.keyboard.press('Tab')
  await expect(condition(trader, 'knockout')).toContainText(trader.text('advert.panel.level.invalid'))
  await level(trader, 'knockout').fill('2950.77')
  await page.keyboard.press('Tab')
  await expect(level(trader, 'knockout')).toHaveValue('2,950.5')
  await expect(condition(trader, 'knockout')).toContainText(trader.text('advert.panel.rounded'))
  await turned(trader, 'knockout').click()
  await expect(level(trader, 'knockout')).toBeDisabled()
  await expect(level(trader, 'knockout')).toHaveValue(saved)
  await expect(offset(trader, 'knockout')).toHaveValue('5.00')
  await page.mouse.move(0, 0)
}

/** A buyer's trigger at the day's upper limit fires with the first two quotes. */
async function fires(trader: Trader, { maxPrice }: Equity): Promise<void> {
  const { page } = trader
  await turned(trader, 'advertising').click()
  await level(trader, 'advertising').fill(String(Math.floor(maxPrice)))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText(trader.text('advert.panel.advertising'))
  await expect(trader.button('advert.review.confirm.send')).toBeFocused()
  await page.keyboard.press('Enter')
  const why = condition(trader, 'advertising').getByText(trader.text('advert.panel.satisfied'))
  await expect(why).toBeVisible()
  await expect(turned(trader, 'advertising')).toHaveAttribute('aria-disabled', 'true')
  await expect(level(trader, 'advertising')).toBeDisabled()
  await turned(trader, 'advertising').press('Space')
  await expect(turned(trader, 'advertising')).toBeChecked()
  await trader.button('advert.action.cancel').click()
  await trader.button('advert.cancel.confirm').click()
  await trader.sees(toSend, 'advert.status.CANCELLED')
  await expect(why).toBeHidden()
  await turned(trader, 'advertising').click()
  await expect(turned(trader, 'advertising')).not.toBeChecked()
}

/** Six declines lead to a rating of 33; at most four count for one contra institution. */
async function declines(trader: Trader, session: ApiSession, others: readonly Equity[]): Promise<void> {
  const contras = await Promise.all(['birch', 'cypress'].map((firm) => signInContra(product.url, firm)))
  for (const [index, equity] of others.slice(0, 6).entries()) {
    const contra = contras[index % 2]
    if (!contra) throw new Error('no contra')
    await submitAdvert(contra, equity, 'SELL')
    await submitAdvert(session, equity, 'BUY')
    await answerLocate(session, equity, 'decline')
    await answerLocate(contra, equity, 'accept')
  }
  const { page } = trader
  await page.reload()
  await trader.isAtDesk()
  await trader.drafts('SELL', others[6]?.ric ?? '', 10_000)
  await trader.button('advert.panel.open').press('Enter')
  await expect(condition(trader, 'advertising')).toContainText(
    trader.text('advert.panel.rating', { rating: 33 }),
  )
  await expect(turned(trader, 'advertising')).toHaveAttribute('aria-disabled', 'true')
  await turned(trader, 'advertising').press('Space')
  await expect(turned(trader, 'advertising')).not.toBeChecked()
  await turned(trader, 'knockout').press('Space')
  await expect(turned(trader, 'knockout')).toBeChecked()
  await page.getByRole('button', { name: 'JP', exact: true }).first().press('Enter')
  const inJapanese = new Trader(page, 'Jp')
  await expect(condition(inJapanese, 'advertising')).toContainText(
    inJapanese.text('advert.panel.rating', { rating: 33 }),
  )
}
