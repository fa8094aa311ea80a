import { describe, expect, test } from 'vitest'
import { testDatabases } from '../support/test-databases.ts'
import { until } from '../support/until.ts'
import { startFakeSmtpServer } from './fake-smtp-server.ts'
import { OutboxHarness, openOutboxHarness } from './outbox-harness.ts'

const emma = 'emma@alder.example'
const hana = 'hana@birch.example'
const smtp = (port: number): Record<string, string> => ({ SMTP_URL: `smtp://127.0.0.1:${port}` })

test.each([421, 451])(
  'after %i at any step a message is retried, later each time, until it is accepted',
  async (code) => {
    const server = await startFakeSmtpServer({
      sender: (time) => (time === 0 ? code : 250),
      recipient: (_, time) => (time === 0 ? code : 250),
      message: (_, time) => (time < 2 ? code : 250),
    })
    const room = await openOutboxHarness()
    await room.post()
    await room.starts(smtp(server.port))

    const delays: number[] = []
    for (const times of [1, 2, 3, 4]) {
      const { next_at, fault } = await room.hasFailed(times)
      expect(fault).toBe(`SMTP ${code}`)
      delays.push(next_at - room.clock.at)
      room.clock.at = next_at
    }
    const { sent_at, body } = await room.isSent()

    expect(delays).toEqual([1_000, 2_000, 4_000, 8_000])
    expect({ sent_at, body }).toEqual({ sent_at: room.clock.at, body: '' })
    expect(server.accepted).toHaveLength(1)
    expect(idsOf(server.received)).toHaveLength(1)
    expect(room.delivery?.counts().mail).toEqual({ sent: 1, failed: 4, givenUp: 0 })
  },
)

/** The distinct Message-IDs of some mails. */
const idsOf = (mails: readonly { headers: ReadonlyMap<string, string> }[]): string[] => [
  ...new Set(mails.map(({ headers }) => headers.get('message-id') ?? '')),
]

test('a connection that breaks before the message is complete leaves one message in the mailbox', async () => {
  const server = await startFakeSmtpServer({ begins: (time) => (time < 3 ? 'hang up' : 250) })
  const room = await openOutboxHarness()
  await room.post()
  await room.starts(smtp(server.port))

  for (const times of [1, 2, 3]) room.clock.at = (await room.hasFailed(times)).next_at
  await room.isSent()

  expect(server.accepted).toHaveLength(1)
})

test('a message whose acceptance is lost is repeated under the same Message-ID', async () => {
  const server = await startFakeSmtpServer({ message: (_, time) => (time === 0 ? 'hang up' : 250) })
  const room = await openOutboxHarness()
  await room.post()
  await room.starts(smtp(server.port))

  room.clock.at = (await room.hasFailed(1)).next_at
  await room.isSent()

  expect(server.received).toHaveLength(2)
  expect(idsOf(server.received)).toHaveLength(1)
  const [first, second] = server.received
  expect(second?.raw).toBe(first?.raw)
})

test('a server that hangs up at once gets one connection in each attempt', async () => {
  let connections = 0
  const server = await startFakeSmtpServer({
    greets: () => {
      connections += 1
      return connections < 4 ? 'hang up' : 250
    },
  })
  const room = await openOutboxHarness()
  await room.post()
  await room.starts(smtp(server.port))

  for (const times of [1, 2, 3]) {
    const { next_at, fault } = await room.hasFailed(times)
    expect({ fault, connections }).toEqual({ fault: 'ECONNECTION', connections: times })
    room.clock.at = next_at
  }
  await room.isSent()
})

test('messages wait for a server that is down, and each arrives once when it is up', async () => {
  const gone = await startFakeSmtpServer()
  await gone.close()
  const room = await openOutboxHarness()
  await room.post()
  await room.post({ recipient: hana })
  await room.starts(smtp(gone.port))
  const { fault } = await room.hasFailed(1)
  const last = await room.hasFailed(1, hana)

  const server = await startFakeSmtpServer({ port: gone.port })
  room.clock.at = last.next_at
  await room.isSent()
  await room.isSent(hana)

  expect(fault).toBe('ESOCKET ECONNREFUSED')
  expect(server.accepted.map(({ to }) => to).toSorted()).toEqual([emma, hana])
})

test('a recipient that is refused permanently is given up at once, with a code that quotes nothing', async () => {
  const server = await startFakeSmtpServer({ recipient: (to) => (to === emma ? 550 : 250) })
  const room = await openOutboxHarness()
  await room.post({ body: 'a temporary password' })
  await room.post({ recipient: hana })
  await room.starts(smtp(server.port))

  const row = await room.isGivenUp()
  await room.isSent(hana)

  expect(row).toMatchObject({ fault: 'SMTP 550', tries: 1, body: '', sent_at: null })
  expect(server.accepted.map(({ to }) => to)).toEqual([hana])
  for (const secret of [emma, hana, 'A subject', 'temporary password', 'refused'])
    expect(room.text).not.toContain(secret)
  const lines = room.logged.map((line) => JSON.parse(line))
  expect(lines).toContainEqual(
    expect.objectContaining({ messageId: row.letter_id, kind: 'mail', tries: 1, fault: 'SMTP 550' }),
  )
})

