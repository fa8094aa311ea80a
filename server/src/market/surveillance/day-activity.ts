import { tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import { directions } from '@aitai/engine/model/advert.ts'
import type { Event, EventOf } from '@aitai/engine/model/events.ts'
import type { BothSides, Outcome } from '@aitai/engine/model/locate.ts'

/** The ways in which a side can make a locate fail, at last by not following through (docs/rules.md §21, §24). */
export const failureKinds = ['declined', 'excused', 'timedOut', 'knockedOut', 'notExecuted'] as const
export type FailureKind = (typeof failureKinds)[number]

/** What an institution or a trader did on one trading day. */
export interface Activity {
  /** Locates that ended on the day. Like the budgets, they count on the day of their end. */
  locates: number
  /** Those that were withdrawn, or void, without fault of a side. */
  withdrawn: number
  /** Locates that it made fail itself. */
  readonly failures: Record<FailureKind, number>
  /** The securities of its locates. */
  readonly securities: Set<string>
  /** By security: the first size, and each that is a quarter larger, or a fifth smaller, than the one before. */
  readonly sizes: Map<string, number>
  /** Adverts cancelled by their owner within a minute of the submit and never located. */
  quickCancels: number
}

export interface FirmActivity extends Activity {
  /** Its own failures, by security. */
  readonly failuresIn: Map<string, number>
  /** Its locates that were withdrawn without fault, by security. */
  readonly withdrawnIn: Map<string, number>
  /** Failed locates, whichever side failed, by the other institution. */
  readonly failedWith: Map<string, number>
  readonly traders: Map<string, Activity>
}

/** By the id of the institution. Those that did nothing are absent. */
export type DayActivity = ReadonlyMap<string, FirmActivity>

const quickCancelMs = 60_000
const sizeFactor = 1.25

interface OpenAdvert {
  readonly firmId: string
  readonly traderId: string
  readonly securityId: string
  readonly submittedAt: number
  isLocated: boolean
}

interface OpenLocate {
  readonly advertIds: BothSides<string>
  readonly adverts: BothSides<OpenAdvert>
  readonly isExcused: { BUY: boolean; SELL: boolean }
}

interface Agreement {
  readonly adverts: BothSides<OpenAdvert>
  /** The sides that the broker reports as not having followed through; null without a report. */
  atFault: BothSides<boolean> | null
}

/**
 * Counts the activity of one trading day after the other from the events of the journal. No advert lives longer than
 * a day, so the first counted day is complete if the events begin with the day before.
 */
export class ActivityTally {
  readonly #adverts = new Map<string, OpenAdvert>()
  readonly #locates = new Map<string, OpenLocate>()
  /** The agreements of the day: their broker reports on them until it ends. */
  readonly #agreements = new Map<string, Agreement>()
  /** The quantities of drafted residuals. */
  readonly #residuals = new Map<string, number>()
  /** The size counted last on the day, by institution and security. */
  readonly #lastSizes = new Map<string, number>()
  #day = Number.NEGATIVE_INFINITY
  #firms = new Map<string, FirmActivity>()

  /** The activity on the day of the newest event; of any other day nothing is known. */
  activityOn(day: number): DayActivity {
    return day === this.#day ? this.#firms : new Map()
  }

  add(event: Event): void {
    this.#beginDay(tradingDay(event.at))
    switch (event.type) {
      case 'advertDrafted':
        if (event.parentAdvertId !== null) this.#residuals.set(event.advertId, event.terms.shareQuantity)
        break
      case 'advertSubmitted':
        this.#submitted(event)
        break
      case 'advertModified':
        this.#sized(this.#adverts.get(event.advertId), event.terms.shareQuantity)
        break
      case 'advertCancelled':
        this.#cancelled(event)
        break
      case 'advertExpired':
        this.#adverts.delete(event.advertId)
        break
      case 'contraLocated':
        this.#located(event)
        break
      case 'locateAnswered': {
        const locate = this.#locates.get(event.locateId)
        if (locate) locate.isExcused[event.side] = event.excused
        break
      }
      case 'locateFailed':
        this.#ended(event.locateId, (side, locate) => failureOf(event.outcome[side], locate.isExcused[side]))
        break
      case 'locateWithdrawn': {
        const { scores } = event
        const locate = this.#ended(event.locateId, (side) => (scores[side] !== null ? 'knockedOut' : null))
        if (locate && scores.BUY === null && scores.SELL === null) this.#withdrawn(locate)
        break
      }
      case 'connectionAgreed':
        this.#agreed(event)
        break
      case 'notExecutedReported':
        this.#reported(event.agreementId, event.atFault)
        break
      case 'notExecutedWithdrawn':
        this.#reported(event.agreementId, null)
        break
    }
  }

  #beginDay(day: number): void {
    if (day === this.#day) return
    this.#day = day
    this.#firms = new Map()
    this.#lastSizes.clear()
    this.#agreements.clear()
    this.#residuals.clear()
  }

  #submitted(event: EventOf<'advertSubmitted'>): void {
    const { advertId, firmId, traderId, securityId, at, terms } = event
    const advert = { firmId, traderId, securityId, submittedAt: at, isLocated: false }
    this.#adverts.set(advertId, advert)
    // The rest of an executed advert is smaller by what was agreed, which is no try.
    if (this.#residuals.get(advertId) === terms.shareQuantity)
      this.#lastSizes.set(sizeKey(advert), terms.shareQuantity)
    else this.#sized(advert, terms.shareQuantity)
  }

  #sized(advert: OpenAdvert | undefined, size: number): void {
    if (!advert) return
    const last = this.#lastSizes.get(sizeKey(advert))
    if (last !== undefined && size < last * sizeFactor && last < size * sizeFactor) return
    this.#lastSizes.set(sizeKey(advert), size)
    for (const { sizes } of this.#of(advert)) increment(sizes, advert.securityId)
  }

  #cancelled({ advertId, causeOfDeath, at }: EventOf<'advertCancelled'>): void {
    const advert = this.#adverts.get(advertId)
    this.#adverts.delete(advertId)
    if (!advert || advert.isLocated || causeOfDeath !== 'CANCELLED_BY_USER') return
    if (at - advert.submittedAt > quickCancelMs) return
    for (const activity of this.#of(advert)) activity.quickCancels += 1
  }

  #located({ locateId, buyId, sellId }: EventOf<'contraLocated'>): void {
    const [BUY, SELL] = [this.#adverts.get(buyId), this.#adverts.get(sellId)]
    if (!BUY || !SELL) return
    for (const advert of [BUY, SELL]) advert.isLocated = true
    const advertIds = { BUY: buyId, SELL: sellId }
    this.#locates.set(locateId, {
      advertIds,
      adverts: { BUY, SELL },
      isExcused: { BUY: false, SELL: false },
    })
  }

  #agreed({ locateId, agreementId }: EventOf<'connectionAgreed'>): void {
    const locate = this.#ended(locateId, () => null)
    if (!locate) return
    this.#agreements.set(agreementId, { adverts: locate.adverts, atFault: null })
    for (const id of Object.values(locate.advertIds)) this.#adverts.delete(id)
  }

  /** Counts the broker's report instead of the one before; null withdraws it. */
  #reported(agreementId: string, atFault: BothSides<boolean> | null): void {
    const agreement = this.#agreements.get(agreementId)
    if (!agreement) return
    if (agreement.atFault) this.#failed(agreement.adverts, notExecutedBy(agreement.atFault), -1)
    if (atFault) this.#failed(agreement.adverts, notExecutedBy(atFault), 1)
    agreement.atFault = atFault
  }

  /** Counts a locate that ended, with the failure of each side if it failed. Returns the locate. */
  #ended(
    locateId: string,
    failureOn: (side: 'BUY' | 'SELL', locate: OpenLocate) => FailureKind | null,
  ): OpenLocate | null {
    const locate = this.#locates.get(locateId)
    if (!locate) return null
    this.#locates.delete(locateId)
    const { adverts } = locate
    for (const side of directions) {
      for (const activity of this.#of(adverts[side])) {
        activity.locates += 1
        activity.securities.add(adverts[side].securityId)
      }
    }
    this.#failed(adverts, { BUY: failureOn('BUY', locate), SELL: failureOn('SELL', locate) }, 1)
    return locate
  }

  #withdrawn({ adverts }: OpenLocate): void {
    for (const side of directions) {
      for (const activity of this.#of(adverts[side])) activity.withdrawn += 1
      increment(this.#firm(adverts[side].firmId).withdrawnIn, adverts[side].securityId)
    }
  }

  /** Counts the failures of a locate or agreement, or takes them back. */
  #failed(adverts: BothSides<OpenAdvert>, failures: BothSides<FailureKind | null>, by: 1 | -1): void {
    for (const side of directions) {
      const failure = failures[side]
      if (!failure) continue
      const { firmId, securityId } = adverts[side]
      for (const activity of this.#of(adverts[side])) activity.failures[failure] += by
      increment(this.#firm(firmId).failuresIn, securityId, by)
    }
    if (!failures.BUY && !failures.SELL) return
    increment(this.#firm(adverts.BUY.firmId).failedWith, adverts.SELL.firmId, by)
    increment(this.#firm(adverts.SELL.firmId).failedWith, adverts.BUY.firmId, by)
  }

  /** The activity of an advert's institution and of its trader. */
  #of({ firmId, traderId }: OpenAdvert): readonly [FirmActivity, Activity] {
    const firm = this.#firm(firmId)
    const trader = firm.traders.get(traderId) ?? newActivity()
    firm.traders.set(traderId, trader)
    return [firm, trader]
  }

  #firm(firmId: string): FirmActivity {
    const found = this.#firms.get(firmId)
    if (found) return found
    const firm = {
      ...newActivity(),
      failuresIn: new Map(),
      withdrawnIn: new Map(),
      failedWith: new Map(),
      traders: new Map(),
    }
    this.#firms.set(firmId, firm)
    return firm
  }
}

const newActivity = (): Activity => ({
  locates: 0,
  withdrawn: 0,
  failures: { declined: 0, excused: 0, timedOut: 0, knockedOut: 0, notExecuted: 0 },
  securities: new Set(),
  sizes: new Map(),
  quickCancels: 0,
})

const sizeKey = ({ firmId, securityId }: OpenAdvert): string => `${firmId}|${securityId}`

const increment = (counts: Map<string, number>, key: string, by: 1 | -1 = 1): void => {
  const count = (counts.get(key) ?? 0) + by
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}

const notExecutedBy = (atFault: BothSides<boolean>): BothSides<FailureKind | null> => ({
  BUY: atFault.BUY ? 'notExecuted' : null,
  SELL: atFault.SELL ? 'notExecuted' : null,
})

function failureOf(outcome: Outcome, isExcused: boolean): FailureKind | null {
  if (outcome === 'TIMED_OUT') return 'timedOut'
  if (outcome !== 'DECLINED') return null
  return isExcused ? 'excused' : 'declined'
}

/** All failures of an activity. */
export const failuresOf = ({ failures }: Activity): number =>
  failureKinds.reduce((sum, kind) => sum + failures[kind], 0)
