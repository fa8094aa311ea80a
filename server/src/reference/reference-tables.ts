import { readFile } from 'node:fs/promises'
import type { Role } from '@aitai/contract/codes.ts'
import type { Reference } from '@aitai/engine/model/reference-data.ts'
import type { Kysely, Selectable } from 'kysely'
import { loadedDataKeysOf } from '../database/encryption/data-keys.ts'
import { decryptLocatePassword, decryptPhone, ForgedValue } from '../database/encryption/encrypted-columns.ts'
import type { Database } from '../database/schema.ts'
import { type Equity, parseEquities } from './equities.ts'
import { equityFromRow, equityRowOf, readEquityRows } from './equity-rows.ts'
import type { Names, Person } from './names.ts'
import { inSlices } from './slices.ts'

/** The content of the reference tables: names for the views, the rest for the engine. */
interface ReferenceTables {
  readonly names: Names
  readonly reference: Required<Pick<Reference, 'firms' | 'brokers' | 'traders' | 'securities'>>
}

const rowsAtOnce = 500

/** Fills an empty table of securities with the shipped ones. */
export async function seedEquities(db: Kysely<Database>): Promise<void> {
  const known = await db.selectFrom('equity').select('id').limit(1).execute()
  if (known.length > 0) return
  const shipped = await readFile(new URL('../../data/equities.csv', import.meta.url), 'utf8')
  const rows = (await parseEquities(shipped)).map(equityRowOf)
  await db.transaction().execute(async (trx) => {
    for (let from = 0; from < rows.length; from += rowsAtOnce)
      await trx
        .insertInto('equity')
        .values(rows.slice(from, from + rowsAtOnce))
        .execute()
  })
}

/** Reads all reference tables in one consistent snapshot. Commands are processed in the meantime. */
export async function readReferenceTables(db: Kysely<Database>): Promise<ReferenceTables> {
  const rows = await readRows(db)
  const people: Person[] = []
  for await (const row of inSlices(rows.people)) people.push(personOf(row, await readablePhone(db, row)))
  const equities: Equity[] = []
  for await (const row of inSlices(rows.equities)) equities.push(equityFromRow(row))
  return { names: namesIn(db, rows, people, equities), reference: referenceIn(rows, equities) }
}

/** A phone that was tampered with is not shown; it must not stop the venue. `aitai doctor` reports it. */
async function readablePhone(
  db: Kysely<Database>,
  person: Pick<Database['person'], 'id' | 'phone'>,
): Promise<string | null> {
  try {
    return await decryptPhone(db, person)
  } catch (error) {
    if (error instanceof ForgedValue) return null
    throw error
  }
}

type Rows = Awaited<ReturnType<typeof readRows>>

const readRows = (db: Kysely<Database>) =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => ({
      firms: await trx.selectFrom('firm').selectAll().orderBy('id').execute(),
      enabled: await trx.selectFrom('firm_broker').selectAll().orderBy('broker_id').execute(),
      brokers: await trx.selectFrom('broker').selectAll().orderBy('id').execute(),
      people: await trx
        .selectFrom('person')
        .select(['id', 'email', 'first_name', 'last_name', 'role', 'firm_id', 'broker_id', 'phone', 'active'])
        .select('desk_head')
        .orderBy('id')
        .execute(),
      ratios: await trx.selectFrom('share_ratio').selectAll().orderBy('day').execute(),
      equities: await readEquityRows(trx),
    }))

function namesIn(
  db: Kysely<Database>,
  rows: Rows,
  people: readonly Person[],
  equities: readonly Equity[],
): Names {
  const listed = new Set(rows.equities.filter(({ active }) => active === 1).map(({ id }) => id))
  const ratios = Map.groupBy(
    rows.ratios.map(({ security_id, day, new_shares, old_shares }) => ({
      securityId: security_id,
      ratio: { day, newShares: new_shares, oldShares: old_shares },
    })),
    ({ securityId }) => securityId,
  )
  return {
    equities: new Map(equities.map((equity) => [equity.security.securityId, equity])),
    listed: equities.filter(({ security }) => listed.has(security.securityId)),
    isListed: (securityId) => listed.has(securityId),
    ratiosOf: (securityId) => (ratios.get(securityId) ?? []).map(({ ratio }) => ratio),
    brokers: new Map(rows.brokers.map((row) => [row.id, brokerOf(row)])),
    firms: new Map(
      rows.firms.map(({ id, name, active, shows_traders }) => [
        id,
        { firmId: id, name, active: active === 1, showsTraders: shows_traders === 1 },
      ]),
    ),
    people: new Map(people.map((person) => [person.userId, person])),
    brokerUsers: brokerUsersOf(people),
    passwordOf: (agreement, side) => decryptLocatePassword(loadedDataKeysOf(db), agreement, side),
  }
}

function referenceIn(rows: Rows, equities: readonly Equity[]): ReferenceTables['reference'] {
  const brokerIds = Map.groupBy(rows.enabled, ({ firm_id }) => firm_id)
  const enabledFor = (firmId: string): string[] =>
    (brokerIds.get(firmId) ?? []).map(({ broker_id }) => broker_id)
  return {
    // An inactive firm may use no broker, so its adverts cannot match.
    firms: rows.firms.map(({ id, affiliate_group, active, ...row }) => ({
      firmId: id,
      affiliateGroup: affiliate_group,
      brokerIds: active === 1 ? enabledFor(id) : [],
      largestNotional: row.largest_notional,
      largestLiveNotional: row.largest_live_notional,
    })),
    brokers: rows.brokers.map(({ id, active, swap_enabled }) => ({
      brokerId: id,
      active: active === 1,
      swapEnabled: swap_enabled === 1,
    })),
    traders: rows.people.flatMap(({ id, role, firm_id, desk_head }) => {
      if (role !== 'TRADER' || firm_id === null) return []
      return [{ traderId: id, firmId: firm_id, ...(desk_head === 1 ? { isDeskHead: true } : {}) }]
    }),
    securities: equities.map(({ security }) => security),
  }
}

const personOf = (row: Rows['people'][number], phone: string | null): Person => ({
  userId: row.id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  role: row.role as Role,
  firmId: row.firm_id,
  brokerId: row.broker_id,
  phone,
  active: row.active === 1,
})

const brokerOf = (row: Selectable<Database['broker']>) => ({
  brokerId: row.id,
  name: row.name,
  shortName: row.short_name,
  contact: row.contact,
  active: row.active === 1,
})

function brokerUsersOf(people: readonly Person[]): Map<string, string[]> {
  const users = new Map<string, string[]>()
  for (const { userId, brokerId, role, active } of people) {
    if (brokerId === null || role !== 'BROKER' || !active) continue
    users.set(brokerId, [...(users.get(brokerId) ?? []), userId])
  }
  return users
}
