import { sendAdminCommand } from '../admin-client.ts'
import { command, print } from '../command.ts'
import { optionalReason, reasonArgument, requiredReason } from '../reason-flag.ts'

export const firmAdd = command({
  name: 'firm add',
  says: 'Add an institution',
  flags: {
    name: { type: 'string', value: 'NAME', required: true, says: 'Its name, unlike any other' },
    'affiliate-group': { type: 'string', value: 'GROUP', says: 'Institutions of one group never meet' },
    reason: optionalReason,
  },
  async run({ name, 'affiliate-group': affiliateGroup, reason }) {
    const group = affiliateGroup === undefined ? {} : { affiliateGroup }
    print(await sendAdminCommand('firm add', { name, ...group, ...reasonArgument(reason) }))
  },
})

export const firmList = command({
  name: 'firm list',
  says: 'List the institutions, with their brokers',
  flags: {},
  async run() {
    print(await sendAdminCommand('firm list', {}))
  },
})

export const firmDisable = command({
  name: 'firm disable',
  says: 'Shut an institution out: its sessions end, its adverts are paused',
  operand: 'NAME',
  flags: { reason: requiredReason },
  more:
    'Nobody of it can sign in until it is enabled again, and it may use no broker: an open locate of it comes\n' +
    'to nothing. To keep its people signed in, and only stop it from meeting anybody: halt --firm.',
  async run({ reason }, firm) {
    print(await sendAdminCommand('firm disable', { firm, reason }))
  },
})

export const firmEnable = command({
  name: 'firm enable',
  says: 'Let an institution in again, with the brokers it had',
  operand: 'NAME',
  flags: { reason: requiredReason },
  async run({ reason }, firm) {
    print(await sendAdminCommand('firm enable', { firm, reason }))
  },
})
