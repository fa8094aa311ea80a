import type { Direction } from '@aitai/engine/model/advert.ts'
import { sideOf } from '@aitai/engine/model/locate.ts'
import { yen } from '@aitai/engine/model/price.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifyReplay } from '../../src/admin/journal/replay-verification.ts'
import { Refused } from '../../src/errors.ts'
import { stateHash } from '../../src/market/fold.ts'
import { createJournal } from '../../src/market/journal.ts'
import { adminContextOn } from '../support/admin-context.ts'
import { type DatabaseLocation, testDatabases } from '../support/test-databases.ts'
import {
  advanceClock,
  answerLocate,
  draftAndSubmit,
  firms,
  openTestMarket,
  stateHashOf,
  type TestMarket,
  ticksByHand,
} from '../support/test-market.ts'

type Trader = (typeof firms)[number]
type Doing =
  | { readonly do: 'advertise'; readonly trader: Trader; readonly direction: Direction; readonly ric: string }
  | { readonly do: 'pause' | 'resume' | 'cancel'; readonly trader: Trader; readonly which: number }
  | { readonly do: 'answer'; readonly trader: Trader; readonly answer: 'ACCEPT' | 'DECLINE' }
  | { readonly do: 'leave' | 'return'; readonly trader: Trader }
  | { readonly do: 'wait'; readonly milliseconds: number }
  | { readonly do: 'restart' }

const trader = fc.constantFrom(...firms)
const doing: fc.Arbitrary<Doing> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('advertise' as const),
      trader,
      direction: fc.constantFrom('BUY' as const, 'SELL' as const),
      ric: fc.constantFrom('7203.T', '6758.T'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('pause' as const, 'resume' as const, 'cancel' as const),
      trader,
      which: fc.nat(5),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      trader,
      answer: fc.constantFrom('ACCEPT' as const, 'DECLINE' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('leave' as const, 'return' as const), trader }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      milliseconds: fc.constantFrom(1_000, 32_000, 16 * 60_000, 61 * 60_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
)

async function perform(venue: TestMarket, what: Exclude<Doing, { do: 'restart' }>): Promise<unknown> {
  const { market } = venue
  if (what.do === 'wait') return advanceClock(venue, what.milliseconds)
  const traderId = what.trader
  switch (what.do) {
    case 'advertise':
      return draftAndSubmit(venue, traderId, what.direction, what.ric)
    case 'leave':
    case 'return':
      return market.submit({ type: 'setPresence', traderId, present: what.do === 'return' })
    case 'answer': {
      const open = await market.read((state) =>
        [...state.locates.values()].find((locate) => !locate.outcome && sideOf(locate, traderId)),
      )
      const side = open && sideOf(open, traderId)
      return open && side && answerLocate(venue, traderId, open.locateId, side, what.answer)
    }
    default: {
      const own = await market.read((state) =>
        [...state.adverts.values()].filter((each) => each.traderId === traderId).map(({ id }) => id),
      )
      const advertId = own[what.which % own.length]
      return advertId && market.submit({ type: `${what.do}Advert`, traderId, advertId, price: 2_000 * yen })
    }
  }
}

/** Any refusal will do; any other error is a bug. */
const unlessRefused = (error: unknown): void => {
  if (!(error instanceof Refused)) throw error
}

async function morning(place: DatabaseLocation, doings: readonly Doing[]): Promise<TestMarket> {
  const { startTicks, tick } = ticksByHand()
  let venue = await openTestMarket(place, { snapshotEvery: 7, startTicks })
  for (const what of doings) {
    if (what.do === 'restart') {
      await venue.stop()
      venue = await openTestMarket(place, { clock: venue.clock, snapshotEvery: 7, startTicks })
    } else await perform(venue, what).catch(unlessRefused)
    await tick(venue, 2)
  }
  return venue
}

describe.each(testDatabases)('after a random morning on $name', (store) => {
  test('memory, journal and replay agree, and notification numbers are consecutive', async () => {
    let located = 0
    await fc.assert(
      fc.asyncProperty(fc.array(doing, { minLength: 10, maxLength: 60 }), async (doings) => {
        const venue = await morning(await store.newLocation(), doings)
        await venue.market.stop()
        const { db } = venue.opened
        const folded = await createJournal(db).fold()
        await db.deleteFrom('snapshot').execute()
        const fromTheStart = await createJournal(db).fold()
        const replayed = await verifyReplay(adminContextOn(db))
        const rows = await db.selectFrom('notification').selectAll().orderBy('number').execute()
        located += folded.state.locates.size

        const memory = await stateHashOf(venue)
        expect(stateHash(folded.state)).toBe(memory)
        expect(stateHash(fromTheStart.state)).toBe(memory)
        expect(replayed).toMatchObject({ result: { verified: true, stateHash: memory } })
        for (const userId of [...firms, 'hanako', 'hiroshi']) {
          const numbers = rows.filter(({ user_id }) => user_id === userId).map(({ number }) => number)
          expect(numbers).toEqual(numbers.map((_, i) => i + 1))
        }
        expect(venue.errors).toEqual([])
        await venue.stop()
      }),
      { numRuns: store.name === 'SQLite' ? 15 : 10 },
    )
    expect(located).toBeGreaterThan(0)
  })
})
