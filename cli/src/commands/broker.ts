import type { RequiredFactor } from '@aitai/contract/codes.ts'
import type { PrintedBroker } from '@aitai/server/admin/brokers.ts'
import { sendAdminCommand } from '../admin-client.ts'
import { command, UsageError } from '../command.ts'
import { firmFlag, optionalReason, reasonArgument, requiredFactorFlag, requiredReason } from '../flags.ts'
import { tableOf } from '../output.ts'
import { disableCommand, enableCommand } from '../simple-commands.ts'

const contact = {
  type: 'string',
  value: 'TEXT',
  description: 'How traders reach its desk after a match',
} as const

export const brokerAdd = command({
  name: 'broker add',
  summary: 'Add an executing broker',
  operand: 'BROKER',
  flags: {
    name: { type: 'string', value: 'NAME', required: true, description: 'Its name, unlike any other' },
    contact,
    swap: { type: 'boolean', description: 'It may intermediate between a cash and a swap side' },
    reason: optionalReason,
  },
  details:
    'BROKER is its short name, of up to 12 letters and digits.\n\n' +
    "  aitai broker add HIN --name 'Hinoki Securities' --contact '+81 3 5550 0101'",
  async run({ name, contact: given, swap, reason }, shortName) {
    const broker = { name, shortName, swapEnabled: swap ?? false, ...reasonArgument(reason) }
    const result = await sendAdminCommand('broker add', {
      ...broker,
      ...(given === undefined ? {} : { contact: given }),
    })
    const added = result as { name: string; shortName: string }
    return { result, text: `${added.name} is added as ${added.shortName}.` }
  },
})

export const brokerList = command({
  name: 'broker list',
  summary: 'List the brokers, with the institutions they are enabled for',
  flags: {},
  async run() {
    const brokers = (await sendAdminCommand('broker list', {})) as readonly PrintedBroker[]
    const text = tableOf(
      brokers,
      {
        Broker: ({ shortName }) => shortName,
        Name: ({ name }) => name,
        Contact: ({ contact: shown }) => shown,
        Swap: ({ swapEnabled }) => swapEnabled,
        Active: ({ active }) => active,
        'Sign-in': ({ requiredFactor }) => requiredFactor,
        Users: ({ users }) => users,
        Institutions: ({ firms }) => firms,
      },
      'There are no brokers.',
    )
    return { result: brokers, text }
  },
})

export const brokerChange = command({
  name: 'broker change',
  summary: 'Change the name or the contact of a broker, or what its people sign in with',
  operand: 'BROKER',
  flags: {
    name: { type: 'string', value: 'NAME', description: 'The new name, unlike any other' },
    contact,
    'required-factor': requiredFactorFlag,
    reason: requiredReason,
  },
  details:
    'Takes effect at once: traders see the new contact under their agreements of the day. A required passkey applies\n' +
    'from the next sign-in; those without one can sign in for 14 days only to add it.',
  async run({ name, contact: given, 'required-factor': requiredFactor, reason }, shortName) {
    const change = {
      ...(name === undefined ? {} : { name }),
      ...(given === undefined ? {} : { contact: given }),
      ...(requiredFactor === undefined ? {} : { requiredFactor }),
    }
    if (Object.keys(change).length === 0) throw new UsageError('no change is given')
    const result = (await sendAdminCommand('broker change', {
      shortName,
      reason,
      ...change,
    })) as BrokerChanged
    const values = `${result.name}, contact ${result.contact}, sign-in with ${result.requiredFactor}`
    return { result, text: `${result.shortName} is ${result.changed ? 'now' : 'unchanged'}: ${values}.` }
  },
})

interface BrokerChanged {
  readonly shortName: string
  readonly name: string
  readonly contact: string
  readonly requiredFactor: RequiredFactor
  readonly changed: boolean
}

const assignment = { firm: { ...firmFlag, required: true }, reason: optionalReason } as const

interface Assigned {
  readonly firm: string
  readonly shortName: string
  readonly changed: boolean
}

export const brokerAssign = command({
  name: 'broker assign',
  summary: 'Enable a broker for an institution',
  operand: 'BROKER',
  flags: assignment,
  async run({ firm, reason }, named) {
    const assigned = { firm, shortName: named, ...reasonArgument(reason) }
    const result = (await sendAdminCommand('broker assign', assigned)) as Assigned
    const { shortName, changed } = result
    return { result, text: `${result.firm} may ${changed ? 'now use' : 'already use'} ${shortName}.` }
  },
})

export const brokerUnassign = command({
  name: 'broker unassign',
  summary: 'Disable a broker for an institution',
  operand: 'BROKER',
  flags: assignment,
  details: 'IOIs that name no other broker stay, but match nobody. Agreements stay with their broker.',
  async run({ firm, reason }, named) {
    const assigned = { firm, shortName: named, ...reasonArgument(reason) }
    const result = (await sendAdminCommand('broker unassign', assigned)) as Assigned
    const { shortName, changed } = result
    return {
      result,
      text: `${result.firm} may not use ${shortName}${changed ? ' any more' : ', as before'}.`,
    }
  },
})

export const brokerDisable = disableCommand('broker', {
  summary: 'Stop matching IOIs through a broker',
  details: 'Its users can still sign in to confirm existing agreements: use user disable to prevent that.',
})

export const brokerEnable = enableCommand('broker', {
  summary: 'Match IOIs through a broker again',
})
