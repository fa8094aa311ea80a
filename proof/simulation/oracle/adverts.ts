import type { Advert } from '@aitai/engine/model/advert.ts'
import type { Event } from '@aitai/engine/model/events.ts'
import type { State } from '@aitai/engine/model/state.ts'
import { assertInvariant } from '../invariants/state-invariants.ts'
import { dateOf } from './trading-hours.ts'

/** The oracle's data about an advert, derived from events only. */
interface Remembered {
  /** Its position in its owner's list. */
  readonly listPosition: number
  /**
   * The start of its time priority (docs/rules.md §4), and the time since which it is unchanged
   * (docs/rules.md §3, E11).
   */
  readonly queued: number
  readonly settled: number
  /** Whether it is paused, and a desk head did that (docs/rules.md §15). */
  readonly pausedByHead: boolean
  /** Whether the price was beyond its limit when that was last decided (docs/rules.md §25). */
  readonly beyondLimit: boolean
}

export type AdvertHistories = Map<string, Remembered>

export const queuedSince = (adverts: AdvertHistories, { id }: Advert): number =>
  adverts.get(id)?.queued ?? Number.NaN
/** Whether a desk head may resume it: an owner's own pause, or that of a failed locate, stays. */
export const isPausedByHead = (adverts: AdvertHistories, { id }: Advert): boolean =>
  adverts.get(id)?.pausedByHead === true
export const termsUnchangedSince = (adverts: AdvertHistories, { id }: Advert): number =>
  adverts.get(id)?.settled ?? Number.NaN

