import { readFile } from 'node:fs/promises'
import { command, Failed, print } from './command.ts'
import { askOffice } from './office.ts'

export const equitiesImport = command({
  name: 'equities import',
  says: 'Make the securities those of a file, and show what changed',
  operand: 'FILE.csv',
  flags: {
    'dry-run': { type: 'boolean', says: 'Only show what would change' },
    yes: { type: 'boolean', says: 'Take the file even if it drops more than a tenth of the securities' },
  },
  more:
    'The file has the columns of server/data/equities.csv. One bad line refuses the whole file.\n' +
    'Prices in the result are in 1/10,000 yen.',
  async run(given, file) {
    const csv = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new Failed(`${file} cannot be read: ${error.code ?? error.message}`)
    })
    print(
      await askOffice('equities import', {
        csv,
        dryRun: given['dry-run'] ?? false,
        yes: given.yes ?? false,
      }),
    )
  },
})
