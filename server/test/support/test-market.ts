import { type AdvertTerms, type Direction, optionalTermsOff } from '@aitai/engine/model/advert.ts'
import { defaultLimits, type Limits } from '@aitai/engine/model/limits.ts'
import { yen } from '@aitai/engine/model/price.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import type { State } from '@aitai/engine/model/state.ts'
import { sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import { loadedDataKeysOf } from '../../src/database/encryption/data-keys.ts'
import { encryptLocatePassword } from '../../src/database/encryption/encrypted-columns.ts'
import { type OpenDatabase, openDatabase } from '../../src/database/open-database.ts'
import { Unavailable } from '../../src/errors.ts'
import { CommandLoop } from '../../src/market/command-loop.ts'
import type { CommandLoopDeps } from '../../src/market/command-loop-deps.ts'
import { stateHash } from '../../src/market/fold.ts'
import { createJournal, type Journal } from '../../src/market/journal.ts'
import type { Market } from '../../src/market/market.ts'
import {
  createNotificationStore,
  type NotificationStore,
  type StoredNotification,
} from '../../src/market/notification-store.ts'
import { type SimulatedQuotes, simulatedQuotes } from '../../src/quotes/quotes.ts'
import { randomId, randomPassword } from '../../src/random.ts'
import type { Names } from '../../src/reference/names.ts'
import { openReference, type ReferenceData } from '../../src/reference/reference-data.ts'
import { type DatabaseLocation, useTestSecrets } from './test-databases.ts'

/** 10:00 in Tokyo on a Friday. */
const opening = Date.UTC(2026, 10, 20, 1)

/** A clock that a test moves. */
export interface TestClock {
  at: number
}

/** The journal, the command loop and what they need over a database, with a clock that the test moves. */
export interface TestMarket {
  readonly opened: OpenDatabase
  readonly journal: Journal
  readonly notificationStore: NotificationStore
  readonly reference: ReferenceData
  readonly quotes: SimulatedQuotes
  readonly market: Market
  readonly clock: TestClock
  readonly notified: StoredNotification[]
  readonly errors: unknown[]
  /** Stops as an operator would, and releases the lock. */
  stop(): Promise<void>
}

export interface TestMarketOptions extends Partial<CommandLoopDeps> {
  readonly clock?: TestClock
  readonly limits?: Partial<Limits>
  /** Wraps the journal and the names that the command loop gets. */
  readonly overJournal?: (journal: Journal) => Journal
  readonly overNames?: (names: Names) => Names
}

/**
 * A simulated market with a clock that a test moves. It has run for a second, so that it has two quotes of
 * every security and a trigger can fire at once (docs/rules.md §11).
 */
function confirmedQuotes(
  clock: { at: number },
  of: { readonly securities: readonly Security[]; readonly limits: Limits },
): SimulatedQuotes {
  clock.at -= 1_000
  const quotes = simulatedQuotes({ seed: 'venue', now: () => clock.at, ...of })
  clock.at += 1_000
  quotes.advance()
  return quotes
}

/** The quotes of a test begin with its day, so a market need not have been fresh before. */
const matchedAtOnce = { freshMarketMs: 0 }

export async function openTestMarket(
  place: DatabaseLocation,
  options: TestMarketOptions = {},
): Promise<TestMarket> {
  const { clock = { at: opening }, limits: given = {}, ...rest } = options
  const limits = { ...matchedAtOnce, ...given }
  const { overJournal = (same) => same, overNames = (same) => same, ...parts } = rest
  const opened = await openDatabase(place)
  await useTestSecrets(opened.db, place)
  await seedPeople(opened)
  const reference = await openReference(opened.db, { calendar: 'always-open', limits })
  const now = (): number => clock.at
  const securities = reference.names().listed.map(({ security }) => security)
  const quotes = confirmedQuotes(clock, { securities, limits: { ...defaultLimits, ...limits } })
  const journal = createJournal(opened.db)
  const notificationStore = createNotificationStore(opened.db)
  const errors: unknown[] = []
  const onError = (error: unknown): void => {
    errors.push(error)
  }
  const names = (): Names => overNames(reference.names())
  const own = { journal: overJournal(journal), notificationStore, names, quotes, now, onError, tickMs: 5 }
  const market = await CommandLoop.start({ ...own, ...parts })
  const notified: StoredNotification[] = []
  market.onNotifications((some) => notified.push(...some))
  await reference.synchronize(market)
  let stopped: Promise<void> | null = null
  const stop = (): Promise<void> => {
    stopped ??= market.stop().then(() => opened.close())
    return stopped
  }
  onTestFinished(stop)
  return { opened, journal, notificationStore, reference, quotes, market, clock, notified, errors, stop }
}

/** Ticks that the test gives. */
export function ticksByHand() {
  const ticks: (() => void)[] = []
  return {
    startTicks: (tick: () => void) => {
      ticks.push(tick)
      return () => {}
    },
    async tick({ market }: TestMarket, times: number): Promise<void> {
      for (let left = times; left > 0; left -= 1) {
        for (const tick of ticks) tick()
        // The loop takes the tick with the batch of the first command, before the second one. Both are refused.
        for (let i = 0; i < 2; i += 1)
          await market.submit({ type: 'pauseAdvert', traderId: 'alder', advertId: '' }).catch(() => {})
      }
    },
  }
}

export const firms = ['alder', 'birch', 'cypress'] as const
export const toyota = '7203.T'

/** One trader per firm, named after it, and two users of the broker that all of them use. */
async function seedPeople({ db }: OpenDatabase): Promise<void> {
  if (await db.selectFrom('firm').select('id').executeTakeFirst()) return
  const broker = {
    id: 'hinoki',
    name: 'Hinoki Securities',
    short_name: 'HNK',
    contact: 'desk@hinoki.example',
  }
  await db
    .insertInto('broker')
    .values({ ...broker, folded_name: broker.name, folded_short_name: 'hnk', swap_enabled: 1, active: 1 })
    .execute()
  for (const id of firms) {
    await db
      .insertInto('firm')
      .values({ id, name: `${id} Asset`, folded_name: id, affiliate_group: null, active: 1 })
      .execute()
    await db.insertInto('firm_broker').values({ firm_id: id, broker_id: 'hinoki' }).execute()
    await person(db, { id, role: 'TRADER', firm_id: id, broker_id: null })
  }
  for (const id of ['hanako', 'hiroshi'])
    await person(db, { id, role: 'BROKER', firm_id: null, broker_id: 'hinoki' })
}

type PersonOf = { id: string; role: string; firm_id: string | null; broker_id: string | null }

async function person(db: OpenDatabase['db'], of: PersonOf): Promise<void> {
  const email = `${of.id}@example.com`
  const name = { first_name: of.id, last_name: 'Example', phone: null, language: 'en', email }
  const rest = { two_factor: 0, password_hash: '', temporary_until: null, first_login: 0, active: 1 }
  await db
    .insertInto('person')
    .values({ ...of, ...name, ...rest })
    .execute()
}

export const advertTermsFor = (direction: Direction, shareQuantity: number): AdvertTerms => ({
  direction,
  shareQuantity,
  minimumQuantity: 25,
  duration: '60',
  credibilityHurdle: 10,
  transactionType: 'CASH_ONLY',
  transactionTypePreference: 'CASH_ONLY',
  brokerIds: ['hinoki'],
  ranked: false,
  ...optionalTermsOff,
})

export function securityId(venue: TestMarket, ric = toyota): string {
  const found = venue.reference.names().listed.find(({ security }) => security.ric === ric)
  if (!found) throw new Error(`${ric} is not listed`)
  return found.security.securityId
}

export const setPresent = (venue: TestMarket, traderId: string): Promise<void> =>
  venue.market.submit({ type: 'setPresence', traderId, present: true })

/** Drafts an advert. Returns its id. */
export async function draftAdvert(venue: TestMarket, traderId: string, ric = toyota): Promise<string> {
  const advertId = randomId()
  const terms = advertTermsFor('BUY', 10_000)
  const draft = {
    type: 'createAdvert',
    traderId,
    advertId,
    securityId: securityId(venue, ric),
    terms,
    offsets: { advertising: 0, knockout: 500 },
  } as const
  await venue.market.submit(draft)
  return advertId
}

/** Sends an advert of a trader who is present. Returns its id. */
export async function draftAndSubmit(
  venue: TestMarket,
  traderId: string,
  direction: Direction,
  ric = toyota,
  shareQuantity = 10_000,
): Promise<string> {
  await setPresent(venue, traderId)
  const advertId = await draftAdvert(venue, traderId, ric)
  await venue.market.submit(submitCommand(venue, traderId, advertId, direction, ric, shareQuantity))
  return advertId
}

export function submitCommand(
  venue: TestMarket,
  traderId: string,
  advertId: string,
  direction: Direction,
  ric = toyota,
  shareQuantity = 10_000,
) {
  const price = venue.quotes.quoteOf(securityId(venue, ric))?.last ?? 0
  const terms = advertTermsFor(direction, shareQuantity)
  return {
    type: 'submitAdvert',
    arrivalMid: null,
    usdJpy: 150 * yen,
    traderId,
    advertId,
    terms,
    freshId: randomId(),
    price,
  } as const
}

/** Waits until a pair of adverts is located. Returns the locate's id. */
export async function locatePair(
  venue: TestMarket,
  buyer = 'alder',
  seller = 'birch',
  ric = toyota,
): Promise<string> {
  await draftAndSubmit(venue, buyer, 'BUY', ric)
  const advertId = await draftAndSubmit(venue, seller, 'SELL', ric)
  return untilState(venue, (state) => state.adverts.get(advertId)?.locateId ?? null)
}

export const answerLocate = (
  venue: TestMarket,
  traderId: string,
  locateId: string,
  direction: Direction,
  answer: 'ACCEPT' | 'DECLINE' = 'ACCEPT',
): Promise<void> => {
  const agreementId = randomId()
  const keys = loadedDataKeysOf(venue.opened.db)
  const encrypted = (side: Direction) => encryptLocatePassword(keys, randomPassword(), agreementId, side)
  const fresh = { agreementId, passwords: { BUY: encrypted('BUY'), SELL: encrypted('SELL') } }
  const { quote, run } = venue.quotes.sightingOf(securityId(venue))
  return venue.market.submit({
    type: 'answerLocate',
    traderId,
    locateId,
    direction,
    answer,
    quote,
    run,
    ...fresh,
  })
}

/** Both sides of the located pair of alder and birch accept. Returns the agreement's id. */
export async function agreePair(venue: TestMarket, locateId: string): Promise<string> {
  await answerLocate(venue, 'alder', locateId, 'BUY')
  await answerLocate(venue, 'birch', locateId, 'SELL')
  return untilState(venue, (state) => state.locates.get(locateId)?.agreementId)
}

/** Waits until a view of the state is neither null nor undefined, also while the state cannot be read. */
export async function untilState<T>(
  venue: TestMarket,
  view: (state: State) => T | null | undefined,
): Promise<T> {
  for (;;) {
    const shown = await venue.market
      .read((state) => view(state) ?? null)
      .catch((error: unknown) => {
        if (error instanceof Unavailable) return null
        throw error
      })
    if (shown !== null) return shown
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Waits until commands are accepted. */
export const untilReady = (venue: TestMarket): Promise<true> =>
  untilState(venue, () => venue.market.isReady() || null)

export const stateHashOf = (venue: TestMarket): Promise<string> => venue.market.read(stateHash)

/** Makes every insert into a table fail whose column contains a text, as a database that refuses a write. */
export async function failInserts(
  venue: { readonly opened: Pick<OpenDatabase, 'db' | 'dialect'> },
  table: string,
  column: string,
  text: string,
): Promise<void> {
  const { db, dialect } = venue.opened
  const holds = `new.${column} like '%${text}%'`
  if (dialect === 'sqlite') {
    const trigger = `create trigger no_more before insert on ${table} when ${holds}
      begin select raise(abort, 'no more'); end`
    await sql.raw(trigger).execute(db)
    return
  }
  await sql
    .raw(`create or replace function no_more() returns trigger language plpgsql as
      $$ begin if ${holds} then raise exception 'no more'; end if; return new; end $$`)
    .execute(db)
  await sql
    .raw(`create trigger no_more before insert on ${table} for each row execute function no_more()`)
    .execute(db)
}

export async function allowInserts(venue: Parameters<typeof failInserts>[0], table: string): Promise<void> {
  const { db, dialect } = venue.opened
  await sql
    .raw(dialect === 'sqlite' ? 'drop trigger no_more' : `drop trigger no_more on ${table}`)
    .execute(db)
}

export const journalRows = (venue: TestMarket) =>
  venue.opened.db.selectFrom('journal').selectAll().orderBy('seq').execute()

/** Advances the market's clock and its quotes; the last two are a second apart, as a trigger requires. */
export function advanceClock(venue: TestMarket, milliseconds: number): void {
  const lastStep = Math.min(milliseconds, 1_000)
  for (const step of [milliseconds - lastStep, lastStep]) {
    venue.clock.at += step
    venue.quotes.advance()
  }
}

export const advertStatusOf = (venue: TestMarket, advertId: string): Promise<string | undefined> =>
  venue.market.read((state) => state.adverts.get(advertId)?.advertisementStatus)

export const untilLive = (venue: TestMarket, advertId: string): Promise<true> =>
  untilState(venue, (state) => state.adverts.get(advertId)?.advertisementStatus === 'LIVE' || null)

export const pauseAdvertOf = (venue: TestMarket, traderId: string, advertId: string): Promise<void> =>
  venue.market.submit({ type: 'pauseAdvert', traderId, advertId })

/** Expects that the state in memory equals the fold of the journal. */
export async function expectStateMatchesJournal(venue: TestMarket): Promise<void> {
  const folded = await createJournal(venue.opened.db).fold()
  expect(await stateHashOf(venue)).toBe(stateHash(folded.state))
}
