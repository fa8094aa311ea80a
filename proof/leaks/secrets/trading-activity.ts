import { randomInt } from 'node:crypto'
import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import type { Broker } from '@aitai/contract/schemas/reference.ts'
import type { Installation, Member } from './installation.ts'
import {
  answerLocate,
  securityOf,
  submitAdvert,
  submitNewAdvert,
  subscribe,
  unusualLevels,
} from './market.ts'
import type { ScanAccounts } from './people.ts'

/** The securities of the day. */
export const rics = ['7203.T', '8306.T', '6758.T', '9984.T'] as const

/** The adverts of the day that operators explain later. */
export interface TradingResult {
  readonly bought: Advert
  readonly sold: Advert
}

/**
 * A day of trading: an agreement, a declined locate, files, preferences, and every other action of a trader.
 */
export async function exerciseTrading(
  installation: Installation,
  people: ScanAccounts,
): Promise<TradingResult> {
  const { alder, birch, hinoki, kaede } = people
  const subscriptions = await Promise.all(
    [alder, birch, hinoki, kaede].map((member) => subscribe(installation, member)),
  )
  await savePreferences(installation, alder)
  const agreed = await makeAgreement(installation, people)
  await declineLocate(installation, people)
  await manage(installation, alder)
  await upload(installation, birch)
  await readEverything(installation, people)
  await Promise.all(subscriptions.map((end) => end()))
  return agreed
}

/** Both traders accept; the broker confirms, undoes and confirms again. */
async function makeAgreement(
  installation: Installation,
  { alder, birch, hinoki, kaede }: ScanAccounts,
): Promise<TradingResult> {
  const { secrets } = installation
  const bought = await submitNewAdvert(installation, alder, '7203.T', { direction: 'BUY' })
  const sold = await submitNewAdvert(installation, birch, '7203.T', { direction: 'SELL' })
  await answerLocate(installation, alder, bought, 'connect-acceptance')
  const { connectionAgreementId } = await answerLocate(installation, birch, sold, 'connect-acceptance')
  const id = secrets.plant('advert, locate or agreement', 'the agreement', String(connectionAgreementId))
  const agreementRequest = { body: { connectAgreementId: id } }
  for (const member of [alder, birch]) {
    const { password } = await installation.callExpecting<{ password: string }>(
      member,
      '/connection-agreement/connect-broker',
      agreementRequest,
    )
    secrets.plant('password of a side', 'told by connect-broker', password)
  }
  for (const broker of [hinoki, kaede]) {
    const listing = '/connection-agreement/broker-user-execution-listing'
    const [agreement] = await installation.callExpecting<ConnectionAgreement[]>(broker, listing)
    if (!agreement) continue
    secrets.plant('password of a side', 'of the buyer', agreement.buyPw)
    secrets.plant('password of a side', 'of the seller', agreement.sellPw)
    secrets.plant('quantity', 'that was located', String(agreement.locationQuantity))
    const body = { connectionAgreementId: id, buyStatus: true }
    await installation.callExpecting(broker, '/connection-agreement/broker-execution-confirmation', { body })
    await installation.callExpecting(broker, '/connection-agreement/broker-execution-undo', { body })
    const headers = { 'idempotency-key': secrets.word('malformed input', 'an idempotency key') }
    await installation.callExpecting(broker, '/connection-agreement/broker-execution-confirmation', {
      body,
      headers,
    })
  }
  return { bought, sold }
}

/** One trader declines. */
async function declineLocate(installation: Installation, { alder, birch }: ScanAccounts): Promise<void> {
  const bought = await submitNewAdvert(installation, alder, '9984.T', { direction: 'BUY' })
  const sold = await submitNewAdvert(installation, birch, '9984.T', { direction: 'SELL' })
  await answerLocate(installation, alder, bought, 'connect-acceptance')
  await answerLocate(installation, birch, sold, 'connect-rejection')
}

