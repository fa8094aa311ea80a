import { expect, test } from 'vitest'
import { type VideoTextKey, videoTexts } from './product-video.ts'

const keys = Object.keys(videoTexts.En) as VideoTextKey[]
const names = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([name]) => name).sort()

test.each(keys)('%s has a text in both languages with the same placeholders', (key) => {
  expect(videoTexts.Jp[key]).not.toBe(videoTexts.En[key])
  expect(videoTexts.Jp[key].trim()).not.toBe('')
  expect(videoTexts.Jp[key]).not.toMatch(/[\uff61-\uff9f]/)
  expect([...new Set(names(videoTexts.Jp[key]))]).toEqual([...new Set(names(videoTexts.En[key]))])
})

test.each(keys.filter((key) => key.startsWith('film.says.')))('the caption %s is one line', (key) => {
  expect(videoTexts.En[key].length).toBeLessThanOrEqual(72)
  expect(videoTexts.Jp[key].length).toBeLessThanOrEqual(38)
})
