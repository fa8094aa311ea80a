import { describe, expect, test } from 'vitest'
import type { AdminContext } from '../../../src/admin/admin-context.ts'
import { runAdminCommand } from '../../../src/admin/commands.ts'
import type { PrintedMessage } from '../../../src/admin/outbox-listing.ts'
import { runningContext } from '../../../src/admin/running-context.ts'
import { requestPasswordReset } from '../../support/account-fixtures.ts'
import { auditEvents, Operator, operatorName } from '../../support/operator.ts'
import type { TestServer } from '../../support/test-server.ts'
import type { TestUser } from '../../support/test-user.ts'
import {
  approvalsOf,
  approves,
  idOf,
  reason,
  refusalOf,
  runsAs,
  userIdOf,
  withFourGrants,
} from './four-eyes.ts'

const emma = { email: 'trader@alder.example' }

/** The reader of a message: a user with a credential, or a typed name. */
async function readerOf(desk: TestServer, user: TestUser | null, isDemo: boolean): Promise<AdminContext> {
  const context = runningContext(desk.app)
  if (context.running === null || context.running === 'elsewhere') throw new Error('no server runs here')
  const userId = user && (await userIdOf(desk, user))
  return { ...context, running: { ...context.running, isDemo }, by: userId ?? operatorName, userId }
}

async function messageToEmma(admin: AdminContext): Promise<PrintedMessage | undefined> {
  const reply = await runAdminCommand(admin, 'outbox', {})
  if ('refusal' in reply) throw new Error(reply.refusal.message)
  return (reply.result as readonly PrintedMessage[]).find(({ recipient }) => recipient === emma.email)
}

describe('what waits for a member of an institution', () => {
  test('is read by nobody: neither links that anybody can ask for, nor temporary passwords', async () => {
    const { desk, naomi, daniel, martin } = await withFourGrants()
    await requestPasswordReset(desk.person(emma.email))
    for (const reader of [daniel, naomi, martin, null]) {
      const shown = await messageToEmma(await readerOf(desk, reader, false))
      expect(shown).toMatchObject({ isHidden: true, body: '', subject: expect.stringMatching(/./), tries: 0 })
    }
    await daniel.callsOk('/operations/users/reset', {
      body: { userId: await userIdOf(desk, emma), reason },
    })
    const operator = new Operator(desk)
    const listed = await operator.lists('outbox', {})
    const toEmma = listed.filter(({ recipient }) => recipient === emma.email)
    expect(toEmma).toMatchObject([{ body: '' }, { body: '' }])
    // Nothing was read, and the audit trail says so.
    for (const { details } of await auditEvents(desk, 'outboxRead')) expect(details.messages).toEqual([])
    // On the data of a stopped server it is read, and recorded.
    await operator.stopsTheServer()
    const offline = (await operator.lists('outbox', {})).filter(({ recipient }) => recipient === emma.email)
    expect(offline.map(({ body }) => body)).toEqual([
      expect.stringContaining('resetToken='),
      expect.stringMatching(/(?:[a-z0-9]{4}-){3}[a-z0-9]{4}/),
    ])
  })

  test('is read in the demonstration, where no mail is sent', async () => {
    const { desk, keiko } = await withFourGrants()
    await requestPasswordReset(desk.person(emma.email))
    await requestPasswordReset(keiko)
    const admin = await readerOf(desk, null, true)
    expect(await messageToEmma(admin)).toMatchObject({
      isHidden: false,
      body: expect.stringContaining('resetToken='),
    })
    const reply = await runAdminCommand(admin, 'outbox', {})
    const listed = ('result' in reply ? reply.result : []) as readonly PrintedMessage[]
    expect(listed.find(({ recipient }) => recipient === keiko.email)).toMatchObject({ body: '' })
  })
})