/** Every action on an advert that is never located. */
async function manage(installation: Installation, member: Member): Promise<void> {
  const { under, limit, over } = unusualLevels(installation, 2_368)
  const triggers = { advertisingTriggerActivated: true, advertisingTrigger: under }
  const knockout = { knockoutTriggerActivated: true, knockoutTrigger: over }
  const sent = await submitNewAdvert(installation, member, '8306.T', {
    direction: 'BUY',
    orderReference: installation.secrets.plant(
      'trigger level',
      'the reference of an order',
      `PT-${randomInt(1e9, 1e10)}`,
    ),
    parentQuantity: installation.secrets.shares('of the order behind an advert'),
    doneElsewhere: installation.secrets.shares('done elsewhere'),
    limitPrice: limit,
    ...triggers,
    ...knockout,
  })
  const changed = { ...sent, shareQuantity: installation.secrets.shares('of a change') }
  await installation.callExpecting(member, '/advert/modify-advert', { body: changed })
  const wrong = {
    ...sent,
    shareQuantity: Number(installation.secrets.plant('quantity', 'of no lot', '731957')),
  }
  await installation.callExpecting(member, '/advert/modify-advert', { body: wrong }, 409)
  for (const what of ['pause', 'resume', 'cancel'])
    await installation.callExpecting(member, `/advert/${what}-advert/${sent.id}`)
  const again = await submitAdvert(installation, member, sent, { direction: 'BUY' })
  await installation.callExpecting(member, `/advert/cancel-advert/${again.id}`)
}

/** Uploads a file and a restored list with valid and invalid rows. */
async function upload(installation: Installation, member: Member): Promise<void> {
  const { secrets } = installation
  const securityId = await securityOf(installation, member, '6758.T')
  const quantity = secrets.shares('of a file')
  const odd = secrets.word('cell of a file', 'of a file')
  const raw = [
    'ric,direction,shareQuantity,brokers',
    `${securityId},BUY,${quantity},`,
    `${odd},BUY,${quantity},`,
    `${securityId},${secrets.word('cell of a file', 'a direction')},${quantity},`,
    `${securityId},SELL,${quantity},${secrets.word('cell of a file', 'a broker')}`,
  ].join('\r\n')
  const headers = { 'content-type': 'text/csv' }
  await installation.callExpecting(member, '/advert/bulk-upload-adverts', { raw, headers })
  const unread = `"${secrets.word('cell of a file', 'that does not end')}`
  await installation.callExpecting(member, '/advert/bulk-upload-adverts', { raw: unread, headers }, 400)
  const draft = await installation.callExpecting<Advert>(member, '/advert/create-advert', {
    body: { securityId },
  })
  secrets.plant('advert, locate or agreement', 'a draft', draft.id)
  const previous = { ...draft, shareQuantity: secrets.shares('of an earlier day') }
  await installation.callExpecting(member, '/advert/prepare-restore', { body: [previous] })
}

async function savePreferences(installation: Installation, member: Member): Promise<void> {
  const { secrets } = installation
  const offset = (what: string): number =>
    Number(secrets.plant('preference', what, `${randomInt(3, 9)}.${randomInt(11, 99)}`.padEnd(5, '7')))
  const form = await installation.callExpecting<Record<string, object>>(
    member,
    '/user-defaults/get-trader-defaults',
  )
  const priceConditions = {
    ...form.priceConditions,
    // The only offset that is not checked while it is off, so it may have enough digits to be searched for.
    indexRelativeStatus: false,
    indexRelativeOffset: offset('an offset'),
  }
  const headers = { 'idempotency-key': secrets.word('malformed input', 'an idempotency key') }
  // The default hurdle is below the minimum of the form (docs/specification.md §5).
  const advertPreferences = { ...form.advertPreferences, credibilityHurdle: 10 }
  const brokers = await installation.callExpecting<Broker[]>(member, '/broker/user-brokers-list')
  const pathPreferences = { ranked: true, brokers: brokers.map(({ brokerID: id }) => ({ id })) }
  const body = { pathPreferences, advertPreferences, priceConditions }
  await installation.callExpecting(member, '/user-defaults/set-trader-defaults', { body, headers })
  const wrong = { advertTriggerStatus: true, advertTriggerOffset: 73_195.7 }
  const broken = { ...body, priceConditions: { ...priceConditions, ...wrong } }
  secrets.plant('preference', 'that is refused', '73195.7')
  await installation.callExpecting(member, '/user-defaults/set-trader-defaults', { body: broken }, 400)
}

/** Reads everything, which must leave no trace. */
async function readEverything(installation: Installation, { alder, hinoki }: ScanAccounts): Promise<void> {
  const ofTrader = [
    ...['/advert/advert-list', '/user/ioi-counts', '/broker/user-brokers-list'],
    ...['/advert/past-days', '/advert/past-day/2026-11-20'],
  ]
  for (const path of ['/user/my-details', '/notifications']) {
    await installation.call(alder, path)
    await installation.call(hinoki, path)
  }
  for (const path of ofTrader) await installation.call(alder, path)
  await installation.callExpecting(alder, '/staff/contact-account-manager')
}
