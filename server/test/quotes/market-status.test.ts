import type { MarketQuote } from '@aitai/contract/schemas/reference.ts'
import { yen } from '@aitai/engine/model/price.ts'
import type { Quote } from '@aitai/engine/model/quote.ts'
import { expect, test } from 'vitest'
import { startTestServer, steadyQuotes, type TestServer } from '../support/test-server.ts'

const hourMs = 3_600_000

/** A server at ten in the morning in Tokyo, whose quotes the test overrides through `override`. */
async function serverWithQuote(override: { more: Partial<Quote> | null }): Promise<TestServer> {
  const quotes: typeof steadyQuotes = (securities, now) => {
    const steady = steadyQuotes(securities, now)
    const quoteOf = (securityId: string): Quote | null => {
      const quote = steady.quoteOf(securityId)
      return quote && override.more && { ...quote, ...override.more }
    }
    return { ...steady, quoteOf }
  }
  return startTestServer({ firms: ['Alder'], brokers: ['Hinoki'], env: { CALENDAR: 'jpx' }, quotes })
}

async function market(desk: TestServer): Promise<MarketQuote> {
  const alder = await desk.trader('alder')
  return alder.callsOk(`/status/get-quote/${desk.securityId('7203.T')}`)
}

test('a fresh market shows its mid, its moves, and no error', async () => {
  const desk = await serverWithQuote({ more: { bid: 3_049 * yen, ask: 3_051 * yen, indexMove: 20 } })
  const close = desk.app.reference.names().listed.find(({ security }) => security.ric === '7203.T')
  const closePrice = close?.security.closePrice ?? 0

  expect(await market(desk)).toMatchObject({
    midPrice: 3_050,
    lastPrice: closePrice / yen,
    stockMovePercentage: Math.trunc(((3_050 * yen - closePrice) * 10_000) / closePrice) / 100,
    marketError: null,
  })
})

test('a market without matching says why, and shows no mid', async () => {
  const override: { more: Partial<Quote> | null } = { more: { condition: 'HALTED' } }
  const desk = await serverWithQuote(override)
  const says = async (more: Partial<Quote> | null) => {
    override.more = more
    const { midPrice, marketError } = await market(desk)
    return [midPrice, marketError]
  }

  expect(await says({ condition: 'HALTED' })).toEqual([null, 'MARKET-ERROR-004'])
  expect(await says({ ask: null })).toEqual([null, 'MARKET-ERROR-001'])
  expect(await says({ at: desk.clock.now() - 10_001 })).toEqual([null, 'MARKET-ERROR-003'])
  expect(await says(null)).toEqual([null, 'MARKET-ERROR-001'])
})

test('of a malformed market only that is shown', async () => {
  const desk = await serverWithQuote({ more: { at: Number.NaN, last: Number.POSITIVE_INFINITY } })
  const { lastPrice, at, marketError } = await market(desk)

  expect([at, marketError]).toEqual([desk.clock.now(), 'MARKET-ERROR-007'])
  expect(lastPrice).toBeGreaterThan(0)
})

test('a market has no error while its exchange is closed', async () => {
  const desk = await serverWithQuote({ more: { condition: 'HALTED' } })
  desk.clock.advance(2 * hourMs)

  expect(await market(desk)).toMatchObject({ midPrice: null, marketError: null })
})
