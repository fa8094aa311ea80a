import type { Language } from '@aitai/messages/texts.ts'
import { type Browser, expect, test } from '@playwright/test'
import { BrokerUser, Trader } from '../../support/people.ts'
import { serverForEachTest } from '../../support/test-server.ts'

const product = serverForEachTest()

const alder = 'trader@alder.example'
const birch = 'trader@birch.example'

/** A buyer at Alder and a seller at Birch, each with their own browser and language. */
async function bothSignIn(browser: Browser, buyers: Language, sellers: Language) {
  const { url } = product
  const buyer = await Trader.signsIn({ url, browser, email: alder, language: buyers })
  const seller = await Trader.signsIn({ url, browser, email: birch, language: sellers })
  return { buyer, seller }
}

// spec: 1.2, 2.broker.2, 2.trader.26, 4.locate.3, 4.locate.4, 6.6, 6.9
test('two traders meet, both accept, and the broker confirms both', { tag: '@main' }, async ({ browser }) => {
  const { buyer, seller } = await bothSignIn(browser, 'En', 'Jp')
  await buyer.advertises('BUY', '7203.T', 40_000)
  await seller.advertises('SELL', '7203.T', 30_000)

  await buyer.seesContraLocated('30,000')
  await seller.seesContraLocated('30,000')
  await buyer.answers('a')
  await seller.answers('a')
  const bought = await buyer.handedTo()
  const sold = await seller.handedTo()

  expect(sold.broker).toBe(bought.broker)
  expect(sold.password).not.toBe(bought.password)
  await expect(buyer.page.getByText(sold.password)).toHaveCount(0)
  await expect(seller.page.getByText(bought.password)).toHaveCount(0)
  await buyer.readsOutcome()
  await buyer.sees('7203.T', 'advert.status.COMPLETED')
  await seller.readsOutcome()
  await seller.sees('7203.T', 'advert.status.COMPLETED')

  const email = `broker@${bought.broker.split(' ')[0]?.toLowerCase()}.example`
  const broker = await BrokerUser.signsIn({ url: product.url, browser, email, language: 'Jp' })
  await broker.readsMatch()
  const table = broker.page.getByRole('grid').or(broker.page.getByRole('treegrid'))
  await expect(table).toContainText(bought.password)
  await expect(table).toContainText(sold.password)
  await broker.confirms('agreement.confirmBuy', 'Alder', '7203.T - トヨタ自動車')
  await broker.confirms('agreement.confirmSell', 'Birch', '7203.T - トヨタ自動車')
})

// spec: 2.trader.27, 2.trader.28, 4.locate.3, 4.locate.5, 4.locate.6
test('one declines: the other may resume, and both learn it at the same time', { tag: '@full' }, async ({
  browser,
}) => {
  const { buyer, seller } = await bothSignIn(browser, 'En', 'Jp')
  await buyer.advertises('BUY', '6758.T', 10_000)
  await seller.advertises('SELL', '6758.T', 10_000)
  await buyer.seesContraLocated('10,000')
  await buyer.answers('a')
  await seller.answers('d')

  await seller.seesOutcome('locate.outcome.DECLINED')
  await buyer.seesOutcome('locate.outcome.CONTRA_DECLINED')
  await seller.sees('6758.T', 'advert.status.PAUSED')
  await buyer.popup.getByRole('button', { name: buyer.text('locate.resume'), exact: true }).click()
  await buyer.sees('6758.T', 'advert.status.SENT')
})

test('both decline', { tag: '@full' }, async ({ browser }) => {
  const { buyer, seller } = await bothSignIn(browser, 'Jp', 'En')
  await seller.advertises('SELL', '8306.T', 10_000)
  await buyer.advertises('BUY', '8306.T', 10_000)
  await buyer.answers('d')
  await seller.answers('d')

  await buyer.seesOutcome('locate.outcome.DECLINED')
  await seller.seesOutcome('locate.outcome.DECLINED')
  await buyer.sees('8306.T', 'advert.status.PAUSED')
  await seller.sees('8306.T', 'advert.status.PAUSED')
})

// spec: 2.trader.29, 4.locate.2, 4.locate.7
test('a contra that does not answer times out, and the other side is offered Resume', {
  tag: '@full',
}, async ({ browser }) => {
  const { buyer, seller } = await bothSignIn(browser, 'En', 'Jp')
  await buyer.advertises('BUY', '9984.T', 10_000)
  await seller.advertises('SELL', '9984.T', 10_000)
  await buyer.answers('a')

  await buyer.seesOutcome('locate.outcome.CONTRA_TIMEOUT', 45_000)
  await seller.seesNoPopup()
  await expect(
    seller.page.getByText(seller.text('notification.missedCount', { count: 1 })).first(),
  ).toBeVisible()
  await buyer.sees('9984.T', 'advert.status.PAUSED')
  await expect(
    buyer.popup.getByRole('button', { name: buyer.text('locate.resume'), exact: true }),
  ).toBeVisible()
})

test('a paused advert is not located when its contra arrives', { tag: '@full' }, async ({ browser }) => {
  const { buyer, seller } = await bothSignIn(browser, 'En', 'Jp')
  await buyer.advertises('BUY', '7203.T', 10_000)
  await buyer.button('advert.action.pause').click()
  await buyer.sees('7203.T', 'advert.status.PAUSED')
  await seller.advertises('SELL', '7203.T', 10_000)
  await seller.sees('7203.T', 'advert.status.SENT')

  await buyer.seesNoPopup()
  await seller.seesNoPopup()
  await buyer.button('advert.action.resume').click()
  await buyer.seesContraLocated('10,000')
  await seller.seesContraLocated('10,000')
})
