import { sendAdminCommand } from '../admin-client.ts'
import { CommandFailed, command, print } from '../command.ts'

export const replay = command({
  name: 'replay',
  says: "Check the journal against its hashes and today's rules",
  flags: { verify: { type: 'boolean', required: true, says: 'Decide every command again and compare' } },
  more:
    'Exit code 1 if the journal, a snapshot or the file was changed or is damaged, or if rules of today would ' +
    'have decided otherwise. The file is looked through only while no server runs.',
  async run() {
    const verdict = (await sendAdminCommand('replay verify', {})) as { verified: boolean }
    print(verdict)
    if (!verdict.verified) throw new CommandFailed('The journal does not verify; the result says where.')
  },
})
