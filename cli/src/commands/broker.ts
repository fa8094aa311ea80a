import { sendAdminCommand } from '../admin-client.ts'
import { command, print } from '../command.ts'
import { optionalReason, reasonArgument, requiredReason } from '../reason-flag.ts'

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

export const brokerList = command({
  name: 'broker list',
  summary: 'List the brokers, with the institutions they are enabled for',
  flags: {},
  async run() {
    print(await sendAdminCommand('broker list', {}))
  },
})

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

export const brokerDisable = command({
  name: 'broker disable',
  summary: 'Stop matching adverts through a broker',
  operand: 'SHORT',
  flags: { reason: requiredReason },
  details:
    'Its users can still sign in to confirm existing agreements: use user disable to prevent that. SHORT is the\n' +
    'short name.',
  async run({ reason }, short) {
    print(await sendAdminCommand('broker disable', { shortName: short, reason }))
  },
})

export const brokerEnable = command({
  name: 'broker enable',
  summary: 'Match adverts through a broker again',
  operand: 'SHORT',
  flags: { reason: requiredReason },
  async run({ reason }, short) {
    print(await sendAdminCommand('broker enable', { shortName: short, reason }))
  },
})
