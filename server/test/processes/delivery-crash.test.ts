import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/database/open-database.ts'
import { enqueueMessage, textOfMessage } from '../../src/messages/outbox.ts'
import {
  type FakeSmtpServer,
  type FakeSmtpServerOptions,
  startFakeSmtpServer,
} from '../messages/fake-smtp-server.ts'
import { openOutboxHarness } from '../messages/outbox-harness.ts'
import { type ServerProcess, startServerProcess, urlOf } from '../support/server-process.ts'
import { type DatabaseLocation, testDatabases, useTestSecrets } from '../support/test-databases.ts'
import { startTestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'

const mail = {
  kind: 'mail',
  recipient: 'emma@alder.example',
  subject: 'A subject',
  body: 'A body',
} as const
const smtp = (port: number): Record<string, string> => ({ SMTP_URL: `smtp://127.0.0.1:${port}` })
const idsOf = ({ accepted: box }: FakeSmtpServer): (string | undefined)[] =>
  box.map(({ headers }) => headers.get('message-id'))

/** Starts the whole server as a process of its own over this data. */
const starts = ({ dataDir }: DatabaseLocation, port: number): ServerProcess =>
  startServerProcess({ DEMO: 'off', LOG_LEVEL: 'silent', DATA_DIR: dataDir, ...smtp(port) })

/** A message is queued, the server is killed at a step of the mail server, and started again. */
async function killedAt(step: 'recipient' | 'letter'): Promise<FakeSmtpServer> {
  const [sqlite] = testDatabases
  const place = await sqlite?.newLocation()
  if (!place) throw new Error('SQLite is always there')
  const first = await openDatabase(place)
  await useTestSecrets(first.db, place)
  await enqueueMessage(first.db, mail, Date.now())
  await first.close()
  let crashing: ServerProcess | null = null
  const killer = async (_: unknown, time: number): Promise<number> => {
    if (time === 0 && crashing) {
      crashing.child.kill('SIGKILL')
      await crashing.ended
    }
    return 250
  }
  const options: FakeSmtpServerOptions = step === 'letter' ? { message: killer } : { recipient: killer }
  const server = await startFakeSmtpServer(options)

  crashing = starts(place, server.port)
  await crashing.ended
  const between = await openDatabase(place)
  const row = await between.db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()
  await useTestSecrets(between.db, place)
  expect(row).toMatchObject({ sent_at: null, tries: 1 })
  expect(await textOfMessage(between.db, row)).toBe('A body')
  // As if the half minute of the claim had passed.
  await between.db.updateTable('outbox').set({ next_at: 0 }).execute()
  await between.close()

  const again = starts(place, server.port)
  // Before it is ready a signal ends it as a crash would.
  await urlOf(again)
  await until(
    'the letter after the restart',
    async () => server.accepted.length === (step === 'letter' ? 2 : 1),
  )
  again.child.kill('SIGTERM')
  expect(await again.ended).toBe(0)
  const last = await openDatabase(place)
  expect(await last.db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()).toMatchObject({
    fault: '',
    body: '',
    tries: 2,
    sent_at: expect.any(Number),
  })
  await last.close()
  return server
}

test('a server killed before its message is complete delivers it once', async () => {
  expect(idsOf(await killedAt('recipient'))).toHaveLength(1)
})

test('a server killed between the acceptance and its mark repeats the message under the same Message-ID', async () => {
  const [id, repeated, ...more] = idsOf(await killedAt('letter'))

  expect(id).toMatch(/^<[0-9a-f-]{36}@localhost>$/)
  expect(repeated).toBe(id)
  expect(more).toEqual([])
})

test('messages in flight while the server is stopped, three times over, arrive once each', async () => {
  let reply = (): void => {}
  const server = await startFakeSmtpServer({
    message: (_, time) =>
      time % 2 === 0
        ? 451
        : new Promise((resolve) => {
            reply = () => resolve(250)
          }),
  })
  const desk = await startTestServer({ firms: [], brokers: [], env: smtp(server.port) })
  for (const round of [1, 2, 3]) {
    await enqueueMessage(desk.app.database, mail, desk.clock.now())
    await until('a refusal', async () => server.received.length === 2 * round - 1)
    await until(
      'its mark',
      async () =>
        (
          await desk.app.database
            .selectFrom('outbox')
            .select('fault')
            .orderBy('id', 'desc')
            .executeTakeFirst()
        )?.fault,
    )
    desk.clock.advance(1_000)
    await until('a letter under way', async () => server.received.length === 2 * round)
    const restarted = desk.restart()
    reply()
    await restarted
    desk.clock.advance(60_000)
  }

  const rows = await desk.app.database.selectFrom('outbox').select(['sent_at', 'tries']).execute()
  expect(rows.map(({ tries }) => tries)).toEqual([2, 2, 2])
  expect(rows.every(({ sent_at }) => sent_at !== null)).toBe(true)
  expect(idsOf(server)).toHaveLength(3)
  expect(new Set(idsOf(server)).size).toBe(3)
})

test('an accepted message is not sent again while the database cannot record it', async () => {
  const room = await openOutboxHarness()
  const full = "create trigger full before update of sent_at on outbox begin select raise(abort, 'full'); end"
  const server = await startFakeSmtpServer({
    async message() {
      await sql.raw(full).execute(room.opened.db)
      return 250
    },
  })
  await room.post()
  await room.starts(smtp(server.port))
  await until('a mark that fails', async () => room.text.includes('the state of a message cannot be written'))
  room.clock.at += 60_000
  await until(
    'another that fails',
    async () => room.text.split('the state of a message cannot be written').length > 2,
  )

  await sql.raw('drop trigger full').execute(room.opened.db)
  await room.isSent()

  expect(server.received).toHaveLength(1)
})

test('a stop does not wait forever for a server that never answers', async () => {
  const server = await startFakeSmtpServer({
    recipient: (_, time) => (time === 0 ? new Promise(() => {}) : 250),
  })
  const room = await openOutboxHarness()
  await room.post()
  await room.starts(smtp(server.port), { stopTimeoutMs: 100 })
  await until('a letter under way', async () => server.sessions.length === 1)

  await room.stops()
  const [row] = await room.rows()
  expect(row).toMatchObject({ sent_at: null, given_up_at: null, tries: 1, fault: 'EABORT', body: 'A body' })

  await room.starts(smtp(server.port))
  room.clock.at += 1_000
  await room.isSent()
  expect(server.accepted).toHaveLength(1)
})