describe('a desk head, who sees the IOIs of all colleagues', () => {
  test('is named by support with a second person, at the console and by command', async () => {
    const { desk, daniel, keiko } = await withFourGrants()
    const userId = await userIdOf(desk, emma)
    const isHead = async (): Promise<boolean> => {
      const rows = desk.app.database.selectFrom('person').select('desk_head').where('id', '=', userId)
      return (await rows.executeTakeFirstOrThrow()).desk_head === 1
    }
    const named = { email: emma.email, deskHead: true, reason }
    const change = (deskHead: boolean) => ({ body: { userId, deskHead, reason } })

    const id = idOf(await daniel.isRefused('/operations/users/change', change(true)))
    expect(await isHead()).toBe(false)
    expect(await auditEvents(desk, 'userChanged')).toEqual([])
    expect((await approvalsOf(keiko)).open).toMatchObject([
      {
        command: 'user change',
        shown: [
          { name: 'firm', value: 'Alder' },
          { name: 'user', value: emma.email },
          { name: 'deskHead', value: 'true' },
        ],
      },
    ])
    await approves(keiko, id)
    expect(await isHead()).toBe(true)
    // What takes rights away waits for nobody, and what changes nothing does not either.
    expect(refusalOf(await runsAs(desk, daniel, 'user change', named))).toBe('DONE')
    await daniel.callsOk('/operations/users/change', change(false))
    expect(await isHead()).toBe(false)

    expect(refusalOf(await runsAs(desk, daniel, 'user change', named))).toBe('APPROVAL_NEEDED')
    await approves(keiko, (await approvalsOf(keiko)).open[0]?.id ?? '')
    expect(await isHead()).toBe(true)
    const [atConsole, ended, byCommand] = await auditEvents(desk, 'userChanged')
    expect(atConsole).toEqual(byCommand)
    expect(atConsole).toMatchObject({ details: { deskHead: true, approvedBy: await userIdOf(desk, keiko) } })
    expect(ended).toMatchObject({ details: { deskHead: false } })
    expect(ended?.details.approvedBy).toBeUndefined()
  })

  test('who was just added is named with a second person as well, and a broker not at all', async () => {
    const { desk, daniel } = await withFourGrants()
    const added = { email: 'daniel.two@alder.example', firstName: 'Dan', lastName: 'Two', role: 'TRADER' }
    const { userId } = await daniel.callsOk<{ userId: string }>('/operations/users/add', {
      body: { ...added, firm: 'Alder', twoFactor: false, language: 'en', reason },
    })
    const named = { body: { userId, deskHead: true, reason } }
    expect(await daniel.isRefused('/operations/users/change', named)).toMatchObject({
      errorCode: 'APPROVAL_NEEDED',
    })
    const broker = { email: 'broker@hinoki.example', deskHead: true, reason }
    expect(refusalOf(await runsAs(desk, daniel, 'user change', broker))).toBe('INVALID')
  })
})

describe('a new user of an institution or a broker', () => {
  const dan = { firstName: 'Dan', lastName: 'Two', role: 'TRADER', firm: 'Alder', reason } as const
  const withPrivateAddress = { ...dan, email: 'daniel@post.example' }
  const isThere = async ({ app }: TestServer, email: string): Promise<boolean> =>
    (await app.database.selectFrom('person').select('id').where('email', '=', email).execute()).length > 0

  test('with an address in a domain of nobody there is added with a second person', async () => {
    const { desk, daniel, keiko } = await withFourGrants({ firms: ['Alder', 'Birch'] })
    const id = idOf(await daniel.isRefused('/operations/users/add', { body: withPrivateAddress }))
    expect(refusalOf(await runsAs(desk, daniel, 'user add', withPrivateAddress))).toBe('APPROVAL_NEEDED')
    expect((await approvalsOf(keiko)).open).toMatchObject([
      {
        id,
        command: 'user add',
        shown: [
          { name: 'firm', value: 'Alder' },
          { name: 'user', value: withPrivateAddress.email },
        ],
      },
    ])
    expect(await isThere(desk, withPrivateAddress.email)).toBe(false)
    expect(await new Operator(desk).isRefused('user add', withPrivateAddress)).toMatchObject({
      code: 'CREDENTIAL_NEEDED',
    })
    await approves(keiko, id)
    expect(await isThere(desk, withPrivateAddress.email)).toBe(true)
    const [added] = (await auditEvents(desk, 'userAdded')).slice(-1)
    expect(added).toMatchObject({
      actor: `staff:${await userIdOf(desk, daniel)}`,
      details: { role: 'TRADER', approvedBy: await userIdOf(desk, keiko) },
    })

    // Neither a similar domain nor that of another institution or of staff is its own.
    for (const domain of [
      'birch.example',
      'desk.alder.example',
      'alder.example.post.example',
      'aitai.example',
    ]) {
      const email = `dan@${domain}`
      expect(refusalOf(await runsAs(desk, daniel, 'user add', { ...dan, email })), domain).toBe(
        'APPROVAL_NEEDED',
      )
    }
    const broker = { ...dan, role: 'BROKER', broker: 'Hinoki', firm: undefined } as const
    const ofBroker = { ...broker, email: 'dan@alder.example' }
    expect(refusalOf(await runsAs(desk, daniel, 'user add', ofBroker as never))).toBe('APPROVAL_NEEDED')
  })

  test('with an address in a domain of its people, whoever they are, is added by support alone', async () => {
    const { desk, daniel } = await withFourGrants()
    const email = 'Dan@ALDER.example'
    expect(refusalOf(await runsAs(desk, daniel, 'user add', { ...dan, email }))).toBe('DONE')
    const broker = { ...dan, role: 'BROKER', broker: 'Hinoki', email: 'dan@hinoki.example' }
    const { firm: _, ...ofBroker } = broker
    expect(refusalOf(await runsAs(desk, daniel, 'user add', ofBroker as never))).toBe('DONE')
    // What the command refuses is not requested.
    const twice = { ...dan, email: 'dan@hinoki.example' }
    expect(refusalOf(await runsAs(desk, daniel, 'user add', twice))).toBe('USER_EXISTS')
    const nowhere = { ...withPrivateAddress, firm: 'Nowhere' }
    expect(refusalOf(await runsAs(desk, daniel, 'user add', nowhere))).toBe('FIRM_UNKNOWN')
    expect(await auditEvents(desk, 'approvalRequested')).toEqual([])
  })

  test('has no password that somebody else has chosen', async () => {
    const { desk, daniel } = await withFourGrants()
    const known = { ...dan, email: 'dan@alder.example', password: 'nine herons over a river' }
    expect(refusalOf(await runsAs(desk, daniel, 'user add', known))).toBe('INVALID')
    expect(await isThere(desk, known.email)).toBe(false)
  })
})

