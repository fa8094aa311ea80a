import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { describe, expect, test } from 'vitest'
import { toyota, untilStatus } from '../journey-fixtures.ts'
import {
  agreeSides,
  expectBearerOnly,
  locateSides,
  startCallFixture,
  startWithOneUser,
  submissionBodyOf,
  untilLive,
} from './call-fixtures.ts'

const submit = '/advert/submit-advert'
const modify = '/advert/modify-advert'

describe('adverts', () => {
  // spec: 7.adverts.1
  test('7.adverts.1 GET /advert/advert-list: list of advertisements.', async () => {
    const { desk, alder } = await startWithOneUser()
    expect(await alder.asks('/advert/advert-list')).toEqual([])
    const first = await alder.advertises('BUY', toyota, 10_000)
    desk.clock.advance(1_000)
    const second = await alder.advertises('SELL', '6758.T', 10_000)

    const listed = await alder.asks<Advert[]>('/advert/advert-list')
    expect(listed.map(({ id }) => id)).toEqual([second.id, first.id])
    expect(listed).toMatchObject([{ direction: 'SELL' }, { direction: 'BUY', shareQuantity: 10_000 }])
  })

  // spec: 7.adverts.2
  test('7.adverts.2 POST /advert/create-advert: body {securityId}.', async () => {
    const { desk, alder } = await startWithOneUser()
    const securityId = desk.securityId(toyota)

    expect(await alder.asks('/advert/create-advert', { body: { securityId } })).toMatchObject({
      securityId,
      securityName: '7203.T - Toyota Motor',
      advertisementStatus: 'UNSENT',
      submitTime: null,
      expiryDate: null,
    })
    for (const body of [{}, { securityId: 1 }, { securityId: null }])
      expect(await alder.isRefused('/advert/create-advert', { body })).toMatchObject({
        status: 400,
        errorCode: 'INVALID',
        field: 'securityId',
      })
  })

  // spec: 7.adverts.3
  test('7.adverts.3 POST /advert/create-advert: The response is the advert, or an object with an error field.', async () => {
    const { alder } = await startWithOneUser()
    const { id } = await alder.drafts(toyota)
    expect(id).toEqual(expect.any(String))

    const answer = await alder.calls('/advert/create-advert', { body: { securityId: 'unknown' } })
    expect([answer.status, answer.body]).toEqual([
      200,
      { error: expect.stringMatching(/\w/), errorCode: 'SECURITY-NOT-FOUND' },
    ])
    expect((await alder.adverts()).map((advert) => advert.id)).toEqual([id])
  })

  // spec: 7.adverts.4
  test('7.adverts.4 POST /advert/submit-advert and POST /advert/modify-advert: body id, securityId, duration, direction, shareQuantity, minimumQuantity, quantityDecay, currentQuantity, credibilityHurdle, advertisingTriggerActivated, advertisingTrigger, advertTriggerSatisfied, knockoutTriggerActivated, knockoutTrigger, indexRelativeKOTriggerActivated, indexRelativeKOTrigger, brokerIds, ranked, transactionType, transactionTypePreference, usdnotional, jpynotional.', async () => {
    const { alder } = await startWithOneUser()
    const draft = await alder.drafts(toyota)
    const wanted: Partial<Advert> = {
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
      ranked: true,
      transactionType: 'CASH_SWAP',
      transactionTypePreference: 'SWAP_ONLY',
    }
    // Fields that only the server sets are accepted and ignored (docs/rules.md §2).
    const claimed: Partial<Advert> = {
      currentQuantity: 1,
      advertTriggerSatisfied: true,
      usdnotional: 1,
      jpynotional: 1,
    }
    const body = submissionBodyOf(draft, { ...wanted, ...claimed })
    expect(Object.keys(body)).toHaveLength(22)

    const sent = await alder.asks<Advert>(submit, { body })
    expect(sent).toMatchObject({ ...wanted, id: draft.id, brokerIds: draft.brokerIds })
    expect(sent).toMatchObject({ currentQuantity: 20_000, advertTriggerSatisfied: false })
    expect(sent.jpynotional).toBeGreaterThan(50_000_000)
    const again = submissionBodyOf(sent, { shareQuantity: 30_000, minimumQuantity: 10, quantityDecay: false })
    expect(await alder.asks(modify, { body: again })).toMatchObject({
      ...wanted,
      id: draft.id,
      shareQuantity: 30_000,
      minimumQuantity: 10,
      quantityDecay: false,
      currentQuantity: 30_000,
    })
  })

  // spec: 7.adverts.5
  test('7.adverts.5 POST /advert/submit-advert and POST /advert/modify-advert: The response is the advertisement or result.', async () => {
    const { alder } = await startWithOneUser()
    const draft = await alder.drafts(toyota)

    const sent = await alder.asks<Advert>(submit, { body: submissionBodyOf(draft) })
    expect(sent).toMatchObject({ id: draft.id, advertisementStatus: 'LIVE', submitTime: expect.any(Number) })
    const modified = await alder.asks<Advert>(modify, {
      body: submissionBodyOf(sent, { minimumQuantity: 20 }),
    })
    expect(await alder.advert(draft.id)).toEqual({ ...modified, advertisementStatus: expect.any(String) })
    expect(await alder.isRefused(modify, { body: submissionBodyOf(sent, { brokerIds: [] }) })).toMatchObject({
      status: 409,
      errorCode: 'ADVERT-ERROR-011',
      message: expect.stringMatching(/broker/i),
    })
    const { shareQuantity, ...less } = submissionBodyOf(sent)
    expect(await alder.isRefused(submit, { body: less })).toMatchObject({
      status: 400,
      errorCode: 'INVALID',
      field: 'shareQuantity',
    })
  })
})

