import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { ResultRow } from '@aitai/contract/schemas/upload.ts'
import { dayMs } from '@aitai/engine/calendar/calendar.ts'
import { describe, expect, test } from 'vitest'
import type { TestServer } from '../../support/test-server.ts'
import type { TestUser } from '../../support/test-user.ts'
import { until } from '../../support/until.ts'
import { toyota } from '../journey-fixtures.ts'
import { startWithOneUser, submissionBodyOf } from './call-fixtures.ts'

const upload = '/advert/bulk-upload-adverts'
const asHtml = { 'content-type': 'text/html' }

/** Three rows as the client posts them: the equity id for the ric, 'invalid' for an unknown one. */
const fileOf = (desk: TestServer): string =>
  [
    'ric,direction,sharequantity',
    `${desk.securityId(toyota)},BUY,10000`,
    'invalid,SELL,10000',
    `${desk.securityId('6758.T')},SELL,100`,
    '',
  ].join('\n')

describe('bulk upload', () => {
  // spec: 7.adverts.8
  test('7.adverts.8 POST /advert/bulk-upload-adverts: body is the CSV text (content type text/html).', async () => {
    const { desk, alder } = await startWithOneUser()
    const raw = fileOf(desk)

    const html = await alder.calls<ResultRow[]>(upload, { raw, headers: asHtml })
    expect([html.status, html.body.length]).toEqual([200, 3])
    const withCharset = { 'content-type': 'text/html; charset=utf-8' }
    expect((await alder.calls(upload, { raw, headers: withCharset })).text).toBe(html.text)
    expect((await alder.calls(upload, { raw, headers: { 'content-type': 'text/csv' } })).text).toBe(html.text)
    expect(await alder.isRefused(upload, { raw: JSON.stringify(raw) })).toMatchObject({
      status: 415,
      errorCode: 'MEDIA_TYPE',
    })
    // It validates the rows and creates nothing.
    expect(await alder.adverts()).toEqual([])
  })

  // spec: 7.adverts.9
  test('7.adverts.9 POST /advert/bulk-upload-adverts: The response is a list of rows (status, advertisement, errorCode, errorMap).', async () => {
    const { desk, alder } = await startWithOneUser()
    const rows = await alder.asks<ResultRow[]>(upload, { raw: fileOf(desk), headers: asHtml })

    expect(rows).toMatchObject([
      {
        status: 'OK',
        errorCode: null,
        errorMap: {},
        advertisement: { securityId: desk.securityId(toyota), direction: 'BUY', shareQuantity: 10_000 },
      },
      { status: expect.not.stringMatching(/^OK$/), advertisement: null, errorCode: 'ERR-002' },
      {
        status: expect.not.stringMatching(/^OK$/),
        errorCode: 'ERR-006',
        errorMap: { shareQuantity: 100, minimumShareQuantity: expect.any(Number) },
      },
    ])
    // A row that is OK is submitted like any other advert.
    const draft = await alder.drafts(toyota)
    const body = submissionBodyOf(draft, { ...(rows[0]?.advertisement as unknown as Advert), id: draft.id })
    expect(await alder.asks('/advert/submit-advert', { body })).toMatchObject({ shareQuantity: 10_000 })
  })
})

/** What the client stored in the evening, under the date, and the trader on the next morning. */
async function dayBefore(desk: TestServer, alder: TestUser): Promise<{ kept: Advert[]; next: TestUser }> {
  await alder.advertises('BUY', toyota, 10_000)
  desk.clock.advance(1_000)
  await alder.advertises('SELL', '6758.T', 20_000, { duration: '60', quantityDecay: true })
  desk.clock.advance(dayMs / 2)
  const evening = await desk.trader('alder')
  const kept = await until('the adverts to expire', async () => {
    const all = await evening.asks<Advert[]>('/advert/advert-list')
    return all.every(({ causeOfDeath }) => causeOfDeath === 'EXPIRED') && all
  })
  desk.clock.advance(dayMs / 2)
  const next = await desk.trader('alder')
  await until('the new day', async () => (await next.adverts()).length === 0)
  return { kept, next }
}

describe('restore', () => {
  // spec: 7.adverts.10
  test('7.adverts.10 POST /advert/prepare-restore: body is a list of previous advertisements with securityId mapped back.', async () => {
    const { desk, alder } = await startWithOneUser()
    const { kept, next } = await dayBefore(desk, alder)

    // The whole advert as it was listed: the client removes nothing.
    const rows = await next.asks<ResultRow[]>('/advert/prepare-restore', { body: kept })
    expect(rows.map(({ status }) => status)).toEqual(['OK', 'OK'])
    expect(await next.adverts()).toEqual([])
    expect(await next.isRefused('/advert/prepare-restore', { body: {} })).toMatchObject({
      status: 400,
      errorCode: 'INVALID',
    })
  })

  // spec: 7.adverts.11
  test('7.adverts.11 POST /advert/prepare-restore: The response is a list of restore rows.', async () => {
    const { desk, alder } = await startWithOneUser()
    const { kept, next } = await dayBefore(desk, alder)
    await next.advertises('BUY', toyota, 10_000)

    const rows = await next.asks<ResultRow[]>('/advert/prepare-restore', { body: kept })
    expect(rows).toMatchObject([
      {
        status: 'OK',
        errorCode: null,
        errorMap: {},
        advertisement: { direction: 'SELL', shareQuantity: 20_000, quantityDecay: true },
      },
      { status: expect.not.stringMatching(/^OK$/), errorCode: 'RESTORE-ERR-02' },
    ])
    const draft = await next.drafts('6758.T')
    const body = submissionBodyOf(draft, { ...(rows[0]?.advertisement as unknown as Advert), id: draft.id })
    expect(await next.asks('/advert/submit-advert', { body })).toMatchObject({
      direction: 'SELL',
      shareQuantity: 20_000,
      duration: '60',
    })
  })
})
