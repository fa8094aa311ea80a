import { expect, test } from 'vitest'
import { manualTimers } from '../../test/live/manual-timers.ts'
import type { AcknowledgedNotification } from '../market/notification-store.ts'
import { Acknowledgements } from './acknowledgements.ts'

const delayMs = 100
const of = (notificationId: string): AcknowledgedNotification => ({ userId: 'alder', notificationId })

function collect(fails = false) {
  const timers = manualTimers()
  const stored: (readonly AcknowledgedNotification[])[] = []
  const store = async (batch: readonly AcknowledgedNotification[]): Promise<void> => {
    if (fails) throw new Error('the disk is full')
    stored.push(batch)
  }
  return { timers, stored, acknowledgements: new Acknowledgements({ store, timers, delayMs }) }
}

test('acknowledgements of the same moment are stored together', async () => {
  const { timers, stored, acknowledgements } = collect()
  const [first, second] = [acknowledgements.add(of('1')), acknowledgements.add(of('2'))]
  timers.advance(delayMs - 1)
  expect(stored).toEqual([])

  timers.advance(1)
  await Promise.all([first, second])
  expect(stored).toEqual([[of('1'), of('2')]])
})

test('a flush stores what waits, once', async () => {
  const { timers, stored, acknowledgements } = collect()
  void acknowledgements.add(of('1'))
  await acknowledgements.flush()
  timers.advance(delayMs)
  await acknowledgements.flush()

  expect(stored).toEqual([[of('1')]])
})

test('a batch that cannot be stored fails each of its acknowledgements, and no flush', async () => {
  const { acknowledgements } = collect(true)
  const added = Promise.allSettled([acknowledgements.add(of('1')), acknowledgements.add(of('2'))])
  await acknowledgements.flush()

  expect((await added).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
