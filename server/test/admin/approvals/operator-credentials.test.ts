import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import type { AdminReply } from '../../../src/admin/admin-context.ts'
import { commandGrants } from '../../../src/admin/command-grants.ts'
import { addCredential, revokeCredential } from '../../../src/admin/credentials.ts'
import { fourEyes } from '../../../src/admin/doctor/four-eyes-check.ts'
import { runningContext } from '../../../src/admin/running-context.ts'
import { adminSocketPath } from '../../../src/admin/socket-path.ts'
import { serveAdminSocket } from '../../../src/admin/socket-server.ts'
import { auditEvents, Operator } from '../../support/operator.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import type { TestUser } from '../../support/test-user.ts'
import {
  approvalsOf,
  approves,
  changesGrant,
  reason,
  refusalOf,
  runsAs,
  switchesIn,
  userIdOf,
  withFourGrants,
} from './four-eyes.ts'

/** A server with its socket, and what `aitai` sends to it. */
async function withSocket() {
  const four = await withFourGrants()
  const { desk } = four
  onTestFinished(
    await serveAdminSocket(runningContext(desk.app), desk.folder, (error) => {
      throw error
    }),
  )
  const sends = (command: string, args: object, credential?: string, by = 'naomi'): Promise<AdminReply> =>
    new Promise((resolve, reject) => {
      const sent = request({ socketPath: adminSocketPath(desk.folder), method: 'POST' }, (response) =>
        json(response).then((body) => resolve(body as AdminReply), reject),
      )
      sent.on('error', reject)
      sent.end(JSON.stringify({ command, args, by, credential }))
    })
  return { ...four, sends }
}

async function credentialOf(desk: TestServer, { email }: TestUser): Promise<{ id: string; secret: string }> {
  const reply = await addCredential(desk.admin, { staff: true, users: [email], networks: [] })
  if ('refusal' in reply) throw new Error(reply.refusal.message)
  return reply.result as { id: string; secret: string }
}

test('with a credential a command is that of its user, whatever name is typed', async () => {
  const { desk, naomi, sends } = await withSocket()
  const { secret } = await credentialOf(desk, naomi)

  expect(refusalOf(await sends('platform close', { reason }, secret))).toBe('DONE')
  expect(await switchesIn(desk)).toMatchObject([{ by: await userIdOf(desk, naomi) }])
})

test('a typed name is enough until somebody has a credential, and then for checks and backups alone', async () => {
  const { desk, naomi, sends } = await withSocket()
  expect(refusalOf(await sends('platform close', { reason }))).toBe('DONE')
  const { secret, id } = await credentialOf(desk, naomi)

  for (const command of ['halts', 'user list', 'outbox', 'approvals', 'firm list'])
    expect(refusalOf(await sends(command, {}))).toBe('CREDENTIAL_NEEDED')
  for (const command of ['status', 'audit verify', 'doctor'])
    expect(refusalOf(await sends(command, {}))).toBe('DONE')
  expect(refusalOf(await sends('halts', {}, secret))).toBe('DONE')

  // Not by revoking the last one either, which support could not do, nor anybody under a typed name.
  const { admin } = desk
  await admin.db.updateTable('credential').set({ revoked_at: 1 }).where('id', '=', id).execute()
  expect(refusalOf(await sends('halts', {}))).toBe('CREDENTIAL_NEEDED')
  // On the data of a stopped server somebody gets one again.
  const operator = new Operator(desk)
  await operator.stopsTheServer()
  await operator.runs('credential add', { staff: true, users: [naomi.email], networks: [] })
  await operator.startsTheServer()
})

test('nobody works under the id of a user, by which the records name who did it', async () => {
  const { desk, naomi, sends } = await withSocket()
  const id = await userIdOf(desk, naomi)

  expect(refusalOf(await sends('platform close', { reason }, undefined, id))).toBe('INVALID')
  expect(await switchesIn(desk)).toEqual([])
  // With a credential the typed name does not matter.
  const { secret } = await credentialOf(desk, naomi)
  expect(refusalOf(await sends('platform close', { reason }, secret, id))).toBe('DONE')
})

test('support revokes the credentials of members, and an administrator those of staff', async () => {
  const { desk, naomi, daniel, martin } = await withSocket()
  const ofStaff = await credentialOf(desk, naomi)
  const added = await addCredential(desk.admin, {
    firm: 'Alder',
    users: ['trader@alder.example'],
    networks: [],
  })
  const { id } = ('result' in added ? added.result : {}) as { id: string }

  const revokes = async (user: TestUser, revoked: string) =>
    refusalOf(await runsAs(desk, user, 'credential revoke', { id: revoked, reason }))
  expect(await revokes(daniel, ofStaff.id)).toBe('FORBIDDEN')
  expect(await revokes(martin, id)).toBe('FORBIDDEN')
  expect(await revokes(daniel, id)).toBe('DONE')
  expect(await revokes(martin, ofStaff.id)).toBe('DONE')
  expect(await revokes(daniel, 'nobodys')).toBe('CREDENTIAL_UNKNOWN')
})

