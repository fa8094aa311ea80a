import { expect, test } from 'vitest'
import { operatorOf } from '../../src/admin/approvals/operator-identity.ts'
import { finishRestore, type RestoredAccess } from '../../src/admin/backup/restored-access.ts'
import { addCredential, revokeCredential } from '../../src/admin/credentials.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { adminContextOn } from '../support/admin-context.ts'
import { auditEvents, Operator } from '../support/operator.ts'
import { testDatabases } from '../support/test-databases.ts'
import type { TestServer } from '../support/test-server.ts'
import {
  approvalsOf,
  approves,
  asksToOpen,
  isNotApproved,
  reason,
  refusalOf,
  runsAs,
  withFourGrants,
} from './approvals/four-eyes.ts'

async function newCredential(desk: TestServer, of: { staff: true } | { firm: string }, email: string) {
  const reply = await addCredential(desk.admin, { ...of, users: [email], networks: [] })
  if ('refusal' in reply) throw new Error(reply.refusal.message)
  return reply.result as { id: string; secret: string }
}

/** Runs the command on the data of the stopped server, as after a restore by other tools. */
async function finishes({ app, folder, clock }: TestServer): Promise<RestoredAccess> {
  const { db, close } = await openDatabase({ dataDir: folder, databaseUrl: app.config.databaseUrl })
  try {
    const reply = await finishRestore(adminContextOn(db, { now: clock.now, by: 'ops' }), { reason })
    if ('refusal' in reply) throw new Error(reply.refusal.message)
    return reply.result as RestoredAccess
  } finally {
    await close()
  }
}

test.each(testDatabases)(
  'after a restore no earlier session, approval or credential for the command line is of use, on $name',
  async (store) => {
    const { databaseUrl } = await store.newLocation()
    const env = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }
    const { desk, naomi, daniel, keiko, martin } = await withFourGrants({ env })
    const views = () => runsAs(desk, daniel, 'advert list', { reason })
    expect(await new Operator(desk).isRefused('after-restore', { reason })).toMatchObject({
      code: 'SERVER_RUNS',
    })
    // What a backup of this moment has: it may be fetched, decided and revoked later.
    expect(refusalOf(await views())).toBe('APPROVAL_NEEDED')
    await approves(keiko, (await approvalsOf(keiko)).open[0]?.id ?? '')
    const waiting = await asksToOpen(naomi)
    const ofStaff = await newCredential(desk, { staff: true }, naomi.email)
    const trader = 'trader@alder.example'
    const ofAlder = await newCredential(desk, { firm: 'Alder' }, trader)
    const revoked = await newCredential(desk, { firm: 'Alder' }, trader)
    await revokeCredential(desk.admin, { id: revoked.id, reason })
    await desk.running.stop()

    const { ended, left } = await finishes(desk)
    expect(ended).toEqual({ sessions: 4, approvals: 2, staffCredentials: [naomi.email] })
    expect(left.credentials).toEqual([{ id: ofAlder.id, owner: 'Alder', users: [trader], note: '' }])
    expect(left.staff).toContainEqual({ email: martin.email, grants: ['administrator'] })
    expect(left.staff).toHaveLength(4)
    // Repeated, it ends nothing more.
    expect((await finishes(desk)).ended).toEqual({ sessions: 0, approvals: 0, staffCredentials: [] })

    await desk.restart()
    expect(await naomi.isRefused('/user/my-details')).toMatchObject({ status: 401 })
    expect(refusalOf(await views())).toBe('APPROVAL_NEEDED')
    expect(await isNotApproved(await martin.signsIn(), waiting)).toEqual([409, 'APPROVAL_OVER'])
    expect(await operatorOf(desk.app.database, ofStaff.secret)).toBeNull()
    const body = { email: trader, credential: ofAlder.secret }
    expect((await desk.person(trader).calls('/login/credential', { body, token: null })).status).toBe(200)
    const events = await auditEvents(desk, 'approvalExpired', 'credentialRevoked', 'backupRestored')
    expect(events.map(({ action }) => action)).toEqual([
      'credentialRevoked',
      'approvalExpired',
      'approvalExpired',
      'credentialRevoked',
      'backupRestored',
      'backupRestored',
    ])
    expect(events.at(-2)).toMatchObject({
      actor: 'staff:ops',
      reason,
      details: { ended: { sessions: 4, approvals: 2, staffCredentials: 1 } },
    })
  },
)
