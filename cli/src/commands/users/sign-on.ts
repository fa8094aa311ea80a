import { text as textOf } from 'node:stream/consumers'
import type { PrintedProvider } from '@aitai/server/admin/users/sign-on.ts'
import { sendAdminCommand } from '../../admin-client.ts'
import { CommandFailed, command, UsageError } from '../../command.ts'
import { brokerFlag, firmFlag, requiredReason } from '../../flags.ts'
import { counted, tableOf } from '../../output.ts'

/** Whose people sign in with the provider. */
const ownerFlags = {
  firm: firmFlag,
  broker: brokerFlag,
  staff: { type: 'boolean', description: 'The staff of the operator' },
} as const

interface GivenOwner {
  readonly firm?: string
  readonly broker?: string
  readonly staff?: boolean
}

function ownerArgument({ firm, broker, staff }: GivenOwner): GivenOwner {
  const given = Object.entries({ firm, broker, staff }).filter(([, value]) => value !== undefined)
  if (given.length !== 1) throw new UsageError('give --firm, --broker or --staff')
  return Object.fromEntries(given)
}

export const signOnSet = command({
  name: 'sign-on set',
  summary: 'Let people of an institution, of a broker or of staff sign in with an own provider',
  flags: {
    ...ownerFlags,
    issuer: {
      type: 'string',
      value: 'URL',
      required: true,
      description: 'Its issuer, as the provider prints it',
    },
    'client-id': {
      type: 'string',
      value: 'TEXT',
      required: true,
      description: 'As the provider has issued it',
    },
    domains: {
      type: 'string',
      value: 'DOMAIN,...',
      required: true,
      description: 'Of the e-mail addresses that lead to the provider',
    },
    'others-allowed': {
      type: 'string',
      choices: ['on', 'off'],
      description: 'Whether its people may also use passwords and passkeys; at first off',
    },
    'addresses-trusted': {
      type: 'string',
      choices: ['on', 'off'],
      description: 'Whether addresses of these domains count without email_verified; at first off',
    },
    reason: requiredReason,
  },
  details:
    'OpenID Connect. Give --firm, --broker or --staff; for staff a second person has to approve. The client secret is read\n' +
    'from standard input. Replaces a provider that was set before, with all its values. Applies from the next sign-in:\n' +
    'with it, passwords, their reset and passkeys open nothing for these people. Sessions that another issuer or client\n' +
    'has opened end at once.\n\n' +
    '  aitai sign-on set --firm Alder --issuer https://login.alder.example --client-id aitai --domains alder.example \\\n' +
    "    --reason 'asked by its head of security' < secret.txt",
  async run({ issuer, 'client-id': clientId, domains, reason, ...given }) {
    const { 'others-allowed': others, 'addresses-trusted': trusted } = given
    const request = {
      ...ownerArgument(given),
      ...{ issuer, clientId, reason },
      clientSecret: await readSecret(),
      domains: domains.split(','),
      ...(others === undefined ? {} : { othersAllowed: others === 'on' }),
      ...(trusted === undefined ? {} : { addressesTrusted: trusted === 'on' }),
    }
    const result = (await sendAdminCommand('sign-on set', request)) as PrintedProvider & EndingSessions
    const set = `People of ${result.owner} sign in at ${result.issuer}: ${result.domains.join(', ')}.`
    return { result, text: set + endedText(result) }
  },
})

interface EndingSessions {
  /** How many sessions of the provider before have ended. */
  readonly sessionsEnded: number
}

const endedText = ({ sessionsEnded }: EndingSessions): string =>
  sessionsEnded === 0 ? '' : ` ${counted(sessionsEnded, 'session')} ended.`

/** Reads a piped secret, without the newline at its end. */
async function readSecret(): Promise<string> {
  if (process.stdin.isTTY)
    throw new CommandFailed('Pipe the client secret in: a terminal would show it as it is typed.')
  const secret = (await textOf(process.stdin)).replace(/\r?\n$/, '')
  if (secret === '') throw new CommandFailed('There is no client secret on standard input.')
  return secret
}

export const signOnList = command({
  name: 'sign-on list',
  summary: 'List the sign-in providers',
  flags: {},
  async run() {
    const providers = (await sendAdminCommand('sign-on list', {})) as readonly PrintedProvider[]
    const text = tableOf(
      providers,
      {
        Of: ({ owner }) => owner,
        Issuer: ({ issuer }) => issuer,
        'Client id': ({ clientId }) => clientId,
        Domains: ({ domains }) => domains,
        'Others allowed': ({ othersAllowed }) => othersAllowed,
        'Addresses trusted': ({ addressesTrusted }) => addressesTrusted,
      },
      'There are no sign-in providers.',
    )
    return { result: providers, text }
  },
})

export const signOnRemove = command({
  name: 'sign-on remove',
  summary: 'Remove a sign-in provider',
  flags: { ...ownerFlags, reason: requiredReason },
  details:
    'Give --firm, --broker or --staff. The sessions that it has opened end at once. Its people sign in with passwords and\n' +
    'passkeys again. Who has never had one needs `user reset`.',
  async run({ reason, ...given }) {
    const result = (await sendAdminCommand('sign-on remove', { ...ownerArgument(given), reason })) as {
      readonly owner: string
      readonly changed: boolean
    } & EndingSessions
    const had = result.changed ? 'has no sign-in provider any more' : 'had no sign-in provider'
    return { result, text: `${result.owner} ${had}.${endedText(result)}` }
  },
})
