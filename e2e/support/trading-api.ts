import type { Page } from '@playwright/test'
import { WireClient } from './wire-client.ts'

type Json = Record<string, unknown>
export type Side = 'BUY' | 'SELL'

/** Limits high enough that a test waits for timers and not for limits. */
export const generousRateLimits = { CHANGES_PER_SECOND: '1000', READS_PER_SECOND: '1000' } as const

/** A caller of the API, with its own session or that of a browser tab. */
export interface ApiCaller {
  call<T = Json>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T>
}

export const signInContra = (url: string, firm: string): Promise<WireClient> =>
  WireClient.signIn(url, `trader@${firm}.example`, 'correct-horse-aitai', 'websocket')

/** A broker user, who leaves at the end of the test. */
export const signInBroker = (url: string, broker: string): Promise<WireClient> =>
  WireClient.signIn(url, `broker@${broker}.example`, 'correct-horse-aitai', 'websocket')

interface Agreement {
  readonly id: string
  readonly buyStatus: boolean
  readonly sellStatus: boolean
}

/** Confirms both sides of every agreement of a broker that it has not confirmed. */
export async function confirmAll(broker: ApiCaller): Promise<void> {
  const listed = await broker.call<Agreement[]>('GET', '/connection-agreement/broker-user-execution-listing')
  for (const { id: connectionAgreementId, buyStatus, sellStatus } of listed)
    for (const status of [...(buyStatus ? [] : ['buyStatus']), ...(sellStatus ? [] : ['sellStatus'])])
      await broker.call('POST', '/connection-agreement/broker-execution-confirmation', {
        connectionAgreementId,
        [status]: true,
      })
}

/** The session of a signed-in page, as another tab would use it. Nothing passes through the page. */
export async function apiCallerOf(page: Page, url: string): Promise<ApiCaller> {
  const token = await page.evaluate(() => localStorage.getItem('userToken'))
  return {
    async call<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
      const answer = await fetch(`${url}/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      return (await answer.json()) as T
    },
  }
}

export interface Equity {
  readonly equityId: string
  readonly ric: string
  readonly closePrice: number
  readonly tickSize: number
  readonly minPrice: number
  readonly maxPrice: number
}

/** The number of shares that every test sends, and the smallest notional of the platform in yen. */
const shares = 50_000
const smallest = 10_000_000

/** Securities that are expensive enough for this size at any price of the day. */
export async function tradableSecurities(trader: ApiCaller): Promise<Equity[]> {
  const all = await trader.call<Equity[]>('GET', '/equity/get-equities')
  return all.filter(({ minPrice }) => minPrice * shares >= smallest)
}

/** One of them. */
export async function tradableSecurity(trader: ApiCaller, ric: string): Promise<Equity> {
  const found = (await tradableSecurities(trader)).find((each) => each.ric === ric)
  if (!found) throw new Error(`no security ${ric}`)
  return found
}

export interface Broker {
  readonly brokerID: string
  readonly brokerName: string
}

interface How {
  /** The brokers of the path, at most four; any by default. */
  readonly by?: (broker: Broker) => boolean
  /** What differs from the default terms. */
  readonly terms?: Json
}

/** Sends an advert that can be located with any contra, and returns it. */
export async function submitAdvert(
  trader: ApiCaller,
  { equityId }: Equity,
  direction: Side,
  { by = () => true, terms = {} }: How = {},
): Promise<Json & { readonly id: string }> {
  const all = await trader.call<Broker[]>('GET', '/broker/user-brokers-list')
  const brokers = all.filter(by)
  const draft = await trader.call<{ id: string }>('POST', '/advert/create-advert', { securityId: equityId })
  const sent = {
    id: draft.id,
    securityId: equityId,
    duration: '150',
    direction,
    shareQuantity: shares,
    minimumQuantity: 25,
    quantityDecay: false,
    currentQuantity: shares,
    credibilityHurdle: 10,
    advertisingTriggerActivated: false,
    advertisingTrigger: 0,
    advertTriggerSatisfied: false,
    knockoutTriggerActivated: false,
    knockoutTrigger: 0,
    indexRelativeKOTriggerActivated: false,
    indexRelativeKOTrigger: 0,
    brokerIds: brokers.slice(0, 4).map(({ brokerID }) => brokerID),
    ranked: false,
    transactionType: 'CASH_ONLY',
    transactionTypePreference: 'CASH_ONLY',
    usdnotional: 0,
    jpynotional: 0,
    ...terms,
  }
  await trader.call('POST', '/advert/submit-advert', sent)
  return sent
}

interface Listed {
  readonly locateNotificationId: string
  readonly securityId: string
  readonly direction: Side
  readonly answer: string | null
  readonly outcome: string | null
}

/** Waits for the locate in a security that this trader has not answered, and returns it. */
export async function waitForOpenLocate(trader: ApiCaller, { equityId }: Equity): Promise<Listed> {
  const until = Date.now() + 15_000
  while (Date.now() < until) {
    const all = await trader.call<Listed[]>('GET', '/locate-notification/list-locate-notifications')
    const open = all.find(
      (each) => each.securityId === equityId && each.outcome === null && each.answer === null,
    )
    if (open) return open
    await new Promise((later) => setTimeout(later, 50))
  }
  throw new Error('no contra was located')
}

export type LocateAnswer = 'accept' | 'decline'

export async function answerLocate(trader: ApiCaller, equity: Equity, answer: LocateAnswer): Promise<void> {
  const { locateNotificationId, direction } = await waitForOpenLocate(trader, equity)
  const path = answer === 'accept' ? 'connect-acceptance' : 'connect-rejection'
  await trader.call('POST', `/locate-notification/${path}`, {
    direction,
    locationNotificationId: locateNotificationId,
  })
}
