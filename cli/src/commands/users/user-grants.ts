import { staffGrants } from '@aitai/contract/codes.ts'
import type { GrantChange } from '@aitai/server/admin/users/user-grants.ts'
import { sendAdminCommand } from '../../admin-client.ts'
import { type CommandOutput, command } from '../../command.ts'
import { requiredReason } from '../../flags.ts'

const flags = {
  grant: {
    type: 'string',
    choices: staffGrants,
    required: true,
    description: 'What STAFF may do at the console',
  },
  reason: requiredReason,
} as const

export const userGrant = command({
  name: 'user grant',
  summary: 'Give a user of staff a grant at the console',
  operand: 'EMAIL',
  flags,
  details:
    'operations halts and resumes, support helps users, compliance watches, administrator changes grants. A user may\n' +
    'have several; each is given on its own. It holds for the next call, without a new sign-in.',
  async run({ grant, reason }, email) {
    return outputOf((await sendAdminCommand('user grant', { email, grant, reason })) as GrantChange)
  },
})

export const userRevoke = command({
  name: 'user revoke',
  summary: 'Take a grant at the console away from a user of staff',
  operand: 'EMAIL',
  flags,
  details: 'The next call of a running session is refused. Other grants of the user stay.',
  async run({ grant, reason }, email) {
    return outputOf((await sendAdminCommand('user revoke', { email, grant, reason })) as GrantChange)
  },
})

function outputOf(result: GrantChange): CommandOutput {
  const { email, grants, changed } = result
  const all = grants.length === 0 ? 'no grant' : grants.join(', ')
  return { result, text: changed ? `${email} now has ${all}.` : `${email} had ${all} already.` }
}