test('a refusal of our account, not of the message, loses no message', async () => {
  const server = await startFakeSmtpServer({ sender: (time) => (time === 0 ? 553 : time === 1 ? 530 : 250) })
  const room = await openOutboxHarness()
  await room.post()
  await room.starts(smtp(server.port))

  expect((await room.hasFailed(1)).fault).toBe('SMTP 553')
  room.clock.at += 1_000
  expect((await room.hasFailed(2)).fault).toBe('SMTP 530')
  room.clock.at += 2_000
  await room.isSent()

  expect(server.accepted).toHaveLength(1)
})

test('a mail that is not accepted in 24 hours is given up, with five minutes between the last attempts', async () => {
  const server = await startFakeSmtpServer({ recipient: () => 450 })
  const room = await openOutboxHarness()
  const written = room.clock.at
  await room.post()
  await room.starts(smtp(server.port))

  let delay = 0
  for (let times = 1; times <= 12; times += 1) {
    const { next_at } = await room.hasFailed(times)
    delay = next_at - room.clock.at
    room.clock.at = next_at
  }
  await room.hasFailed(13)
  room.clock.at = written + 24 * 3_600_000 - 1
  const row = await room.isGivenUp()

  expect(delay).toBe(300_000)
  expect(row).toMatchObject({ fault: 'TOO_LATE SMTP 450', tries: 14, body: '' })
})

test('messages reach a recipient in the order in which they were written', async () => {
  const server = await startFakeSmtpServer({ message: (_, time) => (time === 0 ? 451 : 250) })
  const room = await openOutboxHarness()
  for (const subject of ['first', 'second', 'third']) await room.post({ subject })
  await room.starts(smtp(server.port))

  await room.hasFailed(1)
  expect((await room.rows()).map(({ tries }) => tries)).toEqual([1, 0, 0])
  room.clock.at += 1_000
  await until('all three', async () => server.accepted.length === 3)

  expect(server.accepted.map(({ headers }) => headers.get('subject'))).toEqual(['first', 'second', 'third'])
})

test('a slow recipient does not delay the others', async () => {
  let goOn = (): void => {}
  const slow = new Promise<number>((resolve) => {
    goOn = () => resolve(250)
  })
  const server = await startFakeSmtpServer({ recipient: (to) => (to === emma ? slow : 250) })
  const room = await openOutboxHarness()
  await room.post()
  for (let i = 0; i < 10; i += 1) await room.post({ recipient: `r${i}@birch.example` })
  await room.starts(smtp(server.port))

  for (let i = 0; i < 10; i += 1) await room.isSent(`r${i}@birch.example`)
  expect(server.accepted).toHaveLength(10)
  goOn()
  await room.isSent()
})

test('a line break in a name or an address injects no header and no command', async () => {
  const server = await startFakeSmtpServer()
  const room = await openOutboxHarness()
  await room.post({ subject: 'Hello\r\nBcc: eve@evil.example\r\n\r\nmine' })
  const broken = ['x@alder.example>\r\nRCPT TO:<eve@evil.example', 'a@alder.example, eve@evil.example']
  for (const recipient of broken) await room.post({ recipient })
  await room.starts(smtp(server.port))

  await room.isSent()
  for (const recipient of broken)
    expect(await room.isGivenUp(recipient)).toMatchObject({ fault: 'NO_ADDRESS', tries: 1 })

  const [mail] = server.accepted
  expect(server.accepted.map(({ to }) => to)).toEqual([emma])
  expect(mail?.headers.get('subject')).toBe('Hello Bcc: eve@evil.example mine')
  expect(mail?.headers.has('bcc')).toBe(false)
  expect(mail?.text).toBe('A body')
})

describe.each(testDatabases)('two processes that deliver from one outbox in $name', (store) => {
  test('send each message once', async () => {
    const server = await startFakeSmtpServer()
    const one = await openOutboxHarness(await store.newLocation())
    const recipients = Array.from({ length: 40 }, (_, i) => `reader${i % 20}@alder.example`)
    for (const [i, recipient] of recipients.entries()) await one.post({ recipient, subject: `${i}` })
    const two = new OutboxHarness(one.opened, one.clock)

    await one.starts(smtp(server.port))
    await two.starts(smtp(server.port))
    await until('all to be sent', async () => (await one.rows()).every(({ sent_at }) => sent_at !== null))
    // A delivery counts a message after it has marked the row as sent; stopping waits for that.
    const deliveries = [one.delivery, two.delivery]
    await Promise.all([one.stops(), two.stops()])
    const counts = deliveries.map((delivery) => delivery?.counts().mail.sent ?? 0)

    expect(server.accepted).toHaveLength(recipients.length)
    expect(idsOf(server.accepted)).toHaveLength(recipients.length)
    expect(counts.reduce((sum, sent) => sum + sent, 0)).toBe(recipients.length)
  })
})
