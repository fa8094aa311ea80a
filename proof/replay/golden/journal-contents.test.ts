import type { Event } from '@aitai/engine/model/events.ts'
import { expect, test } from 'vitest'
import type { JournalEntry } from '../../simulation/simulated-day.ts'
import { generateJournal } from '../generated-journal.ts'
import { readGoldenJournal } from './golden-journal.ts'
import { missingContents, requiredContents } from './journal-contents.ts'

const journals = ['journal-1']

test('every kind of command and event, every cause and every optional term occurs in a golden journal', () => {
  const entries = journals.flatMap((name) => readGoldenJournal(name))

  // If this fails by a new kind: redraw the journal before the first release, and write a further one after it.
  expect(missingContents(entries)).toEqual([])
})

test('random trading draws all of it, so that a journal can be redrawn', { timeout: 60_000 }, () => {
  const entries: JournalEntry[] = []
  for (let seed = 1; seed <= 20 && (seed === 1 || missingContents(entries).length > 0); seed += 1)
    entries.push(...generateJournal(seed, 2_000).journal)

  expect(missingContents(entries)).toEqual([])
})

test('what a journal does not contain is named', () => {
  const journal = readGoldenJournal('journal-1')
  const plain = journal.map(({ command, events }) => ({
    command,
    events: events.filter(({ type }) => type !== 'advertExpired').map(withoutOrder),
  }))

  expect(missingContents(plain)).toEqual([
    'event advertExpired',
    'end EXPIRED',
    'term orderReference on',
    'term parentQuantity on',
  ])
  expect(missingContents([])).toEqual(requiredContents)
})

const withoutOrder = (event: Event): Event =>
  event.type === 'advertSubmitted' || event.type === 'advertModified'
    ? { ...event, terms: { ...event.terms, orderReference: null, parentQuantity: null } }
    : event
