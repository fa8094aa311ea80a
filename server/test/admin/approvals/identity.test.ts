import { describe, expect, test } from 'vitest'
import type { PrintedMessage } from '../../../src/admin/outbox-listing.ts'
import { requestPasswordReset } from '../../support/account-fixtures.ts'
import { auditEvents, Operator } from '../../support/operator.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import type { TestUser } from '../../support/test-user.ts'
import {
  approvalsOf,
  approves,
  asksToOpen,
  changesGrant,
  idOf,
  reason,
  refusalOf,
  runsAs,
  switchesIn,
  userIdOf,
  withFourGrants,
} from './four-eyes.ts'

/** What a user sees of the outbox at the command line. */
async function outboxOf(desk: TestServer, user: TestUser): Promise<readonly PrintedMessage[]> {
  const reply = await runsAs(desk, user, 'outbox', {})
  if ('refusal' in reply) throw new Error(reply.refusal.message)
  return reply.result as readonly PrintedMessage[]
}

/** An administrator tries an action on a colleague at the console, and it waits. Returns the id of the request. */
const waits = async (administrator: TestUser, action: string, body: object): Promise<string> =>
  idOf(await administrator.isRefused(`/operations/users/${action}`, { body: { reason, ...body } }))

test('nobody reads the links and passwords that are mailed to a colleague', async () => {
  const { desk, martin, keiko, daniel } = await withFourGrants()
  await requestPasswordReset(keiko)
  await requestPasswordReset(martin)

  for (const reader of [martin, daniel]) {
    const toKeiko = (await outboxOf(desk, reader)).filter(({ recipient }) => recipient === keiko.email)
    expect(toKeiko).toMatchObject([{ isHidden: true, body: '' }])
  }
  // One's own mails are read as before.
  const own = (await outboxOf(desk, martin)).find(({ recipient }) => recipient === martin.email)
  expect(own).toMatchObject({ isHidden: false, body: expect.stringContaining('resetToken=') })
  // What was not shown is not recorded as read.
  const [read] = (await auditEvents(desk, 'outboxRead')).toReversed()
  expect(read?.details.messages).toHaveLength(1)
  // A typed name reads no more than a user.
  const typed = await new Operator(desk).lists('outbox', {})
  expect(typed.filter(({ isHidden }) => isHidden)).toHaveLength(2)
})

test("a colleague's password is reset with a second person alone, and the new one is not read", async () => {
  const { desk, martin, keiko } = await withFourGrants()
  const id = await waits(martin, 'reset', { userId: await userIdOf(desk, keiko) })

  expect(await auditEvents(desk, 'passwordReplaced')).toEqual([])
  expect((await approvalsOf(keiko)).open).toMatchObject([
    { id, command: 'user reset', shown: [{ name: 'user', value: keiko.email }] },
  ])
  // The password is still the colleague's own.
  const again = await desk.person(keiko.email).signsIn()
  await approves(again, id)

  const [requester, approver] = [await userIdOf(desk, martin), await userIdOf(desk, keiko)]
  expect(await auditEvents(desk, 'passwordReplaced')).toMatchObject([
    { actor: `staff:${requester}`, subject: approver, details: { approvedBy: approver } },
  ])
  const toKeiko = (await outboxOf(desk, martin)).filter(({ recipient }) => recipient === keiko.email)
  expect(toKeiko).toMatchObject([{ isHidden: true, body: '' }])
})

