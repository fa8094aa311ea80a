import { operationsOutbox, showRating } from '@aitai/contract/routes/console/support.ts'
import type { UnsentMessage } from '@aitai/contract/schemas/console/support.ts'
import { isoTime } from '@aitai/engine/calendar/iso-times.ts'
import { mostUnsent, type PrintedMessage } from '../../admin/outbox-listing.ts'
import type { PrintedRating } from '../../admin/users/user-rating.ts'
import type { AppContext } from '../../context.ts'
import { isContactSubject } from '../../messages/account-mails.ts'
import { serve } from '../serve.ts'
import { runConsoleCommand } from './console-command.ts'

/** The outbox and the ratings, on the operators' console (docs/decisions/0158-console-users.md). */
export function supportCalls(app: AppContext): void {
  serve(app, operationsOutbox, async (_, session) => {
    const listed = await runConsoleCommand(app, session, 'outbox', { unsent: true })
    const messages = (listed as readonly PrintedMessage[]).map(unsentOf).toReversed()
    return { at: isoTime(app.now()), messages, isComplete: messages.length < mostUnsent }
  })

  serve(app, showRating, async ({ userId: email }, session) => {
    const shown = (await runConsoleCommand(app, session, 'rating show', { email })) as PrintedRating
    return { ...shown, events: [...shown.events] }
  })
}

/** What the page shows of a message: neither its text nor a telephone number, nor the name in a subject. */
const unsentOf = (message: PrintedMessage): UnsentMessage => ({
  id: message.id,
  at: message.at,
  kind: message.kind === 'sms' ? 'sms' : 'mail',
  recipient: message.kind === 'sms' ? message.recipient.slice(-2) : message.recipient,
  subject: message.subject === '' || isContactSubject(message.subject) ? null : message.subject,
  tries: message.tries,
  fault: message.fault,
  nextAt: message.nextAt,
  goodUntil: message.goodUntil,
  givenUpAt: message.givenUpAt,
  isReadable: message.isReadable,
})
