/** What a flag is: `--name VALUE`, or a switch. */
export interface Flag {
  readonly type: 'string' | 'boolean'
  /** What stands for the value in the help. */
  readonly value?: string
  readonly required?: boolean
  /** The only values there are. */
  readonly choices?: readonly string[]
  readonly says: string
}

export type Flags = Readonly<Record<string, Flag>>

type ValueOf<F extends Flag> = F extends { type: 'boolean' }
  ? boolean
  : F extends { choices: readonly (infer C)[] }
    ? C
    : string

/** The flags as they were given: a switch is true or absent. */
export type FlagValues<F extends Flags> = {
  readonly [K in keyof F as F[K] extends { required: true } ? K : never]: ValueOf<F[K]>
} & {
  readonly [K in keyof F as F[K] extends { required: true } ? never : K]?: ValueOf<F[K]>
}

export interface Command<F extends Flags = Flags> {
  /** As it is typed, such as 'firm add'. */
  readonly name: string
  /** One line for the list of commands. */
  readonly says: string
  /** What must follow besides flags, such as FILE.csv: one word for each. */
  readonly operand?: string
  readonly flags: F
  /** More for its own help, such as an example. */
  readonly more?: string
  /** Does it and prints the result. Throws WrongUsage or Failed. */
  run(given: FlagValues<F>, ...operands: string[]): Promise<void>
}

/** Declares a command, with its flags typed by their table. */
export const command = <const F extends Flags>(declared: Command<F>): Command =>
  declared as unknown as Command

/** Asked in a way that does not exist: the usage is shown and the exit code is 2. */
export class UsageError extends Error {}

/** Not done, and why, in one line: the exit code is 1. */
export class CommandFailed extends Error {}

/** Results are JSON on standard output; everything else is said on standard error. */
export const print = (result: unknown): void => console.log(JSON.stringify(result, null, 2))
