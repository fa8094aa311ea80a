import { sendAdminCommand } from '../admin-client.ts'
import { CommandFailed, command, print } from '../command.ts'

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
    const result = (await sendAdminCommand('replay verify', {})) as { verified: boolean }
    print(result)
    if (!result.verified) throw new CommandFailed('The journal does not verify; the result says where.')
  },
})
