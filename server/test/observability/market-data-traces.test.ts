import { calls } from '@aitai/contract/calls.ts'
import { marketTopic } from '@aitai/contract/routes/live.ts'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../../src/observability/log.ts'
import { stompClient } from '../live/stomp-clients.ts'
import { quoteOf, sendFeedBatch, startServerWithFeed } from '../support/feed-handler.ts'
import { saveWatchlist } from '../support/journeys.ts'
import type { TestServer } from '../support/test-server.ts'
import type { TestUser } from '../support/test-user.ts'
import { until } from '../support/until.ts'

const [followed, other] = ['7203.T', '6758.T'] as const

/** What the calls about one security need beside its id. */
const dayOf = (path: string, day: string): string => path.replace(':day', day)

/** The paths of all calls that name a security in their path, read from the contract. */
const pathsAbout = (securityId: string): readonly string[] =>
  calls
    .map(({ path }) => path)
    .filter((path) => path.includes(':securityId'))
    .flatMap((path) => [dayOf(path, 'today'), dayOf(path, '2026-11-17'), dayOf(path, 'no-day')])
    .map((path) => path.replace(':securityId', securityId))

/** Asks for everything about a security, also what is refused, and follows its topic until there is an update. */
async function asksAbout(desk: TestServer, trader: TestUser, securityId: string): Promise<void> {
  const ways = [{}, { token: null }, { headers: { accept: 'text/html' } }, { method: 'DELETE' }]
  for (const path of pathsAbout(securityId)) for (const way of ways) await trader.calls(path, way)
  await saveWatchlist(trader, { securityIds: [securityId], groups: [] })
  await saveWatchlist(trader, {
    securityIds: [],
    groups: [{ id: 'a', name: 'G', isCollapsed: false, securityIds: [securityId, 'unlisted'] }],
  })
  let updates = 0
  const client = stompClient(`${desk.url}/api/websocket-endpoint`, 'websocket', {
    Authorization: `Bearer ${trader.token}`,
  })
  client.onConnect = () => {
    client.subscribe(marketTopic(securityId), () => {
      updates += 1
    })
  }
  client.activate()
  onTestFinished(() => client.deactivate())
  await until('an update', async () => updates > 0)
  // A topic that does not exist is refused, which closes the socket.
  client.subscribe(marketTopic(`${securityId}?`), () => {})
  await until('the refusal', async () => !client.connected)
  await client.deactivate()
}

const withoutTime = (line: string): object => {
  const { time: _, trace: __, ms: ___, ...rest } = JSON.parse(line)
  return rest
}

// rule: 23.1
test('no log line and no metric says about which security a trader asks', async () => {
  const written: string[] = []
  const log = createLog('trace', { write: (line: string) => void written.push(...line.trim().split('\n')) })
  const desk = await startServerWithFeed({ log })
  const trader = await desk.trader('alder')
  const ids = [followed, other].map((ric) => desk.securityId(ric))
  await sendFeedBatch(desk, [
    quoteOf(desk),
    quoteOf(desk, { ric: other, bid: 3_000, ask: 3_001, last: 3_000 }),
  ])
  const linesOf = async (securityId: string) => {
    const before = written.length
    await asksAbout(desk, trader, securityId)
    return written.slice(before)
  }

  const [first, second] = [await linesOf(ids[0] ?? ''), await linesOf(ids[1] ?? '')]
  expect(pathsAbout('id').length).toBeGreaterThanOrEqual(9)
  expect(first.length).toBeGreaterThanOrEqual(pathsAbout('id').length * 3)
  // They do not differ either, apart from when they were written.
  expect(second.map(withoutTime)).toEqual(first.map(withoutTime))
  const metrics = await (await fetch(`${desk.url}/metrics`)).text()
  expect(metrics).toContain('aitai_http_requests_total')
  const traces = [...first, ...second, metrics].join('\n')
  for (const secret of [...ids, followed, other, 'Toyota', trader.token ?? ''])
    expect(traces.includes(secret), secret.slice(0, 8)).toBe(false)
  // Alone, not as digits of a time or an id.
  expect(traces).not.toMatch(/(?<![\w.])7203(?!\w)/)
})
