import type { FeedBatch, FeedQuote } from '@aitai/contract/schemas/feed.ts'
import type { Quote } from '@aitai/engine/model/quote.ts'
import { startTestServer, type TestServer, type TestServerOptions } from './test-server.ts'
import type { ApiResponse, RequestOptions } from './test-user.ts'

export const feedToken = 'x7Kq2mVw9LpR4tYb8NcD3f'

/** A server whose quotes come from a feed handler, in the hours of the exchanges. */
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

/** Sends a request as the feed handler does. */
export const postToFeed = (desk: TestServer, sent: RequestOptions): Promise<ApiResponse<Reply>> =>
  desk.person('feed').calls<Reply>('/feed/quotes', { method: 'POST', token: feedToken, ...sent })

/** Sends a batch, which must be accepted. */
export async function sendFeedBatch(
  desk: TestServer,
  quotes: readonly FeedQuote[],
  more: Partial<FeedBatch> = {},
): Promise<Reply> {
  const { status, body, text } = await postToFeed(desk, { body: { quotes, ...more } })
  if (status !== 200) throw new Error(`the batch was answered with ${status} ${text}`)
  return body
}

/** A quote of Toyota at the current time, or this many milliseconds from it. */
export const quoteOf = (desk: TestServer, more: Partial<FeedQuote> = {}, ms = 0): FeedQuote => {
  const time = new Date(desk.clock.now() + ms).toISOString()
  return { ric: '7203.T', time, bid: 2_905, ask: 2_905.5, last: 2_905, ...more }
}

/** The server's newest quote. */
export const latestQuote = (desk: TestServer, ric = '7203.T'): Quote | null =>
  desk.app.quotes.quoteOf(desk.securityId(ric))
