import type { Advert } from '@aitai/engine/model/advert.ts'
import type { Event } from '@aitai/engine/model/events.ts'
import type { State } from '@aitai/engine/model/state.ts'
import { assertInvariant } from '../invariants/state-invariants.ts'
import { dateOf } from './trading-hours.ts'

/** The oracle's data about an advert, derived from events only. */
interface Remembered {
  /** Its position in its owner's list. */
  readonly place: number
  /**
   * The start of its time priority (docs/rules.md §4), and the time since which it is unchanged
   * (docs/rules.md §3, E11).
   */
  readonly queued: number
  readonly settled: number
  /** Whether its advertising trigger has fired since it was sent or resumed, so that it queues from its release. */
  readonly triggered: boolean
}

export type AdvertHistories = Map<string, Remembered>

export const queuedSince = (adverts: AdvertHistories, { id }: Advert): number =>
  adverts.get(id)?.queued ?? Number.NaN
/**
 * The start of the time priority of an advert that is released now: the time at which it was sent, unless it
 * had to wait for a trigger (docs/rules.md §4).
 */
export function queuedOnRelease(adverts: AdvertHistories, advertId: string, at: number): number {
  const was = adverts.get(advertId)
  return was && !was.triggered ? was.queued : at
}
export const termsUnchangedSince = (adverts: AdvertHistories, { id }: Advert): number =>
  adverts.get(id)?.settled ?? Number.NaN

/** Records an event, before the engine applies it. */
export function recordAdvert(adverts: AdvertHistories, state: State, event: Event): void {
  if (event.type === 'tradingDayEnded') return forget(adverts, state, event.at)
  if (!('advertId' in event)) return
  const { advertId, at } = event
  const was = adverts.get(advertId) ?? {
    place: state.sequence + 1,
    queued: at,
    settled: at,
    triggered: false,
  }
  switch (event.type) {
    case 'advertDrafted':
      adverts.set(advertId, was)
      return
    case 'advertSubmitted': {
      const { place } = adverts.get(event.replaces ?? '') ?? was
      if (event.replaces) adverts.delete(event.replaces)
      adverts.set(advertId, { place, queued: at, settled: at, triggered: false })
      return
    }
    case 'advertModified':
      adverts.set(advertId, { ...was, settled: at, queued: event.keepsPriority ? was.queued : at })
      return
    case 'advertTriggered':
      adverts.set(advertId, { ...was, triggered: true })
      return
    case 'advertReleased':
      adverts.set(advertId, { ...was, queued: queuedOnRelease(adverts, advertId, at) })
      return
    case 'advertResumed':
      adverts.set(advertId, { ...was, settled: at, queued: at, triggered: false })
      return
    default:
  }
}

/**
 * At the end of a day, ended adverts that were sent before midnight and drafts of earlier days are removed
 * (docs/rules.md §2).
 */
function forget(adverts: AdvertHistories, state: State, at: number): void {
  for (const { id, advertisementStatus: status, draftedAt, submitTime } of state.adverts.values()) {
    const isOver = status === 'COMPLETED' || status === 'DEAD'
    const belongsTo = isOver ? Number(submitTime) : status === 'UNSENT' ? draftedAt : at
    if (dateOf(belongsTo) !== dateOf(at)) adverts.delete(id)
  }
}

/** The state has the expected adverts, each at its position in the owner's list. */
export function checkAdverts(adverts: AdvertHistories, { adverts: held, traders }: State): void {
  for (const id of adverts.keys()) assertInvariant(held.has(id), 'an advert stays until the day ends')
  for (const { id, place, traderId } of held.values()) {
    assertInvariant(
      adverts.get(id)?.place === place,
      'an advert stands where it was drafted, or the dead one was',
    )
    assertInvariant(traders.get(traderId)?.advertIds.has(id) === true, "an advert is in its owner's list")
  }
  for (const { advertIds } of traders.values())
    for (const id of advertIds) assertInvariant(held.has(id), "an owner's list names what is there")
}
