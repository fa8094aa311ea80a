import type { Command } from '@aitai/engine/model/commands.ts'
import { yen } from '@aitai/engine/model/price.ts'
import { OrderBook, Side } from 'nodejs-order-book'
import { createRandom } from '../harness/random.ts'
import {
  lastPrice,
  newMarket,
  performCommand,
  type RestingBook,
  securityOf,
  sightingOf,
  sweepUntilRest,
  termsOf,
  traderOf,
} from './resting-book.ts'

/** Inserts without a match and their cancels, in this engine and in a well-known order book, per second. */
export interface InsertFigures {
  readonly orders: number
  /** How many inserts a sweep follows: one, or as many as arrive at a server between two of its ticks. */
  readonly insertsPerSweep: number
  readonly inserts: number
  readonly theirInserts: number
  readonly cancels: number
  readonly theirCancels: number
}

const perSecond = (count: number, started: number): number =>
  Math.round((count * 1_000) / (performance.now() - started))

const nobody = (): void => {
  throw new Error('an insert was matched')
}

/**
 * An insert is a submit, and a share of the sweep that releases the adverts and searches their contras. Its draft,
 * which an order book does not have, exists before. All are buyers, so that nothing matches, as in the order book.
 */
function ours(orders: number, insertsPerSweep: number): Pick<InsertFigures, 'inserts' | 'cancels'> {
  const at = Date.UTC(2026, 10, 20, 1)
  const securityCount = 4_000
  const state = newMarket(securityCount, Math.ceil(orders / securityCount), at)
  const chance = createRandom(1)
  const book: RestingBook = { state, chance, liveAdverts: orders, securityCount, at, ids: [], made: 0 }
  const offsets = { advertising: 0, knockout: 500 }
  const commands = Array.from({ length: orders }, (_, n) => {
    const advertId = `advert${n}`
    const terms = { ...termsOf(book, 0), direction: 'BUY' as const }
    const own = { at, traderId: traderOf(book, n), advertId, terms }
    performCommand(state, { type: 'createAdvert', ...own, securityId: securityOf(book, n), offsets })
    return {
      type: 'submitAdvert',
      arrivalMid: null,
      usdJpy: 150 * yen,
      freshId: '',
      price: lastPrice,
      ...own,
    } as const
  })
  // A server has them from its quotes, whatever is inserted.
  const sightings = Array.from({ length: securityCount }, (_, n) => sightingOf(securityOf(book, n), at, 0))
  let started = performance.now()
  for (let from = 0; from < orders; from += insertsPerSweep) {
    const to = Math.min(from + insertsPerSweep, orders)
    for (let n = from; n < to; n += 1) performCommand(state, commands[n] as Command)
    const shown = sightings.slice(from % securityCount, (from % securityCount) + to - from)
    sweepUntilRest(book, shown, ({ length }) => (length > to - from ? nobody() : undefined))
  }
  const inserts = perSecond(orders, started)
  const order = shuffled(orders)
  started = performance.now()
  for (const n of order)
    performCommand(state, { type: 'cancelAdvert', at, traderId: traderOf(book, n), advertId: `advert${n}` })
  return { inserts, cancels: perSecond(orders, started) }
}

/** Bids at a hundred prices, cancelled in the same random order. */
function theirs(orders: number): Pick<InsertFigures, 'theirInserts' | 'theirCancels'> {
  const book = new OrderBook()
  const chance = createRandom(1)
  const commands = Array.from({ length: orders }, (_, n) => ({
    id: `order${n}`,
    side: Side.BUY,
    size: chance.between(40, 400) * 100,
    price: chance.between(2_901, 3_000),
  }))
  let started = performance.now()
  for (const order of commands) book.limit(order)
  const theirInserts = perSecond(orders, started)
  const order = shuffled(orders)
  started = performance.now()
  for (const n of order) book.cancel(`order${n}`)
  return { theirInserts, theirCancels: perSecond(orders, started) }
}

function shuffled(count: number): number[] {
  const chance = createRandom(2)
  const order = Array.from({ length: count }, (_, n) => n)
  for (let i = count - 1; i > 0; i -= 1) {
    const other = chance.between(0, i)
    const [a, b] = [order[i] as number, order[other] as number]
    order[i] = b
    order[other] = a
  }
  return order
}

/** Each once in a small size first, so that compilation is not counted. */
export function benchInserts(orders: number, insertsPerSweep: number): InsertFigures {
  ours(Math.min(orders, 20_000), insertsPerSweep)
  theirs(Math.min(orders, 5_000))
  return { orders, insertsPerSweep, ...ours(orders, insertsPerSweep), ...theirs(orders) }
}