describe('a name that was typed at the command line', () => {
  test('asks for nothing that needs a second person, once two people hold grants', async () => {
    const { desk, martin } = await withFourGrants()
    const operator = new Operator(desk)
    await operator.runs('platform close', { reason })
    const guarded = [
      ['platform open', { reason }],
      ['user grant', { email: 'support@aitai.example', grant: 'operations', reason }],
      ['credential add', { staff: true, users: [martin.email], networks: [], reason }],
      ['user change', { email: emma.email, deskHead: true, reason }],
      ['advert list', { reason }],
    ] as const
    for (const [name, args] of guarded)
      expect(await operator.isRefused(name, args as never), name).toMatchObject({ code: 'CREDENTIAL_NEEDED' })
    expect((await approvalsOf(martin)).open).toEqual([])
    expect(await auditEvents(desk, 'approvalRequested')).toEqual([])

    await operator.stopsTheServer()
    expect(await operator.runs('platform open', { reason })).toMatchObject({ halted: false, changed: true })
    await operator.runs('credential add', { staff: true, users: [martin.email], networks: [], reason })
  })

  test('shows nobody what the user of the name would need a second person for', async () => {
    const { desk } = await withFourGrants()
    // Of those who could approve it one is left: under a name of their own, support would have to ask.
    await desk.app.database
      .deleteFrom('staff_grant')
      .where('name', 'in', ['administrator', 'operations'])
      .execute()
    const refused = await new Operator(desk).isRefused('explain match', { a: '1', b: '2', reason })
    expect(refused).toMatchObject({ code: 'CREDENTIAL_NEEDED' })
  })

  test('lists what waits as long as one person holds grants, and then to nobody', async () => {
    const { desk, daniel } = await withFourGrants()
    await runsAs(desk, daniel, 'user change', { email: emma.email, newEmail: 'e@alder.example', reason })
    const operator = new Operator(desk)
    expect(await operator.isRefused('approvals', {})).toMatchObject({ code: 'CREDENTIAL_NEEDED' })
    await desk.app.database.deleteFrom('staff_grant').where('name', '<>', 'support').execute()
    expect(await operator.runs('approvals', {})).toMatchObject({ open: [{ command: 'user change' }] })
  })

  test('asks in the demonstration, whose accounts are everybody’s, and cannot approve', async () => {
    const { desk, naomi, martin } = await withFourGrants()
    const admin = await readerOf(desk, null, true)
    expect(refusalOf(await runAdminCommand(admin, 'platform close', { reason }))).toBe('DONE')
    expect(refusalOf(await runAdminCommand(admin, 'platform open', { reason }))).toBe('APPROVAL_NEEDED')
    const [open] = (await approvalsOf(martin)).open
    expect(open).toMatchObject({ by: operatorName, isUser: false })
    const { id = '' } = open ?? {}
    expect(refusalOf(await runAdminCommand(admin, 'approve', { id }))).toBe('CREDENTIAL_NEEDED')
    await approves(naomi, id)
  })
})
