import { command, print } from './command.ts'
import { askOffice } from './office.ts'

export const firmAdd = command({
  name: 'firm add',
  says: 'Add an institution',
  flags: {
    name: { type: 'string', value: 'NAME', required: true, says: 'Its name, unlike any other' },
    'affiliate-group': { type: 'string', value: 'GROUP', says: 'Institutions of one group never meet' },
  },
  async run({ name, 'affiliate-group': affiliateGroup }) {
    print(await askOffice('firm add', { name, ...(affiliateGroup === undefined ? {} : { affiliateGroup }) }))
  },
})
