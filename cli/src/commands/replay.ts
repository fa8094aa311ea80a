import { sendAdminCommand } from '../admin-client.ts'
import { command } from '../command.ts'
import { factLines } from '../output.ts'

export const replay = command({
  name: 'replay',
  summary: "Check the journal against its hashes and today's rules",
  flags: {
    verify: { type: 'boolean', required: true, description: 'Decide every command again and compare' },
  },
  details:
    'Exit code 1 if the journal, a snapshot or the file was changed or is damaged, or if the current rules would\n' +
    'decide differently. The file is checked only while no server runs.',
  async run() {
    const result = (await sendAdminCommand('replay verify', {})) as { readonly verified: boolean }
    const failure = result.verified ? {} : { failure: 'The journal does not verify; the result says where.' }
    return { result, text: factLines({ ...result }).join('\n'), ...failure }
  },
})
