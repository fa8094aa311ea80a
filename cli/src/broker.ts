import { command, print } from './command.ts'
import { askOffice } from './office.ts'

const shortName = { type: 'string', value: 'SHORT', required: true } as const

export const brokerAdd = command({
  name: 'broker add',
  says: 'Add an executing broker',
  flags: {
    name: { type: 'string', value: 'NAME', required: true, says: 'Its name, unlike any other' },
    'short-name': { ...shortName, says: 'Up to 12 letters and digits, such as HIN' },
    contact: { type: 'string', value: 'TEXT', says: 'How traders reach its desk after a match' },
    swap: { type: 'boolean', says: 'It may stand between a cash and a swap side' },
  },
  async run({ name, 'short-name': short, contact, swap }) {
    const asked = { name, shortName: short, swapEnabled: swap ?? false }
    print(await askOffice('broker add', { ...asked, ...(contact === undefined ? {} : { contact }) }))
  },
})

export const brokerAssign = command({
  name: 'broker assign',
  says: 'Enable a broker for an institution',
  flags: {
    firm: { type: 'string', value: 'NAME', required: true, says: 'The institution, by its name' },
    'short-name': { ...shortName, says: 'The broker, by its short name' },
  },
  async run({ firm, 'short-name': short }) {
    print(await askOffice('broker assign', { firm, shortName: short }))
  },
})
