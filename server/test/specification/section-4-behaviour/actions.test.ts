import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Failure } from '@aitai/contract/schemas/failures.ts'
import type { AdvertStatus } from '@aitai/engine/adverts/advert.ts'
import { describe, expect, test } from 'vitest'
import { submissionBody, type TestUser } from '../../support/test-user.ts'
import {
  advertInEveryOwnStatus,
  advertInEveryStatus,
  changeAdvert,
  expectTextInBothLanguages,
  liveAdvert,
  locatePair,
  startAgreed,
  startWithOneTrader,
  startWithTwoTraders,
  toyota,
  untilStatus,
} from '../journey-fixtures.ts'

type Adverts = Readonly<Record<AdvertStatus, Advert>>
const statuses = (adverts: Adverts) => Object.keys(adverts) as AdvertStatus[]

const submits = (person: TestUser, advert: Advert, terms: object = {}) =>
  person.calls<Advert & Failure>('/advert/submit-advert', { body: { ...submissionBody(advert), ...terms } })
const modifies = (person: TestUser, advert: Advert, terms: object = {}) =>
  person.calls<Advert & Failure>('/advert/modify-advert', { body: { ...submissionBody(advert), ...terms } })

/** The outcome of an action on an advert of every status: its new status, or the code. */
async function answers(
  adverts: Adverts,
  ask: (advert: Advert) => Promise<{ status: number; body: Advert & Failure }>,
): Promise<Partial<Record<AdvertStatus, string>>> {
  const reported: Partial<Record<AdvertStatus, string>> = {}
  for (const each of statuses(adverts)) {
    const { status, body } = await ask(adverts[each])
    reported[each] = status === 200 ? body.advertisementStatus : `${status} ${body.errorCode}`
    if (status !== 200) expectTextInBothLanguages(body.errorCode, body.variables)
  }
  return reported
}

const fixed = ['ACCEPT/DECLINE?', 'LOCATED', 'COMPLETED', 'DEAD'] as const
const all = <K extends string>(keys: readonly K[], value: string) =>
  Object.fromEntries(keys.map((key) => [key, value]))

// spec: 4.statuses.4
test('4.statuses.4 A cancelled or located IOI cannot be modified or paused.', async () => {
  const { alder, adverts } = await advertInEveryStatus()

  const modified = await answers(adverts, (advert) => modifies(alder, advert, { shareQuantity: 9_900 }))
  expect(modified).toEqual({
    ...all([...fixed, 'UNSENT'], '409 ADVERT-ERROR-002'),
    SENT: 'SENT',
    LIVE: 'LIVE',
    PAUSED: 'PAUSED',
  })
  const paused = await answers(adverts, (advert) => changeAdvert(alder, 'pause', advert))
  expect(paused).toEqual({
    ...all([...fixed, 'UNSENT'], '409 ADVERT-ERROR-007'),
    ...all(['SENT', 'LIVE', 'PAUSED'], 'PAUSED'),
  })
})

// spec: 4.statuses.5
test('4.statuses.5 Only a paused IOI can be resumed.', async () => {
  const { alder, adverts } = await advertInEveryStatus()

  expect(await answers(adverts, (advert) => changeAdvert(alder, 'resume', advert))).toEqual({
    ...all(statuses(adverts), '409 ADVERT-ERROR-003'),
    PAUSED: 'LIVE',
  })
})

// spec: 4.statuses.6
test('4.statuses.6 A residual cannot always be created.', async () => {
  const { alder, adverts } = await advertInEveryStatus()
  const asks = ({ id }: Advert) =>
    alder.calls<Advert & Failure>(`/advert/create-residual-advertisement/${id}`)
  const { COMPLETED: completed } = adverts
  expect(completed).toMatchObject({ quantityRemaining: 2_000, residualPossible: true })
  for (const each of statuses(adverts))
    expect(adverts[each].residualPossible, each).toBe(each === 'COMPLETED')

  const refused = '409 ADVERT-ERROR-005'
  expect(await answers(adverts, asks)).toEqual({ ...all(statuses(adverts), refused), COMPLETED: 'UNSENT' })
  const residual = (await alder.adverts()).find(({ parentAdvertId }) => parentAdvertId === completed.id)
  expect(residual).toMatchObject({
    shareQuantity: 2_000,
    minimumQuantity: completed.minimumQuantity,
    direction: 'BUY',
    advertisementStatus: 'UNSENT',
    submitTime: null,
    brokerIds: completed.brokerIds,
  })
  // Only once.
  expect(await asks(completed)).toMatchObject({ status: 409, body: { errorCode: 'ADVERT-ERROR-005' } })
})

