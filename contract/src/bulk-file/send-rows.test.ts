import { expect, test } from 'vitest'
import type { Advert, AdvertSubmission } from '../schemas/adverts.ts'
import type { CallFailure } from '../schemas/failures.ts'
import type { WantedAdvert } from '../schemas/upload.ts'
import { type RowOutcome, type RowSender, type RowToSend, sendRows, unsentRows } from './send-rows.ts'

const wanted = (securityId: string): WantedAdvert =>
  ({ securityId, direction: 'BUY', shareQuantity: 1_000, brokerIds: ['kaede'] }) as unknown as WantedAdvert
const rowsToSend = (...securities: string[]): RowToSend[] =>
  securities.map((security, index) => ({ line: index + 2, wanted: wanted(security) }))
const failure = (status: number, errorCode: string, retryAfter?: number): CallFailure => ({
  status,
  errorCode,
  message: errorCode,
  ...(retryAfter === undefined ? {} : { retryAfter }),
})

/** The reply to a call: a failure, or undefined for success. `nth` counts the calls of that kind for the security. */
type Script = (what: 'draft' | 'submit', security: string, nth: number) => CallFailure | undefined

/** Drafts that an earlier run has sent, but whose reply was lost. */
let arrived: readonly string[] = []

async function sent(rows: readonly RowToSend[], script: Script, stopAfter = Number.POSITIVE_INFINITY) {
  const requests: string[] = []
  const waits: number[] = []
  const outcomes: RowOutcome[] = []
  const answer = (what: 'draft' | 'submit', security: string) => {
    const nth = requests.filter((each) => each === `${what} ${security}`).length
    requests.push(`${what} ${security}`)
    const refused = script(what, security, nth)
    return refused ? { failure: refused } : { advert: { id: `draft of ${security}` } as Advert }
  }
  const sending: RowSender = {
    draft: async (securityId) => answer('draft', securityId),
    submit: async (submission: AdvertSubmission) => answer('submit', submission.securityId),
    waitForSlot: async () => undefined,
    isSent: async (advertId) => {
      requests.push(`look at ${advertId}`)
      return { isSent: arrived.includes(advertId) }
    },
    wait: async (seconds) => void waits.push(seconds),
    isStopped: () => outcomes.length >= stopAfter,
    onOutcome: (outcome) => void outcomes.push(outcome),
  }
  await sendRows(rows, sending)
  return { requests, waits, outcomes, results: outcomes.map(({ result }) => result) }
}

// spec: 4.bulk.3
test('rows are sent one by one, each drafted first; a refused row does not stop the next', async () => {
  const { requests, results } = await sent(rowsToSend('a', 'b', 'c'), (what, security) =>
    what === 'draft' && security === 'b' ? failure(200, 'ADVERT-ERROR-001') : undefined,
  )

  expect(requests).toEqual(['draft a', 'submit a', 'draft b', 'draft c', 'submit c'])
  expect(results).toEqual(['sent', 'refused', 'sent'])
})

test('when rate-limited it waits for the time in Retry-After, and repeats the request', async () => {
  const { requests, waits, results } = await sent(rowsToSend('a'), (what, _, nth) =>
    what === 'submit' && nth < 2 ? failure(429, 'TOO_MANY', 3) : undefined,
  )

  expect(requests).toEqual(['draft a', 'submit a', 'submit a', 'submit a'])
  expect(waits).toEqual([3, 3])
  expect(results).toEqual(['sent'])
})

test('a stop takes effect between rows: the current row is finished and the rest are reported as not sent', async () => {
  const { requests, results } = await sent(rowsToSend('a', 'b', 'c'), () => undefined, 1)

  expect(requests).toEqual(['draft a', 'submit a'])
  expect(results).toEqual(['sent', 'notSent', 'notSent'])
})

test('after a lost connection the rest is not attempted, and a retry sends each unsent row exactly once', async () => {
  const rows = rowsToSend('a', 'b', 'c')
  const broken = await sent(rows, (what, security) =>
    what === 'submit' && security === 'b' ? failure(0, 'ERR_NETWORK') : undefined,
  )
  const rest = unsentRows(rows, broken.outcomes)
  expect(broken.results).toEqual(['sent', 'unsure', 'notSent'])

  // Whether or not the first attempt at b reached the server, b is sent exactly once.
  arrived = ['draft of b']
  const again = await sent(rest, () => undefined)
  expect(again.requests).toEqual(['look at draft of b', 'draft c', 'submit c'])
  expect(again.results).toEqual(['sent', 'sent'])
  arrived = []
  expect((await sent(rest, () => undefined)).requests).toEqual([
    ...['look at draft of b', 'submit b', 'draft c', 'submit c'],
  ])
})

test('an existing draft in the security is sent instead of a new one', async () => {
  const rows = rowsToSend('a').map((rowToSend) => ({ ...rowToSend, draftId: 'looked up' }))
  const refused = await sent(rows, () => failure(409, 'ADVERT-ERROR-008'))

  expect(refused.requests).toEqual(['submit a'])
  // The trader sent the draft manually during the upload, so this row was not sent.
  expect(refused.results).toEqual(['refused'])
  expect(refused.outcomes[0]?.draftId).toBeUndefined()
  const halted = await sent(rows, () => failure(409, 'SECURITY-HALTED'))
  expect(halted.outcomes[0]).toMatchObject({ result: 'refused', draftId: 'looked up' })
})

test('no further draft is created once the platform closes', async () => {
  const { requests, results } = await sent(rowsToSend('a', 'b', 'c'), (what, security) =>
    what === 'submit' && security === 'b' ? failure(409, 'PLATFORM-HOURS') : undefined,
  )

  expect(requests).toEqual(['draft a', 'submit a', 'draft b', 'submit b'])
  expect(results).toEqual(['sent', 'notSent', 'notSent'])
})
