import type { StaffGrant } from '@aitai/contract/codes.ts'
import type { OperationsApprovals } from '@aitai/contract/schemas/console/approvals.ts'
import type { AdminContext, AdminReply } from '../../../src/admin/admin-context.ts'
import type { AdminCommandArgs, AdminCommandName } from '../../../src/admin/command-arguments.ts'
import { runAdminCommand } from '../../../src/admin/commands.ts'
import { runningContext } from '../../../src/admin/running-context.ts'
import { addGrant } from '../../../src/admin/users/user-grants.ts'
import { userIdOf as idOfAddress } from '../../support/account-fixtures.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '../../support/test-server.ts'
import type { TestUser } from '../../support/test-user.ts'

export const reason = 'asked by the exchange'
export const closed = { what: 'PLATFORM', reason } as const

/** A server with a user of each grant, as the demonstration has it. */
export async function withFourGrants(options: TestServerOptions = {}) {
  const desk = await startTestServer(options)
  for (const grant of ['operations', 'support', 'compliance', 'administrator'] as const)
    await desk.addStaff(grant)
  return { desk, ...(await signedIn(desk)) }
}

const signedIn = async (desk: TestServer) => ({
  naomi: await desk.person('operations@aitai.example').signsIn(),
  daniel: await desk.person('support@aitai.example').signsIn(),
  keiko: await desk.person('compliance@aitai.example').signsIn(),
  martin: await desk.person('administrator@aitai.example').signsIn(),
})

/** The platform is closed, and Naomi has requested it to be opened. Returns the id of the request. */
export async function asksToOpen(naomi: TestUser): Promise<string> {
  await naomi.callsOk('/operations/halt', { body: closed })
  return await asksAgain(naomi)
}

export async function asksAgain(naomi: TestUser): Promise<string> {
  const refused = await naomi.isRefused('/operations/resume', { body: closed })
  return idOf(refused)
}

/** The id of a request that a refusal names. */
export function idOf({
  errorCode,
  variables,
}: {
  errorCode: string
  variables?: object | undefined
}): string {
  if (errorCode !== 'APPROVAL_NEEDED') throw new Error(`${errorCode} in place of a request`)
  return String((variables as { id: string }).id)
}

export const approvalsOf = (user: TestUser) => user.callsOk<OperationsApprovals>('/operations/approvals')

export const approves = (user: TestUser, id: string) => user.callsOk('/operations/approve', { body: { id } })

export const isNotApproved = async (user: TestUser, id: string) => {
  const { status, errorCode } = await user.isRefused('/operations/approve', { body: { id } })
  return [status, errorCode]
}

/** The halts and resumes in the journal, the oldest first. */
export async function switchesIn({ app }: TestServer): Promise<Record<string, unknown>[]> {
  const rows = await app.database.selectFrom('journal').select('command').orderBy('seq').execute()
  return rows.map(({ command }) => JSON.parse(command)).filter(({ type }) => type === 'changeHalt')
}

export const userIdOf = (desk: TestServer, { email }: Pick<TestUser, 'email'>) => idOfAddress(desk, email)

/** Runs a command as a holder of a credential does. */
export async function runsAs<N extends AdminCommandName>(
  desk: TestServer,
  user: Pick<TestUser, 'email'>,
  name: N,
  args: AdminCommandArgs<N>,
): Promise<AdminReply> {
  const userId = await userIdOf(desk, user)
  const admin: AdminContext = { ...runningContext(desk.app), by: userId, userId }
  return await runAdminCommand(admin, name, args)
}

/** Adds or takes away a grant without a second person, as on a stopped server. */
export async function changesGrant(
  { admin, app }: TestServer,
  email: string,
  grant: StaffGrant,
  isAdded: boolean,
): Promise<void> {
  if (isAdded) await addGrant(admin, { email, grant, reason })
  else
    await app.database
      .deleteFrom('staff_grant')
      .where('name', '=', grant)
      .where('user_id', '=', (eb) => eb.selectFrom('person').select('id').where('email', '=', email))
      .execute()
}

export const refusalOf = (reply: AdminReply): string => ('refusal' in reply ? reply.refusal.code : 'DONE')
