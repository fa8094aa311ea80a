import type { OperationsHalts, OperationsToday } from '@aitai/contract/schemas/console/operations.ts'
import type { OperationsUsers } from '@aitai/contract/schemas/console/users.ts'
import { expect, test } from 'vitest'
import { runsAs } from '../admin/approvals/four-eyes.ts'
import { userIdOf } from '../support/account-fixtures.ts'
import { testDatabases } from '../support/test-databases.ts'
import { startTestServer } from '../support/test-server.ts'

const postgres = testDatabases.find(({ name }) => name === 'PostgreSQL')

test.runIf(postgres)(
  'the console halts through a follower, and shows the writer and those behind it',
  async () => {
    const databaseUrl = (await postgres?.newLocation())?.databaseUrl ?? ''
    const env = { DATABASE_URL: databaseUrl }
    const first = await startTestServer({ env })
    const second = await startTestServer({ env, firms: [], brokers: [] })
    const [follower] = [first, second].filter(({ app }) => !app.cluster?.isWriter())
    if (!follower) throw new Error('no process follows')
    await first.addStaff('operations')
    const naomi = await follower.person('operations@aitai.example').signsIn()
    const reason = 'asked by the exchange'

    const today = await naomi.callsOk<OperationsToday>('/operations/today')
    expect(today.processes?.map(({ role }) => role)).toEqual(['writer', 'follower'])
    expect(today.market).toMatchObject({ platformClosed: false, haltedFirms: 0 })
    const body = { what: 'FIRM', name: 'Alder', reason }
    expect(await naomi.callsOk('/operations/halt', { body })).toMatchObject({ changed: true })

    // Read your writes: the follower replies once it has the entry.
    expect((await naomi.callsOk<OperationsToday>('/operations/today')).market).toMatchObject({
      haltedFirms: 1,
    })
    const { halts } = await naomi.callsOk<OperationsHalts>('/operations/halts')
    expect(halts).toMatchObject([
      { what: 'FIRM', name: 'Alder', by: 'operations Desk', isUser: true, reason },
    ])

    // Users are changed by the writer, whose sessions end at the follower too.
    await first.addStaff('support')
    const daniel = await follower.person('support@aitai.example').signsIn()
    const trader = await follower.person('trader@alder.example').signsIn()
    const userId = await userIdOf(first, trader.email)
    expect(await daniel.callsOk('/operations/users/disable', { body: { userId, reason } })).toEqual({
      changed: true,
    })
    expect(await trader.isRefused('/user/my-details')).toMatchObject({ status: 401 })
    const { users } = await daniel.callsOk<OperationsUsers>('/operations/users')
    expect(users.find((user) => user.userId === userId)).toMatchObject({ active: false, signedIn: false })

    // A file that is larger than other bodies reaches the writer, which reads it.
    const file = Buffer.alloc(1_700_000, `${'x'.repeat(99)}\n`).toString('base64')
    expect(
      await naomi.isRefused('/operations/reference/equities/import', { body: { file, dryRun: true } }),
    ).toMatchObject({ status: 409, errorCode: 'EQUITIES_INVALID' })

    // A grant that is revoked through one process ends at the other one.
    const change = { email: naomi.email, grant: 'operations', reason } as const
    await first.addStaff('administrator')
    const administrator = { email: 'administrator@aitai.example' }
    const asked = await runsAs(first, administrator, 'user revoke', change)
    const id = 'refusal' in asked ? (asked.refusal.approval?.id ?? '') : ''
    await daniel.callsOk('/operations/approve', { body: { id } })
    expect(await naomi.isRefused('/operations/halt', { body })).toMatchObject({ status: 403 })
    expect(await naomi.isRefused('/operations/today')).toMatchObject({ status: 403 })
  },
)
