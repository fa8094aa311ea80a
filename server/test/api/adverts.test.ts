import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Failure } from '@aitai/contract/schemas/failures.ts'
import type { AdvertStatus } from '@aitai/engine/model/advert.ts'
import { expect, test } from 'vitest'
import {
  advertInEveryStatus,
  changeAdvert,
  expectTextInBothLanguages,
  startWithOneTrader,
  toyota,
} from '../support/journeys.ts'
import { acknowledgedNotifications } from '../support/pushed-notifications.ts'
import { type ApiResponse, submissionBody, type TestUser } from '../support/test-user.ts'

const sends = (person: TestUser, what: 'submit' | 'modify', advert: Advert, terms: object) =>
  person.calls<Advert & Failure>(`/advert/${what}-advert`, { body: { ...submissionBody(advert), ...terms } })

const residualOf = (person: TestUser, { id }: Pick<Advert, 'id'>) =>
  person.calls<Advert & Failure>(`/advert/create-residual-advertisement/${id}`)

type Asks = (person: TestUser, advert: Advert) => Promise<ApiResponse<Advert & Failure>>
/** What an advert becomes, by the statuses in which the action is allowed. */
type Outcomes = Partial<Record<AdvertStatus, AdvertStatus>>

// spec: 4.statuses.10
test.each<[string, Asks, string, string, Outcomes]>([
  // spec: 4.statuses.4, 8.advert.2
  [
    'modify',
    (person, advert) => sends(person, 'modify', advert, { shareQuantity: 9_900 }),
    'ADVERT-ERROR-002',
    'A cancelled or located IOI cannot be changed.',
    { SENT: 'SENT', LIVE: 'LIVE', PAUSED: 'PAUSED' },
  ],
  // spec: 4.statuses.4, 4.statuses.8, 8.advert.7
  [
    'pause',
    (person, advert) => changeAdvert(person, 'pause', advert),
    'ADVERT-ERROR-007',
    'A cancelled or located IOI cannot be paused.',
    { SENT: 'PAUSED', LIVE: 'PAUSED', PAUSED: 'PAUSED' },
  ],
  // spec: 4.statuses.5, 8.advert.3
  [
    'resume',
    (person, advert) => changeAdvert(person, 'resume', advert),
    'ADVERT-ERROR-003',
    'Only a paused IOI can be resumed.',
    { PAUSED: 'LIVE' },
  ],
  // Cancelling is idempotent: what its owner has cancelled is returned as it is
  // (docs/decisions/0003-error-codes.md).
  // spec: 4.statuses.7
  [
    'cancel',
    (person, advert) => changeAdvert(person, 'cancel', advert),
    'ADVERT-ERROR-002',
    'A cancelled or located IOI cannot be changed.',
    { SENT: 'DEAD', LIVE: 'DEAD', PAUSED: 'DEAD', DEAD: 'DEAD' },
  ],
  // spec: 4.statuses.6, 7.adverts.7, 8.advert.5
  [
    'create a residual',
    residualOf,
    'ADVERT-ERROR-005',
    'A residual cannot be created from this IOI.',
    { COMPLETED: 'UNSENT' },
  ],
  // spec: 4.statuses.12, 8.advert.8
  [
    'submit',
    (person, advert) => sends(person, 'submit', advert, { shareQuantity: 10_000 }),
    'ADVERT-ERROR-008',
    'IOI already exists.\nIt has already been sent.',
    { UNSENT: 'LIVE', DEAD: 'LIVE' },
  ],
])('%s, by the status of the advert', async (_, calls, errorCode, message, outcomes) => {
  const { alder, adverts } = await advertInEveryStatus()

  const reached: Outcomes = {}
  for (const advert of Object.values(adverts)) {
    const { status, body } = await calls(alder, advert)
    if (status === 200) reached[advert.advertisementStatus] = body.advertisementStatus
    else {
      expect([status, body.errorCode, body.message]).toEqual([409, errorCode, message])
      expectTextInBothLanguages(body.errorCode, body.variables)
      expect(await alder.advert(advert.id)).toEqual(advert)
    }
  }
  expect(reached).toEqual(outcomes)
})

