import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { expect, test } from 'vitest'
import { countMissedUpdates, mergeMissedUpdates, missedUpdatesSince } from './missed-updates.ts'

const told = (id: string, message: string, more: Partial<Notification> = {}): Notification =>
  ({ id, message, visible: true, ack: false, errorCode: null, ...more }) as Notification
const missed = (id: string, more: Partial<Notification> = {}) =>
  told(id, 'Contra locate timeout', { errorCode: 'LOCATE-TIMEOUT-OWN', ...more })

test('what came while the socket was down is told by kind, what nobody answered first', () => {
  const all = [
    told('1', 'Advertisement expired'),
    told('2', 'Advertisement expired'),
    told('3', 'CANCEL_TRIGGER'),
    missed('4'),
  ]

  expect(missedUpdatesSince(all, new Set())).toEqual([
    { message: 'Contra locate timeout', missed: true, count: 1 },
    { message: 'Advertisement expired', missed: false, count: 2 },
    { message: 'CANCEL_TRIGGER', missed: false, count: 1 },
  ])
})

test('what was known before, what the person did, and what was replaced since are no news', () => {
  const all = [
    told('known', 'Advertisement expired'),
    told('own', 'ADVERT_SUBMITTED'),
    told('replaced', 'Contra Located', { visible: false }),
  ]

  expect(missedUpdatesSince(all, new Set(['known']))).toEqual([])
})

test('a missed locate is told although a later notice has replaced it', () => {
  expect(countMissedUpdates(missedUpdatesSince([missed('1', { visible: false })], new Set()))).toBe(1)
})

test('a locate that the contra let pass is not among those that were missed', () => {
  const all = [missed('1'), told('2', 'Contra locate timeout', { errorCode: 'LOCATE-TIMEOUT-CONTRA' })]

  expect(missedUpdatesSince(all, new Set()).map(({ missed: isOwn }) => isOwn)).toEqual([true, false])
})

test('a second cut adds to what was not read yet', () => {
  const expired = { message: 'Advertisement expired', missed: false, count: 2 }
  const lost = { message: 'Contra locate timeout', missed: true, count: 1 }

  expect(mergeMissedUpdates([expired], [lost, expired])).toEqual([lost, { ...expired, count: 4 }])
})
