import { sendAdminCommand } from '../admin-client.ts'
import { command, print } from '../command.ts'
import { optionalReason, reasonArgument, requiredReason } from '../reason-flag.ts'

export const firmAdd = command({
  name: 'firm add',
  summary: 'Add an institution',
  flags: {
    name: { type: 'string', value: 'NAME', required: true, description: 'Its name, unlike any other' },
    'affiliate-group': {
      type: 'string',
      value: 'GROUP',
      description: 'Institutions of one group never match each other',
    },
    reason: optionalReason,
  },
  async run({ name, 'affiliate-group': affiliateGroup, reason }) {
    const group = affiliateGroup === undefined ? {} : { affiliateGroup }
    print(await sendAdminCommand('firm add', { name, ...group, ...reasonArgument(reason) }))
  },
})

export const firmList = command({
  name: 'firm list',
  summary: 'List the institutions, with their brokers',
  flags: {},
  async run() {
    print(await sendAdminCommand('firm list', {}))
  },
})

export const firmDisable = command({
  name: 'firm disable',
  summary: 'Disable an institution: its sessions end, its adverts are paused',
  operand: 'NAME',
  flags: { reason: requiredReason },
  details:
    'Its users cannot sign in until it is enabled again, and it may use no broker, so its open locates fail.\n' +
    'To stop only its matching and keep its users signed in, use halt --firm.',
  async run({ reason }, firm) {
    print(await sendAdminCommand('firm disable', { firm, reason }))
  },
})

export const firmEnable = command({
  name: 'firm enable',
  summary: 'Enable an institution again, with the brokers it had',
  operand: 'NAME',
  flags: { reason: requiredReason },
  async run({ reason }, firm) {
    print(await sendAdminCommand('firm enable', { firm, reason }))
  },
})
