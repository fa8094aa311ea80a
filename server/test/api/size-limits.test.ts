import type { Advert, DeskLimits } from '@aitai/contract/schemas/adverts.ts'
import type { UserInfo } from '@aitai/contract/schemas/session.ts'
import { toYen } from '@aitai/engine/model/price.ts'
import { expect, test } from 'vitest'
import { csvOf, prepareRestoreOf, uploadFile } from '../support/csv-uploads.ts'
import { auditEvents, Operator } from '../support/operator.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { submissionBody, type TestUser } from '../support/test-user.ts'

const [toyota, sony] = ['7203.T', '6758.T']
const reason = 'agreed with its risk desk'

/** Alder with a limit for one IOI in yen, or for all its live ones. */
async function limited(limits: { largestNotional?: number; largestLiveNotional?: number }) {
  const desk = await startTestServer()
  const operator = new Operator(desk)
  await operator.runs('firm change', { firm: 'Alder', reason, ...limits })
  return { desk, operator, alder: await desk.trader('alder'), birch: await desk.trader('birch') }
}

/** What an advert of so many Toyota shares is worth at the last price. */
const worthOf = (desk: TestServer, shares: number): number =>
  desk.app.reference
    .names()
    .listed.flatMap(({ security }) =>
      security.ric === toyota ? [toYen(security.closePrice * shares)] : [],
    )[0] ?? 0

const refusalOf = (notional: number, scope: 'ONE' | 'ALL') => ({
  status: 409,
  errorCode: 'ADVERT-ERROR-014',
  variables: { notional, scope },
})

/** The body that sends a new draft. */
const draftBody = async (trader: TestUser, ric: string, shareQuantity: number) => ({
  body: { ...submissionBody(await trader.drafts(ric)), shareQuantity },
})

test('an IOI above JPY 20,000,000,000 is refused unless the operator sets another limit, and the reply names it', async () => {
  const desk = await startTestServer()
  const alder = await desk.trader('alder')
  const shares = 10_000_000
  expect(worthOf(desk, shares)).toBeGreaterThan(20_000_000_000)

  const draft = await draftBody(alder, toyota, shares)
  const refused = await alder.isRefused('/advert/submit-advert', draft)
  expect(refused).toMatchObject(refusalOf(20_000_000_000, 'ONE'))
  expect(refused.message).toContain('20000000000 for one IOI')
  await new Operator(desk).runs('firm change', { firm: 'Alder', reason, largestNotional: null })
  expect(await alder.callsOk('/advert/submit-advert', draft)).toMatchObject({ shareQuantity: shares })
})

test('a desk head sees the limits of the institution and how much of them its IOIs use at the close', async () => {
  const { desk, alder, birch } = await limited({
    largestNotional: 40_000_000,
    largestLiveNotional: 50_000_000,
  })
  await desk.makesDeskHead('trader@alder.example')
  const limits = () => alder.callsOk<DeskLimits>('/desk/limits')
  expect(await limits()).toEqual({
    largestNotional: 40_000_000,
    largestLiveNotional: 50_000_000,
    liveNotional: 0,
  })

  const { id } = await alder.advertises('BUY', toyota, 10_000)
  await alder.drafts(sony)
  await birch.advertises('BUY', toyota, 11_000)
  expect(await limits()).toMatchObject({ liveNotional: worthOf(desk, 10_000) })
  await alder.callsOk(`/advert/pause-advert/${id}`)
  expect(await limits()).toMatchObject({ liveNotional: 0 })
  expect(await birch.isRefused('/desk/limits')).toMatchObject({ status: 403, errorCode: 'FORBIDDEN' })
})

// rule: 22.3
test('the limit holds where an IOI is sent, changed and resumed, and only for its institution', async () => {
  const { operator, desk, alder, birch } = await limited({ largestNotional: 30_000_000 })
  const advert = await alder.advertises('BUY', toyota, 10_000)
  const larger = { body: { ...submissionBody(advert), shareQuantity: 11_000 } }

  expect(await alder.isRefused('/advert/modify-advert', larger)).toMatchObject(refusalOf(30_000_000, 'ONE'))
  expect(await birch.advertises('BUY', toyota, 11_000)).toMatchObject({ shareQuantity: 11_000 })
  await alder.callsOk(`/advert/pause-advert/${advert.id}`)
  await operator.runs('firm change', { firm: 'Alder', reason, largestNotional: 20_000_000 })
  expect(await alder.isRefused(`/advert/resume-advert/${advert.id}`)).toMatchObject(
    refusalOf(20_000_000, 'ONE'),
  )
  expect(await desk.app.market.read(({ adverts }) => adverts.get(advert.id)?.advertisementStatus)).toBe(
    'PAUSED',
  )
  await operator.runs('firm change', { firm: 'Alder', reason, largestNotional: 30_000_000 })
  expect(await alder.callsOk(`/advert/resume-advert/${advert.id}`)).toMatchObject({ id: advert.id })
})

