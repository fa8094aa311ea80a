import { setTimeout as wait } from 'node:timers/promises'
import type { Command } from '@aitai/engine/model/commands.ts'
import type { Event } from '@aitai/engine/model/events.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Database, JournalTable } from '../../database/schema.ts'
import { Unavailable } from '../../errors.ts'
import { eventsOf } from '../fold.ts'
import { journalPage } from '../journal-chain.ts'
import { type HistoryEntry, HistoryFold } from './history-fold.ts'
import {
  type AdvertEventRecord,
  type AdvertRecord,
  historyVersion,
  type LocateRecord,
} from './history-records.ts'
import {
  advertsOfDays,
  clearHistory,
  daysOfTrader,
  eventsOfAdvert,
  historyPosition,
  loadFacts,
  locatesBy,
  ownerOf,
  type ReferredIds,
  storeHistory,
} from './history-store.ts'

/** A trading day on which IOIs of a trader changed. */
interface DayWithAdverts {
  readonly day: number
  readonly sent: number
  readonly completed: number
}

export interface DaysOfAdverts {
  readonly adverts: readonly AdvertRecord[]
  /** The locates of these IOIs, by id. */
  readonly locates: ReadonlyMap<string, LocateRecord>
}

/** Entries that are stored at once: a few milliseconds of work. */
const pageSize = 100
/** After each page others get this many times as long, so that a long journal does not slow the desk down. */
const restFactor = 4
/** How often new entries are looked for, in milliseconds. */
const everyMs = 1_000
/** Entries that a read applies itself. More are there only while the history is being built. */
const maxUnstored = 5_000

/**
 * What became of IOIs, also on past days, of which the state has nothing. Ordinary tables that are filled from the
 * journal, off the path of commands, by the process that writes; they can be deleted and are then built again. A read
 * applies the entries that are not stored yet, so that every process answers with all that the journal has.
 */
export class OwnHistory {
  readonly #database: Kysely<Database>
  #updating: Promise<void> = Promise.resolve()
  #isStopped = false

  constructor(database: Kysely<Database>) {
    this.#database = database
  }

  /** Stores new entries from time to time, while this process writes. Returns how to stop. */
  start(isWriter: () => boolean, onError: (error: unknown) => void): () => Promise<void> {
    const timer = setInterval(() => {
      if (isWriter()) this.update().catch(onError)
    }, everyMs)
    return async () => {
      clearInterval(timer)
      this.#isStopped = true
      await this.#updating.catch(() => {})
    }
  }

  /** Stores all entries that the journal has. One run at a time. */
  update(): Promise<void> {
    this.#updating = this.#updating.catch(() => {}).then(() => this.#update())
    return this.#updating
  }

