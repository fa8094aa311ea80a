import { sendAdminCommand } from '../admin-client.ts'
import { command, print } from '../command.ts'
import { optionalReason, reasonArgument } from '../reason-flag.ts'
import { listCommand, switchCommand } from '../simple-commands.ts'

const shortName = { type: 'string', value: 'SHORT', required: true } as const

export const brokerAdd = command({
  name: 'broker add',
  summary: 'Add an executing broker',
  flags: {
    name: { type: 'string', value: 'NAME', required: true, description: 'Its name, unlike any other' },
    'short-name': { ...shortName, description: 'Up to 12 letters and digits, such as HIN' },
    contact: { type: 'string', value: 'TEXT', description: 'How traders reach its desk after a match' },
    swap: { type: 'boolean', description: 'It may intermediate between a cash and a swap side' },
    reason: optionalReason,
  },
  async run({ name, 'short-name': short, contact, swap, reason }) {
    const broker = { name, shortName: short, swapEnabled: swap ?? false, ...reasonArgument(reason) }
    print(await sendAdminCommand('broker add', { ...broker, ...(contact === undefined ? {} : { contact }) }))
  },
})

export const brokerList = listCommand(
  'broker list',
  'List the brokers, with the institutions they are enabled for',
)

const assignment = {
  firm: { type: 'string', value: 'NAME', required: true, description: 'The institution, by its name' },
  'short-name': { ...shortName, description: 'The broker, by its short name' },
  reason: optionalReason,
} as const

export const brokerAssign = command({
  name: 'broker assign',
  summary: 'Enable a broker for an institution',
  flags: assignment,
  async run({ firm, 'short-name': short, reason }) {
    print(await sendAdminCommand('broker assign', { firm, shortName: short, ...reasonArgument(reason) }))
  },
})

export const brokerUnassign = command({
  name: 'broker unassign',
  summary: 'Disable a broker for an institution',
  flags: assignment,
  details: 'Adverts that name no other broker stay, but match nobody. Agreements stay with their broker.',
  async run({ firm, 'short-name': short, reason }) {
    print(await sendAdminCommand('broker unassign', { firm, shortName: short, ...reasonArgument(reason) }))
  },
})

export const brokerDisable = switchCommand('broker disable', {
  summary: 'Stop matching adverts through a broker',
  details:
    'Its users can still sign in to confirm existing agreements: use user disable to prevent that. SHORT is the\n' +
    'short name.',
})

export const brokerEnable = switchCommand('broker enable', {
  summary: 'Match adverts through a broker again',
})
