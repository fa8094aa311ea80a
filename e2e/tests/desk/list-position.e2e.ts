import { expect, test } from '@playwright/test'
import { Trader } from '../../support/people.ts'
import { serverForEachTest } from '../../support/test-server.ts'
import {
  answerLocate,
  generousRateLimits,
  sessionOf,
  signInContra,
  submitAdvert,
  tradableSecurities,
} from '../../support/trading-api.ts'

const product = serverForEachTest(generousRateLimits)
const listed = 30
const more = 10

test('the list of IOIs stays at its newest when an outcome is closed and when a popup returns the focus', {
  tag: '@full',
}, async ({ browser }) => {
  const { url } = product
  const contra = await signInContra(url, 'birch')
  const trader = await Trader.signsIn({ url, browser, email: 'trader@alder.example', language: 'En' })
  const { page } = trader
  const session = await sessionOf(page, url)
  const all = await tradableSecurities(session)
  const [oldest] = all
  if (!oldest) throw new Error('no securities')
  for (const equity of all.slice(0, listed)) await submitAdvert(session, equity, 'BUY')
  const list = page.getByRole('listbox', { name: trader.text('advert.list.title') })
  const scrolled = () => list.evaluate((element) => element.scrollTop)

  await test.step('the outcome of the oldest, with the focus nowhere before', async () => {
    await page.reload()
    await trader.isAtDesk()
    await expect(list.getByRole('option').first()).toBeVisible()
    await submitAdvert(contra, oldest, 'SELL')
    await trader.answers('a')
    await answerLocate(contra, oldest, 'accept')
    await trader.seesOutcome('locate.outcome.ACCEPTED')
    await page.keyboard.press('F8')
    await page.keyboard.press('Enter')
    await trader.seesNoPopup()
    await expect(list).toBeFocused()
    expect(await scrolled()).toBe(0)
  })

  await test.step('a row that was clicked, and is far down when a popup closes', async () => {
    await list.getByRole('option').nth(2).click()
    await expect(list).toBeFocused()
    for (const equity of all.slice(listed, listed + more)) await submitAdvert(session, equity, 'BUY')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(list).toBeFocused()
    await expect(list.getByRole('option', { selected: true })).toHaveAttribute('aria-posinset', `${more + 3}`)
    expect(await scrolled()).toBe(0)
  })
  await contra.leaves()
})
