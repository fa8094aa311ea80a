import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages, textIn } from '@aitai/messages/texts.ts'
import { describe, expect, test } from 'vitest'
import type { MatchExplanation } from '../../../src/admin/journal/match-explanation.ts'
import { textOfMessage } from '../../../src/messages/outbox.ts'
import { auditEvents, Operator } from '../../support/operator.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '../../support/test-server.ts'
import type { TestUser } from '../../support/test-user.ts'
import {
  approvalsOf,
  approves,
  changesGrant,
  isNotApproved,
  reason,
  refusalOf,
  runsAs,
  userIdOf,
  withFourGrants,
} from './four-eyes.ts'

/** A server on which two IOIs rest that cannot match, and their ids. */
async function withTwoAdverts(options: TestServerOptions = {}) {
  const four = await withFourGrants(options)
  const alder = await (await four.desk.trader('alder')).connects()
  const birch = await (await four.desk.trader('birch')).connects()
  const a = await alder.advertises('BUY', '7203.T', 10_000)
  const b = await birch.advertises('BUY', '7203.T', 20_000)
  return { ...four, question: { a: a.id, b: b.id, reason } }
}

/** The commands of staff in the journal, the oldest first. */
async function viewsIn({ app }: TestServer): Promise<Record<string, unknown>[]> {
  const rows = await app.database.selectFrom('journal').select('command').orderBy('seq').execute()
  return rows.map(({ command }) => JSON.parse(command)).filter(({ type }) => /^(explain|view)/.test(type))
}

const mailsTo = async ({ app }: TestServer, { email }: Pick<TestUser, 'email'>) => {
  const rows = await app.database.selectFrom('outbox').selectAll().where('recipient', '=', email).execute()
  const wanted = rows.filter(({ subject }) => /match|IOI|audit|surveillance/i.test(subject))
  return await Promise.all(
    wanted.map(async (row) => ({ subject: row.subject, body: await textOfMessage(app.database, row) })),
  )
}

test('a view is shown to its requester alone, once, and only after a second person has approved it', async () => {
  const { desk, daniel, keiko, question } = await withTwoAdverts()
  const explains = (user: TestUser, requested = question) => runsAs(desk, user, 'explain match', requested)

  expect(refusalOf(await explains(daniel))).toBe('APPROVAL_NEEDED')
  expect(refusalOf(await explains(daniel))).toBe('APPROVAL_NEEDED')
  const [{ id = '', shown } = {}] = (await approvalsOf(keiko)).open
  expect(shown).toEqual([
    { name: 'advert', value: question.a },
    { name: 'otherAdvert', value: question.b },
  ])
  expect(await viewsIn(desk)).toEqual([])
  expect(await mailsTo(desk, keiko)).toEqual([])

  expect(await approves(keiko, id)).toMatchObject({ state: 'GRANTED', until: expect.any(String) })
  // Approved, and still not looked at.
  expect(await viewsIn(desk)).toEqual([])
  // Neither the approver nor another question has it.
  expect(refusalOf(await explains(keiko))).toBe('APPROVAL_NEEDED')
  expect(refusalOf(await explains(daniel, { ...question, a: question.b, b: question.a }))).toBe(
    'APPROVAL_NEEDED',
  )

  const replies = await Promise.all(
    // The reason that was approved is recorded.
    Array.from({ length: 5 }, () => explains(daniel, { ...question, reason: 'another complaint' })),
  )
  const [shownOnce, ...more] = replies.filter((reply) => 'result' in reply)
  expect(more).toEqual([])
  expect(shownOnce && 'result' in shownOnce && (shownOnce.result as MatchExplanation).a).toBe(question.a)
  const [by, approvedBy] = [await userIdOf(desk, daniel), await userIdOf(desk, keiko)]
  expect(await viewsIn(desk)).toMatchObject([{ type: 'explainMatch', by, approvedBy, reason }])
})

test('compliance gets a mail for each view, which names no IOI, security, institution or reason', async () => {
  const { desk, daniel, keiko, question } = await withTwoAdverts()
  await runsAs(desk, daniel, 'explain match', question)
  await approves(keiko, (await approvalsOf(keiko)).open[0]?.id ?? '')
  await runsAs(desk, daniel, 'explain match', question)

  const [mail, ...more] = await mailsTo(desk, keiko)
  expect(more).toEqual([])
  expect(mail?.subject).toContain('Explain a match')
  expect(mail?.body).toContain('support Desk')
  expect(mail?.body).toContain('compliance Desk approved it')
  for (const secret of [question.a, question.b, '7203', 'Alder', 'Birch', reason])
    expect(`${mail?.subject} ${mail?.body}`).not.toContain(secret)
})

