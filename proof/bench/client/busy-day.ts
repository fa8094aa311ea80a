import { pickByIndex } from './summary-statistics.ts'

/** The parts of the replies that creating a day needs. */
interface Draft {
  readonly id: string
  readonly [term: string]: unknown
}
interface Security {
  readonly equityId: string
  readonly closePrice: number
  readonly lotSize: number
}

const worthYen = 30_000_000

/** A benchmark has no rate limits, unlike a person. */
export const unlimitedRates = {
  CHANGES_PER_SECOND: '1000000',
  READS_PER_SECOND: '1000000',
  VISITS_PER_SECOND: '1000000',
} as const

/** One trader of the demonstration over HTTP. */
class Hand {
  readonly #api: string
  readonly #token: string

  private constructor(api: string, token: string) {
    this.#api = api
    this.#token = token
  }

  static async signsIn(url: string, email: string, password: string): Promise<Hand> {
    const api = `${url}/api`
    const answer = await fetch(`${api}/login`, { ...posted({ email, password }), method: 'POST' })
    const { token } = (await answer.json()) as { token: string }
    return new Hand(api, token)
  }

  async ask<T>(path: string, body?: object): Promise<T> {
    const { headers = {}, ...rest } = body ? posted(body) : {}
    const answer = await fetch(this.#api + path, {
      ...rest,
      headers: { ...headers, authorization: `Bearer ${this.#token}` },
    })
    const said = await answer.json()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(said)}`)
    return said as T
  }
}

const posted = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

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
  const hand = await Hand.signsIn(url, email, password)
  const securities = await hand.ask<readonly Security[]>('/equity/get-equities')
  const brokers = await hand.ask<readonly { brokerID: string }[]>('/broker/user-brokers-list')
  const brokerIds = brokers.slice(0, 4).map(({ brokerID }) => brokerID)
  await Promise.all(
    securities.map(async (security, place) => {
      for (let n = place; n < adverts; n += securities.length) {
        const { id } = await sent(hand, security, brokerIds, n)
        const isLast = n + securities.length >= adverts
        if (!isLast) await hand.ask(`/advert/cancel-advert/${id}`)
        else if (n % 3 === 0) await hand.ask(`/advert/pause-advert/${id}`)
      }
    }),
  )
  const made = await hand.ask<readonly unknown[]>('/advert/advert-list')
  if (made.length !== adverts) throw new Error(`${made.length} adverts instead of ${adverts}`)
}

async function sent(
  hand: Hand,
  { equityId: securityId, closePrice, lotSize }: Security,
  brokerIds: readonly string[],
  n: number,
): Promise<Draft> {
  const { id } = await hand.ask<Draft>('/advert/create-advert', { securityId })
  const lots = Math.ceil(worthYen / closePrice / lotSize) + (n % 40)
  return hand.ask('/advert/submit-advert', {
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
  })
}
