import { sendAdminCommand } from '../admin-client.ts'
import { command, print } from '../command.ts'
import { optionalReason, reasonArgument, requiredReason } from '../reason-flag.ts'

const shortName = { type: 'string', value: 'SHORT', required: true } as const

export const brokerAdd = command({
  name: 'broker add',
  says: 'Add an executing broker',
  flags: {
    name: { type: 'string', value: 'NAME', required: true, says: 'Its name, unlike any other' },
    'short-name': { ...shortName, says: 'Up to 12 letters and digits, such as HIN' },
    contact: { type: 'string', value: 'TEXT', says: 'How traders reach its desk after a match' },
    swap: { type: 'boolean', says: 'It may stand between a cash and a swap side' },
    reason: optionalReason,
  },
  async run({ name, 'short-name': short, contact, swap, reason }) {
    const asked = { name, shortName: short, swapEnabled: swap ?? false, ...reasonArgument(reason) }
    print(await sendAdminCommand('broker add', { ...asked, ...(contact === undefined ? {} : { contact }) }))
  },
})

export const brokerList = command({
  name: 'broker list',
  says: 'List the brokers, with the institutions they are enabled for',
  flags: {},
  async run() {
    print(await sendAdminCommand('broker list', {}))
  },
})

const assignment = {
  firm: { type: 'string', value: 'NAME', required: true, says: 'The institution, by its name' },
  'short-name': { ...shortName, says: 'The broker, by its short name' },
  reason: optionalReason,
} as const

export const brokerAssign = command({
  name: 'broker assign',
  says: 'Enable a broker for an institution',
  flags: assignment,
  async run({ firm, 'short-name': short, reason }) {
    print(await sendAdminCommand('broker assign', { firm, shortName: short, ...reasonArgument(reason) }))
  },
})

export const brokerUnassign = command({
  name: 'broker unassign',
  says: 'Take a broker from an institution',
  flags: assignment,
  more: 'Adverts that name no other broker stay, and meet nobody. Agreements stay with their broker.',
  async run({ firm, 'short-name': short, reason }) {
    print(await sendAdminCommand('broker unassign', { firm, shortName: short, ...reasonArgument(reason) }))
  },
})

export const brokerDisable = command({
  name: 'broker disable',
  says: 'Let no adverts meet over a broker any more',
  operand: 'SHORT',
  flags: { reason: requiredReason },
  more:
    'Its people can still sign in, to confirm the agreements it has: shut them out with user disable. SHORT is\n' +
    'the short name.',
  async run({ reason }, short) {
    print(await sendAdminCommand('broker disable', { shortName: short, reason }))
  },
})

export const brokerEnable = command({
  name: 'broker enable',
  says: 'Let adverts meet over a broker again',
  operand: 'SHORT',
  flags: { reason: requiredReason },
  async run({ reason }, short) {
    print(await sendAdminCommand('broker enable', { shortName: short, reason }))
  },
})
