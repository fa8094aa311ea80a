import { runAdminCommand } from '../../../src/admin/commands.ts'
import { runningContext } from '../../../src/admin/running-context.ts'
import type { TestServer } from '../test-server.ts'
import type { TestUser } from '../test-user.ts'

interface Staff {
  readonly desk: TestServer
  readonly people: { readonly support: TestUser; readonly compliance: TestUser }
}

/** The id of a new request of support, which compliance may decide. */
async function newRequest({ desk, people: { support } }: Staff): Promise<string> {
  const { id: userId } = await desk.app.database
    .selectFrom('person')
    .select('id')
    .where('email', '=', support.email)
    .executeTakeFirstOrThrow()
  const args = { a: 'one', b: `other ${Math.random()}`, reason: 'a complaint' }
  const reply = await runAdminCommand(
    { ...runningContext(desk.app), by: userId, userId },
    'explain match',
    args,
  )
  const id = 'refusal' in reply ? reply.refusal.approval?.id : undefined
  if (id === undefined) throw new Error(`nothing waits: ${JSON.stringify(reply)}`)
  return id
}

/** A valid request to each call about approvals. */
export const approvalRequests = {
  operationsApprovals: ({ people }: Staff) => ({ by: people.compliance }),
  approveRequest: async (scene: Staff) => ({
    by: scene.people.compliance,
    body: { id: await newRequest(scene) },
  }),
  rejectRequest: async (scene: Staff) => ({
    by: scene.people.compliance,
    body: { id: await newRequest(scene), reason: 'not before the close' },
  }),
}
