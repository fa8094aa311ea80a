import { chanceOf } from '../simulation/chance.ts'
import type { AdvertTerms } from '../src/advert.ts'
import type { Command } from '../src/commands.ts'
import { decide } from '../src/decide.ts'
import { exchanges, yen } from '../src/equity.ts'
import { apply, restlessSecurities } from '../src/evolve.ts'
import type { Calendar } from '../src/hours.ts'
import type { Quote } from '../src/quote.ts'
import { emptyState, type State } from '../src/state.ts'

/** What one run measured. */
export interface EngineFigures {
  readonly liveAdverts: number
  readonly commandsPerSecond: number
  readonly bytesPerAdvert: number
}

const securities = 400
const allDay = [{ from: 0, to: 1_440 }]
const always = { platform: allDay, exchange: allDay, matching: allDay }
const calendar: Calendar = {
  name: 'always-open',
  weekends: true,
  holidays: [],
  hours: Object.fromEntries(exchanges.map((each) => [each, always])) as unknown as Calendar['hours'],
}

const securityId = (n: number): string => `security${n % securities}`
const traderId = (n: number): string => `trader${Math.floor(n / securities)}`

/**
 * Buyers ask for cash, sellers bring swaps: a two-sided book in which every contra is looked at and none
 * fits.
 */
const termsOf = (n: number, shareQuantity: number): AdvertTerms => ({
  direction: Math.floor(n / securities) % 2 === 0 ? 'BUY' : 'SELL',
  shareQuantity,
  minimumQuantity: 25,
  duration: 'END_OF_DAY',
  credibilityHurdle: 10,
  transactionType: Math.floor(n / securities) % 2 === 0 ? 'CASH_ONLY' : 'SWAP_ONLY',
  transactionTypePreference: Math.floor(n / securities) % 2 === 0 ? 'CASH_ONLY' : 'SWAP_ONLY',
  brokerIds: ['broker1', 'broker2'],
  ranked: false,
})

const quoteOf = (id: string, at: number): Quote => ({
  securityId: id,
  at,
  bid: 2_999 * yen,
  ask: 3_000 * yen,
  last: 3_000 * yen,
  indexMove: 0,
})

function perform(state: State, command: Command): boolean {
  const decision = decide(state, command)
  if ('refusal' in decision) return false
  apply(state, command, decision.events)
  return true
}

/** Sweeps as the server does after each batch, and says how many sweeps that took. */
function sweepAll(state: State, at: number): number {
  for (let rounds = 1; ; rounds += 1) {
    const quotes = restlessSecurities(state, at).map((id) => quoteOf(id, at))
    const command: Command = { type: 'sweep', at, seed: 'bench', quotes }
    const decision = decide(state, command)
    if ('refusal' in decision) return rounds
    apply(state, command, decision.events)
    if (decision.events.length === 0) return rounds
  }
}

function bookOf(liveAdverts: number, at: number): State {
  const state = emptyState()
  const firms = Array.from({ length: Math.ceil(liveAdverts / securities) + 1 }, (_, i) => `firm${i}`)
  const brokers = ['broker1', 'broker2']
  perform(state, {
    type: 'changeReference',
    at,
    reference: {
      calendar,
      brokers: brokers.map((brokerId) => ({ brokerId, active: true, swapEnabled: true })),
      firms: firms.map((firmId) => ({ firmId, affiliateGroup: null, brokerIds: brokers })),
      traders: firms.map((firmId, i) => ({ traderId: `trader${i}`, firmId })),
      securities: Array.from({ length: securities }, (_, i) => ({
        securityId: securityId(i),
        ric: `${i}.T`,
        exchange: 'XTKS' as const,
        lotSize: 100,
        topix500: true,
        closePrice: 3_000 * yen,
        minPrice: 2_300 * yen,
        maxPrice: 3_700 * yen,
      })),
    },
  })
  for (const i of firms.keys())
    perform(state, { type: 'setPresence', at, traderId: `trader${i}`, present: true })
  for (let n = 0; n < liveAdverts; n += 1) post(state, n, at)
  sweepAll(state, at)
  return state
}

function post(state: State, n: number, at: number): void {
  const terms = termsOf(n, 10_000)
  const own = { traderId: traderId(n), advertId: `advert${n}`, at }
  perform(state, { type: 'createAdvert', ...own, securityId: securityId(n), terms })
  perform(state, { type: 'submitAdvert', ...own, freshId: '', terms, price: 3_000 * yen })
}

/**
 * The day's mix on a standing book: modify, pause and resume, cancel and send again, each followed by a
 * sweep.
 */
export function benchEngine(liveAdverts: number, commands: number): EngineFigures {
  let at = Date.UTC(2026, 10, 20, 1)
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  const state = bookOf(liveAdverts, at)
  globalThis.gc?.()
  const bytesPerAdvert = (process.memoryUsage().heapUsed - before) / liveAdverts
  const chance = chanceOf(1)
  const ids = new Map<number, string>()
  let done = 0
  const started = performance.now()
  while (done < commands) {
    const n = chance.between(0, liveAdverts - 1)
    at += 1
    const own = { at, traderId: traderId(n), advertId: ids.get(n) ?? `advert${n}` }
    const price = 3_000 * yen
    const draw = chance.between(1, 10)
    if (draw <= 6) {
      const terms = termsOf(n, chance.between(50, 150) * 100)
      perform(state, { type: 'modifyAdvert', ...own, terms, price })
      done += 1
    } else if (draw <= 8) {
      perform(state, { type: 'pauseAdvert', ...own })
      perform(state, { type: 'resumeAdvert', ...own })
      done += 2
    } else {
      const freshId = `again${done}`
      perform(state, { type: 'cancelAdvert', ...own })
      perform(state, { type: 'submitAdvert', ...own, freshId, terms: termsOf(n, 10_000), price })
      ids.set(n, freshId)
      done += 2
    }
    done += sweepAll(state, at)
  }
  const seconds = (performance.now() - started) / 1_000
  return {
    liveAdverts,
    commandsPerSecond: Math.round(done / seconds),
    bytesPerAdvert: Math.round(bytesPerAdvert),
  }
}