/** Records an event, before the engine applies it. */
export function recordAdvert(adverts: AdvertHistories, state: State, event: Event): void {
  if (event.type === 'tradingDayEnded') return forget(adverts, state, event.at)
  if (!('advertId' in event)) return
  const { advertId, at } = event
  const was = adverts.get(advertId) ?? {
    listPosition: state.sequence + 1,
    queued: at,
    settled: at,
    pausedByHead: false,
    beyondLimit: false,
  }
  switch (event.type) {
    case 'advertDrafted':
      adverts.set(advertId, was)
      return
    case 'advertSubmitted': {
      const { listPosition } = adverts.get(event.replaces ?? '') ?? was
      if (event.replaces) adverts.delete(event.replaces)
      const beyondLimit = event.isBeyondLimit
      adverts.set(advertId, { listPosition, queued: at, settled: at, pausedByHead: false, beyondLimit })
      return
    }
    case 'advertModified': {
      const queued = event.keepsPriority ? was.queued : at
      adverts.set(advertId, { ...was, settled: at, queued, beyondLimit: event.isBeyondLimit })
      return
    }
    // It keeps its priority, whichever way the price went.
    case 'advertLimitCrossed':
      adverts.set(advertId, { ...was, beyondLimit: event.isBeyond })
      return
    case 'advertPaused':
      adverts.set(advertId, { ...was, pausedByHead: event.by === 'DESK_HEAD' })
      return
    // What it waits for after that, hours or a halt, costs no priority.
    case 'advertTriggered':
      adverts.set(advertId, { ...was, queued: at })
      return
    case 'advertResumed':
      adverts.set(advertId, { ...was, settled: at, queued: at, pausedByHead: false })
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

const isQueued = ({ advertisementStatus: status }: Advert): boolean => status === 'LIVE'

/** The state has the expected adverts, each at its position in the owner's list. */
export function checkAdverts(adverts: AdvertHistories, { adverts: held, traders }: State): void {
  for (const id of adverts.keys()) assertInvariant(held.has(id), 'an advert stays until the day ends')
  for (const advert of held.values()) {
    const { id, listPosition, traderId } = advert
    assertInvariant(
      queuedSince(adverts, advert) === advert.priorityTime || !isQueued(advert),
      'an advert in the pool keeps its place in the queue',
    )
    assertInvariant(
      adverts.get(id)?.beyondLimit === advert.isBeyondLimit,
      'an advert waits for its limit as was decided last',
    )
    assertInvariant(
      adverts.get(id)?.listPosition === listPosition,
      'an advert stands where it was drafted, or the dead one was',
    )
    assertInvariant(traders.get(traderId)?.advertIds.has(id) === true, "an advert is in its owner's list")
  }
  for (const { advertIds } of traders.values())
    for (const id of advertIds) assertInvariant(held.has(id), "an owner's list names what is there")
}

/** What an advert's owner's rules did, and since when one of them is to act (docs/rules.md §28). */
interface Automatic {
  readonly renewed: number
  readonly resumed: number
  readonly dueSince: number | null
}

/** By advert; one that is not in it has done nothing automatically. */
export type AutomaticLog = Map<string, Automatic>

const nothing: Automatic = { renewed: 0, resumed: 0, dueSince: null }

/** Records an event, before the engine applies it. */
export function recordAutomatic(log: AutomaticLog, state: State, event: Event): void {
  const of = (id: string): Automatic => log.get(id) ?? nothing
  const isAtDesk = (advert: Advert | undefined): boolean =>
    advert !== undefined && state.traders.get(advert.traderId)?.present === true
  switch (event.type) {
    case 'advertExpired': {
      const advert = state.adverts.get(event.advertId)
      const { renewed } = of(event.advertId)
      const isSentOrLive = advert?.advertisementStatus === 'SENT' || advert?.advertisementStatus === 'LIVE'
      const countsMinutes = advert?.terms.duration === '60' || advert?.terms.duration === '150'
      const isDue =
        isSentOrLive && countsMinutes && isAtDesk(advert) && renewed < (advert?.terms.autoRenewals ?? 0)
      log.set(event.advertId, { ...of(event.advertId), dueSince: isDue ? event.at : null })
      return
    }
    case 'locateFailed': {
      const locate = state.locates.get(event.locateId)
      if (!locate) return
      for (const [id, outcome] of [
        [locate.buyId, event.outcome.BUY],
        [locate.sellId, event.outcome.SELL],
      ] as const) {
        const advert = state.adverts.get(id)
        const isMissed = outcome === 'CONTRA_DECLINED' || outcome === 'CONTRA_TIMEOUT'
        if (isMissed && isAtDesk(advert) && of(id).resumed < (advert?.terms.autoResumes ?? 0))
          log.set(id, { ...of(id), dueSince: event.at })
      }
      return
    }
    case 'presenceChanged':
      if (event.present) return
      for (const { id, traderId } of state.adverts.values())
        if (traderId === event.traderId && log.has(id)) log.set(id, { ...of(id), dueSince: null })
      return
    case 'advertResumed': {
      const { renewed, resumed } = of(event.advertId)
      log.set(event.advertId, { renewed, resumed: resumed + (event.isAutomatic ? 1 : 0), dueSince: null })
      return
    }
    case 'advertSubmitted': {
      const dead = of(event.replaces ?? '')
      if (event.replaces) log.delete(event.replaces)
      log.set(
        event.advertId,
        event.isAutomatic ? { renewed: dead.renewed + 1, resumed: dead.resumed, dueSince: null } : nothing,
      )
      return
    }
    case 'advertModified':
    case 'advertCancelled':
      log.set(event.advertId, { ...of(event.advertId), dueSince: null })
      return
    default:
  }
}

/** The adverts that a rule is to renew or resume, however long ago. */
export const automaticallyDue = (log: AutomaticLog, { adverts }: State): Advert[] =>
  [...adverts.values()].filter(({ id }) => log.get(id)?.dueSince != null)

/** Whether a rule may act on the advert: within a minute of what made it due. */
export const isAutomaticallyDue = (log: AutomaticLog, { id }: Advert, at: number): boolean => {
  const dueSince = log.get(id)?.dueSince ?? null
  return dueSince !== null && at <= dueSince + 60_000
}

/** The state counts what rules did, within what their owners have allowed, and knows what is due. */
export function checkAutomatic(log: AutomaticLog, { adverts, traders }: State): void {
  for (const { id, traderId, renewals, resumes, automaticSince } of adverts.values()) {
    const { renewed, resumed, dueSince } = log.get(id) ?? nothing
    assertInvariant(renewals === renewed && resumes === resumed, 'what rules did is counted')
    assertInvariant(renewals <= 5 && resumes <= 3, 'rules act no more often than they may')
    assertInvariant(automaticSince === dueSince, 'a rule is due as the events say')
    assertInvariant(
      automaticSince === null || traders.get(traderId)?.present === true,
      'an absent owner’s rules rest',
    )
  }
}
