import {
  type BrokerReceipt,
  receiptFormat,
  type TraderReceipt,
} from '@aitai/contract/evidence/evidence-formats.ts'
import { verifyEvidence } from '@aitai/contract/evidence/verify-evidence.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import { dayMs } from '@aitai/engine/calendar/trading-days.ts'
import { expect, test } from 'vitest'
import { evidenceSigner } from '../../src/evidence/evidence-signer.ts'
import { Operator } from '../support/operator.ts'
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

test('after an institution got another name, new receipts have it, and those from before stay valid', async () => {
  const { desk, alder, executing, agreement } = await startAgreedWithStrangers()
  const keys = [{ publicKey: desk.app.signer.publicKey, usedUntil: null }]
  const of = async () => [await receiptOf(alder, agreement.id), await receiptOf(executing, agreement.id)]
  const before = await of()
  const operator = new Operator(desk)
  const reason = 'after a merger'
  await operator.runs('firm rename', { firm: 'Alder', to: 'Alder & Oak', reason })
  // The former name belongs to somebody else from now on.
  await operator.runs('firm add', { name: 'Alder' })
  const after = await of()
  desk.clock.advance(2 * dayMs)
  await desk.restart()
  const later = await desk.trader('alder')

  expect(await receiptOf(later, agreement.id)).toBe(after[0])
  for (const text of [...before, ...after])
    expect(await verifyEvidence(Buffer.from(text), [receiptFormat], keys)).toMatchObject({ valid: true })
  const [own, ofBroker, newOwn, newOfBroker] = [...before, ...after].map((text) => JSON.parse(text))
  expect(newOwn).toEqual({ ...own, institution: 'Alder & Oak', signature: expect.any(String) })
  expect(newOfBroker).toEqual({
    ...ofBroker,
    buyInstitution: 'Alder & Oak',
    signature: expect.any(String),
  })
  expect(newOwn.signature).not.toBe(own.signature)
})

test('a key of another installation verifies no receipt of this one, and one that it signs says whose it is', async () => {
  const { desk, alder, agreement } = await startAgreedWithStrangers()
  const receipt = await receiptOf(alder, agreement.id)
  const other = evidenceSigner(Buffer.alloc(32, 7))
  const keys = [{ publicKey: other.publicKey, usedUntil: null }]
  const verified = (text: string) => verifyEvidence(Buffer.from(text), [receiptFormat], keys)

  expect(await verified(receipt)).toEqual({ valid: false, fault: 'UNKNOWN_KEY' })
  // Whoever writes the id of the other key into it, or signs it again, does not get the same receipt.
  const { keyId, signature: _, ...facts } = JSON.parse(receipt)
  expect(keyId).toBe(desk.app.signer.keyId)
  expect(await verified(receipt.replace(keyId, other.keyId))).toEqual({ valid: false, fault: 'SIGNATURE' })
  const forged = other.sign(facts)
  expect(await verified(forged)).toMatchObject({ valid: true, document: { keyId: other.keyId } })
  const own = [{ publicKey: desk.app.signer.publicKey, usedUntil: null }]
  expect(await verifyEvidence(Buffer.from(forged), [receiptFormat], own)).toMatchObject({ valid: false })
})

test('no receipt is signed with a key whose use had ended before the agreement', async () => {
  const { desk, alder, agreement } = await startAgreedWithStrangers()
  const { keyId, publicKey } = desk.app.signer
  const endsAt = (used_until: number) =>
    desk.app.database.updateTable('evidence_key').set({ used_until }).where('key_id', '=', keyId).execute()

  await endsAt(agreement.agreedAt - 1)
  expect((await alder.calls(pathOf(agreement.id))).status).toBe(503)
  await endsAt(agreement.agreedAt)
  const keys = [{ publicKey, usedUntil: agreement.agreedAt }]
  const receipt = Buffer.from(await receiptOf(alder, agreement.id))
  expect(await verifyEvidence(receipt, [receiptFormat], keys)).toMatchObject({ valid: true })
})

test("a broker's receipt is the same after the people of both sides were erased", async () => {
  const { desk, alder, birch, executing, agreement } = await startAgreedWithStrangers()
  const before = await receiptOf(executing, agreement.id)
  desk.clock.advance(2 * dayMs)
  const operator = new Operator(desk)
  for (const { email } of [alder, birch])
    await operator.runs('user erase', { email, reason: 'asked by the person' })

  expect(await receiptOf(await executing.signsIn(), agreement.id)).toBe(before)
})
