import { existsSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openLiveSocket } from '@aitai/contract/live-client.ts'
import { closeCodes, socketPath } from '@aitai/contract/routes/live.ts'
import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { expect, onTestFinished, test } from 'vitest'
import { demoPassword } from '../../src/admin/demo/demo-accounts.ts'
import { stompClient } from '../live/stomp-clients.ts'
import { dial, parseResponse, readUntilClosed } from '../support/raw-http.ts'
import { type ServerProcess, startByNpm, startServerProcess, urlOf } from '../support/server-process.ts'
import { temporaryFolder } from '../support/test-databases.ts'
import { startTestServer } from '../support/test-server.ts'
import { submissionBody, TestUser } from '../support/test-user.ts'
import { until } from '../support/until.ts'

/** A server with users, as a process of its own. */
async function openShop() {
  const folder = temporaryFolder()
  const limits = { CHANGES_PER_SECOND: '100000', READS_PER_SECOND: '100000', VISITS_PER_SECOND: '1000' }
  const server = startServerProcess({ DATA_DIR: folder, LOG_LEVEL: 'info', ...limits })
  const url = await urlOf(server)
  const place = { url, securityId: () => '' }
  const [alder, birch] = ['alder', 'birch'].map((firm) => new TestUser(place, `trader@${firm}.example`))
  if (!alder || !birch) throw new Error('two traders')
  await Promise.all([alder, birch].map((each) => each.signsIn(demoPassword)))
  return { folder, server, url, alder, birch }
}

/** A live socket. Returns the code with which it is closed. */
async function listens(url: string, { token }: TestUser): Promise<{ closed: Promise<number> }> {
  const client = stompClient(url + socketPath, 'websocket')
  const closed = new Promise<number>((resolve) => {
    client.onWebSocketClose = ({ code }: CloseEvent) => resolve(code)
  })
  const socket = openLiveSocket(client, token ?? '')
  onTestFinished(() => socket.close())
  await socket.open
  return { closed }
}

interface Load {
  /** What was acknowledged with 200: the advert and its resulting status. */
  readonly done: { id: string; status: string }[]
  /** How the last request of each worker was refused. */
  readonly over: Promise<readonly (number | 'nobody there')[]>
}

/** Drafts, sends and cancels in a loop until the requests are refused. */
function work(person: TestUser, securities: readonly string[]): Load {
  const done: Load['done'] = []
  const tries = async (path: string, body?: unknown): Promise<Advert | number | 'nobody there'> => {
    const sent = body === undefined ? {} : { body }
    const answer = await person.calls<Advert>(path, sent).catch(() => null)
    if (!answer) return 'nobody there'
    if (answer.status !== 200) return answer.status
    done.push({ id: answer.body.id, status: answer.body.advertisementStatus })
    return answer.body
  }
  const works = async (securityId: string): Promise<number | 'nobody there'> => {
    for (;;) {
      const draft = await tries('/advert/create-advert', { securityId })
      if (typeof draft !== 'object') return draft
      // The draft proposes the smallest quantity, whose value may fall below the minimum with the next quote.
      const shareQuantity = draft.shareQuantity * 2
      const sent = await tries('/advert/submit-advert', { ...submissionBody(draft), shareQuantity })
      if (typeof sent !== 'object') return sent
      const dead = await tries(`/advert/cancel-advert/${sent.id}`)
      if (typeof dead !== 'object') return dead
    }
  }
  return { done, over: Promise.all(securities.map(works)) }
}

/** A log-in whose body is half sent, and the missing half. */
async function halfLogIn(url: string): Promise<{ socket: Socket; rest: string; response: Promise<string> }> {
  const body = JSON.stringify({ email: 'broker@hinoki.example', password: demoPassword })
  const head = 'POST /api/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n'
  const socket = await dial(url)
  const isTaken = new Promise((resolve) => socket.once('data', resolve))
  socket.write(`${head}expect: 100-continue\r\ncontent-length: ${body.length}\r\n\r\n`)
  expect(String(await isTaken)).toBe('HTTP/1.1 100 Continue\r\n\r\n')
  const response = readUntilClosed(socket)
  socket.write(body.slice(0, 20))
  return { socket, rest: body.slice(20), response }
}

/** The last entries of the journal and its newest snapshot, and the final statuses of the adverts. */
function writtenIn(folder: string) {
  const database = new DatabaseSync(join(folder, 'aitai.db'), { readOnly: true })
  try {
    const last = (table: string): unknown =>
      database.prepare(`select max(seq) as seq from ${table}`).get()?.seq
    const rows = database.prepare('select events from journal').all()
    const events = rows.flatMap(({ events }) => JSON.parse(String(events)) as { type: string }[])
    return { journal: last('journal'), snapshot: last('snapshot'), events: JSON.stringify(events) }
  } finally {
    database.close()
  }
}

