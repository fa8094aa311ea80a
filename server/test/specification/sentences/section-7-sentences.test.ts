import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { section7Sentences } from './sentences-7.ts'

const folder = new URL('../section-7-calls/', import.meta.url)

/** The names of the journeys of this section, as they stand in quotes in the files of its tests. */
const quoted = readdirSync(folder)
  .filter((name) => /\.test\.ts$/.test(name))
  .flatMap((name) => [...readFileSync(new URL(name, folder), 'utf8').matchAll(/'(7\.\w+\.\d+ [^']+)'/g)])
  .map(([, name = '']) => name)

const isOf = (journey: string, name: string): boolean => name === journey || name.startsWith(`${journey} — `)

const journeys = section7Sentences.flatMap((sentence) => ('journey' in sentence ? [sentence.journey] : []))

test('every sentence of section 7 has a journey that is named by it', () => {
  expect(journeys.filter((journey) => !quoted.some((name) => isOf(journey, name)))).toEqual([])
  // So many it has: a sentence that were dropped from the list would not be missed otherwise.
  expect(journeys).toHaveLength(53)
})

test('every journey of section 7 is named by a sentence', () => {
  expect(quoted.filter((name) => !journeys.some((journey) => isOf(journey, name)))).toEqual([])
})
