import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  approvalsOf,
  approves,
  asksAgain,
  asksToOpen,
  reason,
  refusalOf,
  runsAs,
  switchesIn,
  userIdOf,
} from '../admin/approvals/four-eyes.ts'
import { auditEvents } from '../support/operator.ts'
import { testDatabases } from '../support/test-databases.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const postgres = testDatabases.find(({ name }) => name === 'PostgreSQL')

/** Two servers on one PostgreSQL, with a user of each grant. */
async function twoServers() {
  const databaseUrl = (await postgres?.newLocation())?.databaseUrl ?? ''
  const env = { DATABASE_URL: databaseUrl }
  const first = await startTestServer({ env })
  const second = await startTestServer({ env, firms: [], brokers: [] })
  for (const grant of ['operations', 'administrator', 'compliance', 'support'] as const)
    await first.addStaff(grant)
  const naomi = await first.person('operations@aitai.example').signsIn()
  const martin = await first.person('administrator@aitai.example').signsIn()
  return { first, second, naomi, martin }
}

test.runIf(postgres)(
  'of approvals at the same moment on two servers of a cluster one is carried out',
  async () => {
    const { first, second, naomi, martin } = await twoServers()
    const elsewhere = second.person(martin.email)
    elsewhere.token = martin.token
    const id = await asksToOpen(naomi)
    expect((await approvalsOf(elsewhere)).open).toMatchObject([{ id, mayApprove: true }])

    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        (at % 2 === 0 ? martin : elsewhere).calls('/operations/approve', { body: { id } }),
      ),
    )

    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await auditEvents(first, 'approvalGiven')).toHaveLength(1)
    expect((await switchesIn(first)).map(({ halted }) => halted)).toEqual([true, false])
  },
)

test.runIf(postgres)('a request at one server is approved at the other one, once', async () => {
  const { first, second, naomi, martin } = await twoServers()
  const elsewhere = second.person(martin.email)
  elsewhere.token = martin.token
  const id = await asksToOpen(naomi)
  const requester = second.person(naomi.email)
  requester.token = naomi.token

  expect(await asksAgain(requester)).toBe(id)
  await approves(elsewhere, id)
  expect((await switchesIn(first)).at(-1)).toMatchObject({
    halted: false,
    by: await userIdOf(first, naomi),
    approvedBy: await userIdOf(first, martin),
  })

  // An export that one server has written is not written by the other one.
  const keiko = first.person('compliance@aitai.example')
  const exports = (desk: TestServer, name: string) =>
    runsAs(desk, keiko, 'audit export', { from: 0, reason, format: 'json', file: join(desk.folder, name) })
  const requested = await exports(second, 'asked')
  await approves(elsewhere, 'refusal' in requested ? (requested.refusal.approval?.id ?? '') : '')
  const written = await Promise.all(
    ['a', 'b', 'c', 'd'].map((name, at) => exports(at % 2 === 0 ? first : second, name)),
  )
  expect(written.map(refusalOf).toSorted()).toEqual([
    ...Array.from({ length: 3 }, () => 'APPROVAL_NEEDED'),
    'DONE',
  ])
})
