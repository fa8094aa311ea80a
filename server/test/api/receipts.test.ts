import {
  type BrokerReceipt,
  receiptFormat,
  type TraderReceipt,
} from '@aitai/contract/evidence/evidence-formats.ts'
import { verifyEvidence } from '@aitai/contract/evidence/verify-evidence.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import { dayMs } from '@aitai/engine/calendar/trading-days.ts'
import { expect, test } from 'vitest'
import type { TestUser } from '../support/test-user.ts'
import { startAgreedWithStrangers } from './agreement-fixture.ts'

const pathOf = (agreementId: string): string => `/connection-agreement/receipt/${agreementId}`
const receiptOf = async (user: TestUser, agreementId: string): Promise<string> =>
  (await user.callsOk<{ receipt: string }>(pathOf(agreementId))).receipt

test('each side and the broker get a receipt that verifies, with what they see and nothing more', async () => {
  const { desk, alder, birch, executing, agreement } = await startAgreedWithStrangers()
  const { id } = agreement
  const keys = [{ publicKey: desk.app.signer.publicKey, usedUntil: null }]
  const texts = await Promise.all([alder, birch, executing].map((user) => receiptOf(user, id)))
  for (const text of texts)
    expect(await verifyEvidence(Buffer.from(text), [receiptFormat], keys)).toMatchObject({ valid: true })

  const [ofAlder, ofBirch, ofBroker] = texts.map((text) => JSON.parse(text)) as [
    TraderReceipt,
    TraderReceipt,
    BrokerReceipt,
  ]
  const facts = {
    format: 'aitai-receipt/1',
    installation: desk.app.config.publicUrl,
    agreementId: id,
    security: '7203.T',
    securityName: expect.any(String),
    quantity: agreement.locationQuantity,
    midPrice: String(agreement.midPrice),
    broker: executing.email.includes('hinoki') ? 'Hinoki' : 'Kaede',
    locatedAt: new Date(agreement.locateTime).toISOString(),
    agreedAt: new Date(agreement.agreedAt).toISOString(),
    keyId: desk.app.signer.keyId,
    signature: expect.any(String),
  }
  const own = { ...facts, view: 'TRADER', transactionType: 'CASH_ONLY' }
  expect(ofAlder).toEqual({ ...own, side: 'BUY', institution: 'Alder' })
  expect(ofBirch).toEqual({ ...own, side: 'SELL', institution: 'Birch' })
  expect(ofBroker).toEqual({
    ...facts,
    view: 'BROKER',
    buyInstitution: 'Alder',
    sellInstitution: 'Birch',
    buyTransactionType: 'CASH_ONLY',
    sellTransactionType: 'CASH_ONLY',
  })
  expect(JSON.stringify(ofAlder)).not.toContain('Birch')
  expect(JSON.stringify(ofBirch)).not.toContain('Alder')
  for (const text of texts)
    for (const secret of [agreement.buyPw, agreement.sellPw]) expect(text).not.toContain(secret)
})

test('everybody else gets the same bytes as for an agreement that does not exist', async () => {
  const { cypress, other, agreement } = await startAgreedWithStrangers()
  const unknown = `${agreement.id.slice(0, -2)}xx`
  for (const user of [cypress, other]) {
    const [foreign, none] = [await user.calls(pathOf(agreement.id)), await user.calls(pathOf(unknown))]
    expect(foreign.status).toBe(404)
    expect(foreign.text).toBe(none.text)
  }
})

test('a locate without an agreement has no receipt', async () => {
  const { alder, agreement } = await startAgreedWithStrangers()
  const [locate] = await alder.callsOk<LocateNotification[]>('/locate-notification/list-locate-notifications')
  expect(locate?.connectionAgreementId).toBe(agreement.id)
  expect((await alder.calls(pathOf(locate?.locateNotificationId ?? ''))).status).toBe(404)
})

test('the receipt of a past day has the same bytes, also after a restart', async () => {
  const { desk, alder, agreement } = await startAgreedWithStrangers()
  const before = await receiptOf(alder, agreement.id)
  desk.clock.advance(2 * dayMs)
  await desk.restart()
  const later = await desk.trader('alder')
  const twenty = await Promise.all(Array.from({ length: 20 }, () => receiptOf(later, agreement.id)))

  expect(new Set([before, ...twenty]).size).toBe(1)
})
