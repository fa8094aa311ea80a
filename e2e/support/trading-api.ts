import { type ApiSession, callApi, type SignedInSession, signIn } from '@aitai/contract/api-client.ts'
import { createAdvert, submitAdvert as submitAdvertCall } from '@aitai/contract/routes/adverts.ts'
import { brokerExecutionConfirmation, brokerUserExecutionListing } from '@aitai/contract/routes/agreements.ts'
import {
  connectAcceptance,
  connectRejection,
  listLocateNotifications,
} from '@aitai/contract/routes/locates.ts'
import { getEquities, userBrokersList } from '@aitai/contract/routes/reference.ts'
import type { AdvertSubmission } from '@aitai/contract/schemas/adverts.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Broker, Equity } from '@aitai/contract/schemas/reference.ts'
import type { Direction } from '@aitai/engine/model/advert.ts'
import type { Page } from '@playwright/test'
import { subscribe } from '../../cli/src/robots/notification-subscription.ts'
import { demoPassword } from '../../server/src/admin/demo/demo-accounts.ts'

/** Limits high enough that a test waits for timers and not for limits. */
export const generousRateLimits = { CHANGES_PER_SECOND: '1000', READS_PER_SECOND: '1000' } as const

/** A signed-in user with a live socket, without which a trader is not located. */
export interface ConnectedUser extends SignedInSession {
  readonly leaves: () => Promise<void>
}

async function connect(url: string, email: string): Promise<ConnectedUser> {
  const session = await signIn(url, email, demoPassword)
  return { ...session, leaves: subscribe(session, {}) }
}

/** The trader of another institution, or of the same one at another client. */
export const signInContra = (url: string, firm: string): Promise<ConnectedUser> =>
  connect(url, `trader@${firm}.example`)

/** A broker user, who leaves at the end of the test. */
export const signInBroker = (url: string, broker: string): Promise<ConnectedUser> =>
  connect(url, `broker@${broker}.example`)

/** Confirms both sides of every agreement of a broker that it has not confirmed. */
export async function confirmAll(broker: ApiSession): Promise<void> {
  const listed = await callApi(broker, brokerUserExecutionListing)
  for (const { id: connectionAgreementId, buyStatus, sellStatus } of listed)
    for (const status of [...(buyStatus ? [] : ['buyStatus']), ...(sellStatus ? [] : ['sellStatus'])])
      await callApi(broker, brokerExecutionConfirmation, { body: { connectionAgreementId, [status]: true } })
}

/** The session of a signed-in page, as another tab would use it. Nothing passes through the page. */
export const sessionOf = async (page: Page, url: string): Promise<ApiSession> => ({
  baseUrl: url,
  token: await page.evaluate(() => localStorage.getItem('userToken')),
})

/** The number of shares that every test sends, and the smallest notional of the platform in yen. */
const shares = 50_000
const smallest = 10_000_000

/** Securities that are expensive enough for this size at any price of the day. */
export async function tradableSecurities(trader: ApiSession): Promise<Equity[]> {
  const all = await callApi(trader, getEquities)
  return all.filter(({ minPrice }) => minPrice * shares >= smallest)
}

/** One of them. */
export async function tradableSecurity(trader: ApiSession, ric: string): Promise<Equity> {
  const found = (await tradableSecurities(trader)).find((each) => each.ric === ric)
  if (!found) throw new Error(`no security ${ric}`)
  return found
}

interface How {
  /** The brokers of the path, at most four; any by default. */
  readonly by?: (broker: Broker) => boolean
  /** What differs from the default terms. */
  readonly terms?: Partial<AdvertSubmission>
}

/** Sends an advert that can be located with any contra, and returns what was sent. */
export async function submitAdvert(
  trader: ApiSession,
  { equityId: securityId }: Equity,
  direction: Direction,
  { by = () => true, terms = {} }: How = {},
): Promise<AdvertSubmission> {
  const brokers = (await callApi(trader, userBrokersList)).filter(by)
  const draft = await callApi(trader, createAdvert, { body: { securityId } })
  if ('error' in draft) throw new Error(`create-advert: ${draft.error}`)
  const sent: AdvertSubmission = {
    id: draft.id,
    securityId,
    duration: '150',
    direction,
    shareQuantity: shares,
    minimumQuantity: 25,
    credibilityHurdle: 10,
    brokerIds: brokers.slice(0, 4).map(({ brokerID }) => brokerID),
    ranked: false,
    transactionType: 'CASH_ONLY',
    transactionTypePreference: 'CASH_ONLY',
    ...terms,
  }
  await callApi(trader, submitAdvertCall, { body: sent })
  return sent
}

/** Waits for a locate of the trader in a security that is as wanted, and returns it. */
async function waitForLocate(
  trader: ApiSession,
  { equityId }: Equity,
  isWanted: (locate: LocateNotification) => boolean,
): Promise<LocateNotification> {
  const until = Date.now() + 15_000
  while (Date.now() < until) {
    const all = await callApi(trader, listLocateNotifications)
    const found = all.find((each) => each.securityId === equityId && isWanted(each))
    if (found) return found
    await new Promise((later) => setTimeout(later, 50))
  }
  throw new Error('no contra was located')
}

/** Waits for the locate in a security that this trader has not answered, and returns it. */
export const waitForOpenLocate = (trader: ApiSession, equity: Equity): Promise<LocateNotification> =>
  waitForLocate(trader, equity, ({ outcome, answer }) => outcome === null && answer === null)

/** Waits until both have accepted the locate in a security, and returns the name of the executing broker. */
export async function executingBroker(trader: ApiSession, equity: Equity): Promise<string> {
  const { brokerName } = await waitForLocate(trader, equity, (each) => each.brokerName !== null)
  return brokerName ?? ''
}

export type LocateAnswer = 'accept' | 'decline'

export async function answerLocate(trader: ApiSession, equity: Equity, answer: LocateAnswer): Promise<void> {
  const { locateNotificationId, direction } = await waitForOpenLocate(trader, equity)
  const call = answer === 'accept' ? connectAcceptance : connectRejection
  await callApi(trader, call, { body: { direction, locationNotificationId: locateNotificationId } })
}
