import { advertStatuses } from '@aitai/engine/model/advert.ts'
import { expect, test } from 'vitest'
import { actionOfKey, allActions, concernedAdverts, locatedCount } from './all-actions.ts'

const none = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false }
const adverts = advertStatuses.map((advertisementStatus) => ({ advertisementStatus }))

test('F9 pauses, with Shift it resumes, with Ctrl it cancels, and any other combination does nothing', () => {
  expect(actionOfKey({ ...none, key: 'F9' })).toBe('pause')
  expect(actionOfKey({ ...none, key: 'F9', shiftKey: true })).toBe('resume')
  expect(actionOfKey({ ...none, key: 'F9', ctrlKey: true })).toBe('cancel')
  for (const more of [{ altKey: true }, { metaKey: true }, { shiftKey: true, ctrlKey: true }])
    expect(actionOfKey({ ...none, key: 'F9', ...more })).toBeNull()
  expect(actionOfKey({ ...none, key: 'F8' })).toBeNull()
})

test('each action concerns the statuses in which the engine allows it, and never a located advert', () => {
  const statusesOf = (action: (typeof allActions)[number]) =>
    concernedAdverts(action, adverts).map(({ advertisementStatus }) => advertisementStatus)

  expect(allActions.map(statusesOf)).toEqual([['SENT', 'LIVE'], ['PAUSED'], ['SENT', 'LIVE', 'PAUSED']])
  expect(locatedCount(adverts)).toBe(2)
})
