import type { Event } from '@aitai/engine/model/events.ts'
import type { IoiCounts, State } from '@aitai/engine/model/state.ts'

/** The counts of the profile by trader, derived from events only (docs/specification.md §2). */
export type CountsByTrader = Map<string, IoiCounts>

const none: IoiCounts = {
  upload: 0,
  cancel: 0,
  locate: 0,
  accept: 0,
  decline: 0,
  timeout: 0,
  triggerCancel: 0,
}

export const countsOf = (counts: CountsByTrader, traderId: string): IoiCounts => counts.get(traderId) ?? none

/** Records an event, before the engine applies it. */
export function recordCounts(counts: CountsByTrader, state: State, event: Event): void {
  const add = (traderId: string | undefined, what: keyof IoiCounts): void => {
    if (traderId === undefined) return
    const was = countsOf(counts, traderId)
    counts.set(traderId, { ...was, [what]: was[what] + 1 })
  }
  const ownerOf = (advertId: string): string | undefined => state.adverts.get(advertId)?.traderId
  switch (event.type) {
    case 'advertSubmitted':
      return add(event.traderId, 'upload')
    case 'advertCancelled':
      if (event.causeOfDeath === 'CANCELLED_BY_USER') add(ownerOf(event.advertId), 'cancel')
      if (event.errorCode?.startsWith('CANCEL-TRIGGER')) add(ownerOf(event.advertId), 'triggerCancel')
      return
    case 'contraLocated':
      for (const id of [event.buyId, event.sellId]) add(ownerOf(id), 'locate')
      return
    case 'locateAnswered':
      return add(
        state.locates.get(event.locateId)?.traderIds[event.side],
        event.answer === 'ACCEPT' ? 'accept' : 'decline',
      )
    case 'locateFailed':
      for (const side of ['BUY', 'SELL'] as const)
        if (event.outcome[side] === 'TIMED_OUT')
          add(state.locates.get(event.locateId)?.traderIds[side], 'timeout')
      return
    default:
  }
}
