import { randomInt } from 'node:crypto'
import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import type { Broker } from '@aitai/contract/schemas/reference.ts'
import type { Installation, Member } from './installation.ts'
import {
  answerLocate,
  awaitLocate,
  securityOf,
  submitAdvert,
  submitNewAdvert,
  subscribe,
  unusualLevels,
} from './market.ts'
import type { ScanAccounts } from './people.ts'

/** The securities of the day, and where they stand. */
export const rics = ['7203.T', '8306.T', '6758.T', '9984.T'] as const

/** What came of the day, for the operators to ask about. */
export interface TradingResult {
  readonly bought: Advert
  readonly sold: Advert
}

/** A day of trading: two meet and agree, two meet and do not; files, preferences, all a trader can do. */
export async function exerciseTrading(house: Installation, people: ScanAccounts): Promise<TradingResult> {
  const { alder, birch, hinoki, kaede } = people
  const ears = await Promise.all([alder, birch, hinoki, kaede].map((member) => subscribe(house, member)))
  await prefer(house, alder)
  const met = await agree(house, people)
  await disagree(house, people)
  await manage(house, alder)
  await upload(house, birch)
  await read(house, people)
  await Promise.all(ears.map((end) => end()))
  return met
}

/** Two meet and both accept; the broker confirms, takes it back and confirms. */
async function agree(
  house: Installation,
  { alder, birch, hinoki, kaede }: ScanAccounts,
): Promise<TradingResult> {
  const { canaries } = house
  const bought = await submitNewAdvert(house, alder, '7203.T', { direction: 'BUY' })
  const sold = await submitNewAdvert(house, birch, '7203.T', { direction: 'SELL' })
  await answerLocate(house, alder, await awaitLocate(house, alder, bought), 'connect-acceptance')
  const { connectionAgreementId } = await answerLocate(
    house,
    birch,
    await awaitLocate(house, birch, sold),
    'connect-acceptance',
  )
  const id = canaries.keep('advert, locate or agreement', 'the agreement', String(connectionAgreementId))
  const handed = { body: { connectAgreementId: id } }
  for (const member of [alder, birch]) {
    const { password } = await house.asks<{ password: string }>(
      member,
      '/connection-agreement/connect-broker',
      handed,
    )
    canaries.keep('password of a side', 'told by connect-broker', password)
  }
  for (const broker of [hinoki, kaede]) {
    const listing = '/connection-agreement/broker-user-execution-listing'
    const [agreement] = await house.asks<ConnectionAgreement[]>(broker, listing)
    if (!agreement) continue
    canaries.keep('password of a side', 'of the buyer', agreement.buyPw)
    canaries.keep('password of a side', 'of the seller', agreement.sellPw)
    canaries.keep('quantity', 'that was located', String(agreement.locationQuantity))
    const body = { connectionAgreementId: id, buyStatus: true }
    await house.asks(broker, '/connection-agreement/broker-execution-confirmation', { body })
    await house.asks(broker, '/connection-agreement/broker-execution-undo', { body })
    const headers = { 'idempotency-key': canaries.word('rubbish', 'an idempotency key') }
    await house.asks(broker, '/connection-agreement/broker-execution-confirmation', { body, headers })
  }
  return { bought, sold }
}

/** Two meet and one declines. */
async function disagree(house: Installation, { alder, birch }: ScanAccounts): Promise<void> {
  const bought = await submitNewAdvert(house, alder, '9984.T', { direction: 'BUY' })
  const sold = await submitNewAdvert(house, birch, '9984.T', { direction: 'SELL' })
  await answerLocate(house, alder, await awaitLocate(house, alder, bought), 'connect-acceptance')
  await answerLocate(house, birch, await awaitLocate(house, birch, sold), 'connect-rejection')
}

