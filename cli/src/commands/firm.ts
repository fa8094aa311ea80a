import type { Yen } from '@aitai/engine/model/price.ts'
import type { PrintedFirm } from '@aitai/server/admin/firms.ts'
import { sendAdminCommand } from '../admin-client.ts'
import { command, UsageError } from '../command.ts'
import { optionalReason, reasonArgument, requiredFactorFlag, requiredReason } from '../flags.ts'
import { cellText, tableOf } from '../output.ts'
import { disableCommand, enableCommand } from '../simple-commands.ts'

export const firmAdd = command({
  name: 'firm add',
  summary: 'Add an institution',
  operand: 'FIRM',
  flags: {
    'affiliate-group': {
      type: 'string',
      value: 'GROUP',
      description: 'Institutions of one group never match each other',
    },
    reason: optionalReason,
  },
  details: "FIRM is its name, unlike any other.\n\n  aitai firm add 'Alder Asset Management'",
  async run({ 'affiliate-group': affiliateGroup, reason }, name) {
    const group = affiliateGroup === undefined ? {} : { affiliateGroup }
    const result = await sendAdminCommand('firm add', { name, ...group, ...reasonArgument(reason) })
    return { result, text: `${(result as { name: string }).name} is added.` }
  },
})

const inYen = (limit: Yen | null): string => (limit === null ? 'none' : limit.toLocaleString('en'))

export const firmList = command({
  name: 'firm list',
  summary: 'List the institutions, with their brokers',
  flags: {},
  async run() {
    const firms = (await sendAdminCommand('firm list', {})) as readonly PrintedFirm[]
    const text = tableOf(
      firms,
      {
        Institution: ({ name }) => name,
        Group: ({ affiliateGroup }) => affiliateGroup,
        Active: ({ active }) => active,
        Users: ({ users }) => users,
        Brokers: ({ brokers }) => brokers,
        'Largest notional': ({ largestNotional }) => inYen(largestNotional),
        'All live': ({ largestLiveNotional }) => inYen(largestLiveNotional),
        'Shows traders': ({ showsTraders }) => showsTraders,
        'OMS answers': ({ omsAnswers }) => omsAnswers,
        'Sign-in': ({ requiredFactor }) => requiredFactor,
      },
      'There are no institutions.',
    )
    return { result: firms, text }
  },
})

/** Whole yen such as 5,000,000,000, or null for 'none'. Throws UsageError. */
function sizeLimitOf(flag: string, text: string): Yen | null {
  if (text === 'none') return null
  if (!/^\d{1,3}(,?\d{3})*$/.test(text)) throw new UsageError(`--${flag} must be whole yen, or none`)
  return Number(text.replaceAll(',', ''))
}

const yenOrNone = { type: 'string', value: 'YEN|none' } as const

export const firmChange = command({
  name: 'firm change',
  summary:
    'Change the limits of an institution, its group, its sign-in, or what brokers and order systems may do',
  operand: 'FIRM',
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
      choices: ['on', 'off'],
      description: 'Whether brokers see names and phones of its traders under an agreement; at first off',
    },
    'oms-answers': {
      type: 'string',
      choices: ['on', 'off'],
      description: 'Whether its order management systems answer locates; at first off',
    },
    'affiliate-group': {
      type: 'string',
      value: 'GROUP|none',
      description: 'Institutions of one group never match each other',
    },
    'required-factor': requiredFactorFlag,
    reason: requiredReason,
  },
  details:
    'A size limit applies at once to every IOI that is sent, changed, resumed, uploaded or restored. Live IOIs stay live.\n' +
    'A required passkey applies from the next sign-in; those without one can sign in for 14 days only to add it.\n\n' +
    "  aitai firm change 'Alder Capital' --largest-notional 5,000,000,000 --reason 'agreed with its risk desk'",
  async run(given, firm) {
    const {
      'largest-notional': one,
      'largest-live-notional': all,
      'shows-traders': shown,
      'oms-answers': oms,
      'affiliate-group': group,
      'required-factor': requiredFactor,
      reason,
    } = given
    const settings = {
      ...(one === undefined ? {} : { largestNotional: sizeLimitOf('largest-notional', one) }),
      ...(all === undefined ? {} : { largestLiveNotional: sizeLimitOf('largest-live-notional', all) }),
      ...(shown === undefined ? {} : { showsTraders: shown === 'on' }),
      ...(oms === undefined ? {} : { omsAnswers: oms === 'on' }),
      ...(group === undefined ? {} : { affiliateGroup: group === 'none' ? null : group }),
      ...(requiredFactor === undefined ? {} : { requiredFactor }),
    }
    if (Object.keys(settings).length === 0) throw new UsageError('no change is given')
    const result = (await sendAdminCommand('firm change', { firm, reason, ...settings })) as FirmChanged
    const { largestNotional, largestLiveNotional, showsTraders, omsAnswers, affiliateGroup } = result
    const now = [
      `largest notional ${inYen(largestNotional)}`,
      `all live ${inYen(largestLiveNotional)}`,
      `shows traders ${cellText(showsTraders)}`,
      `OMS answers ${cellText(omsAnswers)}`,
      `group ${affiliateGroup ?? 'none'}`,
      `sign-in with ${result.requiredFactor}`,
    ].join(', ')
    return { result, text: `${result.firm} ${result.changed ? 'has now' : 'had already'}: ${now}.` }
  },
})

type FirmSetting =
  | 'largestNotional'
  | 'largestLiveNotional'
  | 'showsTraders'
  | 'omsAnswers'
  | 'affiliateGroup'
  | 'requiredFactor'

interface FirmChanged extends Pick<PrintedFirm, FirmSetting> {
  readonly firm: string
  readonly changed: boolean
}

export const firmRename = command({
  name: 'firm rename',
  summary: 'Change the name of an institution',
  operand: 'FIRM',
  flags: {
    to: { type: 'string', value: 'NAME', required: true, description: 'The new name, unlike any other' },
    reason: requiredReason,
  },
  details:
    'Takes effect at once, also in exports of earlier days: records hold the id of an institution. The new name is in\n' +
    'the audit trail beside the old one.',
  async run({ to, reason }, firm) {
    const result = (await sendAdminCommand('firm rename', { firm, to, reason })) as FirmRenamed
    const { before, name, changed } = result
    return { result, text: changed ? `${before} is now named ${name}.` : `${name} had that name already.` }
  },
})

interface FirmRenamed {
  readonly before: string
  readonly name: string
  readonly changed: boolean
}

export const firmDisable = disableCommand('firm', {
  summary: 'Disable an institution: its sessions end, its IOIs are paused',
  details:
    'Its users cannot sign in until it is enabled again, and it may use no broker, so its open locates fail.\n' +
    'To stop only its matching and keep its users signed in, use firm halt.',
})

export const firmEnable = enableCommand('firm', {
  summary: 'Enable an institution again, with the brokers it had',
})
