import type { HaltResult, PrintedHalt } from '@aitai/server/admin/halts.ts'
import { sendAdminCommand } from '../admin-client.ts'
import { type CommandOutput, command } from '../command.ts'
import { confirm, confirmOrAbort } from '../confirmation.ts'
import { requiredReason, yesFlag } from '../flags.ts'
import { tableOf } from '../output.ts'

const effect =
  'Takes effect at once, also on a running server, and survives a restart. Its open locates are withdrawn\n' +
  'without effect on ratings; both sides receive LOCATE_ERROR without the reason. IOIs stay, and can be\n' +
  'paused and cancelled. To halt everything, use platform close.'

export const firmHalt = command({
  name: 'firm halt',
  summary: 'Stop matching for one institution; its users stay signed in',
  operand: 'FIRM',
  flags: { reason: requiredReason, yes: yesFlag },
  details: effect,
  async run({ reason, yes }, firm) {
    await confirm(yes, `Halting ${firm}`, { firm, reason })
    return halted(await sendAdminCommand('halt', { firm, reason }))
  },
})

export const firmResume = command({
  name: 'firm resume',
  summary: 'End the halt of an institution',
  operand: 'FIRM',
  flags: { reason: requiredReason },
  async run({ reason }, firm) {
    return halted(await sendAdminCommand('resume', { firm, reason }))
  },
})

export const securityHalt = command({
  name: 'security halt',
  summary: 'Stop matching in one security',
  operand: 'RIC',
  flags: { reason: requiredReason, yes: yesFlag },
  details: effect,
  async run({ reason, yes }, security) {
    // Counting its IOIs would show which securities somebody wants to trade.
    if (!yes) await confirmOrAbort(`Halting ${security} withdraws its open locates.`)
    return halted(await sendAdminCommand('halt', { security, reason }))
  },
})

export const securityResume = command({
  name: 'security resume',
  summary: 'End the halt of a security',
  operand: 'RIC',
  flags: { reason: requiredReason },
  async run({ reason }, security) {
    return halted(await sendAdminCommand('resume', { security, reason }))
  },
})

export const platformClose = command({
  name: 'platform close',
  summary: 'Close the platform: no IOIs are accepted, nothing is matched',
  flags: { reason: requiredReason, yes: yesFlag },
  details:
    'Takes effect at once, also on a running server, and survives a restart. Open locates are withdrawn without\n' +
    'effect on ratings; both sides receive LOCATE_ERROR. IOIs stay, and can be paused and cancelled.',
  async run({ reason, yes }) {
    await confirm(yes, 'Closing the platform', { reason })
    return halted(await sendAdminCommand('platform close', { reason }))
  },
})

export const platformOpen = command({
  name: 'platform open',
  summary: 'Open the platform again after platform close',
  flags: { reason: requiredReason },
  details: 'Takes effect at once, also on a running server. Platform hours stay unchanged.',
  async run({ reason }) {
    return halted(await sendAdminCommand('platform open', { reason }))
  },
})

function halted(sent: unknown): CommandOutput {
  const result = sent as HaltResult
  const [stopped, goesOn] = result.what === 'PLATFORM' ? ['closed', 'open'] : ['halted', 'not halted']
  const state = result.halted ? stopped : goesOn
  const text = `${result.name ?? 'The platform'} ${result.changed ? `is ${state}` : `was ${state} already`}.`
  return { result, text }
}

export const haltList = command({
  name: 'halt list',
  summary: 'List the current halts: who, since when and why',
  flags: {},
  async run() {
    const halts = (await sendAdminCommand('halts', {})) as readonly PrintedHalt[]
    const text = tableOf(
      halts,
      {
        Halted: ({ name }) => name ?? 'The platform',
        Since: ({ since }) => since,
        By: ({ by }) => by,
        Reason: ({ reason }) => reason,
      },
      'Nothing is halted.',
    )
    return { result: halts, text }
  },
})
