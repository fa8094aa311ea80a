import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { idFaults, weakIds } from './id-randomness.ts'
import { Canonicalizer, firstDifference, type Observation } from './transcript.ts'

const randomIds = (count: number): string[] =>
  Array.from({ length: count }, () => randomBytes(16).toString('hex'))

const observation = (text: string): Observation => ({ who: 'alder', what: 'GET /adverts', text })
/** Replies of one world, with ids that were renamed by order of appearance. */
function transcript(...texts: readonly string[]): Observation[] {
  const canonicalizer = new Canonicalizer()
  return texts.map((text) => observation(canonicalizer.canonical(text)))
}

const [one, two, three, four] = randomIds(4) as [string, string, string, string]

test('transcripts are equal if their random ids can be renamed into each other', () => {
  const alone = transcript(`[${one},${two}]`, `[${two}]`)

  expect(firstDifference(alone, transcript(`[${three},${four}]`, `[${four}]`))).toBeNull()
  expect(firstDifference(alone, transcript(`[${three},${four}]`, `[${three}]`))).toMatchObject({
    alone: '[<random 2>]',
    crowded: '[<random 1>]',
  })
})

test('a reply in one world only, and one that differs, are differences', () => {
  const alone = transcript('200 []')

  expect(firstDifference(alone, transcript('200 []', 'MESSAGE'))).toMatchObject({ alone: 'nothing' })
  expect(firstDifference(alone, transcript('409 []'))).not.toBeNull()
})

test('random ids have no faults, and those of weaker generators have', () => {
  const ids = randomIds(200)

  expect(idFaults(ids)).toEqual([])
  for (const [name, weaken] of Object.entries(weakIds)) expect(idFaults(weaken(ids)), name).not.toEqual([])
  expect(idFaults([...ids, ids[0] as string])).toEqual(['1 ids appeared twice'])
  expect(idFaults(['7'])).toEqual(['1 ids have another form, such as 7'])
})
