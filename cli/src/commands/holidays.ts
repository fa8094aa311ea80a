import type { Remark } from '@aitai/contract/routes/console/remarks.ts'
import { sendAdminCommand } from '../admin-client.ts'
import { command, UsageError } from '../command.ts'
import { optionalReason, reasonArgument } from '../flags.ts'
import {
  alignColumns,
  localZone,
  outcomeLine,
  readFileAsBase64,
  tableOf,
  titledList,
  warningLines,
} from '../output.ts'
import { beforeAndAfterTables, type SessionShown } from '../session-table.ts'

interface Holiday {
  readonly date: string
  readonly weekday: string
  readonly name: string
  readonly localName: string
}

interface Imported {
  readonly years: readonly number[]
  readonly total: number
  readonly onWeekends: number
  readonly added: readonly Holiday[]
  readonly removed: readonly Holiday[]
  readonly renamed: readonly { readonly date: string; readonly name: readonly string[] }[]
  readonly unchanged: number
  readonly concerns: readonly Remark[]
  readonly warnings: readonly Remark[]
  readonly zone: string
  readonly sessions: { readonly before: readonly SessionShown[]; readonly after: readonly SessionShown[] }
  readonly applied: boolean
}

export const holidaysImport = command({
  name: 'holidays import',
  summary: 'Replace the holidays by those of a file, and show the next ten sessions',
  operand: 'FILE.csv',
  flags: {
    reason: { ...optionalReason, description: 'Why; stored with your name. Required without --dry-run' },
    'dry-run': { type: 'boolean', description: 'Only show what would change' },
    yes: { type: 'boolean', description: 'Import the file even if it looks like a mistake' },
  },
  details:
    'The file has the columns date,name, optionally followed by localName, in UTF-8 or Shift_JIS. It contains all\n' +
    'holidays of all years, including the year end: `holidays list --csv` prints the current ones to extend.\n' +
    'Dates are in Tokyo; weekends are always closed. Holidays apply if the server runs with CALENDAR=jpx. An\n' +
    'invalid line refuses the whole file. Removing more than a tenth of the future holidays, a missing year-end\n' +
    'closure on a weekday, or a change of today needs --yes.',
  async run(given, file) {
    const dryRun = given['dry-run'] ?? false
    if (!dryRun && given.reason === undefined) throw new UsageError('--reason is missing')
    const result = (await sendAdminCommand('holidays import', {
      file: await readFileAsBase64(file),
      zone: localZone(),
      dryRun,
      yes: given.yes ?? false,
      ...reasonArgument(given.reason),
    })) as Imported
    return { result, text: summary(result, dryRun).join('\n') }
  },
})

const lines = (holidays: readonly Holiday[]): readonly string[] =>
  alignColumns(holidays.map(({ date, weekday, name, localName }) => [`${date} ${weekday}`, name, localName]))

const summary = (result: Imported, isDryRun: boolean): readonly string[] => [
  `${result.total} holidays, ${result.onWeekends} of them on weekends, from ${result.years[0]} to ${result.years.at(-1)}.`,
  ...titledList('Added', lines(result.added)),
  ...titledList('Removed', lines(result.removed)),
  ...titledList(
    'Renamed',
    result.renamed.map(({ date, name }) => `  ${date}  ${name.join(' to ')}`),
  ),
  `Unchanged: ${result.unchanged}.`,
  ...beforeAndAfterTables('Matching at the mid, the next ten sessions', result.sessions, result.zone),
  ...warningLines('Likely a mistake', result.concerns),
  ...warningLines('Note', result.warnings),
  outcomeLine(result.applied, isDryRun),
]

interface Listed {
  readonly csv: string
  readonly holidays: readonly Holiday[]
  readonly warnings: readonly Remark[]
}

export const holidaysList = command({
  name: 'holidays list',
  summary: 'List the current holidays',
  flags: { csv: { type: 'boolean', description: 'Print a file for `holidays import`' } },
  async run(given) {
    const { csv, ...result } = (await sendAdminCommand('holidays list', {})) as Listed
    const { holidays, warnings } = result
    const table = tableOf(
      holidays,
      {
        Date: ({ date, weekday }) => `${date} ${weekday}`,
        Name: ({ name }) => name,
        'Local name': ({ localName }) => localName,
      },
      'There are no holidays.',
    )
    return { result, text: given.csv ? csv.trimEnd() : table, notes: warningLines('Note', warnings) }
  },
})