test('an administrator manages no users of members at the command line, as at the console', async () => {
  const { desk, martin, daniel } = await withFourGrants()
  const trader = { email: 'trader@alder.example', reason }
  const userId = await userIdOf(desk, { email: trader.email })
  for (const name of ['user unlock', 'user reset', 'user disable', 'user erase'] as const)
    expect(refusalOf(await runsAs(desk, martin, name, trader))).toBe('FORBIDDEN')
  const atConsole = await martin.isRefused('/operations/users/unlock', { body: { userId, reason } })
  expect(atConsole.errorCode).toBe('FORBIDDEN')
  expect(refusalOf(await runsAs(desk, daniel, 'user unlock', trader))).toBe('DONE')
})

test('a credential of a trader needs a second person, and the trader and compliance are notified', async () => {
  const { desk, daniel, keiko } = await withFourGrants()
  const requested = { firm: 'Alder', users: ['trader@alder.example'], networks: [] }
  expect(refusalOf(await runsAs(desk, daniel, 'credential add', requested))).toBe('APPROVAL_NEEDED')
  expect(await auditEvents(desk, 'credentialAdded')).toEqual([])
  await approves(keiko, (await approvalsOf(keiko)).open[0]?.id ?? '')
  expect(refusalOf(await runsAs(desk, daniel, 'credential add', requested))).toBe('DONE')

  const mails = await new Operator(desk).lists('outbox', {})
  const subjectsTo = (email: string) =>
    mails.filter(({ recipient }) => recipient === email).map(({ subject }) => subject)
  expect(subjectsTo('trader@alder.example')).toEqual([expect.stringContaining('a credential in your name')])
  expect(subjectsTo(keiko.email)).toEqual([expect.stringContaining('Issue a credential')])
})

test('compliance is informed of a sign-in provider', async () => {
  const { desk, martin, keiko } = await withFourGrants()
  const requested = {
    firm: 'Alder',
    issuer: 'https://login.alder.example',
    clientId: 'aitai',
    clientSecret: 'a secret of the provider',
    domains: ['alder.example'],
    othersAllowed: true,
    reason,
  }
  expect(refusalOf(await runsAs(desk, martin, 'sign-on set', requested))).toBe('APPROVAL_NEEDED')
  await approves(keiko, (await approvalsOf(keiko)).open[0]?.id ?? '')
  expect(refusalOf(await runsAs(desk, martin, 'sign-on set', requested))).toBe('DONE')
  const mails = await new Operator(desk).lists('outbox', {})
  expect(mails.filter(({ recipient }) => recipient === keiko.email)).toMatchObject([
    { subject: expect.stringContaining('Set a sign-in provider') },
  ])
})

test.each([
  ['a wrong secret', async () => {}, 'ioi_c_nobodys'],
  [
    'a revoked credential',
    ({ admin }: TestServer) => admin.db.updateTable('credential').set({ revoked_at: 1 }).execute(),
    null,
  ],
  [
    'a disabled user',
    ({ admin }: TestServer) =>
      admin.db
        .updateTable('person')
        .set({ active: 0 })
        .where('email', '=', 'operations@aitai.example')
        .execute(),
    null,
  ],
] as const)('%s is nobody', async (_, change, wrong) => {
  const { desk, naomi, sends } = await withSocket()
  const { secret } = await credentialOf(desk, naomi)
  await change(desk)

  for (const command of ['platform close', 'status'])
    expect(refusalOf(await sends(command, command === 'status' ? {} : { reason }, wrong ?? secret))).toBe(
      'CREDENTIAL_UNKNOWN',
    )
  expect(await switchesIn(desk)).toEqual([])
})

test('the grants of the user decide what a credential may do, from the next command on', async () => {
  const { desk, daniel, sends } = await withSocket()
  const { secret } = await credentialOf(desk, daniel)

  expect(refusalOf(await sends('platform close', { reason }, secret))).toBe('FORBIDDEN')
  const trader = { email: 'trader@alder.example', reason }
  expect(refusalOf(await sends('user unlock', trader, secret))).toBe('DONE')
  // Whoever could take over a colleague's account could approve in their name.
  const colleague = { email: 'administrator@aitai.example', reason }
  for (const command of ['user unlock', 'user reset', 'user disable', 'user erase'])
    expect(refusalOf(await sends(command, colleague, secret))).toBe('FORBIDDEN')
  const newcomer = { email: 'x@aitai.example', firstName: 'X', lastName: 'Y', role: 'STAFF' }
  expect(refusalOf(await sends('user add', newcomer, secret))).toBe('FORBIDDEN')

  await changesGrant(desk, daniel.email, 'operations', true)
  expect(refusalOf(await sends('platform close', { reason }, secret))).toBe('DONE')
  await changesGrant(desk, daniel.email, 'operations', false)
  expect(refusalOf(await sends('halt', { firm: 'Alder', reason }, secret))).toBe('FORBIDDEN')
})

