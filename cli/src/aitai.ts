import { ConfigError } from '@aitai/server/config.ts'
import { DamagedDatabase, UnknownSchema } from '@aitai/server/database/database-errors.ts'
import { helpOf, helpOfAll, parseArguments, usageLine } from './arguments.ts'
import { type Command, CommandFailed, UsageError } from './command.ts'
import { auditExport, auditVerify } from './commands/audit.ts'
import {
  brokerAdd,
  brokerAssign,
  brokerDisable,
  brokerEnable,
  brokerList,
  brokerUnassign,
} from './commands/broker.ts'
import { doctor } from './commands/doctor.ts'
import { equitiesImport } from './commands/equities.ts'
import { explainMatch } from './commands/explain-match.ts'
import { firmAdd, firmChange, firmDisable, firmEnable, firmList } from './commands/firm.ts'
import { halt, halts, resume } from './commands/halt.ts'
import { holidaysImport, holidaysList } from './commands/holidays.ts'
import { hoursSet, hoursShow } from './commands/hours.ts'
import { outbox } from './commands/outbox.ts'
import { platformClose, platformOpen } from './commands/platform.ts'
import { ratingShow } from './commands/rating.ts'
import { replay } from './commands/replay.ts'
import { backup } from './commands/safety/backup.ts'
import { restore } from './commands/safety/restore.ts'
import { secretCreate, secretRotate } from './commands/safety/secret.ts'
import { status } from './commands/status.ts'
import { surveillance } from './commands/surveillance.ts'
import { userAdd, userList } from './commands/user.ts'
import {
  userChange,
  userDisable,
  userEnable,
  userReset,
  userSessions,
  userUnlock,
} from './commands/user-changes.ts'
import { venueSchedule, venueSet, venueShow } from './commands/venue.ts'

/** The operator's command line: `npm run -s aitai -- COMMAND`. */
const commands: readonly Command[] = [
  firmAdd,
  firmList,
  firmChange,
  firmDisable,
  firmEnable,
  brokerAdd,
  brokerList,
  brokerAssign,
  brokerUnassign,
  brokerDisable,
  brokerEnable,
  userAdd,
  userList,
  userChange,
  userDisable,
  userEnable,
  userReset,
  userUnlock,
  userSessions,
  ratingShow,
  platformOpen,
  platformClose,
  halt,
  resume,
  halts,
  outbox,
  equitiesImport,
  holidaysImport,
  holidaysList,
  hoursSet,
  hoursShow,
  venueShow,
  venueSet,
  venueSchedule,
  secretCreate,
  secretRotate,
  status,
  replay,
  explainMatch,
  surveillance,
  auditExport,
  auditVerify,
  backup,
  restore,
  doctor,
]

/** The command that the first words name, if any. */
const named = (words: readonly string[]): Command | undefined =>
  commands.find(({ name }) => name.split(' ').every((word, place) => words[place] === word))

/** The commands whose name begins with the first word, such as `user`; all without one. */
const inGroup = (word: string | undefined): readonly Command[] => {
  const group = commands.filter(({ name }) => name.split(' ')[0] === word)
  return group.length === 0 ? commands : group
}

const isHelp = (word: string): boolean => word === '--help' || word === '-h' || word === 'help'

/** Runs the command line and returns the exit code. */
async function main(words: readonly string[]): Promise<number> {
  const commandLine = words[0] === 'help' ? [...words.slice(1), '--help'] : words
  const command = named(commandLine)
  if (!command) {
    const help = helpOfAll(inGroup(commandLine.find((word) => !isHelp(word))))
    if (words.some(isHelp)) console.log(help)
    else
      console.error(`${words.length === 0 ? 'aitai needs a command.' : 'aitai: no such command.'}\n\n${help}`)
    return words.some(isHelp) ? 0 : 2
  }
  try {
    const { help, given, operands } = parseArguments(
      command,
      commandLine.slice(command.name.split(' ').length),
    )
    if (help) console.log(helpOf(command))
    else await command.run(given as never, ...operands)
    return 0
  } catch (error) {
    if (!(error instanceof UsageError)) return failed(error)
    console.error(`aitai ${command.name}: ${error.message}\n\nUsage:\n${usageLine(command)}`)
    return 2
  }
}

/** Prints one line for any error, expected or not, and never a stack trace. */
function failed(error: unknown): number {
  const foreseen =
    error instanceof CommandFailed ||
    error instanceof ConfigError ||
    error instanceof DamagedDatabase ||
    error instanceof UnknownSchema
  const message = error instanceof Error ? error.message : String(error)
  console.error(foreseen ? message : `aitai: ${message.split('\n')[0]}`)
  return 1
}

// A reader such as `head` may close the pipe before everything is printed.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})
process.exitCode = await main(process.argv.slice(2))
