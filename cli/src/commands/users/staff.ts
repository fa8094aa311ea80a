import { type RequiredFactor, requiredFactors } from '@aitai/contract/codes.ts'
import { sendAdminCommand } from '../../admin-client.ts'
import { command } from '../../command.ts'
import { requiredReason } from '../../flags.ts'

interface StaffShown {
  readonly requiredFactor: RequiredFactor
  readonly changed?: boolean
}

export const staffShow = command({
  name: 'staff show',
  summary: 'Show what staff have to sign in with',
  flags: {},
  async run() {
    const result = (await sendAdminCommand('staff show', {})) as StaffShown
    return { result, text: `Staff sign in with: ${result.requiredFactor}.` }
  },
})

export const staffChange = command({
  name: 'staff change',
  summary: 'Change what staff have to sign in with',
  flags: {
    'required-factor': {
      type: 'string',
      choices: [...requiredFactors],
      required: true,
      description: 'A passkey, or any factor; at first a passkey',
    },
    reason: requiredReason,
  },
  details:
    'Applies from the next sign-in. Those without a passkey can sign in for 14 days to add one, and to nothing else.\n\n' +
    "  aitai staff change --required-factor passkey --reason 'policy on access of staff'",
  async run({ 'required-factor': requiredFactor, reason }) {
    const result = (await sendAdminCommand('staff change', { requiredFactor, reason })) as StaffShown
    const { changed } = result
    return { result, text: `Staff sign in ${changed ? 'now' : 'already'} with: ${result.requiredFactor}.` }
  },
})
