import { Advert, type AdvertFields } from '@aitai/engine/model/advert.ts'
import type { Event } from '@aitai/engine/model/events.ts'
import type { Locate, Outcome } from '@aitai/engine/model/locate.ts'
import type { State } from '@aitai/engine/model/state.ts'
import { scoresOf } from './failures.ts'
import { copyOf, type OracleMemory, recordEvent } from './memory.ts'

/**
 * A state in the middle of a sweep, after the events that the oracle has expected so far. A sweep decides its
 * matches on the state after everything that has lapsed, expired or fired (docs/rules.md §4).
 */
export interface ExpectedState {
  state: State
  memory: OracleMemory
  readonly events: Event[]
}

export const expectedFrom = (state: State, memory: OracleMemory): ExpectedState => ({
  state,
  memory,
  events: [],
})

/** Expects an event and applies it to a copy of state and memory. The given ones stay as they are. */
export function expectEvent(expected: ExpectedState, event: Event): void {
  if (expected.events.length === 0) {
    const { state, memory } = expected
    expected.state = { ...state, adverts: new Map(state.adverts), locates: new Map(state.locates) }
    expected.memory = copyOf(memory)
  }
  recordEvent(expected.memory, expected.state, event)
  apply(expected.state, event)
  expected.events.push(event)
}

/** The effect of an event of a sweep on statuses and locates, as the oracle reads them (docs/rules.md §2). */
function apply(state: State, event: Event): void {
  switch (event.type) {
    case 'advertExpired':
    case 'advertCancelled':
      return change(state, event.advertId, { advertisementStatus: 'DEAD' })
    case 'advertTriggered':
      return change(state, event.advertId, { advertTriggerSatisfied: true })
    case 'advertLimitCrossed':
      return change(state, event.advertId, {
        isBeyondLimit: event.isBeyond,
        ...(event.isBeyond ? { advertisementStatus: 'SENT' } : {}),
      })
    case 'advertReleased':
      return change(state, event.advertId, { advertisementStatus: 'LIVE' })
    case 'locateFailed': {
      const locate = settle(state, event.locateId, event.outcome.BUY, event.outcome.SELL)
      for (const id of [locate.buyId, locate.sellId]) change(state, id, { advertisementStatus: 'PAUSED' })
      return
    }
    case 'locateWithdrawn': {
      const { buyId, sellId } = settle(state, event.locateId, 'WITHDRAWN', 'WITHDRAWN')
      const { BUY, SELL } = scoresOf(event)
      change(state, buyId, { advertisementStatus: BUY === null ? 'LIVE' : 'PAUSED' })
      return change(state, sellId, { advertisementStatus: SELL === null ? 'LIVE' : 'PAUSED' })
    }
    default:
  }
}

function change(state: State, advertId: string, changed: Partial<AdvertFields>): void {
  const advert = state.adverts.get(advertId)
  if (!advert)
    throw new Error(`the oracle expects ${JSON.stringify(changed)} of ${advertId}, which is unknown`)
  state.adverts.set(advertId, Advert.from({ ...advert.toJSON(), ...changed }))
}

function settle(state: State, locateId: string, BUY: Outcome, SELL: Outcome): Locate {
  const locate = state.locates.get(locateId)
  if (!locate) throw new Error(`the oracle expects the end of ${locateId}, which is unknown`)
  state.locates.set(locateId, { ...locate, outcome: { BUY, SELL } })
  return locate
}
