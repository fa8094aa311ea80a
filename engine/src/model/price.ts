declare const unit: unique symbol

/**
 * An amount in 1/10,000 yen, an integer: the unit of every price, price difference and notional in the
 * engine, the journal and the database. The compiler rejects a `Yen` where a `Price` is expected and the
 * reverse. A plain number passes as either, so literals and parsed JSON need no cast.
 */
export type Price = number & { readonly [unit]?: '1/10,000 yen' }

/** An amount in yen, as people read and type it: the unit of the API, of files, and of texts. */
export type Yen = number & { readonly [unit]?: 'yen' }

/** One yen. */
export const yen: Price = 10_000

export const toYen = (price: Price): Yen => price / yen

export const toYenOrNull = (price: Price | null): Yen | null => (price === null ? null : toYen(price))

/** Rounded to 1/10,000 yen, because a product of a decimal fraction is not exact. */
export const toPrice = (amount: Yen): Price => Math.round(amount * yen)

export const toPriceOrNull = (amount: Yen | null): Price | null => (amount === null ? null : toPrice(amount))
