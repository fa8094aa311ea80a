import { text as textOf } from 'node:stream/consumers'
import type { PrintedProvider } from '@aitai/server/admin/users/sign-on.ts'
import { sendAdminCommand } from '../../admin-client.ts'
import { CommandFailed, command } from '../../command.ts'
import { requiredReason } from '../../flags.ts'
import { tableOf } from '../../output.ts'

export const signOnSet = command({
  name: 'sign-on set',
  summary: 'Let the people of an institution sign in with its own provider (OpenID Connect)',
  operand: 'FIRM',
  flags: {
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
    reason: requiredReason,
  },
  details:
    'The client secret is read from standard input. Replaces a provider that was set before. Applies from the next\n' +
    'sign-in: with it, passwords, their reset and passkeys open nothing for people of this institution.\n\n' +
    '  aitai sign-on set Alder --issuer https://login.alder.example --client-id aitai --domains alder.example \\\n' +
    "    --reason 'asked by its head of security' < secret.txt",
  async run({ issuer, 'client-id': clientId, domains, 'others-allowed': others, reason }, firm) {
    const request = {
      ...{ firm, issuer, clientId, reason },
      clientSecret: await readSecret(),
      domains: domains.split(','),
      ...(others === undefined ? {} : { othersAllowed: others === 'on' }),
    }
    const result = (await sendAdminCommand('sign-on set', request)) as PrintedProvider
    return {
      result,
      text: `People of ${result.firm} sign in at ${result.issuer}: ${result.domains.join(', ')}.`,
    }
  },
})

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
  summary: 'List the sign-in providers of institutions',
  flags: {},
  async run() {
    const providers = (await sendAdminCommand('sign-on list', {})) as readonly PrintedProvider[]
    const text = tableOf(
      providers,
      {
        Institution: ({ firm }) => firm,
        Issuer: ({ issuer }) => issuer,
        'Client id': ({ clientId }) => clientId,
        Domains: ({ domains }) => domains,
        'Others allowed': ({ othersAllowed }) => othersAllowed,
      },
      'No institution has a sign-in provider.',
    )
    return { result: providers, text }
  },
})

export const signOnRemove = command({
  name: 'sign-on remove',
  summary: 'Remove the sign-in provider of an institution',
  operand: 'FIRM',
  flags: { reason: requiredReason },
  details: 'Its people sign in with passwords and passkeys again. Who has never had one needs `user reset`.',
  async run({ reason }, firm) {
    const result = (await sendAdminCommand('sign-on remove', { firm, reason })) as {
      readonly firm: string
      readonly changed: boolean
    }
    const had = result.changed ? 'has no sign-in provider any more' : 'had no sign-in provider'
    return { result, text: `${result.firm} ${had}.` }
  },
})
