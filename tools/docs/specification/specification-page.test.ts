import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryAnnotations } from '../traceability/annotations.ts'
import { sentencesIn, specificationText } from './sentences.ts'
import { testsOf } from './specification-page.ts'

const text = specificationText()
const sentences = sentencesIn(text)
const ids = sentences.map(({ id }) => id)

test('the sentences are numbered without gaps below their headings', () => {
  const sections = text.split(/^## /m).map((section) => sentencesIn(section).map(({ id }) => id))
  const numbered = sections.flatMap((below) =>
    below.map((_, index) => below[0]?.replace(/\d+$/, `${index + 1}`)),
  )

  expect(ids).toEqual(numbered)
  expect(new Set(ids).size).toBe(ids.length)
  // The specification has this many sentences: none may be dropped.
  expect(ids).toHaveLength(439)
})

test('tests name only sentences that exist', () => {
  const unknown = repositoryAnnotations().flatMap((annotation) =>
    annotation.subject === 'spec'
      ? annotation.ids
          .filter((id) => !ids.includes(id))
          .map((id) => `${annotation.path}:${annotation.line}: ${id}`)
      : [],
  )

  expect(unknown).toEqual([])
})

test('every sentence has a test', () => {
  expect(ids.filter((id) => testsOf(id).length === 0)).toEqual([])
})

test.each(['engine', 'API', 'screen'] as const)(
  'every sentence about the %s has a test on that layer',
  (layer) => {
    const isShown = (id: string): boolean => testsOf(id).some((shown) => shown.layer === layer)
    const missing = sentences.filter(({ id, about }) => about === layer && !isShown(id))

    expect(missing.map(({ id }) => id)).toEqual([])
  },
)

test('at most eight decisions differ from the specification', () => {
  const decisions = [...new Set(sentences.flatMap(({ decision }) => decision ?? []))]
  const folder = join(import.meta.dirname, '../../../docs/decisions')

  expect(decisions.length).toBeGreaterThan(0)
  expect(decisions.length).toBeLessThanOrEqual(8)
  expect(decisions.filter((decision) => !existsSync(join(folder, `${decision}.md`)))).toEqual([])
})
