import { type StaffGrant, sessionKinds } from '@aitai/contract/codes.ts'
import type { OperationsUser, OperationsUsers } from '@aitai/contract/schemas/console/users.ts'
import { expect, test } from 'vitest'
import { maxWrongCodes } from '../../../src/accounts/second-factor/two-factor.ts'
import type { AdminCommandName } from '../../../src/admin/command-arguments.ts'
import { runAdminCommand } from '../../../src/admin/commands.ts'
import { addGrant } from '../../../src/admin/users/user-grants.ts'
import { codeAt } from '../../accounts/authenticator-app.ts'
import { userIdOf } from '../../support/account-fixtures.ts'
import { auditEvents, Operator, operatorName } from '../../support/operator.ts'
import { type TestDatabase, testDatabases } from '../../support/test-databases.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { password, type TestUser } from '../../support/test-user.ts'

const reason = 'asked by telephone'
const emails = ['aoi@alder.example', 'emma@alder.example'] as const

async function withStaff(...grants: readonly StaffGrant[]) {
  return await staffAt(await startTestServer(), grants)
}

/** The same on one of the databases: only PostgreSQL runs two transactions at the same time. */
async function withSupportOn(store: TestDatabase) {
  const { databaseUrl } = await store.newLocation()
  return await staffAt(await startTestServer(databaseUrl ? { env: { DATABASE_URL: databaseUrl } } : {}), [
    'support',
  ])
}

async function staffAt(desk: TestServer, grants: readonly StaffGrant[]) {
  const staff: Partial<Record<StaffGrant, TestUser>> = {}
  for (const grant of grants) {
    await desk.addStaff(grant)
    staff[grant] = await desk.person(`${grant}@aitai.example`).signsIn()
  }
  for (const email of emails) await desk.addUser({ email, role: 'TRADER', firm: 'Alder' })
  const person = (grant: StaffGrant): TestUser => staff[grant] ?? desk.person('nobody')
  return { desk, operator: new Operator(desk), person }
}

const users = async (person: TestUser) => (await person.callsOk<OperationsUsers>('/operations/users')).users
const shown = async (person: TestUser, desk: TestServer, email: string) =>
  person.callsOk<OperationsUser>(`/operations/user/${await userIdOf(desk, email)}`)

/** Each action on the console, and the command that does the same to another user. */
const actions: readonly (readonly [path: string, command: AdminCommandName, body: object, args: object])[] = [
  ['disable', 'user disable', {}, {}],
  ['enable', 'user enable', {}, {}],
  ['reset', 'user reset', {}, {}],
  ['unlock', 'user unlock', {}, {}],
  ['sign-out', 'user sessions', {}, { end: true }],
  ['remove-second-factors', 'user authenticators', {}, { remove: true }],
  ['change', 'user change', { deskHead: true }, { deskHead: true }],
  ['change', 'user change', { lastName: 'Ito', language: 'ja' }, { lastName: 'Ito', language: 'ja' }],
]

test.each(actions)(
  '%s on the console leaves the same audit events as %s',
  async (path, command, body, args) => {
    const { desk, operator, person } = await withStaff('support')
    const [onConsole, byCommand] = [await userIdOf(desk, emails[0]), await userIdOf(desk, emails[1])]
    for (const email of emails) await desk.person(email).signsIn()
    if (path === 'enable') for (const email of emails) await operator.runs('user disable', { email, reason })
    const before = (await auditEvents(desk)).length

    await operator.runs(command, { email: emails[1], reason, ...args } as never)
    const commanded = (await auditEvents(desk)).slice(before)
    await person('support').callsOk(`/operations/users/${path}`, {
      body: { userId: onConsole, reason, ...body },
    })
    const done = (await auditEvents(desk)).slice(before + commanded.length)

    const support = await userIdOf(desk, 'support@aitai.example')
    expect(commanded.length).toBeGreaterThan(0)
    expect(done).toEqual(
      JSON.parse(
        JSON.stringify(commanded)
          .replaceAll(byCommand, onConsole)
          .replaceAll(`staff:${operatorName}`, `staff:${support}`),
      ),
    )
  },
)

