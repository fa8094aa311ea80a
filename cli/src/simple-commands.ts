import { sendAdminCommand } from './admin-client.ts'
import { type Command, command, print } from './command.ts'
import { requiredReason } from './reason-flag.ts'

type ListName = 'firm list' | 'broker list' | 'user list' | 'halts' | 'status'

/** A command without arguments that prints its result. */
export const listCommand = (name: ListName, summary: string): Command =>
  command({
    name,
    summary,
    flags: {},
    async run() {
      print(await sendAdminCommand(name, {}))
    },
  })

const subjects = { firm: 'NAME', broker: 'SHORT', user: 'EMAIL' } as const

/** A command that disables or enables an institution, a broker or a user, with a reason. */
export const switchCommand = (
  name: `${keyof typeof subjects} ${'disable' | 'enable'}`,
  help: Pick<Command, 'summary' | 'details'>,
): Command => {
  const subject = name.split(' ')[0] as keyof typeof subjects
  return command({
    name,
    ...help,
    operand: subjects[subject],
    flags: { reason: requiredReason },
    async run({ reason }, named) {
      const args = { firm: { firm: named }, broker: { shortName: named }, user: { email: named } }[subject]
      print(await sendAdminCommand(name, { ...args, reason } as never))
    },
  })
}
