import { evolve } from '@aitai/engine/evolve/evolve.ts'
import type { Command } from '@aitai/engine/model/commands.ts'
import type { Reference } from '@aitai/engine/model/reference-data.ts'
import { rulesVersion } from '@aitai/engine/model/rules-version.ts'
import { emptyState } from '@aitai/engine/model/state.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { importEquities } from '../../src/admin/reference/equity-import.ts'
import { importHolidays } from '../../src/admin/reference/holiday-import.ts'
import { setHours } from '../../src/admin/reference/trading-hours.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { readCalendar } from '../../src/reference/calendar.ts'
import { parseEquities } from '../../src/reference/equities.ts'
import { equityFromRow, equityRowOf, readEquityRows } from '../../src/reference/equity-rows.ts'
import { openReference, referenceDifferences } from '../../src/reference/reference-data.ts'
import { adminContextOn } from '../support/admin-context.ts'
import { testDatabases } from '../support/test-databases.ts'
import {
  draftAndSubmit,
  journalRows,
  locatePair,
  openTestMarket,
  securityId,
  type TestMarket,
  untilState,
} from '../support/test-market.ts'

/** The reference data that the engine received, entry by entry. */
async function changes(venue: TestMarket): Promise<Reference[]> {
  const commands = (await journalRows(venue)).map(({ command }) => JSON.parse(command) as Command)
  return commands.flatMap((command) => (command.type === 'changeReference' ? [command.reference] : []))
}

test('a stored security is read back unchanged', async () => {
  const header = 'ric,name,localName,kana,shortNames,topix500,lotSize,closePrice'
  const rows = [
    '7203.T,Toyota Motor,トヨタ自動車,トヨタ,トヨタ;TMC,y,100,2905.5',
    '2345.FU,Some,何か,,,n,1,99',
  ]
  const equities = await parseEquities([header, ...rows].join('\n'))
  expect(equities.map((each, i) => equityFromRow(equityRowOf(each, i)))).toEqual(equities)
})

test('an engine that has only seen the end of a day gets everything', () => {
  const state = evolve(emptyState(), { type: 'tradingDayEnded', at: 1, day: 1, tradingDays: 0 })
  const { calendar, limits } = state
  const wanted = { firms: [], brokers: [], traders: [], securities: [], calendar, limits, rulesVersion }
  expect(referenceDifferences(state, wanted)).toEqual({ calendar, limits, rulesVersion })
})

describe.each(testDatabases)('reference data in $name', (store) => {
  test('an empty installation has the shipped securities, with their names', async () => {
    const { db, close } = await openDatabase(await store.newLocation())
    const reference = await openReference(db, { calendar: 'jpx' })
    const { listed, equities } = reference.names()
    await close()
    expect(listed.length).toBeGreaterThanOrEqual(225)
    expect(listed[0]).toMatchObject({ name: 'Toyota Motor', localName: 'トヨタ自動車', tickSize: 5_000 })
    expect(equities.size).toBe(listed.length)
  })

  test('the engine gets everything at first, also the current limits', async () => {
    const venue = await openTestMarket(await store.newLocation(), { limits: { locateWindowMs: 5_000 } })
    const [reference] = await changes(venue)
    expect(Object.keys(reference ?? {}).toSorted()).toEqual(
      ['brokers', 'calendar', 'firms', 'limits', 'rulesVersion', 'securities', 'traders'].toSorted(),
    )
    expect(reference?.limits).toMatchObject({ locateWindowMs: 5_000, locateGraceMs: 1_500 })
  })

  test('a restart with the same tables sends the engine nothing', async () => {
    const place = await store.newLocation()
    const first = await openTestMarket(place)
    await first.stop()
    const second = await openTestMarket(place)
    expect(await changes(second)).toHaveLength(1)
  })

  test('only changes are sent', async () => {
    const venue = await openTestMarket(await store.newLocation())
    const { db } = venue.opened
    await db.updateTable('broker').set({ active: 0, name: 'Hinoki' }).execute()
    await db.updateTable('equity').set({ close_price: 30_000_000 }).where('ric', '=', '7203.T').execute()
    await venue.reference.refresh()

    const change = (await changes(venue)).at(-1)
    expect(change).toMatchObject({
      brokers: [{ brokerId: 'hinoki', active: false, swapEnabled: true }],
      securities: [{ ric: '7203.T', closePrice: 30_000_000, minPrice: 23_000_000, maxPrice: 37_000_000 }],
    })
    expect(Object.keys(change ?? {})).toHaveLength(2)
    expect(venue.reference.names().brokers.get('hinoki')?.name).toBe('Hinoki')
  })

  test('a change of names alone reaches the views and leaves no entry', async () => {
    const venue = await openTestMarket(await store.newLocation())
    await venue.opened.db
      .updateTable('firm')
      .set({ name: 'Alder Partners' })
      .where('id', '=', 'alder')
      .execute()
    await venue.reference.refresh()
    expect(venue.reference.names().firms.get('alder')?.name).toBe('Alder Partners')
    expect(await changes(venue)).toHaveLength(1)
  })

  test('concurrent refreshes end with the last content of the tables', async () => {
    const venue = await openTestMarket(await store.newLocation())
    const { db } = venue.opened
    const all: Promise<void>[] = []
    for (const swap_enabled of [0, 1, 0]) {
      await db.updateTable('broker').set({ swap_enabled }).execute()
      all.push(venue.reference.refresh())
    }
    await Promise.all(all)
    const swapEnabled = await venue.market.read((state) => state.brokers.get('hinoki')?.swapEnabled)
    expect(swapEnabled).toBe(false)
  })

  test('a disabled firm matches nobody, and does again when it is enabled', async () => {
    const venue = await openTestMarket(await store.newLocation())
    const { db } = venue.opened
    await db.updateTable('firm').set({ active: 0 }).where('id', '=', 'birch').execute()
    await venue.reference.refresh()
    const enabled = await venue.market.read((state) => state.firms.get('birch')?.brokerIds)
    expect(enabled).toEqual([])

    await db.updateTable('firm').set({ active: 1 }).where('id', '=', 'birch').execute()
    await venue.reference.refresh()
    await locatePair(venue)
  })

  test('two firms that join one group no longer match each other', async () => {
    const venue = await openTestMarket(await store.newLocation())
    const { db } = venue.opened
    await db
      .updateTable('firm')
      .set({ affiliate_group: 'trees' })
      .where('id', 'in', ['alder', 'birch'])
      .execute()
    await venue.reference.refresh()
    await draftAndSubmit(venue, 'alder', 'BUY')
    await draftAndSubmit(venue, 'birch', 'SELL')
    const third = await draftAndSubmit(venue, 'cypress', 'SELL')
    const contra = await untilState(venue, (state) => {
      const locateId = state.adverts.get(third)?.locateId
      return locateId ? state.locates.get(locateId) : null
    })
    expect(contra.firmIds).toEqual({ BUY: 'alder', SELL: 'cypress' })
    expect(contra.securityId).toBe(securityId(venue))
  })

  test('users of a broker are sent only while they are active', async () => {
    const venue = await openTestMarket(await store.newLocation())
    expect(venue.reference.names().brokerUsers.get('hinoki')).toEqual(['hanako', 'hiroshi'])
    await venue.opened.db.updateTable('person').set({ active: 0 }).where('id', '=', 'hiroshi').execute()
    await venue.reference.refresh()
    expect(venue.reference.names().brokerUsers.get('hinoki')).toEqual(['hanako'])
  })
})