describe('what would let an administrator sign in as a colleague waits for a second person', () => {
  test.each([
    ['another address', 'change', { newEmail: 'martin.sato@elsewhere.example' }, 'newEmail'],
    ['another telephone number', 'change', { phone: '+819011112222' }, 'phone'],
    ['no second factors', 'remove-second-factors', {}, 'user'],
  ] as const)('%s', async (_, action, body, shown) => {
    const { desk, martin, keiko } = await withFourGrants()
    const before = await desk.app.database
      .selectFrom('person')
      .selectAll()
      .where('email', '=', keiko.email)
      .execute()
    const id = await waits(martin, action, { userId: await userIdOf(desk, keiko), ...body })

    const row = desk.app.database.selectFrom('person').selectAll().where('email', '=', keiko.email)
    expect(await row.execute()).toEqual(before)
    expect((await approvalsOf(keiko)).open).toMatchObject([{ id, state: 'WAITING' }])
    expect((await approvalsOf(keiko)).open[0]?.shown.map(({ name }) => name)).toContain(shown)
    await approves(keiko, id)
    expect(await auditEvents(desk, 'userChanged', 'authenticatorsRemoved')).toHaveLength(1)
  })

  test('another address of a trader, to which support could send a password', async () => {
    const { desk, daniel, keiko } = await withFourGrants()
    const emma = desk.person('trader@alder.example')
    const userId = await userIdOf(desk, emma)
    const newEmail = 'daniel@elsewhere.example'
    // A user with a temporary password is somebody's all the same.
    await daniel.callsOk('/operations/users/reset', { body: { userId, reason } })
    const id = await waits(daniel, 'change', { userId, newEmail })

    expect((await auditEvents(desk, 'userChanged')).length).toBe(0)
    expect((await outboxOf(desk, daniel)).filter(({ recipient }) => recipient === newEmail)).toEqual([])
    await approves(keiko, id)
    expect(await auditEvents(desk, 'userChanged')).toMatchObject([
      { subject: userId, details: { changed: ['email'], approvedBy: await userIdOf(desk, keiko) } },
    ])
    // What leads nobody else in waits for nobody.
    await daniel.callsOk('/operations/users/change', { body: { userId, reason, lastName: 'Ito' } })
  })

  test('codes by SMS that are turned off', async () => {
    const { desk, martin, keiko, daniel } = await withFourGrants()
    await changesGrant(desk, daniel.email, 'compliance', true)
    const [request] = [{ email: keiko.email, phone: '+819011112222', twoFactor: true, reason }]
    expect(refusalOf(await runsAs(desk, martin, 'user change', request))).toBe('APPROVAL_NEEDED')
    const [{ id = '' } = {}] = (await approvalsOf(daniel)).open
    await approves(daniel, id)
    const off = { email: keiko.email, twoFactor: false, reason }
    expect(refusalOf(await runsAs(desk, martin, 'user change', off))).toBe('APPROVAL_NEEDED')
    // A name opens nothing.
    const name = { email: keiko.email, firstName: 'Keiko', reason }
    expect(refusalOf(await runsAs(desk, martin, 'user change', name))).toBe('DONE')
  })

  test('a colleague who was disabled comes back', async () => {
    const { desk, martin, keiko, daniel } = await withFourGrants()
    const userId = await userIdOf(desk, keiko)
    await martin.callsOk('/operations/users/disable', { body: { userId, reason } })
    await waits(martin, 'enable', { userId })

    expect(await auditEvents(desk, 'userEnabled')).toEqual([])
    // Whoever is disabled does not approve, but a second person is demanded all the same.
    expect((await approvalsOf(daniel)).open).toEqual([])
    const erased = await martin.isRefused('/operations/users/reset', { body: { userId, reason } })
    expect(erased.errorCode).toBe('USER_DISABLED')
    expect(refusalOf(await runsAs(desk, martin, 'user erase', { email: keiko.email, reason }))).toBe(
      'HAS_GRANTS',
    )
  })

  test('a new colleague whose password the administrator has chosen', async () => {
    const { desk, martin } = await withFourGrants()
    const carol = {
      email: 'carol@aitai.example',
      firstName: 'Carol',
      lastName: 'Ito',
      role: 'STAFF',
    } as const
    const chosen = await runsAs(desk, martin, 'user add', { ...carol, password: 'nine herons over a river' })
    expect(chosen).toMatchObject({ refusal: { code: 'INVALID', field: 'password' } })

    // Nor is the one that is mailed read, or set again, before the grant.
    expect(refusalOf(await runsAs(desk, martin, 'user add', carol))).toBe('DONE')
    const welcome = (await outboxOf(desk, martin)).filter(({ recipient }) => recipient === carol.email)
    expect(welcome).toMatchObject([{ isHidden: true, body: '' }])
    for (const [name, args] of [
      ['user reset', {}],
      ['user change', { newEmail: 'martin@elsewhere.example' }],
    ] as const)
      expect(refusalOf(await runsAs(desk, martin, name, { email: carol.email, reason, ...args }))).toBe(
        'APPROVAL_NEEDED',
      )
  })

  test('a credential of the colleague for the command line', async () => {
    const { desk, martin, keiko } = await withFourGrants()
    const args = { staff: true, users: [keiko.email], networks: [], reason }
    expect(refusalOf(await runsAs(desk, martin, 'credential add', args))).toBe('APPROVAL_NEEDED')
  })
})

