import { expect, test } from 'vitest'
import { venueSettings } from '../../../../server/src/reference/venue-settings.ts'
import { venueGroups } from '../../../src/operations/reference/venue-groups.ts'

test('every setting of a venue is in one group, and those that limit probing are the last', () => {
  const groups = venueGroups(venueSettings)
  const shown = groups.flatMap(({ settings }) => settings.map(({ name }) => name))

  expect(shown.toSorted()).toEqual(venueSettings.map(({ name }) => name).toSorted())
  expect(groups.at(-1)?.settings.every(({ name }) => name.startsWith('probing.'))).toBe(true)
})
