import { type AdvertStatus, advertStatuses } from '@aitai/engine/model/advert.ts'
import { expect, test } from 'vitest'
import {
  actionDisabledReason,
  displayedStatus,
  sendDisabledReason,
  submitOrModify,
  timeLeft,
} from './advert-status.ts'

const advert = (advertisementStatus: AdvertStatus) => ({ advertisementStatus, causeOfDeath: null })

// spec: 4.statuses.3
test('a live advert is shown as sent, one in a locate as located, a dead one by its cause', () => {
  expect(displayedStatus(advert('LIVE')).text).toBe('advert.status.SENT')
  expect(displayedStatus(advert('ACCEPT/DECLINE?')).text).toBe('advert.status.LOCATED')
  expect(displayedStatus({ advertisementStatus: 'DEAD', causeOfDeath: 'EXPIRED' }).text).toBe(
    'advert.status.EXPIRED',
  )
  expect(displayedStatus({ advertisementStatus: 'DEAD', causeOfDeath: 'CANCELLED_BY_USER' }).text).toBe(
    'advert.status.CANCELLED',
  )
  expect(displayedStatus(advert('SOMETHING' as AdvertStatus)).text).toBe('advert.status.UNDEFINED')
})

test.each([
  ['cancel', ['SENT', 'LIVE', 'PAUSED']],
  ['pause', ['SENT', 'LIVE']],
  ['resume', ['PAUSED']],
] as const)('%s is possible for %s only, and says why for all others', (action, possible) => {
  for (const status of advertStatuses) {
    const reason = actionDisabledReason(action, advert(status))
    expect(reason === null, status).toBe((possible as readonly string[]).includes(status))
  }
  expect(actionDisabledReason(action, null)).toBe('advert.why.nothing')
})

// spec: 4.statuses.11
test('drafts and dead adverts can be sent; sent adverts can be updated once edited', () => {
  const possible = (isModified: boolean) =>
    advertStatuses.filter((status) => sendDisabledReason(advert(status), isModified) === null)

  expect(possible(false)).toEqual(['UNSENT', 'DEAD'])
  expect(possible(true)).toEqual(['UNSENT', 'SENT', 'LIVE', 'PAUSED', 'DEAD'])
  expect(advertStatuses.filter((status) => submitOrModify(advert(status)) === 'submit')).toEqual([
    'UNSENT',
    'DEAD',
  ])
  expect(sendDisabledReason(advert('LIVE'), false)).toBe('advert.why.unchanged')
  expect(sendDisabledReason(advert('LOCATED'), true)).toBe('advert.why.located')
})

// spec: 4.indicator.7
test('drafts, completed and dead adverts have no countdown', () => {
  const expiryDate = '2026-11-20T01:00:00.000Z'
  const now = Date.parse(expiryDate) - 90_000

  expect(timeLeft({ advertisementStatus: 'PAUSED', expiryDate }, now)).toBe(90_000)
  expect(timeLeft({ advertisementStatus: 'LIVE', expiryDate }, now + 100_000)).toBe(0)
  for (const status of ['UNSENT', 'COMPLETED', 'DEAD'] as const) {
    expect(timeLeft({ advertisementStatus: status, expiryDate }, now)).toBeNull()
  }
  expect(timeLeft(null, now)).toBeNull()
})