  async #update(): Promise<void> {
    while (!this.#isStopped) {
      const begun = performance.now()
      const rows = await this.#database.transaction().execute(storePage)
      if (rows < pageSize) return
      await wait(restFactor * (performance.now() - begun))
    }
  }

  /** The events of a trader's own IOI, in order. Null for another trader's too, so that its existence does not leak. */
  eventsOf(traderId: string, advertId: string): Promise<readonly AdvertEventRecord[] | null> {
    return this.#read(async (trx, unstored) => {
      const changed = unstored.changedAdverts.find((each) => each.advertId === advertId)
      const owner = changed?.traderId ?? (await ownerOf(trx, advertId))
      if (owner !== traderId) return null
      const newer = unstored.newEvents.filter((each) => each.advertId === advertId)
      return [...(await eventsOfAdvert(trx, advertId)), ...newer.map(({ event }) => event)]
    })
  }

  /** A trader's IOIs that changed on trading days, from the first to the last, as they were at the end of each. */
  between(traderId: string, first: number, last: number): Promise<DaysOfAdverts> {
    return this.#read(async (trx, unstored) => {
      const keyOf = ({ advertId, day }: AdvertRecord): string => `${advertId}|${day}`
      const stored = await advertsOfDays(trx, traderId, [first, last])
      const newer = unstored.changedAdverts.filter(
        (each) => each.traderId === traderId && each.day >= first && each.day <= last,
      )
      const all = new Map([...stored, ...newer].map((advert) => [keyOf(advert), advert]))
      const adverts = [...all.values()].filter(({ submitTime }) => submitTime !== null)
      const ids = new Set(adverts.flatMap(({ locateIds }) => locateIds))
      const locates = [...(await locatesBy(trx, 'id', ids)), ...unstored.changedLocates]
      return {
        // Total orders: what is stored already depends on how much others do, and ids are random.
        adverts: adverts.sort((a, b) => Number(b.submitSeq) - Number(a.submitSeq)),
        locates: new Map(
          locates
            .filter((each) => ids.has(each.locateId))
            .sort((a, b) => a.locatedAt - b.locatedAt || (a.securityId < b.securityId ? -1 : 1))
            .map((each) => [each.locateId, each]),
        ),
      }
    })
  }

  /** The trading days since one on which a trader's IOIs changed, the newest first. */
  daysSince(traderId: string, first: number): Promise<readonly DayWithAdverts[]> {
    return this.#read(async (trx, unstored) => {
      const stored = await daysOfTrader(trx, traderId, first)
      const newer = unstored.changedAdverts
        .filter((each) => each.traderId === traderId && each.day >= first)
        .map((each) => ({
          day: each.day,
          advert_id: each.advertId,
          is_sent: Number(each.submitTime !== null),
          is_completed: Number(each.advertisementStatus === 'COMPLETED'),
        }))
      const rows = new Map([...stored, ...newer].map((row) => [`${row.advert_id}|${row.day}`, row]))
      const days = Map.groupBy(
        [...rows.values()].filter(({ is_sent }) => is_sent === 1),
        ({ day }) => day,
      )
      return [...days]
        .map(([day, each]) => ({
          day,
          sent: each.length,
          completed: each.filter(({ is_completed }) => is_completed === 1).length,
        }))
        .sort((a, b) => b.day - a.day)
    })
  }

  /** The locate that led to an agreement; null for an unknown one. The user must be a side of it, or its broker. */
  locateOfAgreement(agreementId: string): Promise<LocateRecord | null> {
    return this.#read(async (trx, unstored) => {
      const [stored] = await locatesBy(trx, 'agreement_id', new Set([agreementId]))
      return unstored.changedLocates.find((each) => each.agreementId === agreementId) ?? stored ?? null
    })
  }

  /** Reads the tables, and applies the entries that they lack to copies. All of it sees one moment of the database. */
  #read<T>(view: (trx: Transaction<Database>, unstored: HistoryFold) => Promise<T>): Promise<T> {
    return this.#database
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        const rows = await journalPage(trx, await historyPosition(trx), maxUnstored)
        if (rows.length === maxUnstored) throw new Unavailable('the history is being built')
        return await view(trx, await foldRows(trx, rows))
      })
  }
}

/** Stores the next entries. Returns their number. */
async function storePage(trx: Transaction<Database>): Promise<number> {
  const position = await lockPosition(trx)
  const rows = await journalPage(trx, position, pageSize)
  const last = rows.at(-1)
  if (last) await storeHistory(trx, await foldRows(trx, rows), last.seq)
  return rows.length
}

/** Locks the position against another process that was the writer, and clears a history of another version. */
async function lockPosition(trx: Transaction<Database>): Promise<number> {
  const row = await trx
    .updateTable('history_position')
    .set(({ ref }) => ({ one: ref('one') }))
    .returning(['seq', 'version'])
    .executeTakeFirst()
  if (row?.version === historyVersion) return row.seq
  await clearHistory(trx)
  return 0
}

async function foldRows(db: Kysely<Database>, rows: readonly JournalTable[]): Promise<HistoryFold> {
  const entries = rows.map((row): HistoryEntry => {
    let command: Command | null = null
    return {
      seq: row.seq,
      events: eventsOf(row),
      command: () => {
        command ??= JSON.parse(row.command) as Command
        return command
      },
    }
  })
  const events = entries.flatMap((entry) => entry.events)
  const fold = new HistoryFold(await loadFacts(db, idsIn(events)))
  for (const entry of entries) fold.add(entry)
  return fold
}

function idsIn(events: readonly Event[]): ReferredIds {
  const ids = { adverts: new Set<string>(), locates: new Set<string>(), agreements: new Set<string>() }
  for (const event of events) {
    if ('advertId' in event) ids.adverts.add(event.advertId)
    if ('replaces' in event && event.replaces !== null) ids.adverts.add(event.replaces)
    if ('parentAdvertId' in event && event.parentAdvertId !== null) ids.adverts.add(event.parentAdvertId)
    if ('buyId' in event) ids.adverts.add(event.buyId).add(event.sellId)
    if ('locateId' in event) ids.locates.add(event.locateId)
    if ('agreementId' in event) ids.agreements.add(event.agreementId)
  }
  return ids
}
