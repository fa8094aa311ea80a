import { yen } from '@aitai/engine/model/price.ts'
import { expect, test } from 'vitest'
import { feedHealth } from '../../src/quotes/feed-health.ts'
import {
  feedToken,
  latestQuote,
  postToFeed,
  quoteOf,
  sendFeedBatch,
  startServerWithFeed,
} from '../support/feed-handler.ts'
import { startTestServer } from '../support/test-server.ts'
import type { RequestOptions } from '../support/test-user.ts'

test('the feed requires its token, and the token gives access to nothing else', async () => {
  const desk = await startServerWithFeed()
  const [alder, hinoki] = [await desk.trader('alder'), await desk.broker('hinoki')]
  const body = { quotes: [quoteOf(desk)] }
  const statusWith = async (token: string | null) => {
    const { status, body: failure } = await postToFeed(desk, { body, token })
    return [status, failure.errorCode]
  }

  expect(await statusWith(null)).toEqual([401, 'NOT_SIGNED_IN'])
  expect(await statusWith(`${feedToken}x`)).toEqual([401, 'NOT_SIGNED_IN'])
  expect(await statusWith(feedToken.slice(1))).toEqual([401, 'NOT_SIGNED_IN'])
  expect(await statusWith(alder.token)).toEqual([403, 'FORBIDDEN'])
  expect(await statusWith(hinoki.token)).toEqual([403, 'FORBIDDEN'])
  expect(latestQuote(desk)).toBeNull()

  for (const other of ['/advert/advert-list', '/equity/get-equities', '/user/my-details']) {
    const { status, errorCode } = await alder.isRefused(other, { token: feedToken })
    expect([status, errorCode]).toEqual([403, 'FORBIDDEN'])
  }
  expect(await statusWith(feedToken)).toEqual([200, undefined])
})

test('a feed token gives no access while quotes come from another source', async () => {
  const desk = await startTestServer({ env: { FEED_TOKEN: feedToken } })

  const { status, body } = await postToFeed(desk, { body: { quotes: [] } })
  expect([status, body.errorCode]).toEqual([401, 'NOT_SIGNED_IN'])
})

test('the newest quote of a security counts, whatever the order of arrival; unknown securities are counted', async () => {
  const desk = await startServerWithFeed()
  const of = (bid: number, ms: number) => quoteOf(desk, { bid }, ms)

  expect(await sendFeedBatch(desk, [of(2_904, -3_000), of(2_903, -2_000)])).toEqual({
    accepted: 2,
    ignored: 0,
  })
  expect(await sendFeedBatch(desk, [of(2_900, -2_500)])).toEqual({ accepted: 0, ignored: 1 })
  const mixed = [
    of(2_901, -1_000),
    of(2_902, -1_500),
    quoteOf(desk, { ric: '9999.T' }),
    quoteOf(desk, { ric: 'x' }),
  ]
  expect(await sendFeedBatch(desk, mixed)).toEqual({ accepted: 1, ignored: 3 })
  expect(latestQuote(desk)).toMatchObject({ bid: 2_901 * yen, at: desk.clock.now() - 1_000 })
  expect(await sendFeedBatch(desk, [])).toEqual({ accepted: 0, ignored: 0 })
})

test('prices are exact to 1/10,000 yen, and the index to a basis point', async () => {
  const desk = await startServerWithFeed()
  const index = { last: 2_828.35, close: 2_800 }
  await sendFeedBatch(
    desk,
    [quoteOf(desk, { bid: 2_904.9999, ask: 2_905.0001, last: 0.1, condition: 'HALTED' })],
    {
      index,
    },
  )

  expect(latestQuote(desk)).toEqual({
    securityId: desk.securityId('7203.T'),
    at: desk.clock.now(),
    bid: 29_049_999,
    ask: 29_050_001,
    last: 1_000,
    officialClose: null,
    condition: 'HALTED',
    indexMove: 101,
  })
  expect(desk.app.quotes.indexMove()).toBe(101)
})

const wrong: readonly (readonly [string, Record<string, unknown>, string])[] = [
  ['no ric', { ric: undefined }, 'quotes/1/ric'],
  ['an empty ric', { ric: '' }, 'quotes/1/ric'],
  ['a ric of 300 characters', { ric: '７'.repeat(300) }, 'quotes/1/ric'],
  ['no time', { time: undefined }, 'quotes/1/time'],
  ['a time without its zone', { time: '2026-11-18T01:00:00.000' }, 'quotes/1/time'],
  ['a time as a number', { time: 1_763_427_600_000 }, 'quotes/1/time'],
  ['a day that is none', { time: '2026-02-30T01:00:00Z' }, 'quotes/1/time'],
  ['a bid below zero', { bid: -1 }, 'quotes/1/bid'],
  ['a bid as a text', { bid: '2905' }, 'quotes/1/bid'],
  ['an ask beyond all prices', { ask: 1e300 }, 'quotes/1/ask'],
  ['a last with five decimals', { last: 2_905.00001 }, 'quotes/1/last'],
  ['an official close with six', { officialClose: 2_905.123456 }, 'quotes/1/officialClose'],
  ['a condition nobody knows', { condition: 'OPEN' }, 'quotes/1/condition'],
]

