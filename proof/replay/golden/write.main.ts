import { existsSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { causesOfDeath } from '@aitai/engine/model/advert.ts'
import type { JournalEntry } from '../../simulation/simulated-day.ts'
import { generateJournal } from '../generated-journal.ts'
import { goldenFile, goldenHash, goldenState } from './golden-journal.ts'
import { commandTypes, eventTypes } from './journal-types.ts'

/**
 * `node proof/replay/golden/write.main.ts journal-N`: writes a golden journal with every kind of entry, and
 * prints the hash for golden-journal.test.ts. An existing journal is never rewritten. Later kinds get a
 * new journal.
 */
const commands = 2_000

/** The kinds that a journal has: commands, events, and causes of death. */
function kindsIn(journal: readonly JournalEntry[]): Set<string> {
  const events = journal.flatMap((entry) => entry.events)
  const causes = events.map((event) => (event.type === 'advertCancelled' ? event.causeOfDeath : event.type))
  return new Set([
    ...journal.map(({ command }) => command.type),
    ...events.map(({ type }) => type),
    ...causes,
  ])
}

const wanted = [...commandTypes, ...eventTypes, ...causesOfDeath.filter((cause) => cause !== 'EXPIRED')]

/** The first seed whose days have every kind. */
function fullJournal(): { readonly seed: number; readonly journal: readonly JournalEntry[] } {
  for (let seed = 1; seed <= 2_000; seed += 1) {
    const { journal } = generateJournal(seed, commands)
    const kinds = kindsIn(journal)
    if (wanted.every((kind) => kinds.has(kind))) return { seed, journal }
  }
  throw new Error('no seed has everything')
}

function end(why: string): never {
  process.stderr.write(`${why}\n`)
  process.exit(1)
}

const [name = ''] = process.argv.slice(2)
if (!/^journal-\d+$/.test(name)) end('node proof/replay/golden/write.main.ts journal-N')
if (existsSync(goldenFile(name))) end(`${name} is there already: a golden journal is never written again.`)
const { seed, journal } = fullJournal()
const lines = journal.map((entry) => `${JSON.stringify(entry)}\n`).join('')
writeFileSync(goldenFile(name), gzipSync(lines, { level: 9 }), { flag: 'wx' })
process.stdout.write(
  `${name}: seed ${seed}, ${journal.length} commands, hash ${goldenHash(goldenState(journal))}\n`,
)