test('adding a user and changing grants leave the same audit events as the commands', async () => {
  const { desk, operator, person } = await withStaff('support')
  // Nobody else could approve it, so it is done at once.
  await addGrant(desk.admin, { email: 'support@aitai.example', grant: 'administrator', reason })
  const added = { firstName: 'Mika', lastName: 'Sato', role: 'TRADER', firm: 'Alder', reason } as const
  const grant = { grant: 'operations', reason } as const
  await desk.addUser({ email: 'one@aitai.example', role: 'STAFF' })
  await desk.addUser({ email: 'two@aitai.example', role: 'STAFF' })
  const [one, two] = [await userIdOf(desk, 'one@aitai.example'), await userIdOf(desk, 'two@aitai.example')]
  const before = (await auditEvents(desk)).length

  await operator.runs('user add', { email: 'mika@alder.example', ...added })
  await operator.runs('user grant', { email: one, ...grant })
  // A user with a grant is the second person; on a stopped server there is no second person.
  const stopped = { ...desk.admin, by: operatorName }
  await runAdminCommand(stopped, 'user revoke', { email: one, ...grant })
  const { userId } = await person('support').callsOk<{ userId: string }>('/operations/users/add', {
    body: { email: 'mika.sato@alder.example', ...added },
  })
  const body = { userId: two, ...grant }
  expect(await person('support').callsOk('/operations/users/grant', { body })).toEqual({ changed: true })
  const waiting = await person('support').isRefused('/operations/users/revoke', { body })
  const second = await desk.person('two@aitai.example').signsIn()
  await second.callsOk('/operations/approve', { body: { id: waiting.variables?.id } })
  expect(await person('support').callsOk('/operations/users/revoke', { body })).toEqual({ changed: false })

  const events = (await auditEvents(desk))
    .slice(before)
    .filter(({ action }) => ['userAdded', 'grantAdded', 'grantRevoked'].includes(action))
  const support = await userIdOf(desk, 'support@aitai.example')
  const commanded = events.slice(0, 3)
  expect(commanded.map(({ action }) => action)).toEqual(['userAdded', 'grantAdded', 'grantRevoked'])
  expect(events.slice(3)).toEqual(
    commanded.map((event, at) => ({
      ...event,
      actor: `staff:${support}`,
      subject: at === 0 ? userId : two,
      details: at === 2 ? { ...event.details, approvedBy: two } : event.details,
    })),
  )
  // The invited user signs in with the password of the mail, and nobody else has seen it.
  expect(await desk.newestMessage('mika.sato@alder.example')).toMatch(/(?:[a-z0-9]{4}-){3}[a-z0-9]{4}/)
})

test('support manages the users of institutions and brokers, an administrator those of staff', async () => {
  const { desk, person } = await withStaff('operations', 'support', 'compliance', 'administrator')
  const trader = await userIdOf(desk, emails[0])
  const broker = await userIdOf(desk, 'broker@hinoki.example')
  const staff = await userIdOf(desk, 'compliance@aitai.example')
  const before = (await auditEvents(desk)).length
  const statusOf = (by: StaffGrant, path: string, userId: string) =>
    person(by)
      .calls(`/operations/users/${path}`, { body: { userId, reason, grant: 'support' } })
      .then(({ status }) => status)

  for (const path of ['disable', 'enable', 'reset', 'unlock', 'sign-out', 'remove-second-factors', 'change'])
    for (const [by, userId] of [
      ...(['operations', 'compliance'] as const).flatMap((by) =>
        [trader, broker, staff].map((id) => [by, id] as const),
      ),
      ['administrator', trader],
      ['administrator', broker],
      ['support', staff],
    ] as const)
      expect(await statusOf(by, path, userId), `${by} ${path}`).toBe(403)
  for (const by of ['operations', 'support', 'compliance'] as const) {
    expect(await statusOf(by, 'grant', staff)).toBe(403)
    expect(await statusOf(by, 'revoke', staff)).toBe(403)
  }
  const names = { firstName: 'A', lastName: 'B', reason }
  const body = { ...names, email: 'x@aitai.example', role: 'STAFF' }
  expect(await person('support').isRefused('/operations/users/add', { body })).toMatchObject({ status: 403 })
  const traderBody = { ...names, email: 'x@alder.example', role: 'TRADER', firm: 'Alder' }
  expect(
    await person('administrator').isRefused('/operations/users/add', { body: traderBody }),
  ).toMatchObject({
    status: 403,
  })
  const left = (await auditEvents(desk)).slice(before)
  expect(new Set(left.map(({ action }) => action))).toEqual(new Set(['accessRefused']))

  expect(await statusOf('support', 'unlock', trader)).toBe(200)
  expect(await statusOf('support', 'unlock', broker)).toBe(200)
  expect(await statusOf('administrator', 'unlock', staff)).toBe(200)
  await person('administrator').callsOk('/operations/users/add', { body })
})

