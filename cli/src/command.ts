/** A flag: `--name VALUE`, or a boolean. */
export interface Flag {
  readonly type: 'string' | 'boolean'
  /** The placeholder of the value in the help. */
  readonly value?: string
  readonly required?: boolean
  /** The allowed values. */
  readonly choices?: readonly string[]
  readonly description: string
}

export type Flags = Readonly<Record<string, Flag>>

type ValueOf<F extends Flag> = F extends { type: 'boolean' }
  ? boolean
  : F extends { choices: readonly (infer C)[] }
    ? C
    : string

/** The values of the flags; a boolean is true or absent. */
type FlagValues<F extends Flags> = {
  readonly [K in keyof F as F[K] extends { required: true } ? K : never]: ValueOf<F[K]>
} & {
  readonly [K in keyof F as F[K] extends { required: true } ? never : K]?: ValueOf<F[K]>
}

/** What a command prints: text for people or, with --json, its result for programs. */
export interface CommandOutput {
  /** Printed as JSON with --json. */
  readonly result: unknown
  /** Printed otherwise; absent if the command has written to standard output itself. */
  readonly text?: string
  /** What to know or to do next. Goes to standard error, with --json too. */
  readonly notes?: readonly string[]
  /** Why the exit code is 1 although there is a result. */
  readonly failure?: string
}

export interface Command<F extends Flags = Flags> {
  /** The words of the command, such as 'firm add'. */
  readonly name: string
  /** One line for the list of commands. */
  readonly summary: string
  /** The required operands, such as 'FILE.csv', separated by spaces; a last one in '[NAME...]' takes any number, also none. */
  readonly operand?: string
  /** Its own flags. Every command has --json and --help as well. */
  readonly flags: F
  /** Details for the command's own help, such as an example. */
  readonly details?: string
  /** Runs the command. Throws UsageError or CommandFailed. */
  run(given: FlagValues<F> & { readonly json?: boolean }, ...operands: string[]): Promise<CommandOutput>
}

/** Declares a command, with its flags typed by their table. */
export const command = <const F extends Flags>(declared: Command<F>): Command =>
  declared as unknown as Command

/** Wrong usage: the usage is printed and the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The command failed, with a message of one line: the exit code is 1. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
}
