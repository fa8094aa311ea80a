import type { PrintedAdvert } from '@aitai/server/admin/adverts/adverts.ts'
import { sendAdminCommand } from '../admin-client.ts'
import { command } from '../command.ts'
import { confirmOrAbort } from '../confirmation.ts'
import { firmFlag, requiredReason, securityFlag, userFlag, yesFlag } from '../flags.ts'
import { tableOf } from '../output.ts'

export const advertList = command({
  name: 'advert list',
  summary: 'List the IOIs that are sent and have not ended',
  flags: { firm: firmFlag, user: userFlag, security: securityFlag, reason: requiredReason },
  details:
    'Shows IOIs of users, so your name and reason are written to the journal before anything is shown.',
  async run({ firm, user, security, reason }) {
    const filter = {
      ...(firm === undefined ? {} : { firm }),
      ...(user === undefined ? {} : { user }),
      ...(security === undefined ? {} : { security }),
    }
    const adverts = (await sendAdminCommand('advert list', { ...filter, reason })) as readonly PrintedAdvert[]
    const text = tableOf(
      adverts,
      {
        ADVERT: ({ advertId }) => advertId,
        Institution: (advert) => advert.firm,
        User: (advert) => advert.user,
        Side: ({ direction }) => direction,
        Security: (advert) => advert.security,
        Shares: ({ shareQuantity }) => shareQuantity,
        Status: ({ status }) => status,
        Sent: ({ sentAt }) => sentAt,
        Ends: ({ expiresAt }) => expiresAt,
      },
      'There are no such IOIs.',
    )
    return { result: adverts, text }
  },
})

export const advertCancel = command({
  name: 'advert cancel',
  summary: 'Cancel one IOI; its owner is notified that the operator did',
  operand: 'ADVERT',
  flags: { reason: requiredReason, yes: yesFlag },
  details:
    'advert list shows the ids. Your name and reason are in the journal; the owner sees neither. An IOI in a locate is\n' +
    'not cancelled: firm halt withdraws the locate. The owner can send it again: to prevent that, use firm halt,\n' +
    'security halt or user disable.',
  async run({ reason, yes }, advert) {
    if (!yes) await confirmOrAbort(`Cancelling the IOI ${advert} cannot be undone.`)
    const result = await sendAdminCommand('advert cancel', { advert, reason })
    const { changed } = result as { changed: boolean }
    return { result, text: `The IOI ${advert} ${changed ? 'is cancelled' : 'was cancelled already'}.` }
  },
})
