import { isoTime } from '@aitai/engine/calendar/iso-times.ts'
import type { PrintedCredential } from '@aitai/server/admin/credentials.ts'
import { sendAdminCommand } from '../admin-client.ts'
import { command, UsageError } from '../command.ts'
import { confirmOrAbort } from '../confirmation.ts'
import { brokerFlag, firmFlag, optionalReason, reasonArgument, requiredReason, yesFlag } from '../flags.ts'
import { counted, tableOf } from '../output.ts'

/** Splits a list separated by commas. */
const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')

export const credentialAdd = command({
  name: 'credential add',
  summary: 'Issue a credential to an order management system, or to an operator',
  flags: {
    firm: firmFlag,
    broker: brokerFlag,
    staff: { type: 'boolean', description: 'For one user of staff, at this command line' },
    user: {
      type: 'string',
      value: 'EMAIL,...',
      required: true,
      description: 'The users as whom it may be used, all of the institution or the broker; one of staff',
    },
    network: {
      type: 'string',
      value: 'NETWORK,...',
      description: 'From where it may be used, such as 192.0.2.0/24; from anywhere without it',
    },
    note: { type: 'string', value: 'TEXT', description: 'What it is for' },
    reason: optionalReason,
  },
  details:
    'Give --firm, --broker or --staff. The secret is printed once: store it where the FIX gateway reads it. One of an\n' +
    'operator belongs into a file that only the operator reads, named by OPERATOR_CREDENTIAL_FILE. Once anybody has one,\n' +
    'a running server accepts no command under a name that was only typed, apart from checks and backups.\n\n' +
    "  aitai credential add --firm 'Alder Asset Management' --user trader@alder.example --network 192.0.2.10",
  async run({ firm, broker, staff, user, network, note, reason }) {
    if ([firm, broker, staff].filter((each) => each !== undefined).length !== 1)
      throw new UsageError('give --firm, --broker or --staff')
    const result = (await sendAdminCommand('credential add', {
      ...(firm === undefined ? {} : { firm }),
      ...(broker === undefined ? {} : { broker }),
      ...(staff === undefined ? {} : { staff }),
      users: listOf(user),
      networks: network === undefined ? [] : listOf(network),
      ...(note === undefined ? {} : { note }),
      ...reasonArgument(reason),
    })) as { id: string; secret: string; users: readonly string[] }
    const text = `Credential ${result.id} is issued for ${result.users.join(', ')}. Its secret, which is not shown again:\n${result.secret}`
    return { result, text }
  },
})

export const credentialList = command({
  name: 'credential list',
  summary: 'List the credentials of order management systems and of operators',
  flags: {},
  async run() {
    const credentials = (await sendAdminCommand('credential list', {})) as readonly PrintedCredential[]
    const text = tableOf(
      credentials,
      {
        Credential: ({ id }) => id,
        Of: ({ owner }) => owner,
        Users: ({ users }) => users,
        Networks: ({ networks }) => (networks.length === 0 ? 'any' : networks),
        Sessions: ({ sessions }) => sessions,
        Issued: ({ createdAt }) => isoTime(createdAt),
        Revoked: ({ revokedAt }) => (revokedAt === null ? 'no' : isoTime(revokedAt)),
        Note: ({ note }) => note,
      },
      'There are no credentials.',
    )
    return { result: credentials, text }
  },
})

export const credentialRevoke = command({
  name: 'credential revoke',
  summary: 'Revoke a credential for good, and end its sessions',
  operand: 'CREDENTIAL',
  flags: { yes: yesFlag, reason: requiredReason },
  details: 'CREDENTIAL is the id that credential list shows.',
  async run({ yes, reason }, id) {
    if (!yes) {
      const credentials = (await sendAdminCommand('credential list', {})) as readonly PrintedCredential[]
      const { sessions = 0 } = credentials.find((each) => each.id === id) ?? {}
      await confirmOrAbort(`Revoking ${id} ends ${counted(sessions, 'session')}.`)
    }
    const result = (await sendAdminCommand('credential revoke', { id, reason })) as Revoked
    const done = result.changed ? 'is revoked' : 'was revoked before'
    return { result, text: `${id} ${done}; ${counted(result.sessionsEnded, 'session')} ended.` }
  },
})

interface Revoked {
  readonly changed: boolean
  readonly sessionsEnded: number
}