test('in a venue of two, each needs the other, whatever grants they hold', async () => {
  const desk = await startTestServer({})
  for (const grant of ['operations', 'administrator'] as const) await desk.addStaff(grant)
  const naomi = await desk.person('operations@aitai.example').signsIn()
  const martin = await desk.person('administrator@aitai.example').signsIn()
  const opening = await asksToOpen(naomi)
  const userId = await userIdOf(desk, naomi)

  for (const [action, body] of [
    ['reset', {}],
    ['change', { newEmail: 'martin.sato@elsewhere.example' }],
    ['remove-second-factors', {}],
  ] as const)
    await waits(martin, action, { userId, ...body })
  // A second account of one's own with grants would do as well.
  const own = { email: martin.email, grant: 'operations', reason } as const
  expect(refusalOf(await runsAs(desk, martin, 'user grant', own))).toBe('APPROVAL_NEEDED')
  expect((await approvalsOf(naomi)).open.filter(({ mayApprove }) => mayApprove)).toHaveLength(4)
  await approves(martin, opening)
  expect((await switchesIn(desk)).map(({ halted }) => halted)).toEqual([true, false])
})

test('one person alone still runs a venue, and reads what the server mails', async () => {
  const desk = await startTestServer({})
  await desk.addStaff('administrator')
  const martin = await desk.person('administrator@aitai.example').signsIn()
  const carol = { email: 'carol@aitai.example', firstName: 'Carol', lastName: 'Ito', role: 'STAFF' } as const
  expect(refusalOf(await runsAs(desk, martin, 'user add', carol))).toBe('DONE')
  expect(refusalOf(await runsAs(desk, martin, 'user reset', { email: carol.email, reason }))).toBe('DONE')
  expect((await outboxOf(desk, martin)).filter(({ isHidden }) => isHidden)).toEqual([])
})

test('on a stopped server a lost password needs nobody else', async () => {
  const { desk, keiko } = await withFourGrants()
  const operator = new Operator(desk)
  await operator.stopsTheServer()
  await operator.runs('user reset', { email: keiko.email, reason })
  const messages = await operator.lists('outbox', {})
  expect(messages).toMatchObject([{ recipient: keiko.email, body: expect.stringContaining('password') }])
  await operator.startsTheServer()
})

test('a request holds no telephone number in the clear, and nobody can try them all', async () => {
  const { desk, martin, keiko } = await withFourGrants()
  await waits(martin, 'change', { userId: await userIdOf(desk, keiko), phone: '+819011112222' })
  const [row] = await desk.app.database.selectFrom('approval').selectAll().execute()
  expect(JSON.stringify(row)).not.toContain('9011112222')
  expect(await auditEvents(desk, 'approvalRequested')).toMatchObject([
    { details: { command: 'user change' } },
  ])
  expect(JSON.stringify(await auditEvents(desk))).not.toContain('9011112222')
  expect((await approvalsOf(keiko)).open[0]?.shown).toContainEqual({ name: 'phone', value: '+819011112222' })

  // Arguments that were copied from another request are not carried out.
  const id = await waits(martin, 'reset', { userId: await userIdOf(desk, keiko) })
  await desk.app.database
    .updateTable('approval')
    .set({ args: row?.args ?? '' })
    .execute()
  const refused = await keiko.isRefused('/operations/approve', { body: { id } })
  expect(refused.errorCode).toBe('APPROVAL_FAILED')
  expect(await auditEvents(desk, 'passwordReplaced')).toEqual([])
})
