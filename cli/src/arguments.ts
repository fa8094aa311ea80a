import { parseArgs } from 'node:util'
import { type Command, type Flag, UsageError } from './command.ts'

/** The words of a flag in the usage: `--name NAME`, `--role TRADER|BROKER|STAFF`, `--yes`. */
function flagWords([name, flag]: readonly [string, Flag]): string {
  if (flag.type === 'boolean') return `--${name}`
  return `--${name} ${flag.choices?.join('|') ?? flag.value ?? 'VALUE'}`
}

/** `aitai firm add --name NAME [--affiliate-group GROUP]`, over several lines if it is long. */
export function usageLine(command: Command): string {
  const words = Object.entries(command.flags).map((entry) =>
    entry[1].required ? flagWords(entry) : `[${flagWords(entry)}]`,
  )
  const lines = [`aitai ${typed(command)}`]
  for (const word of words) {
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

/** The help of one command: usage, flags, what else to know. */
export function helpOf(command: Command): string {
  const flags = Object.entries(command.flags).map((entry) => [flagWords(entry), entry[1].says] as const)
  return [
    command.says,
    `Usage:\n  ${usageLine(command).replaceAll('\n', '\n  ')}`,
    `Flags:\n${table([...flags, ['--help', 'Show this and do nothing']])}`,
    ...(command.more ? [command.more] : []),
  ].join('\n\n')
}

const typed = ({ name, operand }: Command): string => (operand ? `${name} ${operand}` : name)

/** The help of a list of commands: all of them, or those of one group. */
export const helpOfAll = (commands: readonly Command[]): string =>
  [
    'aitai: the back office of Aitai. Works on a stopped and on a running server.',
    `Commands:\n${table(commands.map((each) => [typed(each), each.says]))}`,
    'Run `aitai COMMAND --help` for the flags of one. Results are JSON on standard output, unless the help\n' +
      'of a command says otherwise; messages go to standard error.\n' +
      'Exit code 0: done; 1: not done, the message says why; 2: not understood.\n' +
      'DATA_DIR and DATABASE_URL choose the installation, as for the server.',
  ].join('\n\n')

interface Parsed {
  readonly help: boolean
  readonly given: Readonly<Record<string, string | boolean>>
  readonly operands: readonly string[]
}

/** Reads the flags of a command. Throws WrongUsage, naming what is wrong without repeating a value. */
export function parseArguments(command: Command, args: readonly string[]): Parsed {
  const options = Object.fromEntries(
    Object.entries(command.flags).map(([name, { type }]) => [name, { type }]),
  )
  const { values: found, positionals, tokens } = parsed(args, options)
  const values: Readonly<Record<string, string | boolean | undefined>> = found
  if (values.help) return { help: true, given: {}, operands: [] }
  const names = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []))
  const twice = names.find((name, place) => names.indexOf(name) !== place)
  if (twice) throw new UsageError(`--${twice} was given twice`)
  for (const [name, flag] of Object.entries(command.flags)) {
    const value = values[name]
    if (flag.required && value === undefined) throw new UsageError(`--${name} is missing`)
    if (value === '') throw new UsageError(`--${name} is empty`)
    if (flag.choices && typeof value === 'string' && !flag.choices.includes(value))
      throw new UsageError(`--${name} must be one of ${flag.choices.join(', ')}`)
  }
  const operands = command.operand?.split(' ') ?? []
  if (positionals.length > operands.length) throw new UsageError('there are too many words')
  const missing = operands[positionals.length]
  if (missing) throw new UsageError(`${missing} is missing`)
  return { help: false, given: values as Record<string, string | boolean>, operands: positionals }
}

function parsed(args: readonly string[], options: Record<string, { type: 'string' | 'boolean' }>) {
  try {
    const all = { ...options, help: { type: 'boolean', short: 'h' } } as const
    return parseArgs({ args: [...args], options: all, allowPositionals: true, tokens: true })
  } catch (error) {
    // Node's first sentence says what is wrong; the rest is advice that does not fit here.
    throw new UsageError(error instanceof Error ? (error.message.split(/[.\n]/)[0] ?? '') : String(error))
  }
}