test.each(testDatabases)(
  "operators' imports and settings are stored in $name, with the operator",
  async (store) => {
    const { db, close } = await openDatabase(await store.newLocation())
    onTestFinished(close)
    const admin = adminContextOn(db, { now: () => Date.UTC(2026, 10, 18, 1), by: 'Ken' })
    const base64 = (text: string): string => Buffer.from(text).toString('base64')
    const header = 'ric,name,localName,kana,shortNames,topix500,lotSize,closePrice,minPrice,maxPrice'
    const row = (close: string) => `7203.T,Toyota,トヨタ,,,y,100,${close},,4906\n`
    const sony = '6758.T,Sony,ソニー,,,y,100,2800,,\n'
    const zone = 'Asia/Tokyo'
    const [day, reason] = [base64('date,name\n2026-12-31,Year end\n2030-12-31,Year end\n'), 'a test']

    await importEquities(admin, { file: base64(`${header}\n${row('2905.5')}`) })
    // One that is new, and one that changes and moves.
    await importEquities(admin, { file: base64(`${header}\n${sony}${row('2950')}`) })
    await importHolidays(admin, { file: day, zone, reason, yes: true })
    await setHours(admin, { of: 'XSAP', zone, reason, yes: true, afterHours: 'none' })

    expect((await readEquityRows(db)).map(equityFromRow)).toMatchObject([
      { security: { ric: '6758.T', closePrice: 28_000_000 } },
      { security: { ric: '7203.T', closePrice: 29_500_000, minPrice: 24_500_000, maxPrice: 49_060_000 } },
    ])
    const { holidays, hours } = await readCalendar(db, 'jpx')
    expect(holidays).toEqual(['2026-12-31', '2030-12-31'])
    expect([hours.XSAP.afterHours, hours.XTKS.afterHours.length]).toEqual([[], 1])
    const auditRows = await db.selectFrom('audit').select(['actor', 'action']).orderBy('seq').execute()
    expect(auditRows.map(({ actor, action }) => `${actor} ${action}`)).toEqual([
      'staff:Ken equitiesImported',
      'staff:Ken equitiesImported',
      'staff:Ken holidaysImported',
      'staff:Ken hoursSet',
    ])
  },
)

describe.each(testDatabases)('the tables of $name enforce', (store) => {
  test("an e-mail address is unique, and so is a user's open session", async () => {
    const venue = await openTestMarket(await store.newLocation())
    const { db } = venue.opened
    const alder = await db
      .selectFrom('person')
      .selectAll()
      .where('id', '=', 'alder')
      .executeTakeFirstOrThrow()
    await expect(
      db
        .insertInto('person')
        .values({ ...alder, id: 'other' })
        .execute(),
    ).rejects.toThrow()

    const session = { user_id: 'alder', kind: 'session', started_at: 1, seen_at: 1 }
    await db
      .insertInto('session')
      .values({ ...session, token_hash: 'a', ended: null })
      .execute()
    const second = db.insertInto('session').values({ ...session, token_hash: 'b', ended: null })
    await expect(second.execute()).rejects.toThrow()
    await db.updateTable('session').set({ ended: 'REPLACED' }).execute()
    await second.execute()
  })

  test("a trader must have a firm, and a broker's user a broker", async () => {
    const venue = await openTestMarket(await store.newLocation())
    const { db } = venue.opened
    for (const id of ['alder', 'hanako']) {
      const homeless = db.updateTable('person').set({ firm_id: null, broker_id: null }).where('id', '=', id)
      await expect(homeless.execute()).rejects.toThrow()
    }
  })
})
