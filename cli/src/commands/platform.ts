import { sendAdminCommand } from '../admin-client.ts'
import { command, print } from '../command.ts'
import { requiredReason } from '../reason-flag.ts'

export const platformOpen = command({
  name: 'platform open',
  summary: 'Open the platform again after platform close',
  flags: { reason: requiredReason },
  details: 'Takes effect at once, also on a running server. Platform hours stay unchanged.',
  async run({ reason }) {
    print(await sendAdminCommand('platform open', { reason }))
  },
})

export const platformClose = command({
  name: 'platform close',
  summary: 'Close the platform: no adverts are accepted, nothing is matched',
  flags: { reason: requiredReason },
  details:
    'Takes effect at once, also on a running server, and survives a restart. Open locates are withdrawn without\n' +
    'effect on ratings; both sides receive LOCATE_ERROR. Adverts stay, and can be paused and cancelled.',
  async run({ reason }) {
    print(await sendAdminCommand('platform close', { reason }))
  },
})
