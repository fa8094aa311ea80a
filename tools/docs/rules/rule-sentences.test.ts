import { expect, test } from 'vitest'
import { repositoryAnnotations } from '../traceability/annotations.ts'
import { ruleSentences } from './rule-sentences.ts'

const ids = ruleSentences.map(({ id }) => id)
const named = repositoryAnnotations().filter(({ subject }) => subject === 'rule')

test('tests name only rules that exist', () => {
  const unknown = named.flatMap(({ path, line, ids: of }) =>
    of.filter((id) => !ids.includes(id)).map((id) => `${path}:${line}: ${id}`),
  )

  expect(unknown).toEqual([])
})

test('every rule has a test', () => {
  const tested = new Set(named.flatMap(({ ids: of }) => of))

  expect(ids.filter((id) => !tested.has(id))).toEqual([])
})

test('no id and no rule of a section is listed twice', () => {
  const rows = ruleSentences.map(({ id, text }) => `${id.replace(/\.\d+$/, '')}: ${text}`)

  expect(rows.filter((row, i) => rows.indexOf(row) !== i)).toEqual([])
  expect(new Set(ids).size).toBe(ids.length)
})

test('every section of the rules is covered', () => {
  const sections = new Set(ids.map((id) => Number.parseInt(id, 10)))

  expect([...sections]).toEqual(Array.from({ length: 25 }, (_, index) => index + 1))
  expect(ids.length).toBeGreaterThanOrEqual(265)
})
