import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import type { AdminCommandArgs } from '@aitai/server/admin/command-arguments.ts'
import type { Impact } from '@aitai/server/admin/impact.ts'
import { sendAdminCommand } from './admin-client.ts'
import { CommandFailed } from './command.ts'
import { counted } from './output.ts'

/** The terminal of the operator. */
interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  /** Standard error, so that the question is seen if the result goes to a file. */
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean }
}

const ownTerminal = (): Terminal => ({ input: process.stdin, output: process.stderr })

/** Whom a command stops. */
export type Affected = AdminCommandArgs<'impact'>

/**
 * Says whom a command affects and asks whether to go on, unless the operator has given --yes. Throws
 * CommandFailed if the answer is not yes, or if there is no terminal to ask.
 */
export async function confirm(
  yes: boolean | undefined,
  what: string,
  affected: Affected,
  terminal = ownTerminal(),
): Promise<void> {
  if (yes) return
  const impact = (await sendAdminCommand('impact', affected)) as Impact
  await confirmOrAbort(`${what} ${impactText(impact)}`, terminal)
}

/** `affects 3 users (2 signed in) and 12 live IOIs.` */
export const impactText = ({ users, signedIn, liveAdverts }: Impact): string =>
  `affects ${counted(users, 'user')} (${signedIn.toLocaleString('en')} signed in) and ${counted(liveAdverts, 'live IOI')}.`

/** Asks for confirmation on a terminal. Throws CommandFailed unless the answer is yes. */
export async function confirmOrAbort(
  sentence: string,
  { input, output }: Terminal = ownTerminal(),
): Promise<void> {
  if (!input.isTTY || !output.isTTY)
    throw new CommandFailed(`${sentence} Nothing was changed. Add --yes to go on without being asked.`)
  const terminal = createInterface({ input, output })
  try {
    // The end of the input is no answer.
    const ended = once(terminal, 'close').then(() => '')
    const answer = await Promise.race([terminal.question(`${sentence}\nGo on? [y/N] `), ended])
    if (!/^y(es)?$/i.test(answer.trim())) throw new CommandFailed('Nothing was changed.')
  } finally {
    terminal.close()
  }
}
