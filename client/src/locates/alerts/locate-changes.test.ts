import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import { expect, test } from 'vitest'
import { type LocateEntry, locatePhaseOf } from '../locate-list.ts'
import { locateChanges, locatePhasesOf, soundOfChanges } from './locate-changes.ts'

const entry = (id: string, more: Partial<LocateNotification> = {}): LocateEntry => {
  const locate = { locateNotificationId: id, answer: null, outcome: null, ...more } as LocateNotification
  return { id, locate, phase: locatePhaseOf(locate), isNew: false }
}
const ids = (entries: readonly LocateEntry[]) => entries.map(({ id }) => id)

test('a locate alerts once, when it first asks for an answer', () => {
  const entries = [entry('a')]

  expect(ids(locateChanges(new Map(), entries).opened)).toEqual(['a'])
  expect(ids(locateChanges(locatePhasesOf(entries), entries).opened)).toEqual([])
  expect(ids(locateChanges(locatePhasesOf(entries), [entry('b'), ...entries]).opened)).toEqual(['b'])
})

test('an outcome alerts when it arrives, but not again after a reload', () => {
  const ended = [entry('a', { answer: 'ACCEPT', outcome: 'ACCEPTED' })]

  expect(ids(locateChanges(locatePhasesOf([entry('a')]), ended).ended)).toEqual(['a'])
  expect(ids(locateChanges(locatePhasesOf([entry('a', { answer: 'ACCEPT' })]), ended).ended)).toEqual(['a'])
  expect(ids(locateChanges(new Map(), ended).ended)).toEqual([])
  expect(ids(locateChanges(locatePhasesOf(ended), ended).ended)).toEqual([])
})

test('an answer does not alert, whether given here or in another tab', () => {
  const { opened, ended } = locateChanges(locatePhasesOf([entry('a')]), [entry('a', { answer: 'DECLINE' })])

  expect([...opened, ...ended]).toEqual([])
})

test('located, accepted and declined sound different', () => {
  const soundOf = (more: Partial<LocateNotification> = {}) =>
    soundOfChanges({ opened: [], ended: [entry('a', more)] })
  expect(soundOf()).toBe('located')
  expect(soundOf({ outcome: 'ACCEPTED' })).toBe('accepted')
  for (const outcome of ['DECLINED', 'CONTRA_DECLINED', 'TIMED_OUT', 'CONTRA_TIMEOUT', 'WITHDRAWN'] as const)
    expect(soundOf({ outcome }), outcome).toBe('declined')
})

test('of many changes at once the most urgent one plays its sound', () => {
  const declined = entry('a', { outcome: 'DECLINED' })
  const accepted = entry('b', { outcome: 'ACCEPTED' })

  expect(soundOfChanges({ opened: [entry('c')], ended: [declined, accepted] })).toBe('located')
  expect(soundOfChanges({ opened: [], ended: [declined, accepted] })).toBe('accepted')
  expect(soundOfChanges({ opened: [], ended: [] })).toBeNull()
})
