import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import { expect, test } from 'vitest'
import { locateChanges, locatePhasesOf, soundOf } from './locate-changes.ts'

const located = (id: string, more: Partial<LocateNotification> = {}): LocateNotification =>
  ({ locateNotificationId: id, answer: null, outcome: null, ...more }) as LocateNotification
const ids = (locates: readonly LocateNotification[]) => locates.map((each) => each.locateNotificationId)

test('a locate alerts once, when it first asks for an answer', () => {
  const queue = [located('a')]

  expect(ids(locateChanges(new Map(), queue).opened)).toEqual(['a'])
  expect(ids(locateChanges(locatePhasesOf(queue), queue).opened)).toEqual([])
  expect(ids(locateChanges(locatePhasesOf(queue), [located('b'), ...queue]).opened)).toEqual(['b'])
})

test('an outcome alerts when it arrives, but not again after a reload', () => {
  const ended = [located('a', { answer: 'ACCEPT', outcome: 'ACCEPTED' })]

  expect(ids(locateChanges(locatePhasesOf([located('a')]), ended).ended)).toEqual(['a'])
  expect(ids(locateChanges(locatePhasesOf([located('a', { answer: 'ACCEPT' })]), ended).ended)).toEqual(['a'])
  expect(ids(locateChanges(new Map(), ended).ended)).toEqual([])
  expect(ids(locateChanges(locatePhasesOf(ended), ended).ended)).toEqual([])
})

test('an answer does not alert, whether given here or in another tab', () => {
  const { opened, ended } = locateChanges(locatePhasesOf([located('a')]), [
    located('a', { answer: 'DECLINE' }),
  ])

  expect([...opened, ...ended]).toEqual([])
})

test('located, accepted and declined sound different', () => {
  expect(soundOf(located('a'))).toBe('located')
  expect(soundOf(located('a', { outcome: 'ACCEPTED' }))).toBe('accepted')
  for (const outcome of ['DECLINED', 'CONTRA_DECLINED', 'TIMED_OUT', 'CONTRA_TIMEOUT', 'WITHDRAWN'] as const)
    expect(soundOf(located('a', { outcome })), outcome).toBe('declined')
})
