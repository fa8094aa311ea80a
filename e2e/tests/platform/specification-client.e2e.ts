import { expect, test } from '@playwright/test'
import { serverForAllTests } from '../../support/test-server.ts'
import { type Transport, WireClient } from '../../support/wire-client.ts'

const password = 'correct-horse-aitai'
const product = serverForAllTests()

interface Agreement {
  readonly id: string
  readonly buyPw: string
  readonly sellPw: string
  readonly buyStatus: boolean
  readonly sellStatus: boolean
}

/** Sends an advert with every term of the specification. */
async function submits(trader: WireClient, ric: string, direction: 'BUY' | 'SELL', shareQuantity: number) {
  const equities = await trader.call<{ equityId: string; ric: string }[]>('GET', '/equity/get-equities')
  const securityId = equities.find((each) => each.ric === ric)?.equityId
  const brokers = await trader.call<{ brokerID: string }[]>('GET', '/broker/user-brokers-list')
  const { id } = await trader.call('POST', '/advert/create-advert', { securityId })
  await trader.call('POST', '/advert/submit-advert', {
    id,
    securityId,
    duration: '150',
    direction,
    shareQuantity,
    minimumQuantity: 25,
    quantityDecay: false,
    currentQuantity: shareQuantity,
    credibilityHurdle: 10,
    advertisingTriggerActivated: false,
    advertisingTrigger: 0,
    advertTriggerSatisfied: false,
    knockoutTriggerActivated: false,
    knockoutTrigger: 0,
    indexRelativeKOTriggerActivated: false,
    indexRelativeKOTrigger: 0,
    brokerIds: brokers.slice(0, 4).map(({ brokerID }) => brokerID),
    ranked: false,
    transactionType: 'CASH_ONLY',
    transactionTypePreference: 'CASH_ONLY',
    usdnotional: 0,
    jpynotional: 0,
  })
}

async function brokersOf(url: string, transport: Transport): Promise<WireClient[]> {
  const names = ['hinoki', 'kaede', 'tsubaki', 'momiji', 'kuromatsu']
  return Promise.all(
    names.map((name) => WireClient.signIn(url, `broker@${name}.example`, password, transport)),
  )
}

/** Exactly one broker lists the agreement, with both passwords, and confirms both sides. */
async function brokerConfirms(
  brokers: readonly WireClient[],
  agreementId: string,
  buyPw: string,
): Promise<void> {
  const path = '/connection-agreement/broker-user-execution-listing'
  const listings = await Promise.all(brokers.map((broker) => broker.call<Agreement[]>('GET', path)))
  const holders = brokers.filter((_, i) => listings[i]?.some(({ id }) => id === agreementId))
  expect(holders).toHaveLength(1)
  const agreement = listings.flat().find(({ id }) => id === agreementId)
  expect(agreement?.buyPw).toBe(buyPw)
  expect(agreement?.sellPw).not.toBe(agreement?.buyPw)
  const [broker] = holders
  await broker?.receives('New IOI Match Confirmed')
  for (const side of [{ buyStatus: true }, { sellStatus: true }]) {
    await broker?.call('POST', '/connection-agreement/broker-execution-confirmation', {
      connectionAgreementId: agreementId,
      ...side,
    })
  }
  const after = await broker?.call<Agreement[]>('GET', path)
  expect(after?.find(({ id }) => id === agreementId)).toMatchObject({ buyStatus: true, sellStatus: true })
}

for (const [transport, ric] of [
  ['websocket', '7203.T'],
  ['xhr-streaming', '6758.T'],
] as const) {
  test(`the main job works for a client that knows only the specification, over ${transport}`, {
    tag: '@main',
  }, async () => {
    const signIn = (email: string) => WireClient.signIn(product.url, email, password, transport)
    const buyer = await signIn('trader@alder.example')
    const seller = await signIn('trader@birch.example')
    const brokers = await brokersOf(product.url, transport)

    await submits(buyer, ric, 'BUY', 40_000)
    await submits(seller, ric, 'SELL', 30_000)
    for (const [trader, direction] of [
      [buyer, 'BUY'],
      [seller, 'SELL'],
    ] as const) {
      const { locateNotificationId } = await trader.receives('Contra Located')
      const listed = await trader.call<{ locateNotificationId: string; locationQuantity: number }[]>(
        'GET',
        '/locate-notification/list-locate-notifications',
      )
      const locate = listed.find((each) => each.locateNotificationId === locateNotificationId)
      expect(locate?.locationQuantity).toBe(30_000)
      await trader.call('POST', '/locate-notification/connect-acceptance', {
        direction,
        locationNotificationId: locateNotificationId,
      })
    }

    const bought = await buyer.receives('Contra Connection Accepted!')
    const sold = await seller.receives('Contra Connection Accepted!')
    expect(bought.connectionAgreementId).toBe(sold.connectionAgreementId)
    const handed = await buyer.call<{ password: string }>('POST', '/connection-agreement/connect-broker', {
      connectAgreementId: bought.connectionAgreementId,
    })

    await brokerConfirms(brokers, String(bought.connectionAgreementId), handed.password)
    await Promise.all([buyer, seller, ...brokers].map((client) => client.leaves()))
  })
}