test('an approved view that nobody fetches within 15 minutes is over', async () => {
  const { desk, daniel, keiko, question } = await withTwoAdverts()
  await runsAs(desk, daniel, 'explain match', question)
  const { id = '' } = (await approvalsOf(keiko)).open[0] ?? {}
  desk.clock.advance(14 * 60_000)
  await approves(keiko, id)
  desk.clock.advance(15 * 60_000)

  expect(refusalOf(await runsAs(desk, daniel, 'explain match', question))).toBe('APPROVAL_NEEDED')
  expect(await viewsIn(desk)).toEqual([])
  expect(await auditEvents(desk, 'approvalExpired')).toMatchObject([{ subject: id }])
  expect(await isNotApproved(keiko, id)).toEqual([409, 'APPROVAL_OVER'])
})

test('a requester whose grant was taken away after the approval sees nothing', async () => {
  const { desk, daniel, keiko, question } = await withTwoAdverts()
  await runsAs(desk, daniel, 'explain match', question)
  await approves(keiko, (await approvalsOf(keiko)).open[0]?.id ?? '')
  await changesGrant(desk, daniel.email, 'support', false)

  expect(refusalOf(await runsAs(desk, daniel, 'explain match', question))).toBe('FORBIDDEN')
  expect(await viewsIn(desk)).toEqual([])
})

test('an approval is worth nothing once its second person has lost the grant or was disabled', async () => {
  const { desk, daniel, keiko, martin, question } = await withTwoAdverts()
  const explains = () => runsAs(desk, daniel, 'explain match', question)
  const newest = async () => (await approvalsOf(daniel)).open.at(-1)?.id ?? ''
  const operator = new Operator(desk)
  const ends = [
    [keiko, () => changesGrant(desk, keiko.email, 'compliance', false)],
    [martin, () => operator.runs('user disable', { email: martin.email, reason })],
  ] as const
  const ended: string[] = []
  // Somebody has to be left who could approve.
  await changesGrant(desk, 'operations@aitai.example', 'administrator', true)
  for (const [second, end] of ends) {
    expect(refusalOf(await explains())).toBe('APPROVAL_NEEDED')
    const id = await newest()
    await approves(second, id)
    await end()
    expect(refusalOf(await explains()), second.email).toBe('APPROVAL_NEEDED')
    expect(await newest()).not.toBe(id)
    ended.push(id)
  }
  expect(await viewsIn(desk)).toEqual([])
  expect(await mailsTo(desk, keiko)).toEqual([])
  expect((await auditEvents(desk, 'approvalExpired')).map(({ subject }) => subject)).toEqual(ended)

  const naomi = desk.person('operations@aitai.example')
  await approves(await naomi.signsIn(), await newest())
  expect(refusalOf(await explains())).toBe('DONE')
  const approvedBy = await userIdOf(desk, naomi)
  expect(await viewsIn(desk)).toMatchObject([{ type: 'explainMatch', approvedBy }])
})

describe('the mailbox of compliance', () => {
  const mailbox = 'watch@outside.example'

  test('gets a mail for each view in both languages, also if nobody with the grant gets any', async () => {
    const { desk, daniel, keiko, martin, question } = await withTwoAdverts({ env: { COMPLIANCE: mailbox } })
    // One administrator may do so alone.
    await new Operator(desk).runs('user disable', { email: keiko.email, reason })
    await runsAs(desk, daniel, 'explain match', question)
    await approves(martin, (await approvalsOf(martin)).open[0]?.id ?? '')
    expect(await mailsTo(desk, { email: mailbox })).toEqual([])
    expect(refusalOf(await runsAs(desk, daniel, 'explain match', question))).toBe('DONE')

    expect(await mailsTo(desk, keiko)).toEqual([])
    const [mail, ...more] = await mailsTo(desk, { email: mailbox })
    expect(more).toEqual([])
    expect(mail?.subject.split(' / ')).toHaveLength(languages.length)
    for (const language of languages)
      expect(mail?.body).toContain(textIn(language, 'operations.approvals.command.explain match'))
    expect(mail?.body.match(/administrator Desk/g)).toHaveLength(languages.length)
    for (const secret of [question.a, question.b, '7203', 'Alder', 'Birch', reason])
      expect(`${mail?.subject} ${mail?.body}`).not.toContain(secret)
  })

  test('gets one mail if it is the address of somebody with the grant', async () => {
    const { desk, daniel, keiko, question } = await withTwoAdverts({
      env: { COMPLIANCE: 'Compliance@aitai.example' },
    })
    await runsAs(desk, daniel, 'explain match', question)
    await approves(keiko, (await approvalsOf(keiko)).open[0]?.id ?? '')
    await runsAs(desk, daniel, 'explain match', question)

    const rows = await desk.app.database.selectFrom('outbox').select(['recipient', 'subject']).execute()
    expect(rows.filter(({ subject }) => subject.includes('Explain a match'))).toMatchObject([
      { recipient: keiko.email },
    ])
  })
})

