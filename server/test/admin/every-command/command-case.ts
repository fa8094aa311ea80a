import type { StaffGrant } from '@aitai/contract/codes.ts'
import type { AdminCommandArgs, AdminCommandName } from '../../../src/admin/command-arguments.ts'
import type { CommandScene } from './command-scene.ts'

/** The call of the console that runs a command, with the same input. */
export interface ConsoleCall {
  /** The name of its route. */
  readonly name: string
  readonly params?: Readonly<Record<string, string>>
  readonly body?: object
}

/** A command with its arguments, and the same on the console; null where the console has no such call. */
export interface CommandRequest<N extends AdminCommandName = AdminCommandName> {
  readonly args: AdminCommandArgs<N>
  readonly call: ConsoleCall | null
}

/** Which row of a command in docs/roles.md it belongs to; null for a command with one row. */
export type CommandForm = 'of members' | 'of staff' | 'reading only' | null

export interface CommandCase<N extends AdminCommandName = AdminCommandName> {
  readonly form?: CommandForm
  /** Who asks. */
  readonly by: StaffGrant
  /** What becomes of it: it is done unless something else is said. */
  readonly outcome?: 'DONE' | 'APPROVAL_NEEDED' | 'INVALID' | 'SERVER_RUNS'
  /** Whether it may be repeated without a second person once it was done: it then weakens nothing. */
  readonly isRepeatable?: boolean
  /** Makes what it needs, which nothing else uses. */
  prepare(scene: CommandScene): Promise<CommandRequest<N>>
  /** A request that differs from the prepared one; null where arguments make no difference. */
  alters?(request: CommandRequest<N>, scene: CommandScene): Promise<CommandRequest<N> | null>
  /** Ends an effect that would disturb other cases. */
  undo?(scene: CommandScene): Promise<void>
}

export type CasesOf<N extends AdminCommandName> = { readonly [Name in N]: readonly CommandCase<Name>[] }

/** A request whose call has the command's arguments as its body. */
export const sameInput = <N extends AdminCommandName>(
  args: AdminCommandArgs<N>,
  name: string,
): CommandRequest<N> => ({ args, call: { name, body: args } })

/** A command without arguments that a call of the console shows. */
export const shownBy =
  (name: string) =>
  async (): Promise<{ readonly args: Record<never, never>; readonly call: ConsoleCall }> => ({
    args: {},
    call: { name },
  })

/** A command that the console does not have. */
export const onlyCommand = <A>(args: A): { readonly args: A; readonly call: null } => ({ args, call: null })
