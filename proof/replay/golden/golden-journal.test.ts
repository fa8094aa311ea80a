import { decide } from '@aitai/engine/decide.ts'
import { applyEvents } from '@aitai/engine/evolve/evolve.ts'
import { addCandidatesAfterCooldown } from '@aitai/engine/matching/candidates.ts'
import { rulesVersion } from '@aitai/engine/model/rules-version.ts'
import { emptyState } from '@aitai/engine/model/state.ts'
import { expect, test } from 'vitest'
import { goldenHash, goldenState, readGoldenJournal } from './golden-journal.ts'

/**
 * Journals, each with the hash of its state, which must never change once its version is released. Fields that were
 * added to the state later are named and left out. After a release a new kind of event needs a journal of its own, made
 * by `node proof/replay/golden/write.main.ts journal-N`; those of released versions are never rewritten.
 */
const journals = [
  {
    name: 'journal-1',
    hash: '2ee13566581f70f7adcbab127ac79f9ac1fc563920c5f2df285c6c99aaf551b4',
    later: [] as readonly string[],
  },
] as const

test.each(journals)('$name folds to the state that it had when it was written', ({ name, hash, later }) => {
  const journal = readGoldenJournal(name)

  expect(journal.length).toBeGreaterThanOrEqual(3_000)
  expect(goldenHash(goldenState(journal), later)).toBe(hash)
})

test('today’s rules decide a golden journal of their version as it was written', () => {
  const journal = journals
    .map(({ name }) => readGoldenJournal(name))
    .findLast((each) => goldenState(each).rulesVersion === rulesVersion)
  const state = emptyState()
  const different = journal?.filter(({ command, events }) => {
    if (command.type === 'sweep') addCandidatesAfterCooldown(state, command.at)
    const decision = decide(state, command)
    applyEvents(state, command, events)
    return 'refusal' in decision || JSON.stringify(decision.events) !== JSON.stringify(events)
  })

  // If this fails by intention: raise rulesVersion, and write a golden journal of the new version.
  expect(different?.map(({ command }) => command.type)).toEqual([])
})

test('a missing event gives a different hash, and a different order of fields does not', () => {
  const journal = readGoldenJournal('journal-1')
  const last = journal.length - 1
  const withoutOne = journal.map((entry, index) => (index === last ? { ...entry, events: [] } : entry))
  const state = goldenState(journal)
  const turned = { ...state, limits: Object.fromEntries(Object.entries(state.limits).reverse()) }

  expect(goldenHash(goldenState(withoutOne))).not.toBe(goldenHash(state))
  expect(goldenHash(turned as typeof state)).toBe(goldenHash(state))
  expect(goldenHash(state, ['rating'])).not.toBe(goldenHash(state))
})
