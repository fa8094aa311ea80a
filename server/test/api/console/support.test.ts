import type { OperationsOutbox, TraderRating } from '@aitai/contract/schemas/console/support.ts'
import { expect, test } from 'vitest'
import { mostUnsent } from '../../../src/admin/outbox-listing.ts'
import { contactSubject } from '../../../src/messages/account-mails.ts'
import { enqueueMessage } from '../../../src/messages/outbox.ts'
import { userIdOf } from '../../support/account-fixtures.ts'
import { auditEvents, Operator, operatorName } from '../../support/operator.ts'
import { startTestServer } from '../../support/test-server.ts'

const email = 'trader@alder.example'

async function withStaff(grant: 'support' | 'compliance') {
  const desk = await startTestServer()
  await desk.addStaff(grant)
  const person = await desk.person(`${grant}@aitai.example`).signsIn()
  return { desk, person, operator: new Operator(desk) }
}

const mail = {
  kind: 'mail',
  recipient: email,
  subject: 'Your account',
  body: 'the password is lanterns',
} as const

test('the outbox shows what was not sent and why, never a text, a telephone number or a name', async () => {
  const { desk, person } = await withStaff('support')
  const { database } = desk.app
  const at = desk.clock.now()
  await enqueueMessage(database, mail, at)
  await desk.addUser({ email: 'mika@alder.example', role: 'TRADER', firm: 'Alder', phone: '+819012345678' })
  const recipient = await userIdOf(desk, 'mika@alder.example')
  const sms = await enqueueMessage(database, { kind: 'sms', recipient, subject: '', body: '123456' }, at)
  const names = { first_name: 'Naomi', last_name: 'Fujita' }
  await enqueueMessage(
    database,
    { ...mail, recipient: 'desk@aitai.example', subject: contactSubject(names) },
    at,
  )
  const sent = await enqueueMessage(database, mail, at)
  await database.updateTable('outbox').set({ sent_at: at, body: '' }).where('id', '=', sent).execute()
  await database
    .updateTable('outbox')
    .set({ given_up_at: at + 5_000, tries: 3, fault: 'HTTP 401', body: '' })
    .where('id', '=', sms)
    .execute()
  desk.clock.advance(60_000)
  const before = (await auditEvents(desk)).length

  const reply = await person.calls<OperationsOutbox>('/operations/outbox')
  expect(reply.body).toMatchObject({ isComplete: true, at: new Date(at + 60_000).toISOString() })
  expect(reply.body.messages).toMatchObject([
    { kind: 'mail', recipient: 'desk@aitai.example', subject: null, fault: '', tries: 0 },
    { kind: 'sms', recipient: '78', subject: null, tries: 3, fault: 'HTTP 401', nextAt: null },
    { kind: 'mail', recipient: email, subject: 'Your account', givenUpAt: null },
  ])
  for (const secret of ['lanterns', '123456', '9012345', 'Fujita']) expect(reply.text).not.toContain(secret)
  // No text was shown, so there is nothing to record: the page asks every few seconds.
  expect(await auditEvents(desk)).toHaveLength(before)
})

test('the outbox lists the newest messages, and says that there are more', async () => {
  const { desk, person } = await withStaff('support')
  for (let number = 0; number < mostUnsent; number += 1)
    await enqueueMessage(desk.app.database, { ...mail, subject: `${number}` }, desk.clock.now())

  const { messages, isComplete } = await person.callsOk<OperationsOutbox>('/operations/outbox')
  expect(messages).toHaveLength(mostUnsent)
  expect([isComplete, messages[0]?.subject]).toEqual([false, `${mostUnsent - 1}`])
})

test('compliance sees a rating with the days of its answers, and the audit event is that of the command', async () => {
  const { desk, person, operator } = await withStaff('compliance')
  const alder = await (await desk.trader('alder')).connects()
  const birch = await (await desk.trader('birch')).connects()
  const { id } = await alder.advertises('BUY', '7203.T', 10_000)
  const { id: contraId } = await birch.advertises('SELL', '7203.T', 10_000)
  const [locate, contra] = [await alder.isLocated(id), await birch.isLocated(contraId)]
  await alder.accepts(locate)
  await birch.declines(contra)
  const body = { userId: await userIdOf(desk, email) }

  const commanded = await operator.runs('rating show', { email })
  const reply = await person.calls<TraderRating>('/operations/rating', { body })
  expect(reply.body).toEqual(commanded)
  expect(reply.body.events).toMatchObject([{ day: '2026-11-18', kind: 'ACCEPT', score: 100 }])
  for (const secret of ['Birch', 'birch', '7203', id, locate.locateNotificationId, 'T01:'])
    expect(reply.text).not.toContain(secret)

  const [byCommand, onConsole, ...more] = await auditEvents(desk, 'ratingShown')
  expect(more).toEqual([])
  expect(byCommand).toMatchObject({ actor: `staff:${operatorName}`, subject: body.userId })
  expect(onConsole).toEqual({ ...byCommand, actor: `staff:${await userIdOf(desk, person.email)}` })
})

test('only compliance sees ratings, and nobody has one but a trader', async () => {
  const { desk, person } = await withStaff('compliance')
  const body = { userId: await userIdOf(desk, email) }
  for (const grant of ['operations', 'support', 'administrator'] as const) {
    await desk.addStaff(grant)
    const other = await desk.person(`${grant}@aitai.example`).signsIn()
    expect(await other.isRefused('/operations/rating', { body })).toMatchObject({ status: 403 })
  }
  const broker = { userId: await userIdOf(desk, 'broker@hinoki.example') }
  expect(await person.isRefused('/operations/rating', { body: broker })).toMatchObject({
    status: 409,
    errorCode: 'NOT_TRADER',
  })
  expect(await person.isRefused('/operations/rating', { body: { userId: 'nobody' } })).toMatchObject({
    status: 409,
    errorCode: 'USER_UNKNOWN',
  })
  expect(await auditEvents(desk, 'ratingShown')).toEqual([])
})

test('a telephone number or a text that was changed in the database costs its own row alone', async () => {
  const { desk, person, operator } = await withStaff('support')
  const { database } = desk.app
  const at = desk.clock.now()
  await enqueueMessage(database, mail, at)
  const text = await enqueueMessage(database, { ...mail, subject: 'Another' }, at)
  await desk.addUser({ email: 'mika@alder.example', role: 'TRADER', firm: 'Alder', phone: '+819012345678' })
  const recipient = await userIdOf(desk, 'mika@alder.example')
  await enqueueMessage(database, { kind: 'sms', recipient, subject: '', body: '123456' }, at)
  await database.updateTable('person').set({ phone: 'forged' }).where('id', '=', recipient).execute()
  await database.updateTable('outbox').set({ body: 'forged' }).where('id', '=', text).execute()

  const { messages } = await person.callsOk<OperationsOutbox>('/operations/outbox')
  // No text is read for this page.
  expect(messages.map(({ recipient: to, isReadable }) => [to, isReadable])).toEqual([
    ['', false],
    [email, true],
    [email, true],
  ])
  const listed = await operator.lists('outbox', {})
  expect(listed.map(({ isReadable, body }) => [isReadable, body !== ''])).toEqual([
    [true, true],
    [false, false],
    [false, false],
  ])
})
