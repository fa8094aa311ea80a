import { command, Failed, print } from './command.ts'
import { askOffice } from './office.ts'

export const replay = command({
  name: 'replay',
  says: "Check the journal against its hashes and today's rules",
  flags: { verify: { type: 'boolean', required: true, says: 'Decide every command again and compare' } },
  more: "Exit code 1 if the journal was changed, or if today's rules would have decided otherwise.",
  async run() {
    const verdict = (await askOffice('replay verify', {})) as { verified: boolean }
    print(verdict)
    if (!verdict.verified) throw new Failed('The journal does not verify; the result says where.')
  },
})
