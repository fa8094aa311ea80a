import { sendAdminCommand } from './admin-client.ts'
import { type Command, type CommandOutput, command } from './command.ts'
import { confirm } from './confirmation.ts'
import { requiredReason, yesFlag } from './flags.ts'
import { counted } from './output.ts'

const subjects = { firm: 'FIRM', broker: 'BROKER', user: 'EMAIL' } as const
type Subject = keyof typeof subjects

const argumentsOf = {
  firm: (name: string) => ({ firm: name }),
  broker: (name: string) => ({ shortName: name }),
  user: (name: string) => ({ email: name }),
} as const satisfies Record<Subject, (name: string) => object>

interface Help extends Pick<Command, 'summary' | 'details'> {}

/** A command that disables an institution, a broker or a user, with a reason. It asks first. */
export const disableCommand = (subject: Subject, help: Help): Command =>
  command({
    name: `${subject} disable`,
    ...help,
    operand: subjects[subject],
    flags: { reason: requiredReason, yes: yesFlag },
    async run({ reason, yes }, named) {
      await confirm(yes, `Disabling ${named}`, { [subject]: named, reason })
      return await switched(subject, 'disable', named, reason)
    },
  })

/** A command that enables one again. */
export const enableCommand = (subject: Subject, help: Help): Command =>
  command({
    name: `${subject} enable`,
    ...help,
    operand: subjects[subject],
    flags: { reason: requiredReason },
    run: ({ reason }, named) => switched(subject, 'enable', named, reason),
  })

interface EnableResult {
  readonly firm?: string
  readonly shortName?: string
  readonly email?: string
  readonly active: boolean
  readonly changed: boolean
  readonly sessionsEnded?: number
}

async function switched(
  subject: Subject,
  verb: 'disable' | 'enable',
  named: string,
  reason: string,
): Promise<CommandOutput> {
  const sent = { ...argumentsOf[subject](named), reason }
  const result = (await sendAdminCommand(`${subject} ${verb}`, sent as never)) as EnableResult
  const { firm, shortName, email, active, changed, sessionsEnded = 0 } = result
  const name = firm ?? shortName ?? email ?? named
  const now = active ? 'enabled' : 'disabled'
  const message = changed ? `${name} is ${now}.` : `${name} was ${now} already.`
  return {
    result,
    text: sessionsEnded > 0 ? `${message} ${counted(sessionsEnded, 'session')} ended.` : message,
  }
}
