import type { FeedBatch, FeedQuote } from '@aitai/contract/schemas/feed.ts'
import type { Quote } from '@aitai/engine/market/quote.ts'
import { startTestServer, type TestServer, type TestServerOptions } from './test-server.ts'
import type { ApiResponse, RequestOptions } from './test-user.ts'

export const feedToken = 'x7Kq2mVw9LpR4tYb8NcD3f'

/** A desk whose market is told by a feed handler, in the hours of the exchanges. */
export function startServerWithFeed(options: TestServerOptions = {}): Promise<TestServer> {
  const env = { QUOTES: 'http', FEED_TOKEN: feedToken, CALENDAR: 'jpx', ...options.env }
  return startTestServer({ ...options, quotes: 'as configured', env })
}

interface Reply {
  readonly accepted: number
  readonly ignored: number
  readonly errorCode?: string
  readonly field?: string
}

/** Sends something as the feed handler does. */
export const postToFeed = (desk: TestServer, sent: RequestOptions): Promise<ApiResponse<Reply>> =>
  desk.person('feed').calls<Reply>('/feed/quotes', { method: 'POST', token: feedToken, ...sent })

/** Sends a batch, which must be taken. */
export async function sendFeedBatch(
  desk: TestServer,
  quotes: readonly FeedQuote[],
  more: Partial<FeedBatch> = {},
): Promise<Reply> {
  const { status, body, text } = await postToFeed(desk, { body: { quotes, ...more } })
  if (status !== 200) throw new Error(`the batch was answered with ${status} ${text}`)
  return body
}

/** A quote of Toyota, of now or of so many milliseconds from now. */
export const quoteOf = (desk: TestServer, more: Partial<FeedQuote> = {}, ms = 0): FeedQuote => {
  const time = new Date(desk.clock.now() + ms).toISOString()
  return { ric: '7203.T', time, bid: 2_905, ask: 2_905.5, last: 2_905, ...more }
}

/** What the server knows of a market now. */
export const latestQuote = (desk: TestServer, ric = '7203.T'): Quote | null =>
  desk.app.quotes.quoteOf(desk.securityId(ric))
