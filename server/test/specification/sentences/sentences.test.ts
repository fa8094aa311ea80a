import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sentences } from './sentences.ts'

const folders = ['../section-4-behaviour/', '../section-8-errors/'].map(
  (name) => new URL(name, import.meta.url),
)

/** What stands in quotes behind `test(` and `describe(`, as the language reads it. */
const named = /^(?:test|describe)\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")/gm
const unescaped = (text: string): string => text.replace(/\\(.)/g, '$1')

/** The names of the tests and groups of sections 4 and 8 that stand by themselves in their files. */
const journeys = folders
  .flatMap((folder) => readdirSync(folder).map((name) => new URL(name, folder)))
  .filter(({ pathname }) => pathname.endsWith('.test.ts'))
  .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(named)])
  .map(([, single, double]) => unescaped(single ?? double ?? ''))

const wanted = sentences.flatMap((sentence) => ('journey' in sentence ? [sentence.journey] : []))

test('every sentence of sections 4 and 8 that is not the client’s alone has one journey, named by it', () => {
  expect(journeys.toSorted()).toEqual(wanted.toSorted())
})

test('the list has every sentence once, and says why where there is no journey', () => {
  expect(new Set(sentences.map(({ id }) => id)).size).toBe(sentences.length)
  // So many there are: one that were dropped from the list would not be missed otherwise.
  expect([sentences.length, wanted.length]).toEqual([148, 115])
  for (const sentence of sentences)
    if (!('journey' in sentence)) expect(sentence.because).toMatch(/^[A-Z].+\.$/)
})
