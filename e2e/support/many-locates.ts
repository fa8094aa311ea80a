import type { ApiSession } from '@aitai/contract/api-client.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { clockAt } from './clock.ts'
import { runOperatorCommand } from './operator-cli.ts'
import { dayMs, type TestServer } from './test-server.ts'
import { type ConnectedUser, generousRateLimits, submitAdvert, tradableSecurities } from './trading-api.ts'

/** Lets a trader have so many open locates, without budgets, from the next day on; returns the clock of that day. */
export async function nextDayWithoutLimits(product: TestServer, openLocates: number): Promise<string> {
  const limits = ['failuresPerTrader', 'failuresPerFirm', 'failedLocatesPerPair'].map(
    (name) => `probing.${name}=1000`,
  )
  const settings = [`openLocatesPerTrader=${openLocates}`, 'probing.openHandoversPerTrader=0', ...limits]
  await runOperatorCommand(product, 'venue', 'set', ...settings, '--reason', 'many locates at once')
  const { server, page } = clockAt(new Date(Date.now() + dayMs).toISOString())
  await product.restart({ ...generousRateLimits, ...server })
  return page
}

/** Securities with a price at which no size of `meet` needs a confirmation. */
export const securitiesToMeetIn = async (trader: ApiSession, count: number): Promise<readonly Equity[]> =>
  (await tradableSecurities(trader))
    .filter(({ minPrice, maxPrice }) => minPrice > 1_000 && maxPrice < 20_000)
    .slice(0, count)

/** Both advertise in all of these securities. */
export async function meet(
  trader: ApiSession,
  contra: ConnectedUser,
  equities: readonly Equity[],
): Promise<void> {
  const terms = { shareQuantity: 10_000 }
  await Promise.all(equities.map((equity) => submitAdvert(contra, equity, 'SELL', { terms })))
  await Promise.all(equities.map((equity) => submitAdvert(trader, equity, 'BUY', { terms })))
}
