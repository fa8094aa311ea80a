import { describe, expect, test } from 'vitest'
import { textOfMessage } from '../../src/messages/outbox.ts'
import { startServerOn } from '../support/account-fixtures.ts'
import { Operator, operatorName } from '../support/operator.ts'
import { testDatabases } from '../support/test-databases.ts'
import type { TestServer } from '../support/test-server.ts'
import { approves, idOf, runsAs } from './approvals/four-eyes.ts'

const reason = 'asked by its head of trading'
const mika = { email: 'mika@alder.example', firstName: 'Mika', lastName: 'Sato', reason } as const
const trader = { ...mika, role: 'TRADER', firm: 'Alder' } as const

/** The mails of an outbox to anybody but the new user, the oldest first. */
async function told({ app }: TestServer) {
  const rows = await app.database.selectFrom('outbox').selectAll().orderBy('id').execute()
  const others = rows.filter(({ recipient }) => recipient !== mika.email)
  return await Promise.all(
    others.map(async (row) => ({
      to: row.recipient,
      subject: row.subject,
      body: await textOfMessage(app.database, row),
    })),
  )
}

/** Two desk heads of Alder, one who is disabled, and one of another institution. */
async function withDeskHeads(store: (typeof testDatabases)[number]) {
  const desk = await startServerOn(store, { firms: ['Alder', 'Birch'], brokers: ['Hinoki'] })
  const heads = [
    { email: 'emma@alder.example', firm: 'Alder', language: 'en' },
    { email: 'haruka@alder.example', firm: 'Alder', language: 'ja' },
    { email: 'left@alder.example', firm: 'Alder', language: 'en' },
    { email: 'kenji@birch.example', firm: 'Birch', language: 'ja' },
  ] as const
  for (const head of heads) {
    await desk.addUser({ ...head, role: 'TRADER', firstName: 'Desk', lastName: 'Head' })
    await desk.makesDeskHead(head.email)
  }
  await new Operator(desk).runs('user disable', { email: 'left@alder.example', reason })
  await desk.app.database.deleteFrom('outbox').execute()
  return desk
}

describe.each(testDatabases)('of a new user, on $name', (store) => {
  test('the desk heads of the institution are informed, each in their language, by whom and what to do', async () => {
    const desk = await withDeskHeads(store)
    await new Operator(desk).runs('user add', trader)
    const mails = await told(desk)
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['emma@alder.example', 'Aitai: a new user at your institution'],
      ['haruka@alder.example', '【Aitai】貴社利用者の追加のお知らせ'],
    ])
    for (const { body } of mails) {
      expect(body).toContain('Mika Sato')
      expect(body).toContain(mika.email)
      expect(body).toContain(operatorName)
      expect(body).not.toMatch(/[{}]/)
    }
    expect(mails[0]?.body).toContain('call your account manager at once')
    expect(mails[0]?.body).toContain('"Desk IOIs"')
    expect(mails[1]?.body).toContain('直ちに弊社担当者まで')
    expect(mails[1]?.body).toContain('「デスクのIOI」')
  })

  test('nobody is informed of one who was not added, or of staff', async () => {
    const desk = await withDeskHeads(store)
    await desk.addStaff('compliance')
    await desk.app.database.deleteFrom('outbox').execute()
    const operator = new Operator(desk)
    await operator.isRefused('user add', { ...trader, email: 'emma@alder.example' })
    await operator.runs('user add', { ...mika, role: 'STAFF' })
    expect(await told(desk)).toEqual([])
  })

  test('compliance is informed where there is no desk head, without being told who it is, and of users of brokers', async () => {
    const desk = await startServerOn(store)
    await desk.addStaff('compliance')
    await desk.app.database.deleteFrom('outbox').execute()
    const operator = new Operator(desk)
    await operator.runs('user add', trader)
    const { firm: _, ...nobodys } = trader
    await operator.runs('user add', {
      ...nobodys,
      role: 'BROKER',
      broker: 'Hinoki',
      email: 'mika@hinoki.example',
    })
    const mails = (await told(desk)).filter(({ to }) => to === 'compliance@aitai.example')
    expect(mails).toHaveLength(2)
    for (const { body, subject } of mails) {
      expect(subject).toBe('Aitai: Add a user of an institution or a broker')
      expect(body).toContain(operatorName)
      expect(body).not.toMatch(/Mika|Alder|Hinoki/)
    }
  })

  test('the mail says who has approved it, where somebody had to', async () => {
    const desk = await withDeskHeads(store)
    for (const grant of ['support', 'compliance'] as const) await desk.addStaff(grant)
    const support = await desk.person('support@aitai.example').signsIn()
    const compliance = await desk.person('compliance@aitai.example').signsIn()
    const body = { ...trader, email: 'mika@post.example' }
    const id = idOf(await support.isRefused('/operations/users/add', { body }))
    expect(await told(desk)).toEqual([])
    await approves(compliance, id)
    const [first] = (await told(desk)).filter(({ to }) => to === 'emma@alder.example')
    expect(first?.body).toContain(
      'support Desk added a user to your institution on Aitai, with the approval of compliance Desk',
    )

    await runsAs(desk, support, 'user add', trader)
    const [, second] = (await told(desk)).filter(({ to }) => to === 'emma@alder.example')
    expect(second?.body).toContain('support Desk added a user to your institution on Aitai:')
  })
})
