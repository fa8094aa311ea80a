import {
  addQuote,
  emptyQuoteWindow,
  type QuoteWindow,
  sightingOf as shownBy,
} from '@aitai/engine/market/quote-window.ts'
import { mayHoldMatch } from '@aitai/engine/matching/candidates.ts'
import { isTerminal } from '@aitai/engine/model/advert.ts'
import type { Event, EventOf } from '@aitai/engine/model/events.ts'
import { opposite } from '@aitai/engine/model/locate.ts'
import { yen } from '@aitai/engine/model/price.ts'
import { marketHasEffect } from '@aitai/engine/sweep/market-effects.ts'
import {
  guestCount,
  lastPrice,
  majoritySideOf,
  newRestingBook,
  performCommand,
  postBenchAdvert,
  type RestingBook,
  securityOf,
  sightingOf,
  sweepSecurity,
  termsOf,
  traderOf,
} from './resting-book.ts'

/** The figures of one run. */
export interface EngineFigures {
  readonly liveAdverts: number
  readonly securityCount: number
  readonly commandsPerSecond: number
  readonly bytesPerAdvert: number
  readonly quotesAndSweeps: number
  readonly modifies: number
  readonly submits: number
  readonly cancels: number
  readonly answers: number
}

/** How often each kind of command ran. */
type Counts = Record<'quotesAndSweeps' | 'modifies' | 'submits' | 'cancels' | 'answers', number>

/** The state of the mix while it runs. */
interface Run {
  readonly book: RestingBook
  readonly tapes: Map<string, QuoteWindow>
  readonly counts: Counts
  /** The large side's adverts that were located and have to be replaced. */
  readonly located: number[]
}

/** Sweeps the security of the last command; located traders answer at once. */
function settle(run: Run, n: number): void {
  const { book, counts } = run
  counts.quotesAndSweeps += sweepSecurity(book, securityOf(book, n), (events) => {
    for (const event of events) if (event.type === 'contraLocated') answer(run, event)
  })
}

/** Three of four locates are accepted by both sides; the large side's adverts are then replaced. */
function answer({ book, counts, located }: Run, { locateId, securityId }: EventOf<'contraLocated'>): void {
  const { state, at, chance } = book
  const traderIds = state.locates.get(locateId)?.traderIds
  if (!traderIds) throw new Error('the locate does not exist')
  const { quote, run } = sightingOf(securityId, at, 0)
  for (const direction of ['BUY', 'SELL'] as const) {
    performCommand(state, {
      type: 'answerLocate',
      at,
      traderId: traderIds[direction],
      locateId,
      direction,
      answer: chance.happens(0.87) ? 'ACCEPT' : 'DECLINE',
      quote,
      run,
      agreementId: `agreement-${locateId}`,
      passwords: { BUY: 'BUYPASS2', SELL: 'SELLPAS3' },
    })
    counts.answers += 1
  }
  for (const traderId of [traderIds.BUY, traderIds.SELL]) {
    const n =
      Number(traderId.slice('trader'.length)) * book.securityCount +
      Number(securityId.slice('security'.length))
    if (n < book.liveAdverts) located.push(n)
  }
}

function modify(run: Run, n: number): void {
  const { book, counts } = run
  const { state, at, ids } = book
  const own = { at, traderId: traderOf(book, n), advertId: ids[n] as string }
  performCommand(state, { type: 'modifyAdvert', ...own, terms: termsOf(book, n), price: lastPrice })
  counts.modifies += 1
  settle(run, n)
}

/** Cancels an advert and sends it again as a new one. */
function cancelAndSend(run: Run, n: number): void {
  const { book, counts } = run
  const { state, at, ids } = book
  const own = { at, traderId: traderOf(book, n), advertId: ids[n] as string }
  const freshId = `again${book.made}`
  book.made += 1
  performCommand(state, { type: 'cancelAdvert', ...own })
  performCommand(state, {
    type: 'submitAdvert',
    arrivalMid: null,
    usdJpy: 150 * yen,
    ...own,
    freshId,
    terms: termsOf(book, n),
    price: lastPrice,
  })
  ids[n] = freshId
  counts.cancels += 1
  counts.submits += 1
  settle(run, n)
}

