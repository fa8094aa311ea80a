import type { TextKey } from '@aitai/messages/en.ts'
import { expect, type Locator, test } from '@playwright/test'
import { BrokerUser, type Person, Trader } from '../../support/people.ts'
import { serverForEachTest } from '../../support/test-server.ts'

const product = serverForEachTest()

const ric = '7203.T'

/** The row's button about the execution, which opens the report. */
const rowButton = (broker: BrokerUser): Locator =>
  broker.page.getByRole('row').filter({ hasText: ric }).locator('.agreement-execution')

const dialog = (broker: BrokerUser, title: TextKey): Locator =>
  broker.page.getByRole('dialog', { name: broker.text(title) })

/** Opens the report by keyboard; no key that is held or pressed twice on the way chooses or reports. */
async function reportsByKeyboard(broker: BrokerUser): Promise<void> {
  const { page } = broker
  await rowButton(broker).focus()
  await page.keyboard.press('Enter')
  await broker.button('agreement.executed.nothing').press('Enter')
  const popup = dialog(broker, 'agreement.notExecuted.title')
  const [buyer] = await popup.getByRole('radio').all()
  if (!buyer) throw new Error('no sides to choose from')
  await expect(buyer).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(popup.getByRole('radio', { checked: true })).toHaveCount(0)
  const report = popup.getByRole('button', { name: broker.text('agreement.notExecuted.report'), exact: true })
  await expect(report).toBeDisabled()
  await page.keyboard.press('Space')
  await expect(buyer).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(report).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(popup).toBeHidden()
  await expect(rowButton(broker)).toBeFocused()
}

/** What the desk says of the completed IOI, in the bell, in its history row and in its rating. */
async function sees(trader: Trader, by: 'YOU' | 'CONTRA', kind: 'NOT_EXECUTED' | 'ACCEPT'): Promise<void> {
  const { page } = trader
  await expect(page.getByText(trader.text(`locate.notExecuted.${by}`))).toBeVisible()

  await page.locator('.dropdown-trigger:has(.bell-count)').click()
  const line = page.locator('.bell-line').filter({
    hasText: trader.text('notification.NOT_EXECUTED_REPORTED'),
  })
  await expect(line).toContainText(trader.text(`notification.notExecuted.${by}`))
  await page.keyboard.press('Escape')

  await page.locator('.rating .dropdown-trigger').click()
  const newest = page
    .getByRole('table', { name: trader.text('ledger.events') })
    .getByRole('row')
    .nth(1)
  await expect(newest).toContainText(trader.text(`ledger.kind.${kind}`))
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: trader.text('history.open') }).click()
  await expect(page.getByRole('row').filter({ hasText: ric })).toContainText(
    new RegExp(trader.text(`history.notExecuted.${by}`, { time: '\\d\\d:\\d\\d' })),
  )
  await page.getByRole('button', { name: trader.text('history.close') }).click()
}

const namesNobody = ({ page }: Person, ...institutions: readonly string[]) =>
  Promise.all(institutions.map((each) => expect(page.getByText(each)).toHaveCount(0)))

test('a broker reports that nothing was executed, corrects it and withdraws it, and both sides see it', {
  tag: '@full',
}, async ({ browser }) => {
  const { url } = product
  const buyer = await Trader.signsIn({ url, browser, email: 'trader@alder.example', language: 'En' })
  const seller = await Trader.signsIn({ url, browser, email: 'trader@birch.example', language: 'Jp' })
  await buyer.advertises('BUY', ric, 40_000)
  await seller.advertises('SELL', ric, 40_000)
  for (const trader of [buyer, seller]) await trader.answers('a')
  const { broker: name } = await buyer.handedTo()
  for (const trader of [buyer, seller]) await trader.readsOutcome()
  const email = `broker@${name.split(' ')[0]?.toLowerCase()}.example`
  const broker = await BrokerUser.signsIn({ url, browser, email, language: 'Jp' })
  await broker.readsMatch()

  await test.step('the buyer did not follow through', async () => {
    await reportsByKeyboard(broker)
    await expect(rowButton(broker)).toContainText(broker.text('agreement.notExecuted.by.BUY', { time: '' }))
    await expect(broker.page.getByText(broker.text('agreement.open', { count: 1 }))).toHaveCount(0)
    await sees(buyer, 'YOU', 'NOT_EXECUTED')
    await sees(seller, 'CONTRA', 'ACCEPT')
    await namesNobody(buyer, 'Birch')
    await namesNobody(seller, 'Alder')
  })

  await test.step('a correction: neither side did', async () => {
    await rowButton(broker).click()
    const popup = dialog(broker, 'agreement.notExecuted.changeTitle')
    await popup.getByRole('radio', { name: broker.text('agreement.notExecuted.both') }).check()
    await popup
      .getByRole('button', { name: broker.text('agreement.notExecuted.correct'), exact: true })
      .click()
    await expect(popup).toBeHidden()
    for (const trader of [buyer, seller])
      await expect(trader.page.getByText(trader.text('locate.notExecuted.BOTH'))).toBeVisible()
  })

  await test.step('a withdrawal: as if nothing had been reported', async () => {
    await rowButton(broker).click()
    await broker.button('agreement.notExecuted.withdraw').click()
    await expect(rowButton(broker)).toHaveText(broker.text('agreement.executed.action'))
    for (const trader of [buyer, seller]) {
      await expect(trader.page.getByText(trader.text('locate.notExecuted.BOTH'))).toHaveCount(0)
      await trader.page.locator('.rating .dropdown-trigger').click()
      const ledger = trader.page.getByRole('table', { name: trader.text('ledger.events') })
      await expect(ledger.getByRole('row').nth(1)).toContainText(trader.text('ledger.kind.ACCEPT'))
    }
  })
})
