import { parseArgs } from 'node:util'
import { type Command, type Flag, type Flags, UsageError } from './command.ts'
import { nearestWord } from './suggestion.ts'

/** The flags that every command has. */
export const commonFlags = {
  json: { type: 'boolean', description: 'Print the result as JSON, for programs' },
  help: { type: 'boolean', description: 'Show this and do nothing' },
} as const satisfies Flags

/** A flag in the usage: `--name NAME`, `--role TRADER|BROKER|STAFF`, `--yes`. */
function flagWords([name, flag]: readonly [string, Flag]): string {
  if (flag.type === 'boolean') return `--${name}`
  return `--${name} ${flag.choices?.join('|') ?? flag.value ?? 'VALUE'}`
}

/** `aitai firm add NAME [--affiliate-group GROUP]`, over several lines if it is long. */
export function usageLine(command: Command): string {
  const words = Object.entries(command.flags).map((entry) =>
    entry[1].required ? flagWords(entry) : `[${flagWords(entry)}]`,
  )
  const lines = [`aitai ${typed(command)}`]
  for (const word of [...words, '[--json]']) {
    const line = `${lines.at(-1)} ${word}`
    if (line.length <= 78) lines[lines.length - 1] = line
    else lines.push(`    ${word}`)
  }
  return lines.join('\n')
}

const table = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n')
}

/** The help of one command: summary, usage, flags and details. */
export function helpOf(command: Command): string {
  const flags = Object.entries({ ...command.flags, ...commonFlags }).map(
    (entry) => [flagWords(entry), entry[1].description] as const,
  )
  return [
    command.summary,
    `Usage:\n  ${usageLine(command).replaceAll('\n', '\n  ')}`,
    `Flags:\n${table(flags)}`,
    ...(command.details ? [command.details] : []),
  ].join('\n\n')
}

const typed = ({ name, operand }: Command): string => (operand ? `${name} ${operand}` : name)

/** The help of several commands: all of them, or those of one group. */
export const helpOfAll = (commands: readonly Command[]): string =>
  [
    'aitai: administers an installation of Aitai, whether its server runs or not.',
    `Commands:\n${table(commands.map((each) => [typed(each), each.summary]))}`,
    'Run `aitai COMMAND --help` for the flags of a command. With --json, every command prints its result as JSON.\n' +
      'Results go to standard output, messages to standard error.\n' +
      'FIRM is the name of an institution, BROKER the short name of a broker, EMAIL the address of a user, ADVERT\n' +
      'the id of an IOI, RIC a security such as 7203.T.\n' +
      'Exit code 0: success; 1: failure, the message says why; 2: wrong usage.\n' +
      'DATA_DIR and DATABASE_URL select the installation, as for the server. OPERATOR is your name in the records,\n' +
      'if it is not the name of the system user; OPERATOR_CREDENTIAL_FILE names the file of your credential.',
  ].join('\n\n')

interface Parsed {
  readonly help: boolean
  readonly json: boolean
  readonly given: Readonly<Record<string, string | boolean>>
  readonly operands: readonly string[]
}

/** Parses the arguments of a command. Throws UsageError, which never repeats a value. */
export function parseArguments(command: Command, args: readonly string[]): Parsed {
  const { values: found, positionals, tokens } = parsed(args, { ...command.flags, ...commonFlags })
  const values: Readonly<Record<string, string | boolean | undefined>> = found
  if (values.help) return { help: true, json: false, given: {}, operands: [] }
  const names = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []))
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) throw new UsageError(`--${twice} was given twice`)
  const operands = command.operand?.split(' ') ?? []
  const takesMore = /\.\.\.\]?$/.test(operands.at(-1) ?? '')
  if (positionals.length > operands.length && !takesMore) throw new UsageError('there are too many arguments')
  const missing = operands[positionals.length]
  if (missing && !missing.startsWith('[')) throw new UsageError(`${missing} is missing`)
  for (const [name, flag] of Object.entries(command.flags)) {
    const value = values[name]
    if (flag.required && value === undefined) throw new UsageError(`--${name} is missing`)
    if (value === '') throw new UsageError(`--${name} is empty`)
    if (flag.choices && typeof value === 'string' && !flag.choices.includes(value))
      throw new UsageError(`--${name} must be one of ${flag.choices.join(', ')}`)
  }
  const given = values as Record<string, string | boolean>
  return { help: false, json: given.json === true, given, operands: positionals }
}

function parsed(args: readonly string[], flags: Flags) {
  const options = Object.fromEntries(Object.entries(flags).map(([name, { type }]) => [name, { type }]))
  const all = { ...options, help: { type: 'boolean', short: 'h' } } as const
  try {
    return parseArgs({ args: [...args], options: all, allowPositionals: true, tokens: true })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    // The first sentence of Node's message says what is wrong; the rest does not apply here.
    const [why = ''] = message.split(/[.\n]/)
    const [, unknown = ''] = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? (/'--([^']+)'/.exec(why) ?? []) : []
    const meant = nearestWord(unknown, Object.keys(flags))
    throw new UsageError(meant === null ? why : `${why}. Did you mean --${meant}?`)
  }
}
