import { sendAdminCommand } from '../admin-client.ts'
import { command, print, UsageError } from '../command.ts'
import { requiredReason } from '../reason-flag.ts'

const target = {
  firm: { type: 'string', value: 'NAME', says: 'The institution, by its name' },
  security: { type: 'string', value: 'RIC', says: 'The security, such as 7203.T' },
} as const

interface Target {
  readonly firm?: string
  readonly security?: string
}

/** The one thing that is named. */
function oneOf({ firm, security }: Target): Target {
  if (firm !== undefined && security === undefined) return { firm }
  if (security !== undefined && firm === undefined) return { security }
  throw new UsageError('give either --firm or --security')
}

export const halt = command({
  name: 'halt',
  says: 'Halt one institution or one security',
  flags: { ...target, reason: requiredReason },
  more:
    'Works at once, on a running server too, and survives a restart. Open locates of it are withdrawn,\n' +
    'unscored; both sides are told LOCATE_ERROR, and nobody is told why. Adverts stay, and can be paused and\n' +
    'cancelled. For everything at once: platform close.',
  async run({ reason, ...given }) {
    print(await sendAdminCommand('halt', { ...oneOf(given), reason }))
  },
})

export const resume = command({
  name: 'resume',
  says: 'End the halt of an institution or a security',
  flags: { ...target, reason: requiredReason },
  async run({ reason, ...given }) {
    print(await sendAdminCommand('resume', { ...oneOf(given), reason }))
  },
})

export const halts = command({
  name: 'halts',
  says: 'List what is halted, by whom, since when and why',
  flags: {},
  async run() {
    print(await sendAdminCommand('halts', {}))
  },
})