// spec: 4.statuses.7
test('4.statuses.7 Cancel is enabled (single mode) unless the status is Located, Accept/Decline?, Dead, Completed or Unsent, or nothing is selected.', async () => {
  const { alder, adverts } = await advertInEveryStatus()

  // Cancelling is idempotent: an advert that its owner cancelled is returned as it is
  // (docs/decisions/0003-error-codes.md).
  expect(await answers(adverts, (advert) => changeAdvert(alder, 'cancel', advert))).toEqual({
    ...all([...fixed, 'UNSENT'], '409 ADVERT-ERROR-002'),
    ...all(['SENT', 'LIVE', 'PAUSED', 'DEAD'], 'DEAD'),
  })
  expect(await changeAdvert(alder, 'cancel', { id: 'nothing' })).toMatchObject({ status: 404 })
})

// spec: 4.statuses.8
test('4.statuses.8 Pause/Resume is enabled only for Sent, Live or Paused.', async () => {
  const { alder, adverts } = await advertInEveryStatus()
  const toggled = await answers(adverts, (advert) =>
    changeAdvert(alder, advert.advertisementStatus === 'PAUSED' ? 'resume' : 'pause', advert),
  )

  expect(toggled).toEqual({
    ...all([...fixed, 'UNSENT'], '409 ADVERT-ERROR-007'),
    SENT: 'PAUSED',
    LIVE: 'PAUSED',
    PAUSED: 'LIVE',
  })
})

// spec: 4.statuses.10
test('4.statuses.10 Send/Update is disabled for Located, Accept/Decline?, Completed, Live, Sent and Paused unless the form has been modified.', async () => {
  const { alder, adverts } = await advertInEveryStatus()
  // Sending back the unchanged terms, triggers included, changes nothing and notifies nobody.
  const asItIs = (advert: Advert) =>
    alder.calls<Advert & Failure>('/advert/modify-advert', { body: { ...advert } })
  const before = (await alder.asks<unknown[]>('/notifications')).length

  expect(await answers(adverts, asItIs)).toEqual({
    ...all([...fixed, 'UNSENT'], '409 ADVERT-ERROR-002'),
    SENT: 'SENT',
    LIVE: 'LIVE',
    PAUSED: 'PAUSED',
  })
  expect(await alder.asks('/notifications')).toHaveLength(before)
  expect(alder.received.filter(({ advertisementId }) => advertisementId === adverts.SENT.id)).toHaveLength(1)
  const { status } = await modifies(alder, adverts.LIVE, { shareQuantity: 12_000 })
  expect(status).toBe(200)
  expect(await alder.receives('ADVERT_UPDATED')).toMatchObject({ advertisementId: adverts.PAUSED.id })
})

// spec: 4.statuses.12
test('4.statuses.12 The review button sends for UNSENT or DEAD and otherwise updates.', async () => {
  const { alder, adverts } = await advertInEveryStatus()

  expect(await answers(adverts, (advert) => submits(alder, advert, { shareQuantity: 10_000 }))).toEqual({
    ...all(statuses(adverts), '409 ADVERT-ERROR-008'),
    UNSENT: 'LIVE',
    DEAD: 'LIVE',
  })
})

// spec: 4.statuses.13
test('4.statuses.13 Cancel works on selected rows that are not DEAD.', async () => {
  const { alder, adverts } = await advertInEveryOwnStatus()
  const rows = [adverts.SENT, adverts.LIVE, adverts.PAUSED]

  const done = await Promise.all(rows.map((advert) => changeAdvert(alder, 'cancel', advert)))
  expect(done.map(({ body }) => body.causeOfDeath)).toEqual(Array(3).fill('CANCELLED_BY_USER'))
  const dead = (await alder.adverts()).filter(({ causeOfDeath }) => causeOfDeath === 'CANCELLED_BY_USER')
  expect(dead.map(({ id }) => id).toSorted()).toEqual([...rows, adverts.DEAD].map(({ id }) => id).toSorted())
})

