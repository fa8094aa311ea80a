import type { HeadsMade, ListedKey } from '@aitai/server/admin/evidence/head-commands.ts'
import { sendAdminCommand } from '../../admin-client.ts'
import { command } from '../../command.ts'

export const evidenceHead = command({
  name: 'evidence head',
  summary: 'Sign the ends of the journal and of the audit trail, and print them',
  flags: {},
  details:
    'The same is done every day after the close. Keep the two lines where the account of the server cannot write, for\n' +
    'example with `aitai evidence head > heads.txt`: `aitai audit verify --head heads.txt` finds later whether anything up to\n' +
    'them was rewritten. They say how many entries there are, so give them to compliance only. They are sent to the address\n' +
    'of COMPLIANCE as well. Nothing is signed if a chain is broken, or lacks the newest head.',
  async run() {
    const result = (await sendAdminCommand('evidence head', {})) as HeadsMade
    const { journal, audit, mailed } = result
    return {
      result,
      text: `${journal}\n${audit}`,
      notes: [mailed ? 'Also sent to compliance by mail.' : 'Sent to nobody: COMPLIANCE is not set.'],
    }
  },
})

export const evidenceKeys = command({
  name: 'evidence keys',
  summary: 'List the public keys with which heads and receipts are verified',
  flags: {},
  details:
    'Give the newest to whoever verifies, by a way that they trust. The older ones are for what was signed before a rotation\n' +
    '(aitai secret rotate evidence). The server shows them to everybody at /api/evidence.',
  async run() {
    const result = (await sendAdminCommand('evidence keys', {})) as readonly ListedKey[]
    const lines = result.map(
      ({ keyId, publicKey, usedFrom, usedUntil }) =>
        `${publicKey}  ${keyId}  ${usedFrom} to ${usedUntil ?? 'now'}`,
    )
    return { result, text: lines.length === 0 ? 'There is no key yet: start the server.' : lines.join('\n') }
  },
})
