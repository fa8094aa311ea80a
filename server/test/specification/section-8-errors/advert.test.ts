import type { Failure } from '@aitai/contract/schemas/failures.ts'
import { expect, test } from 'vitest'
import { csvOf, plainRow, uploadFile } from '../../support/csv-uploads.ts'
import type { TestServer } from '../../support/test-server.ts'
import { type ApiResponse, submissionBody, type TestUser } from '../../support/test-user.ts'
import {
  advertInEveryStatus,
  changeAdvert,
  expectTextInBothLanguages,
  hourMs,
  liveAdvert,
  startWithOneTrader,
  toyota,
} from '../journey-fixtures.ts'

/** Expects a refusal by a rule: the code, with a text for it in both languages, and this server message. */
function isRefused(answer: ApiResponse<unknown>, number: string, message: string): void {
  const { errorCode, variables, ...failure } = answer.body as Failure
  expect([answer.status, errorCode]).toEqual([409, `ADVERT-ERROR-${number}`])
  expect(failure.message).toBe(message)
  expectTextInBothLanguages(errorCode, variables)
}

const sends = (person: TestUser, body: object) => person.calls('/advert/submit-advert', { body })

/** A draft that is sent with these terms. */
async function drafted(person: TestUser, terms: object = {}) {
  const draft = submissionBody(await person.drafts(toyota))
  return sends(person, { ...draft, shareQuantity: 10_000, ...terms })
}

const colleague = 'colleague@alder.example'

async function withColleague(): Promise<{ desk: TestServer; alder: TestUser; other: TestUser }> {
  const { desk, alder } = await startWithOneTrader()
  await desk.addUser({ email: colleague, role: 'TRADER', firm: 'Alder' })
  return { desk, alder, other: await desk.person(colleague).signsIn() }
}

// spec: 8.advert.1
test('8.advert.1 001: IOI on security already exists for your firm', async () => {
  const { desk, alder, other } = await withColleague()
  const body = { securityId: desk.securityId(toyota) }
  const dead = await liveAdvert(other)
  await changeAdvert(other, 'cancel', dead)
  await liveAdvert(alder)

  const text = 'IOI on security already exists for your firm.'
  for (const person of [alder, other])
    expect(await person.calls('/advert/create-advert', { body })).toMatchObject({
      status: 200,
      body: { error: text, errorCode: 'ADVERT-ERROR-001' },
    })
  isRefused(await sends(other, submissionBody(dead)), '001', text)
})

// spec: 8.advert.2
test('8.advert.2 002: modify cancelled or located', async () => {
  const { alder, adverts } = await advertInEveryStatus()
  for (const each of ['DEAD', 'ACCEPT/DECLINE?', 'LOCATED', 'COMPLETED'] as const) {
    const body = { ...submissionBody(adverts[each]), shareQuantity: 9_000 }
    const text = 'A cancelled or located IOI cannot be changed.'
    isRefused(await alder.calls('/advert/modify-advert', { body }), '002', text)
    expect(await alder.advert(adverts[each].id)).toEqual(adverts[each])
  }
})

// spec: 8.advert.3
test('8.advert.3 003: resume non-paused', async () => {
  const { alder, adverts } = await advertInEveryStatus()
  const { PAUSED: paused, ...others } = adverts
  for (const advert of Object.values(others))
    isRefused(await changeAdvert(alder, 'resume', advert), '003', 'Only a paused IOI can be resumed.')
  expect((await changeAdvert(alder, 'resume', paused)).status).toBe(200)
})

// spec: 8.advert.4
test('8.advert.4 004: shares below minimum', async () => {
  const { alder } = await startWithOneTrader()
  // 3,400 shares at 2,905.5 yen are 9.9 million, 3,500 are 10.2 million.
  const text = 'The quantity is below the platform minimum of JPY 10000000.'
  const refused = await drafted(alder, { shareQuantity: 3_400 })
  isRefused(refused, '004', text)
  expect(refused.body).toMatchObject({ variables: { notional: 10_000_000 } })

  const [draft] = await alder.adverts()
  const taken = await sends(alder, { ...submissionBody(draft as never), shareQuantity: 3_500 })
  expect(taken).toMatchObject({ status: 200, body: { shareQuantity: 3_500 } })
})

// spec: 8.advert.5
test('8.advert.5 005: cannot create residual', async () => {
  const { alder, adverts } = await advertInEveryStatus()
  const asks = ({ id }: { id: string }) => alder.calls(`/advert/create-residual-advertisement/${id}`)
  const { COMPLETED: completed, ...others } = adverts
  for (const advert of Object.values(others))
    isRefused(await asks(advert), '005', 'A residual cannot be created from this IOI.')
  expect(await asks(completed)).toMatchObject({ status: 200, body: { parentAdvertId: completed.id } })
})

// spec: 8.advert.6
test('8.advert.6 006: invalid credibility hurdle', async () => {
  const { alder } = await startWithOneTrader()
  const draft = { ...submissionBody(await alder.drafts(toyota)), shareQuantity: 10_000 }
  for (const credibilityHurdle of [-1, 0, 101, 1e9]) {
    const answer = await sends(alder, { ...draft, credibilityHurdle })
    isRefused(answer, '006', 'The credibility hurdle is outside its range.')
  }
  expect((await sends(alder, { ...draft, credibilityHurdle: 100 })).status).toBe(200)
  const body = { ...draft, credibilityHurdle: 101 }
  isRefused(
    await alder.calls('/advert/modify-advert', { body }),
    '006',
    'The credibility hurdle is outside its range.',
  )
})

// spec: 8.advert.7
test('8.advert.7 007: pause cancelled or located', async () => {
  const { alder, adverts } = await advertInEveryStatus()
  for (const each of ['DEAD', 'ACCEPT/DECLINE?', 'LOCATED', 'COMPLETED'] as const) {
    const answer = await changeAdvert(alder, 'pause', adverts[each])
    isRefused(answer, '007', 'A cancelled or located IOI cannot be paused.')
  }
})

// spec: 8.advert.8
test('8.advert.8 008: IOI already exists', async () => {
  const { alder } = await startWithOneTrader()
  const sent = await liveAdvert(alder)

  isRefused(await sends(alder, submissionBody(sent)), '008', 'IOI already exists.\nIt has already been sent.')
  expect(await alder.adverts()).toHaveLength(1)
})

// spec: 8.advert.9
test('8.advert.9 010: exchange closed today', async () => {
  const { desk } = await startWithOneTrader({ env: { CALENDAR: 'jpx' } })
  // From Wednesday to Saturday, at ten in Tokyo.
  desk.clock.advance(72 * hourMs)
  const alder = await desk.trader('alder')

  isRefused(await drafted(alder), '010', 'The exchange is closed today.')
  expect(await uploadFile(alder, csvOf(desk, [plainRow]))).toMatchObject([{ errorCode: 'ERR-014' }])
})

// spec: 8.advert.10
test('8.advert.10 011: Please select a Broker (ADVERT-ERROR-011)', async () => {
  const { alder } = await startWithOneTrader()
  isRefused(await drafted(alder, { brokerIds: [] }), '011', 'Please select a broker')

  const sent = await liveAdvert(alder, '6758.T')
  const body = { ...submissionBody(sent), brokerIds: [] }
  isRefused(await alder.calls('/advert/modify-advert', { body }), '011', 'Please select a broker')
  expect(await alder.advert(sent.id)).toMatchObject({ brokerIds: sent.brokerIds })
})