test('what the command refuses is refused on the console, and leaves nothing', async () => {
  const { desk, operator, person } = await withStaff('support')
  const userId = await userIdOf(desk, emails[0])
  const added = {
    email: 'new@alder.example',
    firstName: 'A',
    lastName: 'B',
    role: 'TRADER',
    firm: 'Alder',
    reason,
  }
  await operator.runs('user disable', { email: emails[1], reason })
  const disabled = await userIdOf(desk, emails[1])
  const before = (await auditEvents(desk)).length
  const refusals = [
    ['unlock', { userId, reason: '...' }, 400, 'INVALID', 'reason'],
    ['unlock', { userId, reason: 'a@b.c asked' }, 400, 'INVALID', 'reason'],
    ['unlock', { userId: 'nobody', reason }, 409, 'USER_UNKNOWN', undefined],
    ['reset', { userId: disabled, reason }, 409, 'USER_DISABLED', undefined],
    ['change', { userId, reason, newEmail: 'no address' }, 400, 'INVALID', 'email'],
    ['change', { userId, reason, phone: '090-1234' }, 400, 'INVALID', 'phone'],
    ['change', { userId, reason, twoFactor: true }, 400, 'INVALID', 'twoFactor'],
    ['change', { userId, reason, firstName: ' ' }, 400, 'INVALID', 'name'],
    ['change', { userId, reason, newEmail: emails[1] }, 409, 'USER_EXISTS', undefined],
    ['add', { ...added, email: ' EMMA@alder.example ' }, 409, 'USER_EXISTS', undefined],
    ['add', { ...added, firm: 'Nobody' }, 409, 'FIRM_UNKNOWN', undefined],
    [
      'add',
      { ...added, role: 'BROKER', firm: undefined, broker: 'NOBODY' },
      409,
      'BROKER_UNKNOWN',
      undefined,
    ],
    ['add', { ...added, firm: undefined }, 400, 'INVALID', 'role'],
    ['add', { ...added, reason: '' }, 400, 'INVALID', 'reason'],
  ] as const

  for (const [path, body, status, errorCode, field] of refusals)
    expect(
      await person('support').isRefused(`/operations/users/${path}`, { body }),
      `${path} ${errorCode}`,
    ).toMatchObject({
      status,
      errorCode,
      ...(field === undefined ? {} : { field }),
    })
  expect(await auditEvents(desk)).toHaveLength(before)
  expect(await person('support').isRefused('/operations/user/nobody')).toMatchObject({ status: 404 })
})

test('the list says who cannot sign in and why, without telephone numbers', async () => {
  const { desk, operator, person } = await withStaff('compliance')
  const database = desk.app.database
  await operator.runs('user disable', { email: emails[1], reason })
  await database
    .updateTable('person')
    .set({ wrong_codes: maxWrongCodes })
    .where('email', '=', emails[0])
    .execute()
  const phone = '+819012345678'
  const invited = {
    email: 'mika@alder.example',
    firstName: 'Mika',
    lastName: 'Sato',
    role: 'TRADER',
    firm: 'Alder',
  } as const
  await operator.runs('user add', { ...invited, phone, twoFactor: true })

  const reply = await person('compliance').calls<OperationsUsers>('/operations/users')
  const of = (email: string) => reply.body.users.find((user) => user.email === email)
  expect(of(emails[0])).toMatchObject({ active: true, locked: true, signedIn: false, temporaryUntil: null })
  expect(of(emails[1])).toMatchObject({ active: false, locked: false })
  expect(of('mika@alder.example')).toMatchObject({
    firstLogin: true,
    firm: 'Alder',
    broker: null,
    grants: [],
  })
  expect(Date.parse(of('mika@alder.example')?.temporaryUntil ?? '') - desk.clock.now()).toBe(72 * 3_600_000)
  expect(of('compliance@aitai.example')).toMatchObject({ signedIn: true, grants: ['compliance'] })
  expect(reply.text).not.toContain(phone.slice(3))

  const details = await person('compliance').calls<OperationsUser>(
    `/operations/user/${await userIdOf(desk, 'mika@alder.example')}`,
  )
  expect(details.body).toMatchObject({ phone: '78', twoFactor: true, lastSignIn: null, sessions: [] })
  expect(details.text).not.toContain(phone.slice(1, -2))
})

test.each(sessionKinds)('the details of a user show a session of the kind %s', async (kind) => {
  const { desk, person } = await withStaff('support')
  const [email] = emails
  await desk.person(email).signsIn()
  const userId = await userIdOf(desk, email)
  await desk.app.database.updateTable('session').set({ kind }).where('user_id', '=', userId).execute()
  expect((await shown(person('support'), desk, email)).sessions).toMatchObject([{ kind }])
})

