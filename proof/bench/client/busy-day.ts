import { type ApiSession, callApi, signIn } from '@aitai/contract/api-client.ts'
import {
  advertList,
  cancelAdvert,
  createAdvert,
  pauseAdvert,
  submitAdvert,
} from '@aitai/contract/routes/adverts.ts'
import { getEquities, userBrokersList } from '@aitai/contract/routes/reference.ts'
import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'

const worthYen = 30_000_000

/** One of these in turn, so that rows differ as they do in practice. */
function pickByIndex<const T>(n: number, ...of: readonly [T, ...T[]]): T {
  return of[n % of.length] ?? of[0]
}

/** A benchmark has no rate limits, unlike a person. */
export const unlimitedRates = {
  CHANGES_PER_SECOND: '1000000',
  READS_PER_SECOND: '1000000',
  VISITS_PER_SECOND: '1000000',
} as const

/**
 * A trader's long day: adverts are sent and cancelled in all securities in turn, since a firm has one live
 * advert per security; the last one of each stays, every third of them paused.
 */
export async function createBusyDay(
  url: string,
  email: string,
  password: string,
  adverts: number,
): Promise<void> {
  const trader = await signIn(url, email, password)
  const securities = await callApi(trader, getEquities)
  const brokers = await callApi(trader, userBrokersList)
  const brokerIds = brokers.slice(0, 4).map(({ brokerID }) => brokerID)
  await Promise.all(
    securities.map(async (security, index) => {
      for (let n = index; n < adverts; n += securities.length) {
        const { id } = await submitOne(trader, security, brokerIds, n)
        const isLast = n + securities.length >= adverts
        if (!isLast) await callApi(trader, cancelAdvert, { params: { id } })
        else if (n % 3 === 0) await callApi(trader, pauseAdvert, { params: { id } })
      }
    }),
  )
  const made = await callApi(trader, advertList)
  if (made.length !== adverts) throw new Error(`${made.length} adverts instead of ${adverts}`)
}

async function submitOne(
  trader: ApiSession,
  { equityId: securityId, closePrice, lotSize }: Equity,
  brokerIds: readonly string[],
  n: number,
): Promise<Advert> {
  const draft = await callApi(trader, createAdvert, { body: { securityId } })
  if ('error' in draft) throw new Error(draft.error)
  const { id } = draft
  const lots = Math.ceil(worthYen / closePrice / lotSize) + (n % 40)
  const body = {
    id,
    securityId,
    duration: pickByIndex(n, '60', '150', 'END_OF_DAY'),
    direction: pickByIndex(n, 'BUY', 'SELL'),
    shareQuantity: lots * lotSize,
    minimumQuantity: pickByIndex(n, 25, 10, 50, 75),
    credibilityHurdle: pickByIndex(n, 10, 21, 41),
    brokerIds: brokerIds.slice(0, 1 + (n % brokerIds.length)),
    ranked: n % 2 === 0,
    transactionType: pickByIndex(n, 'CASH_ONLY', 'CASH_SWAP'),
    transactionTypePreference: pickByIndex(n, 'CASH_ONLY', 'CASH_SWAP'),
  }
  return callApi(trader, submitAdvert, { body })
}