const isLogged = (server: ServerProcess, status: number): boolean =>
  server.text().includes(`"status":${status}`)

test('a stop under load finishes open requests, refuses the rest and loses nothing', async () => {
  const { folder, server, url, alder, birch } = await openShop()
  const ears = await Promise.all([alder, birch].map((each) => listens(url, each)))
  const equities = await alder.callsOk<Equity[]>('/equity/get-equities')
  const ids = equities.slice(10, 18).map(({ equityId }) => equityId)
  const loads = [work(alder, ids.slice(0, 4)), work(birch, ids.slice(4))]
  const begun = await halfLogIn(url)
  await until('some work to be done', async () => loads.every(({ done }) => done.length > 60))

  server.child.kill('SIGTERM')
  expect(await Promise.all(ears.map(({ closed }) => closed))).toEqual([
    closeCodes.restarting,
    closeCodes.restarting,
  ])
  begun.socket.write(begun.rest)
  const { status, body } = parseResponse(await begun.response)
  expect([status, body]).toEqual([200, expect.stringContaining('broker@hinoki.example')])
  expect(await server.ended).toBe(0)

  const ends = (await Promise.all(loads.map(({ over }) => over))).flat()
  expect(ends.filter((end) => end !== 503 && end !== 'nobody there')).toEqual([])
  expect(isLogged(server, 500)).toBe(false)
  expect(server.text()).not.toMatch(/"level":"(error|fatal)"/)
  // Closed in order: the files that SQLite needs after a crash are gone.
  expect(existsSync(join(folder, 'aitai.db-wal'))).toBe(false)
  const { journal, snapshot, events } = writtenIn(folder)
  expect(snapshot).toBe(journal)
  const lost = loads.flatMap(({ done }) => done).filter(({ id }) => !events.includes(id))
  expect(lost).toEqual([])

  const again = startServerProcess({ DATA_DIR: folder })
  const returned = new TestUser({ url: await urlOf(again), securityId: () => '' }, alder.email)
  await returned.signsIn(demoPassword)
  const listed = new Map((await returned.adverts()).map((each) => [each.id, each.advertisementStatus]))
  const cancelled = loads[0]?.done.filter(({ status }) => status === 'DEAD') ?? []
  expect(cancelled.filter(({ id }) => !['DEAD', undefined].includes(listed.get(id)))).toEqual([])
})

test('a request that never ends is cut off, and the server stops in order', async () => {
  const { server, url, alder } = await openShop()
  const { closed } = await listens(url, alder)
  const { response } = await halfLogIn(url)
  server.child.kill('SIGTERM')
  await closed
  expect(await response).toBe('')
  expect(await server.ended).toBe(0)
})

test('a second signal stops it at once', async () => {
  const { server, url, alder } = await openShop()
  const { closed } = await listens(url, alder)
  await halfLogIn(url)
  server.child.kill('SIGTERM')
  await closed
  server.child.kill('SIGTERM')
  // Not 0, as after an orderly stop, which would have waited for the request.
  expect(await server.ended).toBe(1)
})

test.each<[string, NodeJS.Signals, 1 | -1]>([
  ['SIGTERM to npm alone', 'SIGTERM', 1],
  ['Ctrl-C, which the terminal sends to npm and to the server,', 'SIGINT', -1],
])('%s stops a server that npm started in order', async (_, signal, group) => {
  const npm = startByNpm({ DATA_DIR: temporaryFolder() })
  const url = await urlOf(npm)
  const begun = await halfLogIn(url)
  process.kill(group * (npm.child.pid ?? expect.unreachable('npm did not start')), signal)
  await until('new connections to be refused', () =>
    fetch(url).then(
      () => false,
      () => true,
    ),
  )
  begun.socket.write(begun.rest)
  expect(parseResponse(await begun.response).status).toBe(200)
  expect(await npm.ended).toBe(0)
})

test('requests during the stop are refused in the format of every other reply', async () => {
  const desk = await startTestServer({ firms: [], brokers: [] })
  const taken = new Promise<Socket>((resolve) => desk.app.http.server.once('connection', resolve))
  const socket = await dial(desk.url)
  const response = readUntilClosed(socket)
  socket.write('GET /readyz HTTP/1.1\r\n')
  const inside = await taken
  await until('its first line to be read', async () => inside.bytesRead > 0)

  const stopped = desk.running.stop()
  socket.write('host: localhost\r\n\r\n')
  const { status, headers, body } = parseResponse(await response)
  expect([status, JSON.parse(body)]).toMatchObject([503, { errorCode: 'UNAVAILABLE' }])
  expect([headers.get('connection'), headers.get('retry-after')]).toEqual(['close', '2'])
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  await stopped
})