test('the details have the sessions, the last sign-in and the second factors', async () => {
  const { desk, person } = await withStaff('support')
  const aoi = await desk.person(emails[0]).signsIn()
  const startedAt = new Date(desk.clock.now()).toISOString()
  const { key } = await aoi.callsOk<{ key: string }>('/user/authenticators/begin', {
    body: { name: 'Phone', password },
  })
  await aoi.callsOk('/user/authenticators/confirm', { body: { otp: codeAt(key, desk.clock.now()) } })

  const details = await shown(person('support'), desk, emails[0])
  expect(details).toMatchObject({
    lastSignIn: startedAt,
    sessions: [{ kind: 'session', startedAt, lastSeen: startedAt }],
    secondFactors: [{ kind: 'APP', name: 'Phone', addedAt: startedAt }],
  })
  expect(details.recoveryCodes).toBeGreaterThan(0)
  expect(JSON.stringify(details)).not.toContain(key)

  const body = { userId: details.user.userId, reason }
  expect(await person('support').callsOk('/operations/users/remove-second-factors', { body })).toEqual({
    removed: 1,
  })
  expect(await person('support').callsOk('/operations/users/sign-out', { body })).toEqual({
    sessionsEnded: 1,
  })
  expect(await aoi.isRefused('/user/my-details')).toMatchObject({ status: 401 })
  expect(await shown(person('support'), desk, emails[0])).toMatchObject({
    sessions: [],
    secondFactors: [],
    recoveryCodes: 0,
  })
})

test.each(testDatabases)(
  'two operators who change different details at the same moment both succeed, in $name',
  async (store) => {
    const { desk, operator, person } = await withSupportOn(store)
    const userId = await userIdOf(desk, emails[0])
    const changes = [
      { firstName: 'Yui' },
      { lastName: 'Kato' },
      { language: 'ja' },
      { phone: '+819012345678' },
    ] as const

    await Promise.all([
      ...changes
        .slice(0, 2)
        .map((change) =>
          person('support').callsOk('/operations/users/change', { body: { userId, reason, ...change } }),
        ),
      ...changes.slice(2).map((change) => operator.runs('user change', { email: userId, reason, ...change })),
    ])

    expect(await operator.runs('user show', { email: userId })).toMatchObject(Object.assign({}, ...changes))
    expect(await auditEvents(desk, 'userChanged')).toHaveLength(4)
  },
)

test.each(testDatabases)(
  'twenty disablings at the same moment, from the console and by command, are one audit event, in $name',
  async (store) => {
    const { desk, operator, person } = await withSupportOn(store)
    const body = { userId: await userIdOf(desk, emails[0]), reason }

    await Promise.all([
      ...Array.from({ length: 10 }, () => person('support').callsOk('/operations/users/disable', { body })),
      ...Array.from({ length: 10 }, () => operator.runs('user disable', { email: emails[0], reason })),
    ])

    expect(await auditEvents(desk, 'userDisabled')).toHaveLength(1)
    expect((await users(person('support'))).find(({ email }) => email === emails[0])).toMatchObject({
      active: false,
    })
  },
)

test.each(testDatabases)(
  'two operators who add the same address at the same moment add one user, in $name',
  async (store) => {
    const { desk, person } = await withSupportOn(store)
    const body = {
      email: 'mika@alder.example',
      firstName: 'A',
      lastName: 'B',
      role: 'TRADER',
      firm: 'Alder',
      reason,
    }

    const before = (await auditEvents(desk, 'userAdded')).length

    const replies = await Promise.all(
      Array.from({ length: 4 }, () => person('support').calls('/operations/users/add', { body })),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    expect(await auditEvents(desk, 'userAdded')).toHaveLength(before + 1)
  },
)

test('a grant that is taken away ends the next call of a running session', async () => {
  const { desk, operator, person } = await withStaff('support')
  const body = { userId: await userIdOf(desk, emails[0]), reason }
  expect(await person('support').callsOk('/operations/users/unlock', { body })).toEqual({ wrongCodes: 0 })
  await operator.runs('user revoke', { email: 'support@aitai.example', grant: 'support', reason })
  expect(await person('support').isRefused('/operations/users/unlock', { body })).toMatchObject({
    status: 403,
  })
  expect(await person('support').isRefused('/operations/users')).toMatchObject({ status: 403 })
})