test('a view of surveillance is notified to the others of compliance and to the mailbox, and names nobody in it', async () => {
  const email = 'watch@outside.example'
  const { desk, keiko, martin } = await withTwoAdverts({ env: { COMPLIANCE: email } })
  await changesGrant(desk, martin.email, 'compliance', true)
  expect(refusalOf(await runsAs(desk, keiko, 'surveillance', { reason }))).toBe('DONE')
  // Nothing was shown.
  await runsAs(desk, keiko, 'surveillance', { reason: 'x' })

  expect(await mailsTo(desk, keiko)).toEqual([])
  const mails = [await mailsTo(desk, martin), await mailsTo(desk, { email })]
  expect(mails.map(({ length }) => length)).toEqual([1, 1])
  for (const [mail] of mails) {
    expect(mail?.subject).toContain(textIn('En', 'mail.surveillance.subject', { product: 'Aitai' }))
    expect(mail?.body).toContain('compliance Desk viewed')
    for (const secret of ['Alder', 'Birch', reason]) expect(mail?.body).not.toContain(secret)
  }
})

test('open IOIs are listed and audit data is exported after an approval, and compliance is notified', async () => {
  const { desk, keiko, martin, question } = await withTwoAdverts()
  // The end of an export is exclusive.
  desk.clock.advance(1)
  const file = (name: string) => join(desk.folder, name)
  const exports = (name: string, advert = question.a) =>
    runsAs(desk, keiko, 'audit export', { from: 0, advert, reason, format: 'json', file: file(name) })
  const lists = () => runsAs(desk, keiko, 'advert list', { firm: 'Alder', reason })

  expect(refusalOf(await exports('one'))).toBe('APPROVAL_NEEDED')
  expect(refusalOf(await lists())).toBe('APPROVAL_NEEDED')
  for (const { id } of (await approvalsOf(martin)).open) await approves(martin, id)
  // The name of the file is not a part of the request, and what is exported is.
  expect(refusalOf(await exports('other', question.b))).toBe('APPROVAL_NEEDED')
  expect(refusalOf(await exports('two'))).toBe('DONE')
  expect(refusalOf(await exports('three'))).toBe('APPROVAL_NEEDED')
  expect(await lists()).toMatchObject({ result: [{ advertId: question.a }] })

  expect(readFileSync(file('two'), 'utf8')).toContain(question.a)
  const approvedBy = await userIdOf(desk, martin)
  expect(await auditEvents(desk, 'auditExportRequested', 'auditExportWritten')).toMatchObject([
    { action: 'auditExportRequested', details: { approvedBy } },
    { action: 'auditExportWritten', details: { approvedBy } },
  ])
  expect(await viewsIn(desk)).toMatchObject([{ type: 'viewAdverts', approvedBy }])
  expect(await mailsTo(desk, keiko)).toHaveLength(2)
  // The audit trail names no IOI.
  expect(JSON.stringify(await auditEvents(desk, 'approvalRequested'))).not.toContain(question.a)
})

test('where nobody else could approve, compliance is notified all the same', async () => {
  const desk = await startTestServer()
  await desk.addStaff('compliance')
  const keiko = await desk.person('compliance@aitai.example').signsIn()
  const operator = new Operator(desk)
  await operator.runs('advert list', { reason })
  expect(refusalOf(await runsAs(desk, keiko, 'advert list', { reason }))).toBe('DONE')
  await operator.stopsTheServer()
  await operator.runs('advert list', { reason })
  await operator.startsTheServer()

  const mails = await mailsTo(desk, keiko)
  expect(mails.map(({ body }) => /^(\S+)/.exec(body)?.[1])).toEqual([
    'ops-kimura',
    'compliance',
    'ops-kimura',
  ])
  for (const { body } of mails) expect(body).toContain('No second person')
})

test('a request is shown to those who may decide it, and to its requester', async () => {
  const { desk, naomi, daniel, keiko, martin, question } = await withTwoAdverts()
  await runsAs(desk, daniel, 'explain match', question)

  const seen = async (user: TestUser) => (await approvalsOf(user)).open.length
  expect(await Promise.all([naomi, daniel, keiko, martin].map(seen))).toEqual([0, 1, 1, 1])
})
