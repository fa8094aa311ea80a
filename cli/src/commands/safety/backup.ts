import { readConfig } from '@aitai/server/config.ts'
import { sendAdminCommand } from '../../admin-client.ts'
import { callerPath } from '../../caller-path.ts'
import { command } from '../../command.ts'
import { optionalReason, reasonArgument } from '../../flags.ts'
import { counted } from '../../output.ts'

export const backup = command({
  name: 'backup',
  summary: 'Back up the data, even while the server runs, with a manifest',
  operand: 'DIR|FILE',
  flags: {
    recipient: {
      type: 'string',
      value: 'AGE1...',
      description: 'Encrypt to this public key of age, or several with commas; by default BACKUP_RECIPIENT',
    },
    reason: optionalReason,
  },
  details:
    'In a folder the file is named after the time. Only its owner may read it: it contains IOIs and password\n' +
    'hashes. FILE.json beside it is the manifest; a backup without it is incomplete. Nothing is overwritten.\n' +
    'Encrypted, it is a file of age, which only the private key opens: aitai restore --identity, or age.\n' +
    'With PostgreSQL use pg_dump or archive its write-ahead log.',
  async run({ recipient, reason }, to) {
    // Of this process as well: a server that was started before the variable was set would write the
    // backup in the clear.
    const ofEnvironment = readConfig(process.env).backupRecipients
    const chosen = recipient?.split(',') ?? (ofEnvironment.length > 0 ? ofEnvironment : null)
    const recipients = chosen === null ? {} : { recipients: [...chosen] }
    const request = { to: callerPath(to), ...recipients, ...reasonArgument(reason) }
    const result = await sendAdminCommand('backup', request)
    const { file, bytes, manifest } = result as BackupWritten
    return { result, text: `${file}: ${counted(bytes, 'byte')}, manifest ${manifest}` }
  },
})

interface BackupWritten {
  readonly file: string
  readonly bytes: number
  /** Its path. */
  readonly manifest: string
}
