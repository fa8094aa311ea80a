import type { FeedBatch, FeedQuote } from '@aitai/contract/feed.ts'
import type { Quote } from '@aitai/engine/quote.ts'
import { type Desk, type DeskOptions, startDesk } from './desk.ts'
import type { Answer, Sent } from './person.ts'

export const feedToken = 'x7Kq2mVw9LpR4tYb8NcD3f'

/** A desk whose market is told by a feed handler, in the hours of the exchanges. */
export function deskFed(options: DeskOptions = {}): Promise<Desk> {
  const env = { QUOTES: 'http', FEED_TOKEN: feedToken, CALENDAR: 'jpx', ...options.env }
  return startDesk({ ...options, quotes: 'as configured', env })
}

interface Reply {
  readonly accepted: number
  readonly ignored: number
  readonly errorCode?: string
  readonly field?: string
}

/** Sends something as the feed handler does. */
export const tries = (desk: Desk, sent: Sent): Promise<Answer<Reply>> =>
  desk.person('feed').calls<Reply>('/feed/quotes', { method: 'POST', token: feedToken, ...sent })

/** Sends a batch, which must be taken. */
export async function feeds(
  desk: Desk,
  quotes: readonly FeedQuote[],
  more: Partial<FeedBatch> = {},
): Promise<Reply> {
  const { status, body, text } = await tries(desk, { body: { quotes, ...more } })
  if (status !== 200) throw new Error(`the batch was answered with ${status} ${text}`)
  return body
}

/** A quote of Toyota, of now or of so many milliseconds from now. */
export const quoteOf = (desk: Desk, more: Partial<FeedQuote> = {}, ms = 0): FeedQuote => {
  const time = new Date(desk.clock.now() + ms).toISOString()
  return { ric: '7203.T', time, bid: 2_905, ask: 2_905.5, last: 2_905, ...more }
}

/** What the server knows of a market now. */
export const newest = (desk: Desk, ric = '7203.T'): Quote | null =>
  desk.app.quotes.quoteOf(desk.securityId(ric))
