import { decide } from '@aitai/engine/decide.ts'
import type { Command } from '@aitai/engine/model/commands.ts'
import { yen } from '@aitai/engine/model/price.ts'
import { emptyMemory, recordEvent } from '../simulation/oracle/memory.ts'
import { emptyQuoteHistory } from '../simulation/oracle/quote-history.ts'
import { checkSweep, expectedSweep } from '../simulation/oracle/sweep.ts'
import {
  lastPrice,
  newRestingBook,
  onEvent,
  performCommand,
  securityOf,
  sightingOf,
  termsOf,
  traderOf,
} from './resting-book.ts'

/** A sweep after a modify, decided by the engine and by the slow, obvious oracle. */
export interface OracleFigures {
  readonly liveAdverts: number
  readonly sweeps: number
  readonly engineMicroseconds: number
  readonly oracleMicroseconds: number
  readonly oracleToEngine: number
}

export function benchOracle(liveAdverts: number, sweeps: number): OracleFigures {
  const memory = emptyMemory(() => emptyQuoteHistory())
  onEvent((state, event) => recordEvent(memory, state, event))
  const book = newRestingBook(liveAdverts)
  let [fast, slow] = [0, 0]
  for (let done = 0; done < sweeps; done += 1) {
    const n = book.chance.between(0, liveAdverts - 1)
    book.at += 1
    const { state, at, ids } = book
    const own = { at, traderId: traderOf(book, n), advertId: ids[n] as string }
    performCommand(state, { type: 'modifyAdvert', ...own, terms: termsOf(book, n), price: lastPrice })
    const sightings = [sightingOf(securityOf(book, n), at, 0)]
    const sweep: Extract<Command, { type: 'sweep' }> = {
      type: 'sweep',
      at,
      seed: 'bench',
      sightings,
      usdJpy: 150 * yen,
    }
    const began = performance.now()
    const decision = decide(state, sweep)
    const between = performance.now()
    const expected = expectedSweep(memory, state, sweep)
    fast += between - began
    slow += performance.now() - between
    if ('refusal' in decision) throw new Error('a sweep was refused')
    checkSweep(expected, decision.events, at)
    performCommand(state, sweep)
  }
  const each = (ms: number): number => Math.round((ms * 10_000) / sweeps) / 10
  return {
    liveAdverts,
    sweeps,
    engineMicroseconds: each(fast),
    oracleMicroseconds: each(slow),
    oracleToEngine: Math.round(slow / fast),
  }
}
