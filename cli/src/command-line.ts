import { readFileSync } from 'node:fs'
import { databaseUnavailable } from '@aitai/server/admin/admin-context.ts'
import { ConfigError } from '@aitai/server/config.ts'
import {
  DamagedDatabase,
  isDatabaseUnavailable,
  UnknownSchema,
} from '@aitai/server/database/database-errors.ts'
import { helpOf, helpOfAll, parseArguments, usageLine } from './arguments.ts'
import { type Command, CommandFailed, type CommandOutput, UsageError } from './command.ts'
import { commands } from './commands.ts'
import { nearestWord } from './suggestion.ts'

/** The command that the first words name, if any. */
const named = (words: readonly string[]): Command | undefined =>
  commands.find(({ name }) => name.split(' ').every((word, index) => words[index] === word))

/** The commands whose name begins with a word, such as `user`. */
const inGroup = (word: string | undefined): readonly Command[] =>
  commands.filter(({ name }) => name.split(' ')[0] === word)

const isHelp = (word: string): boolean => word === '--help' || word === '-h' || word === 'help'

/**
 * Runs what an operator has typed after `aitai`, prints its output, and returns the exit code: 0 if it is done, 1 if it
 * was refused or failed, 2 if it was not understood.
 */
export async function runCommandLine(words: readonly string[]): Promise<number> {
  if (words[0] === '--version') {
    console.log(`aitai ${version()}`)
    return 0
  }
  const commandLine = words[0] === 'help' ? [...words.slice(1), '--help'] : words
  const command = named(commandLine)
  if (!command) return withoutCommand(commandLine)
  try {
    const args = commandLine.slice(command.name.split(' ').length)
    const { help, json, given, operands } = parseArguments(command, args)
    if (!help) return print(await command.run(given as never, ...operands), json)
    console.log(helpOf(command))
    return 0
  } catch (error) {
    if (!(error instanceof UsageError)) return failed(error)
    console.error(`aitai ${command.name}: ${error.message}\n\nUsage:\n${usageLine(command)}`)
    return 2
  }
}

/** Prints what a command has returned, and returns the exit code. */
function print({ result, text, notes = [], failure }: CommandOutput, json: boolean): number {
  if (json) console.log(JSON.stringify(result, null, 2))
  else if (text !== undefined) console.log(text)
  for (const note of notes) console.error(note)
  if (failure === undefined) return 0
  console.error(failure)
  return 1
}

/** Shows the help of a group or of everything if it was requested; otherwise says in a few lines what is wrong. */
function withoutCommand(words: readonly string[]): number {
  const [first, second] = words.filter((word) => !word.startsWith('-'))
  const group = inGroup(first)
  if (words.some(isHelp) && (first === undefined || group.length > 0)) {
    console.log(helpOfAll(group.length > 0 ? group : commands))
    return 0
  }
  const isFlagFirst = words[0]?.startsWith('-') && first !== undefined
  console.error(isFlagFirst ? `aitai: put ${words[0]} after the command.` : unknownCommand(first, second))
  return 2
}

function unknownCommand(first: string | undefined, second: string | undefined): string {
  const help = 'Run `aitai --help` for all commands.'
  if (first === undefined) return `aitai needs a command. ${help}`
  const group = inGroup(first)
  if (group.length > 0) {
    const verbs = group.map(({ name }) => name.slice(first.length + 1))
    const meant = second === undefined ? null : nearestWord(second, verbs)
    const wrong =
      second === undefined
        ? `aitai ${first} needs a verb.`
        : `aitai: there is no command '${first} ${second}'.`
    const hint =
      meant === null ? `After '${first}' comes ${verbs.join(', ')}.` : `Did you mean '${first} ${meant}'?`
    return `${wrong} ${hint}\nRun \`aitai ${first} --help\` for more.`
  }
  const wholeNames = commands.map(({ name }) => name)
  const meant =
    nearestWord(`${first} ${second ?? ''}`.trim(), wholeNames) ??
    nearestWord(first, [...new Set(wholeNames.map((name) => name.split(' ')[0] ?? name))])
  const hint = meant === null ? '' : ` Did you mean '${meant}'?`
  return `aitai: there is no command '${first}'.${hint}\n${help}`
}

function version(): string {
  const file = new URL('../package.json', import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

/** Prints one line for any error, expected or not, and never a stack trace. */
function failed(error: unknown): number {
  const foreseen =
    error instanceof CommandFailed ||
    error instanceof ConfigError ||
    error instanceof DamagedDatabase ||
    error instanceof UnknownSchema
  const message = error instanceof Error ? error.message : String(error)
  if (isDatabaseUnavailable(error)) console.error(databaseUnavailable(error).refusal.message)
  else console.error(foreseen ? message : `aitai: ${message.split('\n')[0]}`)
  return 1
}
