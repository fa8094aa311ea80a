import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import { type AgreedPair, agreePair, startWithTwoTraders, type TwoTraders } from '../support/journeys.ts'
import { acknowledgedNotifications } from '../support/pushed-notifications.ts'
import type { TestUser } from '../support/test-user.ts'

/** An agreement of two traders, its broker, and a trader and a broker who must learn nothing of it. */
export interface AgreedWithStrangers extends TwoTraders, AgreedPair {
  readonly cypress: TestUser
  readonly executing: TestUser
  readonly other: TestUser
  readonly agreement: ConnectionAgreement
}

/** Alder bought 10,000 shares of 7203.T from Birch at the mid. */
export async function startAgreedWithStrangers(): Promise<AgreedWithStrangers> {
  const both = await startWithTwoTraders({
    firms: ['Alder', 'Birch', 'Cypress'],
    brokers: ['Hinoki', 'Kaede'],
  })
  const { desk } = both
  const cypress = await (await desk.trader('cypress')).connects()
  const brokers = await Promise.all(
    ['hinoki', 'kaede'].map(async (name) => (await desk.broker(name)).connects()),
  )
  const pair = await agreePair(both)
  const listings = await Promise.all(brokers.map((each) => each.agreements()))
  const executing = brokers[listings.findIndex(({ length }) => length === 1)]
  const other = brokers.find((each) => each !== executing)
  const [agreement, ...more] = listings.flat()
  if (!executing || !other || !agreement || more.length > 0) throw new Error('there is not one agreement')
  return { ...both, ...pair, cypress, executing, other, agreement }
}

/** Everything that a user can look up, and what was pushed. */
export async function observedBy(user: TestUser): Promise<string> {
  await acknowledgedNotifications(user)
  const paths = user.email.startsWith('broker')
    ? ['/connection-agreement/broker-user-execution-listing', '/notifications']
    : [
        ...['/advert/advert-list', '/locate-notification/list-locate-notifications', '/notifications'],
        ...['/user/my-details', '/user/ioi-counts', '/user/credibility-ledger'],
      ]
  const replies = await Promise.all(paths.map(async (path) => (await user.calls(path)).text))
  return JSON.stringify([replies, user.received])
}