/** A new advert is located with the large side and removed again; completed adverts are replaced. */
function postGuest(run: Run, n: number): void {
  const { book, counts } = run
  const { state, chance, securityCount } = book
  const host = Math.ceil(book.liveAdverts / securityCount) + chance.between(0, guestCount - 1)
  const guest = host * securityCount + (n % securityCount)
  const terms = {
    ...termsOf(book, n),
    direction: opposite(majoritySideOf(book, n)),
    minimumQuantity: 10,
    knockoutTriggerActivated: false,
  }
  postBenchAdvert(book, guest, {
    ...terms,
    transactionType: 'CASH_ONLY',
    transactionTypePreference: 'CASH_ONLY',
  })
  counts.submits += 1
  settle(run, guest)
  const left = state.adverts.get(book.ids[guest] as string)
  if (left && !isTerminal(left)) {
    performCommand(state, {
      type: 'cancelAdvert',
      at: book.at,
      traderId: traderOf(book, guest),
      advertId: left.id,
    })
    counts.cancels += 1
  }
  for (const each of run.located.splice(0)) restore(run, each)
}

/** Replaces an advert of the large side that was located or paused, and cancels it first if necessary. */
function restore(run: Run, n: number): void {
  const { book, counts } = run
  const { state, at } = book
  const advert = state.adverts.get(book.ids[n] as string)
  if (!advert || advert.advertisementStatus === 'LIVE') return
  if (!isTerminal(advert)) {
    performCommand(state, { type: 'cancelAdvert', at, traderId: traderOf(book, n), advertId: advert.id })
    counts.cancels += 1
  }
  postBenchAdvert(book, n, termsOf(book, n))
  counts.submits += 1
  settle(run, n)
}

/** A quote arrives. It is recorded, and a sweep follows if it matters to an advert. */
function quote({ book, tapes, counts }: Run): void {
  const securityId = securityOf(book, book.chance.between(0, book.securityCount - 1))
  const security = book.state.securities.get(securityId)
  const { quote: newest } = sightingOf(securityId, book.at, book.chance.between(-20, 20))
  if (!security || !newest) throw new Error('the security does not exist')
  const tape = addQuote(tapes.get(securityId) ?? emptyQuoteWindow(), newest, security, book.state.limits)
  tapes.set(securityId, tape)
  counts.quotesAndSweeps += 1
  const sighting = shownBy(tape, securityId)
  if (!marketHasEffect(book.state, sighting, book.at) && !mayHoldMatch(book.state, securityId)) return
  performCommand(book.state, {
    type: 'sweep',
    at: book.at,
    seed: 'bench',
    sightings: [sighting],
    usdJpy: 150 * yen,
  })
  counts.quotesAndSweeps += 1
}

function live(run: Run, commands: number): void {
  const { book, counts } = run
  const done = (): number => Object.values(counts).reduce((sum, count) => sum + count, 0)
  while (done() < commands) {
    const n = book.chance.between(0, book.liveAdverts - 1)
    book.at += 1
    const draw = book.chance.between(1, 100)
    if (draw <= 38) quote(run)
    else if (draw <= 82) modify(run, n)
    else if (draw <= 93) cancelAndSend(run, n)
    else postGuest(run, n)
  }
}

/**
 * The command mix of a day on a resting book: of ten commands, six are quotes and sweeps, two modify, one
 * submits, and the last is a cancel or an answer.
 */
export function benchEngine(liveAdverts: number, commands: number, securityCount: number): EngineFigures {
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  const book = newRestingBook(liveAdverts, securityCount)
  globalThis.gc?.()
  const bytesPerAdvert = Math.round((process.memoryUsage().heapUsed - before) / liveAdverts)
  const zero: Counts = { quotesAndSweeps: 0, modifies: 0, submits: 0, cancels: 0, answers: 0 }
  const run: Run = { book, tapes: new Map(), counts: { ...zero }, located: [] }
  live(run, Math.min(commands, 20_000))
  Object.assign(run.counts, zero)
  const started = performance.now()
  live(run, commands)
  const seconds = (performance.now() - started) / 1_000
  const done = Object.values(run.counts).reduce((sum, count) => sum + count, 0)
  return {
    liveAdverts,
    securityCount,
    commandsPerSecond: Math.round(done / seconds),
    bytesPerAdvert,
    ...run.counts,
  }
}

export type { Event }
