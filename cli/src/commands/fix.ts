import { isoTime } from '@aitai/engine/calendar/iso-times.ts'
import type {
  FixCommandArgs,
  PrintedLogEntry,
  PrintedSession,
} from '@aitai/gateway/operations/session-commands.ts'
import { type CommandOutput, command, UsageError } from '../command.ts'
import { confirmOrAbort } from '../confirmation.ts'
import { sendToGateway } from '../fix-gateway.ts'
import { yesFlag } from '../flags.ts'
import { alignColumns, tableOf } from '../output.ts'

const reasonFlag = {
  type: 'string',
  value: 'TEXT',
  required: true,
  description: 'Why; written to the log of the session with your name',
} as const

const phases: Readonly<Record<PrintedSession['phase'], string>> = {
  disconnected: 'disconnected',
  loggedOn: 'logged on',
  loggingOut: 'logging out',
}

export const fixSessionList = command({
  name: 'fix list',
  summary: 'List the sessions of the FIX gateway on this machine',
  flags: {},
  details: 'FIX_DATA_DIR selects the gateway. Next in and next out are the numbers of the next messages.',
  async run() {
    const sessions = (await sendToGateway('fix list', {})) as readonly PrintedSession[]
    const columns = {
      Session: ({ session }: PrintedSession) => session,
      Counterparty: ({ counterparty }: PrintedSession) => counterparty,
      Version: ({ version }: PrintedSession) => version,
      Type: ({ type }: PrintedSession) => type,
      User: ({ user }: PrintedSession) => user,
      State: stateOf,
      'Next in': ({ nextIn }: PrintedSession) => nextIn,
      'Next out': ({ nextOut }: PrintedSession) => nextOut,
      'Last heard': ({ lastReceivedAt }: PrintedSession) => isoTime(lastReceivedAt),
      'In work': ({ inWork }: PrintedSession) => inWork,
    }
    return { result: sessions, text: tableOf(sessions, columns, 'There are no sessions.') }
  },
})

const stateOf = ({ isEnabled, phase }: PrintedSession): string => (isEnabled ? phases[phase] : 'disabled')

export const fixSessionEnable = command({
  name: 'fix enable',
  summary: 'Take the Logons of a session again',
  operand: 'SESSION',
  flags: { reason: reasonFlag },
  run: async ({ reason }, session = '') => changed(await sendToGateway('fix enable', { session, reason })),
})

export const fixSessionDisable = command({
  name: 'fix disable',
  summary: 'Log a session out, and take no Logon of it until it is enabled',
  operand: 'SESSION',
  flags: { reason: reasonFlag, yes: yesFlag },
  details: 'It stays disabled after a restart of the gateway. Its orders stay as they are.',
  async run({ reason, yes }, session = '') {
    if (!yes) await confirmOrAbort(`Disabling ${session} logs its counterparty out.`)
    return changed(await sendToGateway('fix disable', { session, reason }))
  },
})

export const fixSessionReset = command({
  name: 'fix reset',
  summary: 'Start both numbers of a session again at 1',
  operand: 'SESSION',
  flags: { reason: reasonFlag, yes: yesFlag },
  details:
    'The counterparty is logged out, and must reset its numbers, too. What it has not received is lost.',
  async run({ reason, yes }, session = '') {
    if (!yes)
      await confirmOrAbort(`Resetting ${session} logs its counterparty out, and deletes what was sent.`)
    return changed(await sendToGateway('fix reset', { session, reason }))
  },
})

export const fixSessionSeqnum = command({
  name: 'fix seqnum',
  summary: 'Set the numbers of the next messages of a session',
  operand: 'SESSION',
  flags: {
    in: { type: 'string', value: 'N', description: 'The number that is expected next; as it is without it' },
    out: { type: 'string', value: 'N', description: 'The number that is sent next; as it is without it' },
    reason: reasonFlag,
    yes: yesFlag,
  },
  details: 'The counterparty is logged out. Agree the numbers with it first.',
  async run({ in: nextIn, out: nextOut, reason, yes }, session = '') {
    if (nextIn === undefined && nextOut === undefined) throw new UsageError('give --in, --out or both')
    const given = { in: seqNumOf('in', nextIn), out: seqNumOf('out', nextOut) }
    if (!yes) await confirmOrAbort(`Changing the numbers of ${session} logs its counterparty out.`)
    const sessions = (await sendToGateway('fix list', {})) as readonly PrintedSession[]
    const now = sessions.find((each) => each.session === session)
    const args: FixCommandArgs<'fix seqnum'> = {
      session,
      reason,
      nextIn: given.in ?? now?.nextIn ?? 1,
      nextOut: given.out ?? now?.nextOut ?? 1,
    }
    return changed(await sendToGateway('fix seqnum', args))
  },
})

function seqNumOf(flag: string, text: string | undefined): number | null {
  if (text === undefined) return null
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`--${flag} must be a whole number from 1`)
  return Number(text)
}

function changed(result: unknown): CommandOutput {
  const session = result as PrintedSession
  const { nextIn, nextOut } = session
  const text = `${session.session} is ${stateOf(session)}; next in ${nextIn}, next out ${nextOut}.`
  return { result, text }
}

export const fixLog = command({
  name: 'fix log',
  summary: 'Show the newest messages and events of a session',
  operand: 'SESSION',
  flags: { last: { type: 'string', value: 'N', description: 'How many; 50 without it, 500 at most' } },
  details:
    'Orders and reports appear by type (35) and number (34) alone, unless the gateway runs with FIX_LOG_MESSAGES=on.\n' +
    'Passwords are hidden.',
  async run({ last = '50' }, session = '') {
    const entries = (await sendToGateway('fix log', {
      session,
      last: seqNumOf('last', last) ?? 50,
    })) as readonly PrintedLogEntry[]
    const rows = entries.map(({ at, direction, text }) => [isoTime(at), direction, text])
    const lines = rows.length === 0 ? ['Nothing since the gateway was started.'] : alignColumns(rows, '')
    return { result: entries, text: lines.join('\n') }
  },
})
