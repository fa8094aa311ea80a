import { sendAdminCommand } from '../admin-client.ts'
import { command, print, UsageError } from '../command.ts'
import { requiredReason } from '../reason-flag.ts'
import { listCommand } from '../simple-commands.ts'

const target = {
  firm: { type: 'string', value: 'NAME', description: 'The institution, by its name' },
  security: { type: 'string', value: 'RIC', description: 'The security, such as 7203.T' },
} as const

interface Target {
  readonly firm?: string
  readonly security?: string
}

/** Exactly one target. Throws UsageError otherwise. */
function oneOf({ firm, security }: Target): Target {
  if (firm !== undefined && security === undefined) return { firm }
  if (security !== undefined && firm === undefined) return { security }
  throw new UsageError('give either --firm or --security')
}

export const halt = command({
  name: 'halt',
  summary: 'Halt one institution or one security',
  flags: { ...target, reason: requiredReason },
  details:
    'Takes effect at once, also on a running server, and survives a restart. Its open locates are withdrawn\n' +
    'without effect on ratings; both sides receive LOCATE_ERROR without the reason. Adverts stay, and can be\n' +
    'paused and cancelled. To halt everything, use platform close.',
  async run({ reason, ...given }) {
    print(await sendAdminCommand('halt', { ...oneOf(given), reason }))
  },
})

export const resume = command({
  name: 'resume',
  summary: 'End the halt of an institution or a security',
  flags: { ...target, reason: requiredReason },
  async run({ reason, ...given }) {
    print(await sendAdminCommand('resume', { ...oneOf(given), reason }))
  },
})

export const halts = listCommand('halts', 'List the current halts: who, since when and why')
