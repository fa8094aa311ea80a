import { agree, expectedOf } from '../simulation/oracle.ts'
import { emptyMemory, remember } from '../simulation/oracle-memory.ts'
import { emptyReel } from '../simulation/oracle-reel.ts'
import type { Command } from '../src/commands.ts'
import { decide } from '../src/decide.ts'
import {
  lastPrice,
  perform,
  securityOf,
  sightingOf,
  standingBook,
  tell,
  termsOf,
  traderOf,
} from './standing.ts'

/** A sweep after a modify, decided by the engine and by the slow, obvious oracle. */
export interface OracleFigures {
  readonly liveAdverts: number
  readonly sweeps: number
  readonly engineMicroseconds: number
  readonly oracleMicroseconds: number
  readonly oracleToEngine: number
}

export function benchOracle(liveAdverts: number, sweeps: number): OracleFigures {
  const memory = emptyMemory(() => emptyReel())
  tell((state, event) => remember(memory, state, event))
  const book = standingBook(liveAdverts)
  let [fast, slow] = [0, 0]
  for (let done = 0; done < sweeps; done += 1) {
    const n = book.chance.between(0, liveAdverts - 1)
    book.at += 1
    const { state, at, chance, ids } = book
    const own = { at, traderId: traderOf(n), advertId: ids[n] as string }
    perform(state, { type: 'modifyAdvert', ...own, terms: termsOf(chance, n), price: lastPrice })
    const sightings = [sightingOf(securityOf(n), at, 0)]
    const sweep: Extract<Command, { type: 'sweep' }> = { type: 'sweep', at, seed: 'bench', sightings }
    const began = performance.now()
    const decision = decide(state, sweep)
    const between = performance.now()
    const expected = expectedOf(memory, state, sweep)
    fast += between - began
    slow += performance.now() - between
    if ('refusal' in decision) throw new Error('a sweep was refused')
    agree(memory, expected, state, decision.events, at)
    perform(state, sweep)
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
