import { sendAdminCommand } from '../admin-client.ts'
import { command, print, UsageError } from '../command.ts'
import { optionalReason, reasonArgument, requiredReason } from '../reason-flag.ts'
import { listCommand, switchCommand } from '../simple-commands.ts'

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

export const firmList = listCommand('firm list', 'List the institutions, with their brokers')

/** Whole yen such as 5,000,000,000, or null for 'none'. Throws UsageError. */
function sizeLimitOf(flag: string, text: string): number | null {
  if (text === 'none') return null
  if (!/^\d{1,3}(,?\d{3})*$/.test(text)) throw new UsageError(`--${flag} must be whole yen, or none`)
  return Number(text.replaceAll(',', ''))
}

const yenOrNone = { type: 'string', value: 'YEN|none' } as const

export const firmChange = command({
  name: 'firm change',
  summary: 'Change the size limits of an institution, or whether brokers see its traders',
  operand: 'NAME',
  flags: {
    'largest-notional': {
      ...yenOrNone,
      description: 'The largest notional of one IOI; at first 20,000,000,000',
    },
    'largest-live-notional': {
      ...yenOrNone,
      description: 'The largest notional of all its live IOIs together; at first none',
    },
    'shows-traders': {
      type: 'string',
      value: 'on|off',
      description: 'Whether brokers see names and phones of its traders under an agreement; at first off',
    },
    reason: requiredReason,
  },
  details:
    'A size limit applies at once to every IOI that is sent, changed, resumed, uploaded or restored. Live IOIs stay live.\n\n' +
    "  aitai firm change 'Alder Capital' --largest-notional 5,000,000,000 --reason 'agreed with its risk desk'",
  async run(given, firm) {
    const limits = {
      largestNotional: given['largest-notional'],
      largestLiveNotional: given['largest-live-notional'],
    }
    const changes = {
      ...(limits.largestNotional === undefined
        ? {}
        : { largestNotional: sizeLimitOf('largest-notional', limits.largestNotional) }),
      ...(limits.largestLiveNotional === undefined
        ? {}
        : { largestLiveNotional: sizeLimitOf('largest-live-notional', limits.largestLiveNotional) }),
    }
    const shown = given['shows-traders']
    if (shown !== undefined && shown !== 'on' && shown !== 'off')
      throw new UsageError('--shows-traders must be on or off')
    const settings = { ...changes, ...(shown === undefined ? {} : { showsTraders: shown === 'on' }) }
    if (Object.keys(settings).length === 0) throw new UsageError('no change is given')
    print(await sendAdminCommand('firm change', { firm, reason: given.reason, ...settings }))
  },
})

export const firmDisable = switchCommand('firm disable', {
  summary: 'Disable an institution: its sessions end, its adverts are paused',
  details:
    'Its users cannot sign in until it is enabled again, and it may use no broker, so its open locates fail.\n' +
    'To stop only its matching and keep its users signed in, use halt --firm.',
})

export const firmEnable = switchCommand('firm enable', {
  summary: 'Enable an institution again, with the brokers it had',
})
