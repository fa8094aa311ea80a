import type { Advert as AdvertView } from '@aitai/contract/schemas/adverts.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import { expect, test } from 'vitest'
import { ClientRecord } from './client-record.ts'
import { compareWithRecord, type ReadState } from './record-check.ts'

type Status = AdvertView['advertisementStatus']

const advert = (advertisementStatus: Status): AdvertView =>
  ({ id: 'toyota', securityId: '7203.T', advertisementStatus, shareQuantity: 20_200 }) as AdvertView

const locate = (outcome: LocateNotification['outcome']): LocateNotification =>
  ({ locateNotificationId: 'first', advertisementId: 'toyota', outcome, answer: null }) as LocateNotification

/** What is lost if `acknowledged` was replied before the trader had received a locate, and `read` is read later. */
function lostAfter(
  acknowledged: Status,
  read: Status,
  locates: readonly LocateNotification[] = [],
): readonly string[] {
  const record = new ClientRecord()
  record.store(advert(acknowledged), new Set())
  const counts = { ...record.counts, locate: locates.length, timeout: 0, triggerCancel: 0 }
  const serverState: ReadState = { adverts: [advert(read)], locates, counts }
  return compareWithRecord(record, null, serverState).faults.lost.filter((fault) =>
    fault.includes('was read'),
  )
}

test('a cancellation is stored, also if a locate that the trader had not received ended before it', () => {
  expect(lostAfter('DEAD', 'DEAD')).toEqual([])
  expect(lostAfter('DEAD', 'DEAD', [locate('DECLINED')])).toEqual([])
  expect(lostAfter('DEAD', 'LIVE')).toHaveLength(1)
  expect(lostAfter('DEAD', 'PAUSED', [locate('DECLINED')])).toHaveLength(1)
  // Nothing is located after it was cancelled.
  expect(lostAfter('DEAD', 'DEAD', [locate(null)])).toHaveLength(1)
})

test('a live advert is as its newest locate left it', () => {
  expect(lostAfter('LIVE', 'PAUSED', [locate('DECLINED')])).toEqual([])
  expect(lostAfter('LIVE', 'LIVE', [locate('WITHDRAWN')])).toEqual([])
  expect(lostAfter('LIVE', 'LIVE', [locate('DECLINED')])).toHaveLength(1)
  expect(lostAfter('LIVE', 'PAUSED')).toHaveLength(1)
})
