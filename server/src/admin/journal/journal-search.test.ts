import type { Sighting } from '@aitai/engine/model/quote.ts'
import { expect, onTestFinished, test } from 'vitest'
import {
  calendarOf,
  moment,
  quoteOf,
  sightingOf,
  sweepWithSightings,
  world,
} from '../../../../engine/test/book.ts'
import { testDatabases } from '../../../test/support/test-databases.ts'
import { openDatabase } from '../../database/open-database.ts'
import { createJournal } from '../../market/journal.ts'
import { journalledSightingAt, nextAdvertEvent } from './journal-search.ts'

const calendar = calendarOf([{ from: 0, to: 480 }], [{ from: 0, to: 384 }], [{ from: 391, to: 440 }])
const state = world({ calendar, opens: '00:00' })

const shown = (when: number, officialClose: number | null): Sighting =>
  sightingOf(quoteOf('toyota', when, 2_000, { officialClose }))

/** A journal of sweeps with these sightings, each at the time of its quote. */
async function journalOf(sightings: readonly Sighting[]) {
  const [{ newLocation: place }] = testDatabases as [(typeof testDatabases)[number]]
  const { db, close } = await openDatabase(await place())
  onTestFinished(close)
  const journal = createJournal(db)
  await journal.fold()
  const entries = sightings.map((sighting) => {
    const at = sighting.quote?.at ?? 0
    return { at, command: sweepWithSightings(at, sighting), events: [] }
  })
  await journal.append(entries)
  return { db, folded: { state, seq: entries.length, hash: '', snapshotSeq: 0 } }
}

const close = 20_000_000

test('after hours the newest official close of the day is found, however many entries followed', async () => {
  const later = Array.from({ length: 600 }, (_, i) => shown(moment('06:32') + i, null))
  const closed = shown(moment('06:31'), close)
  const { db, folded } = await journalOf([shown(moment('06:30'), close - 1), closed, ...later])

  expect(await journalledSightingAt({ db }, folded, 'toyota', moment('06:50'))).toEqual(closed)
  expect(await journalledSightingAt({ db }, folded, 'sony', moment('06:50'))).toBeNull()
  expect(await journalledSightingAt({ db }, { ...folded, seq: 1 }, 'toyota', moment('06:50'))).toMatchObject({
    quote: { officialClose: close - 1 },
  })
})

test('the official close of the previous day does not count, nor does any during matching hours', async () => {
  const { db, folded } = await journalOf([shown(moment('06:31', '2026-11-19'), close)])

  expect(await journalledSightingAt({ db }, folded, 'toyota', moment('06:50'))).toBeNull()
  expect(await journalledSightingAt({ db }, folded, 'toyota', moment('06:50', '2026-11-19'))).not.toBeNull()
  expect(await journalledSightingAt({ db }, folded, 'toyota', moment('06:00', '2026-11-19'))).toBeNull()
})

test('the next event is the first one in time that names either advert', async () => {
  const { db } = await journalOf([shown(moment('00:01'), null)])
  const journal = createJournal(db)
  await journal.fold()
  const at = moment('00:02')
  const by = { by: 'ops', reason: 'a drill', of: at }
  const pause = (advertId: string) => ({ type: 'advertPaused', at, advertId, by: 'OWNER' }) as const
  const command = { type: 'pauseAdvert', at, traderId: 'x', advertId: 'x' } as const
  await journal.append([
    { at, command, events: [{ type: 'matchExplained', at, advertIds: ['a', 'b'], ...by }] },
    { at, command, events: [pause('aa'), pause('b')] },
  ])

  const found = { at, event: 'advertPaused', locateId: null, together: false }
  expect(await nextAdvertEvent({ db }, 1, ['a', 'b'], at + 1)).toEqual(found)
  expect(await nextAdvertEvent({ db }, 1, ['a', 'b'], at)).toBeNull()
  expect(await nextAdvertEvent({ db }, 1, ['a', 'c'], at + 1)).toBeNull()
  expect(await nextAdvertEvent({ db }, 3, ['a', 'b'], at + 1)).toBeNull()
})
