import { parseArgs } from 'node:util'
import { type Command, type Flag, UsageError } from './command.ts'

/** A flag in the usage: `--name NAME`, `--role TRADER|BROKER|STAFF`, `--yes`. */
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

/** The help of one command: summary, usage, flags and details. */
export function helpOf(command: Command): string {
  const flags = Object.entries(command.flags).map(
    (entry) => [flagWords(entry), entry[1].description] as const,
  )
  return [
    command.summary,
    `Usage:\n  ${usageLine(command).replaceAll('\n', '\n  ')}`,
    `Flags:\n${table([...flags, ['--help', 'Show this and do nothing']])}`,
    ...(command.details ? [command.details] : []),
  ].join('\n\n')
}

const typed = ({ name, operand }: Command): string => (operand ? `${name} ${operand}` : name)

/** The help of several commands: all of them, or those of one group. */
export const helpOfAll = (commands: readonly Command[]): string =>
  [
    'aitai: administers an installation of Aitai, whether its server runs or not.',
    `Commands:\n${table(commands.map((each) => [typed(each), each.summary]))}`,
    'Run `aitai COMMAND --help` for the flags of a command. Results are JSON on standard output, unless the\n' +
      'help of a command says otherwise; messages go to standard error.\n' +
      'Exit code 0: success; 1: failure, the message says why; 2: wrong usage.\n' +
      'DATA_DIR and DATABASE_URL select the installation, as for the server.',
  ].join('\n\n')

interface Parsed {
  readonly help: boolean
  readonly given: Readonly<Record<string, string | boolean>>
  readonly operands: readonly string[]
}

/** Parses the arguments of a command. Throws UsageError, which never repeats a value. */
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
  const takesMore = /\.\.\.\]?$/.test(operands.at(-1) ?? '')
  if (positionals.length > operands.length && !takesMore) throw new UsageError('there are too many arguments')
  const missing = operands[positionals.length]
  if (missing && !missing.startsWith('[')) throw new UsageError(`${missing} is missing`)
  return { help: false, given: values as Record<string, string | boolean>, operands: positionals }
}

function parsed(args: readonly string[], options: Record<string, { type: 'string' | 'boolean' }>) {
  try {
    const all = { ...options, help: { type: 'boolean', short: 'h' } } as const
    return parseArgs({ args: [...args], options: all, allowPositionals: true, tokens: true })
  } catch (error) {
    // The first sentence of Node's message says what is wrong; the rest does not apply here.
    throw new UsageError(error instanceof Error ? (error.message.split(/[.\n]/)[0] ?? '') : String(error))
  }
}
