import { sendAdminCommand } from '../admin-client.ts'
import { command, print } from '../command.ts'
import { requiredReason } from '../reason-flag.ts'

export const platformOpen = command({
  name: 'platform open',
  says: 'Open the platform again after it was closed by hand',
  flags: { reason: requiredReason },
  more: 'Works at once, on a running server too. Platform hours stay what they are.',
  async run({ reason }) {
    print(await sendAdminCommand('platform open', { reason }))
  },
})

export const platformClose = command({
  name: 'platform close',
  says: 'Close the platform: nothing is sent, nobody is located',
  flags: { reason: requiredReason },
  more:
    'Works at once, on a running server too, and survives a restart. Open locates are withdrawn, unscored;\n' +
    'both sides are told LOCATE_ERROR. Adverts stay, and can be paused and cancelled.',
  async run({ reason }) {
    print(await sendAdminCommand('platform close', { reason }))
  },
})