/** Everything that is done with an advert that meets nobody. */
async function manage(house: Installation, member: Member): Promise<void> {
  const { under, over } = unusualLevels(house, 2_368)
  const triggers = { advertisingTriggerActivated: true, advertisingTrigger: under }
  const knockout = { knockoutTriggerActivated: true, knockoutTrigger: over }
  const sent = await submitNewAdvert(house, member, '8306.T', { direction: 'BUY', ...triggers, ...knockout })
  const changed = { ...sent, shareQuantity: house.canaries.shares('of a change') }
  await house.asks(member, '/advert/modify-advert', { body: changed })
  const wrong = { ...sent, shareQuantity: Number(house.canaries.keep('quantity', 'of no lot', '731957')) }
  await house.asks(member, '/advert/modify-advert', { body: wrong }, 409)
  for (const what of ['pause', 'resume', 'cancel'])
    await house.asks(member, `/advert/${what}-advert/${sent.id}`)
  const again = await submitAdvert(house, member, sent, { direction: 'BUY' })
  await house.asks(member, `/advert/cancel-advert/${again.id}`)
}

/** A file and a restored list, with what is right and what is not. */
async function upload(house: Installation, member: Member): Promise<void> {
  const { canaries } = house
  const securityId = await securityOf(house, member, '6758.T')
  const quantity = canaries.shares('of a file')
  const odd = canaries.word('cell of a file', 'of a file')
  const raw = [
    'ric,direction,shareQuantity,brokers',
    `${securityId},BUY,${quantity},`,
    `${odd},BUY,${quantity},`,
    `${securityId},${canaries.word('cell of a file', 'a direction')},${quantity},`,
    `${securityId},SELL,${quantity},${canaries.word('cell of a file', 'a broker')}`,
  ].join('\r\n')
  const headers = { 'content-type': 'text/csv' }
  await house.asks(member, '/advert/bulk-upload-adverts', { raw, headers })
  const unread = `"${canaries.word('cell of a file', 'that does not end')}`
  await house.asks(member, '/advert/bulk-upload-adverts', { raw: unread, headers }, 400)
  const draft = await house.asks<Advert>(member, '/advert/create-advert', { body: { securityId } })
  canaries.keep('advert, locate or agreement', 'a draft', draft.id)
  const previous = { ...draft, shareQuantity: canaries.shares('of an earlier day') }
  await house.asks(member, '/advert/prepare-restore', { body: [previous] })
}

async function prefer(house: Installation, member: Member): Promise<void> {
  const { canaries } = house
  const offset = (what: string): number =>
    Number(canaries.keep('preference', what, `${randomInt(3, 9)}.${randomInt(11, 99)}`.padEnd(5, '7')))
  const form = await house.asks<Record<string, object>>(member, '/user-defaults/get-trader-defaults')
  const priceConditions = {
    ...form.priceConditions,
    advertTriggerStatus: false,
    advertTriggerOffset: offset('an offset'),
    knockoutTriggerStatus: false,
    knockoutTriggerOffset: offset('another offset'),
  }
  const headers = { 'idempotency-key': canaries.word('rubbish', 'an idempotency key') }
  // The rules' own default is less than the form takes (rules 19).
  const advertPreferences = { ...form.advertPreferences, credibilityHurdle: 10 }
  const brokers = await house.asks<Broker[]>(member, '/broker/user-brokers-list')
  const pathPreferences = { ranked: true, brokers: brokers.map(({ brokerID: id }) => ({ id })) }
  const body = { pathPreferences, advertPreferences, priceConditions }
  await house.asks(member, '/user-defaults/set-trader-defaults', { body, headers })
  const wrong = { advertTriggerStatus: true, advertTriggerOffset: 73_195.7 }
  const broken = { ...body, priceConditions: { ...priceConditions, ...wrong } }
  canaries.keep('preference', 'that is refused', '73195.7')
  await house.asks(member, '/user-defaults/set-trader-defaults', { body: broken }, 400)
}

/** Everything there is to read, which must leave nothing behind. */
async function read(house: Installation, { alder, hinoki }: ScanAccounts): Promise<void> {
  const ofTrader = ['/advert/advert-list', '/user/ioi-counts', '/broker/user-brokers-list']
  for (const path of ['/user/my-details', '/notifications']) {
    await house.calls(alder, path)
    await house.calls(hinoki, path)
  }
  for (const path of ofTrader) await house.calls(alder, path)
  await house.asks(alder, '/staff/contact-account-manager')
}
