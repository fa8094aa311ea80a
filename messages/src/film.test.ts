import { expect, test } from 'vitest'
import { type FilmKey, filmWords } from './film.ts'

const keys = Object.keys(filmWords.En) as FilmKey[]
const names = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([name]) => name).sort()

test.each(keys)('%s says something in both languages, and names the same', (key) => {
  expect(filmWords.Jp[key]).not.toBe(filmWords.En[key])
  expect(filmWords.Jp[key].trim()).not.toBe('')
  expect(filmWords.Jp[key]).not.toMatch(/[\uff61-\uff9f]/)
  expect([...new Set(names(filmWords.Jp[key]))]).toEqual([...new Set(names(filmWords.En[key]))])
})

test.each(keys.filter((key) => key.startsWith('film.says.')))('the caption %s is one line', (key) => {
  expect(filmWords.En[key].length).toBeLessThanOrEqual(72)
  expect(filmWords.Jp[key].length).toBeLessThanOrEqual(38)
})
