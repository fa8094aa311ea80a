import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import type { Failure } from '@aitai/contract/schemas/failures.ts'
import { onTestFinished } from 'vitest'
import type { AdminReply } from '../../../src/admin/admin-context.ts'
import { addCredential } from '../../../src/admin/credentials.ts'
import { runningContext } from '../../../src/admin/running-context.ts'
import { adminSocketPath } from '../../../src/admin/socket-path.ts'
import { serveAdminSocket } from '../../../src/admin/socket-server.ts'
import { callNamed, callPath } from '../../support/call-requests.ts'
import type { TestServer } from '../../support/test-server.ts'
import type { TestUser } from '../../support/test-user.ts'
import { runsAs } from '../approvals/four-eyes.ts'
import type { ConsoleCall } from './command-case.ts'
import { type CommandScene, reason } from './command-scene.ts'

/** What became of a command: DONE, or the code of its refusal. */
export interface Outcome {
  readonly code: string
  /** The id of the request that waits for a second person; null if none does. */
  readonly approval: string | null
  /** The reply as it was sent. */
  readonly text: string
}

/** Makes a call of the console as somebody who is signed in, or is not. */
export async function callsConsole(person: TestUser, { name, params, body }: ConsoleCall): Promise<Outcome> {
  const call = callNamed(name)
  const sent = { method: call.method, ...(body === undefined ? {} : { body }) }
  const reply = await person.calls<Failure>(callPath(call, params), sent)
  if (reply.status === 200) return { code: 'DONE', approval: null, text: reply.text }
  const { errorCode, variables } = reply.body
  return {
    code: errorCode,
    approval: errorCode === 'APPROVAL_NEEDED' ? String((variables as { id: string }).id) : null,
    text: reply.text,
  }
}

/** Sends a command as `aitai` does, with the secret of a credential or with a typed name alone. */
export type SendsCommand = (command: string, args: object, credential?: string) => Promise<Outcome>

/** The socket on which a running server takes commands, until the test ends. */
export async function opensSocket({ app, folder }: TestServer): Promise<SendsCommand> {
  onTestFinished(
    await serveAdminSocket(runningContext(app), folder, (error) => {
      throw error
    }),
  )
  return async (command, args, credential) => {
    const reply = await new Promise<AdminReply>((resolve, reject) => {
      const sent = request({ socketPath: adminSocketPath(folder), method: 'POST' }, (response) =>
        json(response).then((body) => resolve(body as AdminReply), reject),
      )
      sent.on('error', reject)
      sent.end(JSON.stringify({ command, args, by: 'naomi', credential }))
    })
    const text = JSON.stringify(reply)
    if ('refusal' in reply)
      return { code: reply.refusal.code, approval: reply.refusal.approval?.id ?? null, text }
    // A reply that is neither is that of an error.
    return { code: 'result' in reply ? 'DONE' : 'ERROR', approval: null, text }
  }
}

/** The secret of a new credential for the command line. */
export async function credentialOf(desk: TestServer, { email }: Pick<TestUser, 'email'>): Promise<string> {
  const reply = await addCredential(desk.admin, { staff: true, users: [email], networks: [] })
  if ('refusal' in reply) throw new Error(reply.refusal.message)
  return (reply.result as { secret: string }).secret
}

/** The id of a new request of support for a view, which compliance may decide. */
export async function requestsExplanation(scene: CommandScene): Promise<string> {
  const { desk, resting } = scene
  const args = { a: resting.alders, b: resting.birchs, at: desk.clock.now() + scene.next(), reason }
  const reply = await runsAs(desk, { email: 'support@aitai.example' }, 'explain match', args)
  const id = 'refusal' in reply ? reply.refusal.approval?.id : undefined
  if (id === undefined) throw new Error('no request waits')
  return id
}
