import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { calls } from './sentences-7.ts'

const folder = new URL('.', import.meta.url)

/** The names of the journeys of this section: each stands in quotes in a file of theirs, in one only. */
const quoted = readdirSync(folder)
  .filter((name) => /^section-7-.*\.test\.ts$/.test(name))
  .flatMap((name) => [...readFileSync(new URL(name, folder), 'utf8').matchAll(/'(7\.\w+\.\d+ [^']+)'/g)])
  .map(([, name = '']) => name)

const isOf = (journey: string, name: string): boolean => name === journey || name.startsWith(`${journey} — `)

test('every sentence of section 7 has a journey that is named by it', () => {
  const without = calls.flatMap((sentence) => {
    const journey = 'journey' in sentence ? sentence.journey : ''
    return quoted.filter((name) => name === journey).length === 1 ? [] : [sentence.id]
  })
  // The one over each transport has its name three times over.
  expect(without).toEqual(['7.reference.7'])
  expect(calls).toHaveLength(53)
})

test('every journey of section 7 is named by a sentence', () => {
  const journeys = calls.flatMap((sentence) => ('journey' in sentence ? [sentence.journey] : []))
  expect(quoted.filter((name) => !journeys.some((journey) => isOf(journey, name)))).toEqual([])
})
