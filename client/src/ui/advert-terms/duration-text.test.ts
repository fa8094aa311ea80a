import { catalogues, fill } from '@aitai/messages/texts.ts'
import { expect, test } from 'vitest'
import type { TextFunction } from '../text/use-text.ts'
import { durationChoice, durationText, unreadableExpiry } from './duration-text.ts'

const en: TextFunction = (key, values?: Readonly<Record<string, string | number>>) =>
  fill(catalogues.En[key], values ?? {})

test.each([
  ['60', '60 minutes', 'advert.duration.60'],
  ['END_OF_DAY', 'Good for the day', 'advert.duration.END_OF_DAY'],
  ['15:10', 'until 15:10, Tokyo time', 'advert.ownExpiry.choice'],
] as const)('the duration %s is shown as %s', (duration, shown, choice) => {
  expect(durationText(en, duration)).toBe(shown)
  expect(durationChoice(duration)).toBe(choice)
})

test('a time that cannot be read is shown as the choice alone', () => {
  expect(durationText(en, unreadableExpiry)).toBe('Own expiry')
  expect(durationChoice(unreadableExpiry)).toBe('advert.ownExpiry.choice')
})
