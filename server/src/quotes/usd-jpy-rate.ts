import { type Price, yen } from '@aitai/engine/model/price.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'

/** The USD/JPY rate of the quote source, used for notionals in dollars. */
export interface UsdJpyRate {
  /** In 1/10,000 yen. */
  rate(): Price
  set(rate: Price): void
  /** Stores the newest rate. */
  stop(): Promise<void>
}

/** The rate of a new installation until the source delivers one. */
export const initialUsdJpyRate: Price = 150 * yen

const settingName = 'quotes.usdJpy'
const storeEveryMs = 60_000

/**
 * Reads the stored rate. New rates are stored at most once a minute and on stop, so that a restart begins near
 * the market. A failed write is only reported to `onError`: notionals in dollars are informational.
 */
export async function openUsdJpyRate(
  db: Kysely<Database>,
  now: () => number,
  onError: (error: unknown) => void,
): Promise<UsdJpyRate> {
  let stored = await storedRate(db)
  let rate = stored ?? initialUsdJpyRate
  let storedAt = Number.NEGATIVE_INFINITY
  let storing: Promise<void> = Promise.resolve()

  async function store(): Promise<void> {
    if (rate === stored) return
    const value = String(rate)
    await db
      .insertInto('setting')
      .values({ name: settingName, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
    stored = Number(value)
  }

  const begin = (): Promise<void> => {
    storing = storing.then(store).catch(onError)
    return storing
  }

  return {
    rate: () => rate,
    set(newRate) {
      rate = newRate
      if (rate === stored || now() - storedAt < storeEveryMs) return
      storedAt = now()
      begin()
    },
    stop: begin,
  }
}

async function storedRate(db: Kysely<Database>): Promise<Price | null> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', settingName)
    .executeTakeFirst()
  const rate = Number(row?.value)
  return Number.isSafeInteger(rate) && rate > 0 ? rate : null
}