test('a request and its approval go over the command line, by two people', async () => {
  const { desk, naomi, martin, sends } = await withSocket()
  const [own, second] = [await credentialOf(desk, naomi), await credentialOf(desk, martin)]
  const another = await credentialOf(desk, naomi)
  await sends('platform close', { reason }, own.secret)
  const requested = await sends('platform open', { reason }, own.secret)
  const id = 'refusal' in requested ? (requested.refusal.approval?.id ?? '') : ''

  for (const { secret } of [own, another])
    expect(refusalOf(await sends('approve', { id }, secret))).toBe('APPROVAL_OWN')
  expect(refusalOf(await sends('approve', { id }))).toBe('CREDENTIAL_NEEDED')
  expect(refusalOf(await sends('approve', { id: id.toLowerCase() }, second.secret))).toBe('DONE')
  expect((await switchesIn(desk)).at(-1)).toMatchObject({
    halted: false,
    by: await userIdOf(desk, naomi),
    approvedBy: await userIdOf(desk, martin),
  })
})

test('a credential of an operator is issued with a second person, and only its requester reads the secret', async () => {
  const { desk, martin, keiko, naomi, daniel } = await withSocket()
  const requested = { staff: true, users: [naomi.email], networks: [], note: 'terminal' }
  expect(refusalOf(await runsAs(desk, daniel, 'credential add', requested))).toBe('FORBIDDEN')
  expect(refusalOf(await runsAs(desk, martin, 'credential add', requested))).toBe('APPROVAL_NEEDED')
  await approves(keiko, (await approvalsOf(keiko)).open[0]?.id ?? '')

  expect(await runsAs(desk, martin, 'credential add', requested)).toMatchObject({
    result: { secret: expect.stringMatching(/^ioi_c_/), users: [naomi.email] },
  })
  expect(refusalOf(await runsAs(desk, martin, 'credential add', requested))).toBe('APPROVAL_NEEDED')
  expect(await auditEvents(desk, 'credentialAdded')).toMatchObject([
    { details: { approvedBy: await userIdOf(desk, keiko) } },
  ])
})

test('a credential of an operator opens no session, and is of one user of staff without a network', async () => {
  const { desk, naomi } = await withSocket()
  const { secret } = await credentialOf(desk, naomi)
  const body = { email: naomi.email, credential: secret }

  expect(await desk.person(naomi.email).isRefused('/login/credential', { body })).toMatchObject({
    status: 403,
  })
  const operator = new Operator(desk)
  await operator.stopsTheServer()
  const wrong = [
    { staff: true, users: [naomi.email, 'support@aitai.example'], networks: [] },
    { staff: true, users: [naomi.email], networks: ['192.0.2.0/24'] },
    { staff: true, firm: 'Alder', users: [naomi.email], networks: [] },
    { users: [naomi.email], networks: [] },
  ]
  for (const each of wrong)
    expect(await operator.isRefused('credential add', each)).toMatchObject({ code: 'INVALID' })
  const trader = { staff: true, users: ['trader@alder.example'], networks: [] }
  expect(await operator.isRefused('credential add', trader)).toMatchObject({ code: 'USER_UNKNOWN' })
  expect(await operator.lists('credential list', {})).toMatchObject([
    { owner: 'staff', users: [naomi.email] },
  ])
})

test('the doctor warns until two people could approve everything, and operators are known', async () => {
  const desk = await startTestServer()
  const says = async () => (await fourEyes(desk.admin, { demo: false })).says
  expect(await says()).toContain('platform open, firm change')
  await desk.addStaff('administrator')
  expect(await says()).toMatch(/^Fewer than two users could approve, .*, audit export, /)
  await desk.addStaff('operations')
  await desk.addStaff('compliance')
  expect(await fourEyes(desk.admin, { demo: false })).toMatchObject({
    health: 'warn',
    says: expect.stringContaining('only typed'),
  })
  expect(await fourEyes(desk.admin, { demo: true })).toMatchObject({ health: 'ok' })
  // A credential for the command line is of use with a grant that repairs the sign-in, or halts.
  await desk.addUser({ email: 'plain@aitai.example', role: 'STAFF' })
  await credentialOf(desk, desk.person('plain@aitai.example'))
  expect(await says()).toContain('the grant administrator or operations has a credential')
  const { id } = await credentialOf(desk, desk.person('operations@aitai.example'))
  expect(await says()).toContain('the grant administrator has a credential')
  await credentialOf(desk, desk.person('administrator@aitai.example'))
  expect(await fourEyes(desk.admin, { demo: false })).toMatchObject({ health: 'ok' })
  await revokeCredential(desk.admin, { id, reason })
  expect(await says()).toContain('the grant operations has a credential')
})

test('what the machine may run without a person shows nobody’s data', () => {
  const open = Object.entries(commandGrants).filter(([, grants]) => grants === 'machine')

  expect(open.map(([name]) => name)).toEqual([
    ...['status', 'replay verify', 'audit verify', 'evidence head', 'evidence keys', 'backup', 'doctor'],
  ])
})