test.each(wrong)('a batch with %s is refused as a whole, and the field is named', async (_, more, field) => {
  const desk = await startServerWithFeed({ firms: [], brokers: [] })
  const good = quoteOf(desk)
  const { status, body } = await postToFeed(desk, {
    body: { quotes: [good, { ...good, ...more }], usdJpy: 100 },
  })

  expect([status, body.errorCode, body.field]).toEqual([400, 'INVALID', field])
  expect(latestQuote(desk)).toBeNull()
  expect(desk.app.quotes.usdJpy()).toBe(150 * yen)
})

test('anything other than a batch is refused and changes nothing', async () => {
  const desk = await startServerWithFeed({ firms: [], brokers: [] })
  const good = quoteOf(desk)
  const text = JSON.stringify(good)
  const refusals: readonly (readonly [RequestOptions, number, string | undefined])[] = [
    [{ raw: '' }, 400, 'body'],
    [{ raw: '[]' }, 400, 'body'],
    [{ raw: 'null' }, 400, 'body'],
    [{ raw: '{"quotes":' }, 400, 'body'],
    [{ raw: `{"__proto__":{"quotes":[]},"quotes":[${text}]}` }, 400, 'body'],
    [{ raw: `{"quotes":[{"__proto__":{"bid":1},${text.slice(1)}]}` }, 400, 'body'],
    [{ raw: `{"quotes":[{"constructor":{"prototype":{"bid":1}},${text.slice(1)}]}` }, 400, 'body'],
    [{ body: {} }, 400, 'quotes'],
    [{ body: { quotes: good } }, 400, 'quotes'],
    [{ body: { quotes: [null] } }, 400, 'quotes/0'],
    [{ body: { quotes: [good], usdJpy: 0 } }, 400, 'usdJpy'],
    [{ body: { quotes: [good], usdJpy: 150.12345 } }, 400, 'usdJpy'],
    [{ body: { quotes: [good], index: { last: 2_800 } } }, 400, 'index/close'],
    [{ body: { quotes: [good], index: { last: 2_800, close: 0 } } }, 400, 'index/close'],
    [{ body: { quotes: [good], index: { last: 2_800.00001, close: 2_800 } } }, 400, 'index/last'],
    [{ body: { quotes: Array(5_001).fill(good) } }, 400, 'quotes'],
    [{ raw: `{"quotes":[${' '.repeat(2 * 1_024 * 1_024)}]}` }, 413, undefined],
    [{ raw: text, headers: { 'content-type': 'text/csv' } }, 415, undefined],
  ]

  for (const [sent, status, field] of refusals) {
    const answer = await postToFeed(desk, sent)
    expect([answer.status, answer.body.field], answer.text).toEqual([status, field])
  }
  expect(latestQuote(desk)).toBeNull()
  expect(desk.app.quotes.usdJpy()).toBe(150 * yen)
  expect(desk.app.quotes.indexMove()).toBeNull()
})

test('a clock that is a second ahead is tolerated, one that is more is refused', async () => {
  const desk = await startServerWithFeed({ firms: [], brokers: [] })
  const { status, body } = await postToFeed(desk, {
    body: { quotes: [quoteOf(desk), quoteOf(desk, {}, 1_001)] },
  })

  expect([status, body.field]).toEqual([400, 'quotes/1/time'])
  expect(await sendFeedBatch(desk, [quoteOf(desk, {}, 1_000)])).toMatchObject({ accepted: 1 })
})

test('5,000 quotes fit in one batch, after which the whole market is fresh', async () => {
  const desk = await startServerWithFeed({ firms: [], brokers: [] })
  const rics = desk.app.reference.names().listed.map(({ security }) => security)
  const listed = rics.map(({ ric, closePrice }) => {
    const price = closePrice / yen
    return quoteOf(desk, { ric, bid: price, ask: price + 1, last: price })
  })
  const strangers = Array.from({ length: 5_000 - listed.length }, (_, i) => quoteOf(desk, { ric: `X${i}.T` }))
  expect(feedHealth(desk.app)).toEqual({
    source: 'http',
    newestAgeMs: null,
    securities: listed.length,
    fresh: 0,
    hasIndex: false,
  })

  const reply = await sendFeedBatch(desk, [...listed, ...strangers])
  expect(reply).toEqual({ accepted: listed.length, ignored: strangers.length })
  const all = { newestAgeMs: 0, securities: listed.length, fresh: listed.length, hasIndex: false }
  expect(feedHealth(desk.app)).toEqual({ source: 'http', ...all })
})

test('a feed handler without pauses is throttled, and may continue a little later', async () => {
  const desk = await startServerWithFeed({ firms: [], brokers: [] })
  let sent = 0
  let answer = await postToFeed(desk, { body: { quotes: [] } })
  while (answer.status === 200 && sent < 1_000) {
    sent += 1
    answer = await postToFeed(desk, { body: { quotes: [] } })
  }

  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1'])
  expect(sent).toBeGreaterThanOrEqual(100)
  desk.clock.advance(1_000)
  expect((await postToFeed(desk, { body: { quotes: [] } })).status).toBe(200)
})
