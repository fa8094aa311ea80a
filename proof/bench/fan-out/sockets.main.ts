/**
 * The receiving side, in its own process: opens sockets, acknowledges every notification, and reports to its parent
 * how many have arrived and how long they took.
 */
import { percentilesOf } from '../percentiles.ts'
import { microseconds, publishedAt } from './notification-body.ts'
import { type StompEndpoint, subscribeByStomp } from './stomp-socket.ts'

/** A request of the parent. */
export type SocketsRequest =
  | { readonly open: StompEndpoint; readonly destinations: readonly string[] }
  /** The latencies since the last report. */
  | { readonly report: true }
  | { readonly close: true }

/** Few enough to open at once that no server refuses one as a flood. */
const openedAtOnce = 50
const reportEveryMs = 2

const closers: (() => void)[] = []
let latencies: number[] = []
let received = 0
let reported = 0

async function open(endpoint: StompEndpoint, destinations: readonly string[]): Promise<void> {
  for (let from = 0; from < destinations.length; from += openedAtOnce) {
    const opening = destinations.slice(from, from + openedAtOnce).map((destination) =>
      subscribeByStomp(endpoint, [destination], ({ body, ack }) => {
        latencies.push((microseconds() - publishedAt(body)) / 1_000)
        received += 1
        ack()
      }),
    )
    closers.push(...(await Promise.all(opening)))
  }
}

process.on('message', async (request: SocketsRequest) => {
  if ('open' in request) {
    await open(request.open, request.destinations)
    process.send?.({ opened: closers.length })
  } else if ('report' in request) {
    process.send?.({ report: percentilesOf(latencies) })
    latencies = []
  } else {
    for (const close of closers.splice(0)) close()
    process.send?.({ opened: 0 })
  }
})

setInterval(() => {
  if (received === reported) return
  reported = received
  process.send?.({ received })
}, reportEveryMs)
process.on('disconnect', () => process.exit(0))