test('all live IOIs of an institution together have a limit of their own', async () => {
  const { desk, alder } = await limited({ largestNotional: 40_000_000, largestLiveNotional: 50_000_000 })
  await desk.addUser({ email: 'second@alder.example', role: 'TRADER', firm: 'Alder' })
  const second = await desk.person('second@alder.example').signsIn()
  const first = await alder.advertises('BUY', toyota, 10_000)

  const draft = await draftBody(second, sony, 5_000)

  expect(await second.isRefused('/advert/submit-advert', draft)).toMatchObject(refusalOf(50_000_000, 'ALL'))
  await alder.callsOk(`/advert/pause-advert/${first.id}`)
  await second.callsOk('/advert/submit-advert', draft)
  expect(await alder.isRefused(`/advert/resume-advert/${first.id}`)).toMatchObject(
    refusalOf(50_000_000, 'ALL'),
  )
})

test("a trader's details name the limit for one IOI of the own institution, as the operator has set it", async () => {
  const { operator, desk, alder, birch } = await limited({ largestNotional: 30_000_000 })
  const limitFor = async (user: TestUser) =>
    (await user.callsOk<UserInfo>('/user/my-details')).largestNotional

  expect([await limitFor(alder), await limitFor(birch)]).toEqual([30_000_000, 20_000_000_000])
  expect(await limitFor(await desk.broker('hinoki'))).toBeNull()
  await operator.runs('firm change', { firm: 'Alder', reason, largestNotional: null })
  expect([await limitFor(alder), await limitFor(birch)]).toEqual([null, 20_000_000_000])
})

// rule: 22.3
test('rows of a file and restored IOIs have the limits too', async () => {
  const { desk, alder } = await limited({ largestNotional: 30_000_000, largestLiveNotional: 50_000_000 })
  const yesterday: Advert = await alder.drafts(toyota)
  const file = csvOf(desk, [
    { ric: toyota, direction: 'BUY', shareQuantity: '11000' },
    { ric: sony, direction: 'BUY', shareQuantity: '6000' },
    { ric: '8306.T', direction: 'SELL', shareQuantity: '11000' },
  ])

  expect(
    (await uploadFile(alder, file)).map(({ status, errorCode, errorMap }) => [status, errorCode, errorMap]),
  ).toEqual([
    ['ERROR', 'ADVERT-ERROR-014', { notional: 30_000_000, scope: 'ONE' }],
    ['OK', null, {}],
    ['ERROR', 'ADVERT-ERROR-014', { notional: 50_000_000, scope: 'ALL' }],
  ])
  const [restored] = await prepareRestoreOf(alder, [{ ...yesterday, shareQuantity: 11_000 }])
  expect(restored).toMatchObject({
    status: 'ERROR',
    errorCode: 'ADVERT-ERROR-014',
    errorMap: { notional: 30_000_000, scope: 'ONE' },
  })
})

// rule: 22.4
test('an operator sees the limits, and a change records who, why and what; a wrong one changes nothing', async () => {
  const { desk, operator } = await limited({ largestNotional: 5_000_000_000 })
  await operator.runs('firm change', { firm: 'Alder', reason, largestNotional: 5_000_000_000 })

  expect(await operator.lists('firm list', {})).toMatchObject([
    { name: 'Alder', largestNotional: 5_000_000_000, largestLiveNotional: null },
    { name: 'Birch', largestNotional: 20_000_000_000, largestLiveNotional: null },
  ])
  const before = { largestNotional: 20_000_000_000, largestLiveNotional: null }
  expect(await auditEvents(desk, 'firmChanged')).toMatchObject([
    {
      actor: 'staff:ops-kimura',
      reason,
      details: { before, after: { ...before, largestNotional: 5_000_000_000 } },
    },
  ])
  for (const wrong of [
    { largestNotional: 9_999_999 },
    { largestNotional: 1e15 },
    { largestLiveNotional: 4_999_999_999 },
    {},
  ])
    expect(await operator.isRefused('firm change', { firm: 'Alder', reason, ...wrong })).toMatchObject({
      code: 'INVALID',
    })
  expect(
    await operator.isRefused('firm change', { firm: 'Nobody', reason, largestNotional: null }),
  ).toMatchObject({
    code: 'FIRM_UNKNOWN',
  })
  expect(await auditEvents(desk, 'firmChanged')).toHaveLength(1)
})
