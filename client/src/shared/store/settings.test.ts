import { expect, test } from 'vitest'
import { effectiveMode, parseSettings } from './settings.ts'

// spec: 1.7
test.each([
  ['ja', 'Jp'],
  ['ja-JP', 'Jp'],
  ['JA', 'Jp'],
  ['en-GB', 'En'],
  ['de', 'En'],
  ['jam', 'Jp'],
])('a browser in %s starts in %s', (browserLanguage, language) => {
  expect(parseSettings(null, browserLanguage).language).toBe(language)
})

test('a chosen language is kept, whatever the language of the browser', () => {
  expect(parseSettings('{"language":"En"}', 'ja').language).toBe('En')
})

test.each([
  'not JSON',
  '[]',
  'null',
  '{"mode":"sepia","palette":1,"rows":99,"sound":1,"volume":"loud","singleKeys":true,"language":"Fr",' +
    '"watchlist":true,"watchlistHeight":"half"}',
])('what is not ours (%s) is as if nothing was kept', (stored) => {
  expect(parseSettings(stored, 'en')).toEqual({
    language: 'En',
    mode: 'system',
    palette: 'standard',
    rows: '28',
    sound: 'on',
    volume: 60,
    singleKeys: 'on',
    chartDays: '1',
    chartStyle: 'line',
    chartIndex: 'off',
    watchlist: 'on',
    watchlistHeight: 36,
  })
})

test('whether the watchlist is open, and how high, is kept', () => {
  const stored = { watchlist: 'off', watchlistHeight: 52 }
  expect(parseSettings(JSON.stringify(stored), 'en')).toMatchObject(stored)
})

test.each([
  [0, 0],
  [100, 100],
  [101, 60],
  [-1, 60],
  ['50', 60],
])('a kept volume of %s is %s percent', (stored, volume) => {
  expect(parseSettings(JSON.stringify({ volume: stored }), 'en').volume).toBe(volume)
})

test('the theme follows the system until one is chosen', () => {
  expect([effectiveMode('system', true), effectiveMode('system', false)]).toEqual(['dark', 'light'])
  expect([effectiveMode('light', true), effectiveMode('dark', false)]).toEqual(['light', 'dark'])
})
