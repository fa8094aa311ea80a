/**
 * The desks, in their own process: each follows some securities by the live socket and notes how long updates took
 * from the time of their quote, and from the full second after it, at which the server pushes.
 */
import { marketTopic } from '@aitai/contract/routes/live.ts'
import { type StompEndpoint, subscribeByStomp } from '../fan-out/stomp-socket.ts'
import { type Percentiles, percentilesOf } from '../percentiles.ts'

/** A request of the parent. */
export type FollowersRequest =
  | { readonly open: readonly FollowingDesk[] }
  /** The updates since the last report. */
  | { readonly report: true }

export interface FollowingDesk {
  readonly endpoint: StompEndpoint
  readonly securityIds: readonly string[]
}

/** How long updates took, in milliseconds. */
export interface UpdateDelays {
  readonly fromQuote: Percentiles
  readonly afterFullSecond: Percentiles
}

const secondMs = 1_000
let fromQuote: number[] = []
let afterFullSecond: number[] = []

function note(body: string): void {
  const at = Number(/\\?"at\\?":(\d{13})/.exec(body.slice(body.lastIndexOf('at') - 4))?.[1])
  const now = Date.now()
  fromQuote.push(now - at)
  afterFullSecond.push(now - Math.ceil(at / secondMs) * secondMs)
}

process.on('message', async (request: FollowersRequest) => {
  if ('open' in request) {
    for (const { endpoint, securityIds } of request.open)
      await subscribeByStomp(endpoint, securityIds.map(marketTopic), ({ body }) => note(body))
    process.send?.({ opened: request.open.length })
    return
  }
  const report: UpdateDelays = {
    fromQuote: percentilesOf(fromQuote),
    afterFullSecond: percentilesOf(afterFullSecond),
  }
  fromQuote = []
  afterFullSecond = []
  process.send?.({ report })
})
process.on('disconnect', () => process.exit(0))