/** The calls that change something by a GET, for the trader's own advert. */
const changes = [
  { path: '/advert/pause-advert', from: 'LIVE', to: 'PAUSED' },
  { path: '/advert/resume-advert', from: 'PAUSED', to: 'SENT' },
  { path: '/advert/cancel-advert', from: 'LIVE', to: 'DEAD' },
] as const

describe('GETs that change something', () => {
  // spec: 7.adverts.6
  test('7.adverts.6 GET /advert/pause-advert/{id}, GET /advert/resume-advert/{id}, GET /advert/cancel-advert/{id}.', async () => {
    const { alder } = await startWithOneUser()
    const { id } = await alder.advertises('BUY', toyota, 10_000)

    expect(await alder.asks(`/advert/pause-advert/${id}`)).toMatchObject({
      id,
      advertisementStatus: 'PAUSED',
    })
    expect(await alder.asks(`/advert/resume-advert/${id}`)).toMatchObject({
      id,
      advertisementStatus: expect.stringMatching(/^(SENT|LIVE)$/),
    })
    expect(await alder.asks(`/advert/cancel-advert/${id}`)).toMatchObject({
      id,
      advertisementStatus: 'DEAD',
      causeOfDeath: 'CANCELLED_BY_USER',
    })
    for (const [path, errorCode] of [
      ['pause-advert', 'ADVERT-ERROR-007'],
      ['resume-advert', 'ADVERT-ERROR-003'],
    ])
      expect(await alder.isRefused(`/advert/${path}/${id}`)).toMatchObject({ status: 409, errorCode })
    // Cancelling twice cancels once.
    expect(await alder.asks(`/advert/cancel-advert/${id}`)).toMatchObject({ advertisementStatus: 'DEAD' })
    expect(await alder.asks('/user/ioi-counts')).toMatchObject({ cancel: 1 })
  })

  // spec: 7.adverts.6
  test.each(changes)(
    '7.adverts.6 GET /advert/pause-advert/{id}, GET /advert/resume-advert/{id}, GET /advert/cancel-advert/{id}. — $path: no link, no HEAD, kept nowhere, by POST too',
    async (change) => {
      const { desk, alder } = await startWithOneUser()
      await alder.connects()
      const { id } = await alder.advertises('BUY', toyota, 10_000)
      await untilLive(alder, { id })
      if (change.from === 'PAUSED') await alder.asks(`/advert/pause-advert/${id}`)
      const path = `${change.path}/${id}`

      await expectBearerOnly(desk, alder, path)
      expect((await alder.advert(id)).advertisementStatus).toBe(change.from)
      const { status, headers, body } = await alder.calls<Advert>(path, { method: 'POST' })
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
      expect([change.to, 'LIVE']).toContain(body.advertisementStatus)
      expect((await alder.calls(path)).headers.get('cache-control')).toBe('no-store')
    },
  )

  // spec: 7.adverts.7
  test('7.adverts.7 GET /advert/create-residual-advertisement/{advertId}.', async () => {
    const market = await startCallFixture()
    const { desk, alder } = market
    const { alders } = await agreeSides(market)
    const path = `/advert/create-residual-advertisement/${alders.advertisementId}`
    await untilStatus(alder, alders.advertisementId, 'COMPLETED')
    await expectBearerOnly(desk, alder, path)

    const residual = await alder.asks<Advert>(path)
    expect(residual).toMatchObject({
      advertisementStatus: 'UNSENT',
      shareQuantity: 10_000,
      direction: 'BUY',
      parentAdvertId: alders.advertisementId,
    })
    expect(await alder.isRefused(path, { method: 'POST' })).toMatchObject({
      status: 409,
      errorCode: 'ADVERT-ERROR-005',
    })
    expect(await alder.asks(submit, { body: submissionBodyOf(residual) })).toMatchObject({ id: residual.id })
  })

  // spec: 7.adverts.7
  test('7.adverts.7 GET /advert/create-residual-advertisement/{advertId}. — by POST too, and of nothing that is not complete', async () => {
    const market = await startCallFixture()
    const { alder } = market
    const { alders } = await locateSides(market)
    const path = `/advert/create-residual-advertisement/${alders.advertisementId}`

    expect(await alder.isRefused(path)).toMatchObject({ status: 409, errorCode: 'ADVERT-ERROR-005' })
    await alder.accepts(alders)
    await market.birch.accepts({ ...alders, direction: 'SELL' })
    await untilStatus(alder, alders.advertisementId, 'COMPLETED')
    const { status, headers } = await alder.calls(path, { method: 'POST' })
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
  })
})
