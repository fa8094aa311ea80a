import { openLiveSocket } from '@aitai/contract/live-client.ts'
import { closeCodes, socketPath } from '@aitai/contract/routes/live.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { stompClient } from '../live/stomp-clients.ts'
import { alderEmail, oneFirm, startServerOn, userIdOf } from '../support/account-fixtures.ts'
import { auditEvents } from '../support/operator.ts'
import { testDatabases } from '../support/test-databases.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { password } from '../support/test-user.ts'
import { until } from '../support/until.ts'

/** A socket with the token of a session. */
interface Socket {
  readonly token: string
  /** Whether the server accepted the subscription. */
  subscribed: boolean
  readonly received: string[]
  closed: number | null
}

/** SockJS's own code: the server was too busy to answer in its time. */
const unreachable = 2_000

/** Opens a socket, and waits until it is subscribed or closed, because the session may have ended before. */
async function listens(desk: TestServer, token: string): Promise<Socket> {
  const socket: Socket = { token, subscribed: false, received: [], closed: null }
  const client = stompClient(desk.url + socketPath, 'websocket')
  client.onWebSocketClose = ({ code }: { code: number }) => {
    socket.closed = code
  }
  const live = openLiveSocket(client, token, {
    onOpen: () => {
      socket.subscribed = true
    },
    onNotification: ({ message, errorCode }) => void socket.received.push(`${message}: ${errorCode}`),
  })
  onTestFinished(() => live.close())
  await until('a socket to be subscribed or closed', async () => socket.subscribed || socket.closed !== null)
  return socket.closed === unreachable ? listens(desk, token) : socket
}

/** Signs in, and retries when the server is too busy, as its reply says. */
async function signsIn(desk: TestServer): Promise<string> {
  const body = { email: alderEmail, password }
  const answer = await until('a log-in', async () => {
    const { status, body: given } = await desk.person(alderEmail).calls<{ token: string }>('/login', { body })
    return status === 503 ? null : { status, given }
  })
  expect(answer.status).toBe(200)
  return answer.given.token
}

describe.each(testDatabases)('one session per user, on $name', (store) => {
  test('100 concurrent log-ins leave exactly one session; the sockets of the others receive the reason and are closed', async () => {
    const desk = await startServerOn(store)
    const first = await listens(desk, await signsIn(desk))
    const sockets = await Promise.all(
      Array.from({ length: 100 }, async () => listens(desk, await signsIn(desk))),
    )

    const answers = await Promise.all(
      [first, ...sockets].map(({ token }) => desk.person(alderEmail).calls('/user/my-details', { token })),
    )
    const alive = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []))
    expect(alive).toHaveLength(1)
    const reasons = answers
      .filter(({ status }) => status !== 200)
      .map(({ body }) => (body as { reason: string }).reason)
    expect(reasons).toEqual(Array<string>(100).fill('SESSION_REPLACED'))

    const over = [first, ...sockets].filter((_, index) => index !== alive[0])
    for (const socket of over.filter(({ subscribed }) => subscribed)) {
      await until('the socket to close', async () => socket.closed !== null)
      expect([socket.closed, socket.received.at(-1)]).toEqual([
        closeCodes.ended,
        'trader Desk logged out: SESSION_REPLACED',
      ])
    }
    expect(first).toMatchObject({ subscribed: true, closed: closeCodes.ended })
    for (const socket of over) expect(socket.closed).not.toBeNull()
    expect([first, ...sockets][alive[0] ?? 0]).toMatchObject({ subscribed: true, closed: null })
  })
})

test("a session that times out closes its socket with '{user} timed out'", async () => {
  const desk = await startTestServer(oneFirm)
  const socket = await listens(desk, await signsIn(desk))
  desk.clock.advance(60 * 60_000)
  await desk.app.sweep()

  await until('the socket to close', async () => socket.closed !== null)
  expect(socket.received.at(-1)).toBe('trader Desk timed out: SESSION_TIMED_OUT')
})

test('ending the sessions of a user closes the sockets of all tabs', async () => {
  const desk = await startTestServer(oneFirm)
  const token = await signsIn(desk)
  const tabs = [await listens(desk, token), await listens(desk, token)]
  const userId = await userIdOf(desk, alderEmail)
  const disable = desk.app.database.updateTable('person').set({ active: 0 }).where('id', '=', userId)

  expect(
    await desk.app.sessions.endAll(userId, async (trx) => {
      await trx.executeQuery(disable)
    }),
  ).toBe(1)

  for (const tab of tabs) {
    await until('the tab to close', async () => tab.closed !== null)
    expect(tab).toMatchObject({
      closed: closeCodes.ended,
      received: ['trader Desk logged out: SESSION_LOGGED_OUT'],
    })
  }
  expect(await desk.person(alderEmail).isRefused('/user/my-details', { token })).toMatchObject({
    status: 401,
  })
  await expect(desk.trader('alder')).rejects.toThrow('ACCESS_DENIED')
})

test('sessions stay open if the change that should end with them fails', async () => {
  const desk = await startTestServer(oneFirm)
  const trader = await desk.trader('alder')
  const userId = await userIdOf(desk, alderEmail)

  const refuses = async () => {
    throw new Error('no')
  }
  await expect(desk.app.sessions.endAll(userId, refuses)).rejects.toThrow('no')
  expect(await trader.callsOk('/user/my-details')).toMatchObject({ email: alderEmail })
})

test('the audit trail holds how each session ended', async () => {
  const desk = await startTestServer(oneFirm)
  await desk.trader('alder')
  const second = await desk.trader('alder')
  await second.callsOk('/logout', { method: 'POST' })
  await desk.trader('alder')
  desk.clock.advance(60 * 60_000)
  await desk.app.sweep()
  await desk.trader('alder')
  const userId = await userIdOf(desk, alderEmail)
  await desk.app.sessions.endAll(userId)

  const rows = await auditEvents(desk, 'sessionEnded')
  expect(rows.map(({ actor, subject, reason }) => [actor, subject, reason])).toEqual([
    ['system', userId, 'REPLACED'],
    [userId, userId, 'LOGGED_OUT'],
    ['system', userId, 'TIMED_OUT'],
    ['system', userId, 'LOGGED_OUT'],
  ])
})
