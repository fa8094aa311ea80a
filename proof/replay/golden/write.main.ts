import { existsSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { JournalEntry } from '../../simulation/simulated-day.ts'
import { generateJournal } from '../generated-journal.ts'
import { goldenFile, goldenHash, goldenState } from './golden-journal.ts'
import { missingContents, requiredContents } from './journal-contents.ts'

/**
 * `node proof/replay/golden/write.main.ts journal-N`: writes a golden journal that contains everything it must, and
 * prints the hash for golden-journal.test.ts. An existing journal is never rewritten. Later kinds get a
 * new journal.
 */
const commands = 3_000
const seeds = 2_000
/** The test of the history searches it for the passwords of several agreements. */
const leastAgreements = 3

const agreementsIn = (journal: readonly JournalEntry[]): number =>
  journal.flatMap(({ events }) => events).filter(({ type }) => type === 'connectionAgreed').length

/** The first seed whose days have everything. */
function completeJournal(): { readonly seed: number; readonly journal: readonly JournalEntry[] } {
  let rare = requiredContents
  for (let seed = 1; seed <= seeds; seed += 1) {
    const { journal } = generateJournal(seed, commands)
    const missing = missingContents(journal)
    if (missing.length === 0 && agreementsIn(journal) >= leastAgreements) return { seed, journal }
    rare = rare.filter((each) => missing.includes(each))
  }
  return end(`No seed has everything. In no journal: ${rare.join(', ') || 'nothing'}`)
}

function end(why: string): never {
  process.stderr.write(`${why}\n`)
  process.exit(1)
}

const [name = ''] = process.argv.slice(2)
if (!/^journal-\d+$/.test(name)) end('node proof/replay/golden/write.main.ts journal-N')
if (existsSync(goldenFile(name))) end(`${name} is there already: a golden journal is never written again.`)
const { seed, journal } = completeJournal()
const lines = journal.map((entry) => `${JSON.stringify(entry)}\n`).join('')
writeFileSync(goldenFile(name), gzipSync(lines, { level: 9 }), { flag: 'wx' })
process.stdout.write(
  `${name}: seed ${seed}, ${journal.length} commands, hash ${goldenHash(goldenState(journal))}\n`,
)
