import { command, Failed, print } from './command.ts'
import { askOffice } from './office.ts'

export const replay = command({
  name: 'replay',
  says: "Check the journal against its hashes and today's rules",
  flags: { verify: { type: 'boolean', required: true, says: 'Decide every command again and compare' } },
  more:
    'Exit code 1 if the journal, a snapshot or the file was changed or is damaged, or if rules of today would ' +
    'have decided otherwise. The file is looked through only while no server runs.',
  async run() {
    const verdict = (await askOffice('replay verify', {})) as { verified: boolean }
    print(verdict)
    if (!verdict.verified) throw new Failed('The journal does not verify; the result says where.')
  },
})
