import type { Remark } from '@aitai/contract/routes/console/remarks.ts'
import { remarkInEnglish } from '@aitai/messages/remark-text.ts'
import { sendAdminCommand } from '../admin-client.ts'
import { command } from '../command.ts'
import { optionalReason, reasonArgument } from '../flags.ts'
import { outcomeLine, readFileAsBase64, titledList, warningLines } from '../output.ts'

type Change = { readonly ric: string } & Readonly<Record<string, string | readonly unknown[]>>

interface Imported {
  readonly added: readonly string[]
  readonly changed: readonly Change[]
  readonly removed: readonly string[]
  readonly moved: number
  readonly unchanged: number
  readonly ratios: readonly { readonly ric: string; readonly ratio: string; readonly from: string }[]
  readonly delisted: readonly string[]
  readonly skipped: readonly { readonly line: number; readonly why: Remark }[]
  readonly concerns: readonly Remark[]
  readonly warnings: readonly Remark[]
  readonly applied: boolean
}

export const equitiesImport = command({
  name: 'equities import',
  summary: 'Replace the securities by those of a file, and show what changed',
  operand: 'FILE.csv',
  flags: {
    'dry-run': { type: 'boolean', description: 'Only show what would change' },
    'skip-untradable': {
      type: 'boolean',
      description: 'Leave out what cannot be traded here, and name it',
    },
    yes: { type: 'boolean', description: 'Import the file even if it looks like a mistake' },
    reason: optionalReason,
  },
  details:
    'The file has the columns of server/data/equities.csv in any order, in UTF-8, UTF-16 or Shift_JIS. Optional are\n' +
    'averageDailyVolume, sector (a code of the exchange), and minPrice and maxPrice: the daily limits, empty if they\n' +
    'follow from the close. An invalid line refuses the whole file. What cannot be traded here: codes of other\n' +
    'exchanges, lots other than 1, 10, 100 and 1000, and securities without a close.\n' +
    'ratio with ratioFrom, formerRic and delisted state corporate actions.\n' +
    'Removing more than a tenth of the securities, or a close outside the previous daily limits, needs --yes.\n' +
    'Prices are in yen.',
  async run(given, file) {
    const dryRun = given['dry-run'] ?? false
    const result = (await sendAdminCommand('equities import', {
      file: await readFileAsBase64(file),
      dryRun,
      skipUntradable: given['skip-untradable'] ?? false,
      yes: given.yes ?? false,
      ...reasonArgument(given.reason),
    })) as Imported
    return { result, text: summary(result, dryRun).join('\n') }
  },
})

const summary = (result: Imported, isDryRun: boolean): readonly string[] => [
  ...titledList('Added', result.added.map(indented)),
  ...titledList('Changed', result.changed.map(changeLine)),
  ...titledList('Removed', result.removed.map(indented)),
  ...titledList(
    'New shares for old',
    result.ratios.map(({ ric, ratio, from }) => `  ${ric}  ${ratio} from ${from}`),
  ),
  ...titledList('No longer listed, IOIs end', result.delisted.map(indented)),
  ...titledList(
    'Skipped',
    result.skipped.map(({ line, why }) => indented(remarkInEnglish({ line, ...why }))),
  ),
  `Moved in the order by size: ${result.moved}. Unchanged: ${result.unchanged}.`,
  ...warningLines('Likely a mistake', result.concerns),
  ...warningLines('Note', result.warnings),
  outcomeLine(result.applied, isDryRun),
]

const indented = (text: string): string => `  ${text}`

function changeLine({ ric, ...changes }: Change): string {
  const parts = Object.entries(changes).map(([column, [before, after]]) => {
    return `${column} ${shown(before)} to ${shown(after)}`
  })
  return `  ${ric}  ${parts.join(', ')}`
}

/** A null limit follows from the close. */
const shown = (value: unknown): string => (value === null || value === '' ? '(none)' : String(value))