// spec: 4.statuses.14
test('4.statuses.14 Pause applies to LIVE/SENT rows.', async () => {
  const { alder, adverts } = await advertInEveryOwnStatus()
  const done = await Promise.all(
    [adverts.SENT, adverts.LIVE].map((advert) => changeAdvert(alder, 'pause', advert)),
  )

  expect(done.map(({ body }) => body.advertisementStatus)).toEqual(['PAUSED', 'PAUSED'])
})

// spec: 4.statuses.15
test('4.statuses.15 Resume applies to PAUSED rows.', async () => {
  const { alder, adverts } = await advertInEveryOwnStatus()
  const rows = [adverts.SENT, adverts.LIVE, adverts.PAUSED]
  await Promise.all(rows.map((advert) => changeAdvert(alder, 'pause', advert)))

  const done = await Promise.all(rows.map((advert) => changeAdvert(alder, 'resume', advert)))
  // An advert that still waits for its trigger waits again.
  expect(done.map(({ body }) => body.advertisementStatus)).toEqual(['SENT', 'LIVE', 'LIVE'])
})

// spec: 4.statuses.16
test('4.statuses.16 Submit sends DEAD/UNSENT rows as new submissions and all others as modifications.', async () => {
  const { alder, adverts } = await advertInEveryOwnStatus()
  const terms = { shareQuantity: 11_000 }

  const [dead, unsent, ...modified] = await Promise.all([
    submits(alder, adverts.DEAD, terms),
    submits(alder, adverts.UNSENT, terms),
    ...[adverts.LIVE, adverts.PAUSED].map((advert) => modifies(alder, advert, terms)),
  ])
  expect(dead?.body).toMatchObject({ advertisementStatus: 'LIVE', shareQuantity: 11_000 })
  expect(dead?.body.id).not.toBe(adverts.DEAD.id)
  expect(unsent?.body).toMatchObject({ id: adverts.UNSENT.id, advertisementStatus: 'LIVE' })
  expect(modified.map(({ body }) => [body.id, body.advertisementStatus, body.shareQuantity])).toEqual([
    [adverts.LIVE.id, 'LIVE', 11_000],
    [adverts.PAUSED.id, 'PAUSED', 11_000],
  ])
})

// spec: 4.statuses.17
test('4.statuses.17 Sorting by percentRemaining uses quantityRemaining divided by shareQuantity.', async () => {
  const both = await startWithTwoTraders()
  const { alder, birch } = both
  const { id, locate, contra } = await locatePair(both, toyota, 8_000)
  await liveAdvert(alder, '6758.T')
  const shares = async () =>
    (await alder.adverts()).map((each) => [
      each.securityName.slice(0, 6),
      each.quantityRemaining / each.shareQuantity,
    ])
  expect(await shares()).toEqual([
    ['6758.T', 1],
    [toyota, 1],
  ])

  // Eight of ten thousand go to a broker.
  await alder.accepts(locate)
  await birch.accepts(contra)
  await untilStatus(alder, id, 'COMPLETED')
  expect(await shares()).toEqual([
    ['6758.T', 1],
    [toyota, 0.2],
  ])
})

// spec: 4.statuses.18
test('4.statuses.18 Status sort ties are broken by causeOfDeath.', async () => {
  const { adverts } = await advertInEveryOwnStatus()

  for (const { advertisementStatus, causeOfDeath } of Object.values(adverts))
    expect(causeOfDeath).toBe(advertisementStatus === 'DEAD' ? 'CANCELLED_BY_USER' : null)
})

// spec: 4.statuses.19
describe('4.statuses.19 Creating an advert for a security that already has a non-completed advert just selects the existing one.', () => {
  test('nothing is created, and the existing one stays', async () => {
    const { desk, alder } = await startWithOneTrader()
    const existing = await liveAdvert(alder)
    const creates = () =>
      alder.calls<Advert & Failure & { error?: string }>('/advert/create-advert', {
        body: { securityId: desk.securityId(toyota) },
      })

    const refused = await creates()
    expect(refused).toMatchObject({ status: 200, body: { errorCode: 'ADVERT-ERROR-001' } })
    expect(refused.body.error).toBe('IOI on security already exists for your firm.')
    expect((await alder.adverts()).map(({ id }) => id)).toEqual([existing.id])
  })

  test('a completed advert makes room for a new one', async () => {
    const { alder, id } = await startAgreed()

    const next = await alder.drafts(toyota)
    expect(next).toMatchObject({ advertisementStatus: 'UNSENT' })
    expect((await alder.adverts()).map((advert) => advert.id)).toEqual([next.id, id])
  })
})
