import { command, print } from './command.ts'
import { askOffice } from './office.ts'
import { reasonOf, why, whyIfSaid } from './why.ts'

const shortName = { type: 'string', value: 'SHORT', required: true } as const

export const brokerAdd = command({
  name: 'broker add',
  says: 'Add an executing broker',
  flags: {
    name: { type: 'string', value: 'NAME', required: true, says: 'Its name, unlike any other' },
    'short-name': { ...shortName, says: 'Up to 12 letters and digits, such as HIN' },
    contact: { type: 'string', value: 'TEXT', says: 'How traders reach its desk after a match' },
    swap: { type: 'boolean', says: 'It may stand between a cash and a swap side' },
    reason: whyIfSaid,
  },
  async run({ name, 'short-name': short, contact, swap, reason }) {
    const asked = { name, shortName: short, swapEnabled: swap ?? false, ...reasonOf(reason) }
    print(await askOffice('broker add', { ...asked, ...(contact === undefined ? {} : { contact }) }))
  },
})

export const brokerList = command({
  name: 'broker list',
  says: 'List the brokers, with the institutions they are enabled for',
  flags: {},
  async run() {
    print(await askOffice('broker list', {}))
  },
})

const assignment = {
  firm: { type: 'string', value: 'NAME', required: true, says: 'The institution, by its name' },
  'short-name': { ...shortName, says: 'The broker, by its short name' },
  reason: whyIfSaid,
} as const

export const brokerAssign = command({
  name: 'broker assign',
  says: 'Enable a broker for an institution',
  flags: assignment,
  async run({ firm, 'short-name': short, reason }) {
    print(await askOffice('broker assign', { firm, shortName: short, ...reasonOf(reason) }))
  },
})

export const brokerUnassign = command({
  name: 'broker unassign',
  says: 'Take a broker from an institution',
  flags: assignment,
  more: 'Adverts that name no other broker stay, and meet nobody. Agreements stay with their broker.',
  async run({ firm, 'short-name': short, reason }) {
    print(await askOffice('broker unassign', { firm, shortName: short, ...reasonOf(reason) }))
  },
})

export const brokerDisable = command({
  name: 'broker disable',
  says: 'Let no adverts meet over a broker any more',
  operand: 'SHORT',
  flags: { reason: why },
  more:
    'Its people can still sign in, to confirm the agreements it has: shut them out with user disable. SHORT is\n' +
    'the short name.',
  async run({ reason }, short) {
    print(await askOffice('broker disable', { shortName: short, reason }))
  },
})

export const brokerEnable = command({
  name: 'broker enable',
  says: 'Let adverts meet over a broker again',
  operand: 'SHORT',
  flags: { reason: why },
  async run({ reason }, short) {
    print(await askOffice('broker enable', { shortName: short, reason }))
  },
})
