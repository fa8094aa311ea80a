import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { sliceItems } from '../../src/reference/slices.ts'
import { turnsDuring } from '../support/console/turns-during.ts'
import { testDatabases } from '../support/test-databases.ts'
import { openTestMarket, type TestMarket } from '../support/test-market.ts'
import { startTestServer, steadyQuotes } from '../support/test-server.ts'

const count = 2_000

/** Adds securities with the same close, in 1/10,000 yen. */
const addSecurities = ({ opened }: TestMarket, close_price: number) =>
  opened.db
    .insertInto('equity')
    .values(
      Array.from({ length: count }, (_, position) => ({
        id: `added-${position}`,
        ric: `${1_000 + position}.SP`,
        name: 'Name',
        local_name: '名前',
        kana: 'ナマエ',
        short_names: '',
        tick_table: 'FINE',
        lot_size: 100,
        close_price,
        position: 1_000 + position,
        active: 1,
        delisted: 0,
      })),
    )
    .execute()

/** The different closes of these securities, in the names and in the market. */
async function closesIn({ reference, market }: TestMarket) {
  const closesOf = (securities: Iterable<{ readonly securityId: string; readonly closePrice: number }>) => {
    const added = [...securities].filter(({ securityId }) => securityId.startsWith('added-'))
    return [...new Set(added.map(({ closePrice }) => closePrice))]
  }
  return {
    names: closesOf(reference.names().listed.map(({ security }) => security)),
    market: await market.read(({ securities }) => closesOf(securities.values())),
  }
}

describe.each(testDatabases)('a reload of thousands of securities in $name', (store) => {
  test('lets others work meanwhile, who see all of the old data or all of the new', async () => {
    const venue = await openTestMarket(await store.newLocation())
    const [before, after] = [20_000_000, 30_000_000]
    await addSecurities(venue, before)
    await venue.reference.refresh()
    await venue.opened.db
      .updateTable('equity')
      .set({ close_price: after })
      .where('id', 'like', 'added-%')
      .execute()

    const seen = { names: new Set<string>(), market: new Set<string>() }
    let isOver = false
    const watch = async (): Promise<void> => {
      while (!isOver) {
        const closes = await closesIn(venue)
        seen.names.add(String(closes.names))
        seen.market.add(String(closes.market))
        await nextTurn()
      }
    }
    const watching = watch()
    const { turns } = await turnsDuring(() => venue.reference.refresh())
    isOver = true
    await watching

    // Both may be replaced in the last turn, after which nobody checks any more.
    for (const closes of [seen.names, seen.market]) {
      expect([...closes].slice(0, 1)).toEqual([String(before)])
      expect([String(before), String(after)]).toEqual(expect.arrayContaining([...closes]))
    }
    expect(await closesIn(venue)).toEqual({ names: [after], market: [after] })
    expect(turns).toBeGreaterThanOrEqual(count / sliceItems)
  })
})

test('of the securities whose quotes are followed, no turn updates more than a slice', async () => {
  let [all, inTurn, most] = [0, 0, 0]
  const desk = await startTestServer({
    quotes(securities, now) {
      const quotes = steadyQuotes(securities, now)
      const list: typeof quotes.list = (more) => {
        if (inTurn === 0)
          setImmediate(() => {
            inTurn = 0
          })
        all += more.length
        inTurn += more.length
        most = Math.max(most, inTurn)
        quotes.list(more)
      }
      return { ...quotes, list }
    },
  })
  ;[all, most] = [0, 0]

  await desk.running.referenceChanged()

  expect(all).toBe(desk.app.reference.names().listed.length)
  expect(most).toBe(sliceItems)
})