// spec: 4.statuses.10
test('sending the terms back unchanged changes nothing and notifies nobody', async () => {
  const { alder, adverts } = await advertInEveryStatus()
  const before = await acknowledgedNotifications(alder)

  for (const advert of [adverts.SENT, adverts.LIVE, adverts.PAUSED])
    expect(await alder.callsOk('/advert/modify-advert', { body: { ...advert } })).toEqual(advert)
  expect(await alder.callsOk('/notifications')).toEqual(before)
})

// spec: 4.statuses.6, 4.statuses.17, 7.adverts.7
test('a residual is a draft of what remains, once, with the terms of its parent', async () => {
  const { alder, adverts } = await advertInEveryStatus()
  const { COMPLETED: completed } = adverts
  expect(completed).toMatchObject({ shareQuantity: 10_000, quantityRemaining: 2_000 })
  for (const each of Object.values(adverts)) expect(each.residualPossible).toBe(each === completed)

  const { body: residual } = await residualOf(alder, completed)
  expect(residual).toMatchObject({
    parentAdvertId: completed.id,
    advertisementStatus: 'UNSENT',
    submitTime: null,
    shareQuantity: 2_000,
    minimumQuantity: completed.minimumQuantity,
    direction: 'BUY',
    brokerIds: completed.brokerIds,
  })
  expect(await residualOf(alder, completed)).toMatchObject({
    status: 409,
    body: { errorCode: 'ADVERT-ERROR-005' },
  })
  const sent = await sends(alder, 'submit', residual, { shareQuantity: 8_000 })
  expect(sent).toMatchObject({ status: 200, body: { id: residual.id } })
})

// spec: 7.adverts.4, 7.adverts.5
test('a submit and a modify take every term, ignore what only the server sets, and return the advert', async () => {
  const { alder } = await startWithOneTrader()
  const draft = await alder.drafts(toyota)
  const terms = {
    duration: 'END_OF_DAY',
    direction: 'SELL',
    shareQuantity: 20_000,
    minimumQuantity: 30,
    quantityDecay: true,
    credibilityHurdle: 41,
    advertisingTriggerActivated: true,
    advertisingTrigger: 3_000,
    knockoutTriggerActivated: true,
    knockoutTrigger: 2_700,
    indexRelativeKOTriggerActivated: true,
    indexRelativeKOTrigger: 4.5,
    brokerIds: draft.brokerIds,
    ranked: true,
    transactionType: 'CASH_SWAP',
    transactionTypePreference: 'SWAP_ONLY',
  }
  const { id, securityId } = draft
  // docs/rules.md §2
  const claims = { currentQuantity: 1, advertTriggerSatisfied: true, usdnotional: 1, jpynotional: 1 }

  const body = { id, securityId, ...terms, ...claims }
  expect(Object.keys(body)).toHaveLength(22)
  const sent = await alder.callsOk<Advert>('/advert/submit-advert', { body })
  expect(sent).toMatchObject({ id, ...terms, currentQuantity: 20_000, advertTriggerSatisfied: false })
  expect(sent).toMatchObject({ advertisementStatus: 'SENT', submitTime: expect.any(Number) })
  expect(sent.jpynotional).toBeGreaterThan(50_000_000)
  const other = { ...body, shareQuantity: 30_000, minimumQuantity: 10, quantityDecay: false }
  const modified = await alder.callsOk<Advert>('/advert/modify-advert', { body: other })
  expect(modified).toMatchObject({
    ...terms,
    shareQuantity: 30_000,
    minimumQuantity: 10,
    quantityDecay: false,
    currentQuantity: 30_000,
  })
  expect(await alder.advert(id)).toEqual(modified)
})
