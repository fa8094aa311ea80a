import { callApi } from '@aitai/contract/api-client.ts'
import { brokerUserExecutionListing } from '@aitai/contract/routes/agreements.ts'
import { userBrokersList } from '@aitai/contract/routes/reference.ts'
import type { Broker } from '@aitai/contract/schemas/reference.ts'
import { languages } from '@aitai/messages/texts.ts'
import { expect, test } from '@playwright/test'
import { expectAccessible, expectNoLayoutFaults } from '../../accessibility/checks.ts'
import { nextDayWithoutLimits, securitiesToMeetIn } from '../../support/many-locates.ts'
import { BrokerUser } from '../../support/people.ts'
import { serverForEachTest } from '../../support/test-server.ts'
import {
  answerLocate,
  generousRateLimits,
  sessionOf,
  signInContra,
  submitAdvert,
} from '../../support/trading-api.ts'

const product = serverForEachTest(generousRateLimits)
const many = 20

/** Twenty agreements of one broker, whose short name is returned. */
async function agreeOnMany(): Promise<string> {
  const [buyer, seller] = await Promise.all([
    signInContra(product.url, 'alder'),
    signInContra(product.url, 'birch'),
  ])
  const [broker] = await callApi(buyer, userBrokersList)
  if (!broker) throw new Error('no broker')
  const equities = await securitiesToMeetIn(buyer, many)
  expect(equities).toHaveLength(many)
  // Few shares of expensive ones, so that no size needs a confirmation.
  const terms = { shareQuantity: 10_000 }
  const how = { terms, by: ({ brokerID }: Broker) => brokerID === broker.brokerID }
  await Promise.all(equities.map((equity) => submitAdvert(buyer, equity, 'BUY', how)))
  await Promise.all(equities.map((equity) => submitAdvert(seller, equity, 'SELL', how)))
  const both = equities.flatMap((equity) => [[buyer, equity] as const, [seller, equity] as const])
  await Promise.all(both.map(([trader, equity]) => answerLocate(trader, equity, 'accept')))
  await Promise.all([buyer.leaves(), seller.leaves()])
  return broker.brokerName.split(' ')[0]?.toLowerCase() ?? ''
}

for (const language of languages)
  test(`twenty agreements are confirmed in one action, by keyboard alone, in ${language}`, {
    tag: '@full',
  }, async ({ browser }) => {
    test.setTimeout(240_000)
    const clock = await nextDayWithoutLimits(product, many)
    const { url } = product
    const email = `broker@${await agreeOnMany()}.example`
    const broker = await BrokerUser.signsIn({ url, browser, email, language, clock })
    const { page } = broker
    const ok = broker.button('common.ok')
    await expect(ok).toBeVisible()
    await expect(async () => {
      // A match that arrives as OK is pressed is not closed by it.
      if (await ok.isVisible()) await ok.click({ timeout: 1_000 })
      await expect(page.getByRole('dialog')).toBeHidden({ timeout: 1_000 })
    }).toPass()
    const bar = page.getByRole('region', { name: broker.text('agreement.selection') })
    const confirm = bar.getByRole('button', { name: broker.text('agreement.bulk.confirm') })

    await test.step('no row is selected, and the button says so', async () => {
      await expect(page.locator('.agreements-open')).toHaveText(
        broker.text('agreement.open', { count: many }),
      )
      await expect(confirm).toBeDisabled()
    })
    await test.step('one key selects all of them', async () => {
      await page.locator('.ag-row[row-index="0"] [col-id="security"]').focus()
      await page.keyboard.press('Control+a')
      await expect(bar.getByRole('status')).toContainText(String(many))
      await expect(page.locator('.ag-row[aria-selected=true]').first()).toBeVisible()
    })
    await test.step('the review lists all forty passwords, and its focus is not on the button that confirms', async () => {
      await expectAccessible(broker, 'broker-selected')
      await expectNoLayoutFaults(broker, 'broker-selected')
      await confirm.focus()
      await page.keyboard.press('Enter')
      const popup = page.getByRole('dialog', { name: broker.text('agreement.bulk.title.confirm') })
      await expect(popup).toContainText(broker.text('agreement.bulk.passwords', { count: 2 * many }))
      await expect(popup.locator('.agreement-password')).toHaveCount(2 * many)
      await expect(broker.button('agreement.bulk.back')).toBeFocused()
      await expectAccessible(broker, 'broker-several')
      await expectNoLayoutFaults(broker, 'broker-several')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
    })
    await test.step('each has its result, and the server has all confirmations', async () => {
      const popup = page.getByRole('dialog', { name: broker.text('agreement.bulk.result') })
      const done = broker.text('agreement.bulk.done', { done: many, count: many })
      await expect(popup.getByRole('status')).toHaveText(done, { timeout: 30_000 })
      await expect(popup.locator('[data-outcome=done]')).toHaveCount(many)
      const session = await sessionOf(page, url)
      const listed = await callApi(session, brokerUserExecutionListing)
      expect(listed.filter(({ buyStatus, sellStatus }) => buyStatus && sellStatus)).toHaveLength(many)
      await expect(broker.button('common.ok')).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(popup).toBeHidden()
    })
    await test.step('nothing is to confirm or selected any more', async () => {
      await expect(bar.getByRole('status')).toHaveText(broker.text('agreement.selected.none'))
      await expect(page.locator('.agreements-open')).toHaveCount(0)
      await expect(confirm).toBeFocused()
    })
  })
