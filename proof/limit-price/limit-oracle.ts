import type { AdvertTerms } from '@aitai/engine/model/advert.ts'
import type { Quote } from '@aitai/engine/model/quote.ts'
import { coverLimitLocate, coverUnconfirmedMid, type LimitCoverage } from './limit-coverage.ts'
import { expiryOf, msToMatchingEnd, phaseAt, platformIsOpen } from './rules-hours.ts'
import type { RulesLocate, RulesMatch, RulesVenue } from './rules-locates.ts'
import { type DayPrices, RulesMarket } from './rules-market.ts'
import { rankedPairs } from './rules-ranking.ts'
import { RulesRecord } from './rules-record.ts'
import {
  type Answer,
  isBeyond,
  letsInMore,
  losesPriority,
  type RulesAdvert,
  reachesKnockout,
  reachesTrigger,
  refusalOf,
  type Side,
  stateOfTrigger,
} from './rules-terms.ts'

/*
 * The limit price by docs/rules.md §25 and what it refers to, written from that page alone by somebody who had not
 * read the engine, the decision about it or the oracle of the simulation. It is slow and knows nothing but the text;
 * where the text was ambiguous, the sentence that decides was added to it.
 */

const sides: readonly Side[] = ['BUY', 'SELL']
const otherSide = { BUY: 'SELL', SELL: 'BUY' } as const
const locateWindowMs = 30_000
const locateGraceMs = 1_500
const lowestHurdle = 10

export class LimitOracle {
  readonly adverts: RulesAdvert[] = []
  readonly seen = new Set<LimitCoverage>()
  readonly #venue: RulesVenue
  readonly #prices: DayPrices
  readonly #markets: ReadonlyMap<string, RulesMarket>
  readonly #record = new RulesRecord()
  readonly #halts = new Set<string>()
  #locates: RulesLocate[] = []
  #sequence = 0
  /** Back from a locate without fault since the last sweep, for the coverage. */
  #returned = new Set<string>()

  constructor(venue: RulesVenue, prices: DayPrices, securityIds: readonly string[]) {
    this.#venue = venue
    this.#prices = prices
    this.#markets = new Map(securityIds.map((id) => [id, new RulesMarket(id, prices)]))
  }

  market(securityId: string): RulesMarket {
    const market = this.#markets.get(securityId)
    if (!market) throw new Error(`there is no security ${securityId}`)
    return market
  }

  /** The one advert of an institution in a security that has not ended. */
  openAdvert(firmId: string, securityId: string): RulesAdvert | null {
    const isOpen = ({ status }: RulesAdvert): boolean => status !== 'COMPLETED' && status !== 'DEAD'
    return (
      this.adverts.find((each) => each.firmId === firmId && each.securityId === securityId && isOpen(each)) ??
      null
    )
  }

  openLocate(firmId: string, securityId: string): { side: Side; locate: RulesLocate } | null {
    for (const locate of this.#locates)
      for (const side of sides)
        if (locate[side].firmId === firmId && locate.securityId === securityId) return { side, locate }
    return null
  }

  get isHalted(): boolean {
    return this.#halts.size > 0
  }

  hasHalt(what: string): boolean {
    return this.#halts.has(what)
  }

  phase(now: number) {
    return phaseAt(this.#venue.hours, now)
  }

  /** Platform hours. */
  isOpen(now: number): boolean {
    return platformIsOpen(this.#venue.hours, now)
  }

  expiryOf(duration: string, now: number): number {
    return expiryOf(this.#venue.hours, duration, now)
  }

  rating(firmId: string): number {
    return this.#record.rating(firmId)
  }

  quote(securityId: string, quote: Quote, now: number): void {
    this.market(securityId).receive(quote, now)
  }

  nextSequence(): number {
    this.#sequence += 1
    return this.#sequence
  }

  /** Waits for its advertising trigger (25.5). */
  isArmed({ terms, hasFired }: RulesAdvert): boolean {
    return terms.advertisingTriggerActivated && !hasFired
  }

  /** The fresh mid, or the official close in after-hours matching (13.9). */
  #priceNow(securityId: string, now: number): number | null {
    const market = this.market(securityId)
    return this.phase(now) === 'AFTER_HOURS' ? market.officialClose : market.freshMid(now)
  }

  #mayBeLive(advert: RulesAdvert, now: number): boolean {
    return this.phase(now) !== 'CLOSED' && !this.isArmed(advert) && !advert.waits
  }

  send(ids: Pick<RulesAdvert, 'id' | 'firmId' | 'securityId' | 'sequence'>, terms: AdvertTerms, now: number) {
    const refusal = refusalOf(terms, this.#prices)
    if (refusal) return refusal
    const advert: RulesAdvert = {
      ...ids,
      terms,
      status: 'SENT',
      cause: null,
      expiry: this.expiryOf(terms.duration, now),
      priorityTime: now,
      waits: false,
      hasFired: false,
      hasWaited: false,
    }
    advert.waits = !this.isArmed(advert) && isBeyond(terms, this.market(ids.securityId).lastMid)
    if (this.#mayBeLive(advert, now)) advert.status = 'LIVE'
    if (advert.waits) this.seen.add('waits at once when it is sent')
    this.adverts.push(advert)
    return null
  }

  modify(advert: RulesAdvert, terms: AdvertTerms, now: number) {
    const refusal = refusalOf(terms, this.#prices)
    if (refusal) return refusal
    const { terms: before, waits: waited } = advert
    const isOther = losesPriority(before, terms)
    if (before.limitPrice !== terms.limitPrice && isOther === letsInMore(before, terms))
      this.seen.add(isOther ? 'a looser limit loses the priority' : 'a stricter limit keeps the priority')
    if (isOther) {
      advert.priorityTime = now
      advert.hasWaited = false
    }
    advert.terms = terms
    const changes =
      before.limitPrice !== terms.limitPrice ||
      before.direction !== terms.direction ||
      stateOfTrigger(before) !== stateOfTrigger(terms)
    if (changes)
      advert.waits = !this.isArmed(advert) && isBeyond(terms, this.market(advert.securityId).lastMid)
    if (advert.waits !== waited) this.seen.add(waited ? 'a change ends the wait' : 'a change makes it wait')
    if (advert.status === 'LIVE' && (advert.waits || this.isArmed(advert))) advert.status = 'SENT'
    return null
  }

  pause(advert: RulesAdvert): void {
    if (advert.waits) this.seen.add('is paused while it waits')
    advert.status = 'PAUSED'
  }

  resume(advert: RulesAdvert, now: number): void {
    advert.priorityTime = now
    advert.hasWaited = false
    const mid = this.market(advert.securityId).freshMid(now)
    if (advert.waits) this.seen.add('waits on when it is resumed')
    else if (mid !== null && isBeyond(advert.terms, mid))
      this.seen.add('is resumed with an unconfirmed mid beyond')
    advert.status = this.#mayBeLive(advert, now) ? 'LIVE' : 'SENT'
  }

  cancel(advert: RulesAdvert): void {
    advert.status = 'DEAD'
    advert.cause = 'CANCELLED_BY_USER'
  }

  /** 16.7 and 16.8 */
  halt(what: string, isHalted: boolean, now: number): void {
    if (isHalted) this.#halts.add(what)
    else this.#halts.delete(what)
    if (!isHalted) return
    for (const locate of [...this.#locates])
      if (this.#isHalted(locate.securityId, locate.BUY, locate.SELL)) this.#withdraw(locate, now)
  }

  #isHalted(securityId: string, ...adverts: readonly RulesAdvert[]): boolean {
    return ['PLATFORM', securityId, ...adverts.map(({ firmId }) => firmId)].some((id) => this.#halts.has(id))
  }

  answer({ side, locate }: { side: Side; locate: RulesLocate }, answer: Answer, now: number): void {
    locate.answers[side] = answer
    locate[side].status = 'LOCATED'
    for (const each of sides) if (this.#knocksOut(locate[each], now)) locate.knockedOut[each] = true
    const isComplete = sides.every((each) => locate.answers[each] !== null)
    if (!isComplete || sides.some((each) => locate.knockedOut[each]) || this.phase(now) === 'CLOSED') return
    this.#end(locate, now)
  }

  #knocksOut({ terms, securityId }: RulesAdvert, now: number): boolean {
    if (this.phase(now) !== 'MATCHING') return false
    return this.market(securityId).isConfirmed((mid) => reachesKnockout(terms, mid), now)
  }

  /** Both have answered, or the time is over (8.1 to 8.8, 8.4.7). */
  #end(locate: RulesLocate, now: number): void {
    const { answers, BUY, SELL } = locate
    if (this.#priceNow(locate.securityId, now) === null) return this.#withdraw(locate, now)
    const isAgreed = answers.BUY === 'ACCEPT' && answers.SELL === 'ACCEPT'
    for (const side of sides) {
      const answered = answers[side]
      const score = answered === 'ACCEPT' ? 100 : answered === 'DECLINE' ? 5 : 0
      this.#record.score(locate[side], locate[otherSide[side]], score)
      locate[side].status = isAgreed ? 'COMPLETED' : 'PAUSED'
    }
    if (!isAgreed) {
      const { declineCooldownMs, timeoutCooldownMs } = this.#venue
      const isDeclined = answers.BUY === 'DECLINE' || answers.SELL === 'DECLINE'
      this.#record.cool(BUY, SELL, now + (isDeclined ? declineCooldownMs : timeoutCooldownMs))
    }
    this.#remove(locate)
  }

  /** 8.4.3 and 8.4.4 */
  #withdraw(locate: RulesLocate, now: number, atFault: readonly Side[] = []): void {
    const { declineCooldownMs, withdrawalCooldownMs } = this.#venue
    for (const side of sides) {
      const isAtFault = atFault.includes(side)
      locate[side].status = isAtFault ? 'PAUSED' : 'LIVE'
      if (!isAtFault) this.#returned.add(locate[side].id)
      if (isAtFault) this.#record.score(locate[side], locate[otherSide[side]], 5)
    }
    this.#record.cool(
      locate.BUY,
      locate.SELL,
      now + (atFault.length > 0 ? declineCooldownMs : withdrawalCooldownMs),
    )
    this.#remove(locate)
  }

  #remove(locate: RulesLocate): void {
    this.#locates = this.#locates.filter((each) => each !== locate)
  }

  /** 4.20: the passing of time, market and openings, then locates; until nothing changes any more. */
  sweep(now: number, matches: boolean): RulesMatch[] {
    const made: RulesMatch[] = []
    for (;;) {
      const before = this.#statuses
      this.#expire(now)
      for (const locate of [...this.#locates]) this.#watch(locate, now)
      for (const advert of this.adverts) this.#applyMarket(advert, now)
      for (const advert of this.adverts) this.#release(advert, now)
      if (matches) for (const securityId of this.#markets.keys()) made.push(...this.#match(securityId, now))
      if (this.#statuses === before) break
    }
    this.#returned.clear()
    return made
  }

  /** 2.4 */
  #release(advert: RulesAdvert, now: number): void {
    const isHalted = this.#isHalted(advert.securityId, advert)
    if (advert.status === 'SENT' && this.#mayBeLive(advert, now) && !isHalted) advert.status = 'LIVE'
  }

  get #statuses(): string {
    return this.adverts.map(({ status, waits, hasFired }) => `${status} ${waits} ${hasFired}`).join()
  }

  #expire(now: number): void {
    for (const advert of this.adverts) {
      if (!['SENT', 'LIVE', 'PAUSED'].includes(advert.status) || now < advert.expiry) continue
      if (advert.waits && advert.status === 'SENT') this.seen.add('expires while it waits')
      advert.status = 'DEAD'
      advert.cause = 'EXPIRED'
    }
  }

  #watch(locate: RulesLocate, now: number): void {
    const isComplete = sides.every((side) => locate.answers[side] !== null)
    if (!isComplete && now > locate.deadline + locateGraceMs) return this.#end(locate, now)
    const atFault = sides.filter((side) => locate.knockedOut[side] || this.#knocksOut(locate[side], now))
    if (atFault.length > 0 || this.phase(now) === 'CLOSED') return this.#withdraw(locate, now, atFault)
    const mid = this.market(locate.securityId).freshMid(now)
    if (mid !== null && sides.some((side) => isBeyond(locate[side].terms, mid)))
      this.seen.add('the mid leaves the limit during a locate')
    if (isComplete) this.#end(locate, now)
  }

  /** Triggers (11) and limits (25). */
  #applyMarket(advert: RulesAdvert, now: number): void {
    const { terms, status, securityId } = advert
    if (status !== 'SENT' && status !== 'LIVE') return
    const phase = this.phase(now)
    if (phase === 'CLOSED') return
    if (phase === 'AFTER_HOURS') return this.#applyClose(advert)
    const market = this.market(securityId)
    if (this.#knocksOut(advert, now)) {
      if (advert.waits) this.seen.add('is knocked out while it waits')
      advert.status = 'DEAD'
      advert.cause = 'CANCEL_TRIGGER'
    } else if (this.isArmed(advert)) {
      const mid = market.freshMid(now)
      if (mid !== null && isBeyond(terms, mid)) this.seen.add('an advert that is armed is beyond its limit')
      if (!market.isConfirmed((each) => reachesTrigger(terms, each), now)) return
      if (terms.limitPrice !== null) this.seen.add('a trigger fires in front of a limit')
      advert.hasFired = true
      advert.waits = false
      advert.priorityTime = now
    } else if (market.isConfirmed((mid) => isBeyond(terms, mid), now)) {
      if (!advert.waits) this.seen.add('waits after confirmed mids')
      this.#setWaits(advert, true)
    } else if (market.isConfirmed((mid) => !isBeyond(terms, mid), now)) {
      if (advert.waits) this.seen.add('is within again after confirmed mids')
      this.#setWaits(advert, false)
    } else {
      const mid = market.freshMid(now)
      if (!advert.waits && mid !== null && isBeyond(terms, mid))
        this.seen.add('one mid beyond does not make it wait')
    }
  }

  /** 25.9: without confirmation; not while the operator halts the platform or the security. */
  #applyClose(advert: RulesAdvert): void {
    const { officialClose } = this.market(advert.securityId)
    if (officialClose === null || this.isArmed(advert) || this.#isHalted(advert.securityId)) return
    const waits = isBeyond(advert.terms, officialClose)
    if (waits !== advert.waits)
      this.seen.add(waits ? 'waits by the official close' : 'is within again by the official close')
    this.#setWaits(advert, waits)
  }

  #setWaits(advert: RulesAdvert, waits: boolean): void {
    if (waits && this.#returned.has(advert.id))
      this.seen.add('a locate ends without fault and the advert waits at once')
    advert.waits = waits
    if (waits) advert.hasWaited = true
    if (waits && advert.status === 'LIVE') advert.status = 'SENT'
  }

  /** The price of locates, or null while none is made (E4). */
  #locatePrice(securityId: string, now: number): number | null {
    const phase = this.phase(now)
    if (phase === 'CLOSED' || this.#isHalted(securityId)) return null
    if (msToMatchingEnd(this.#venue.hours, now) <= locateWindowMs + locateGraceMs) return null
    const market = this.market(securityId)
    if (phase === 'AFTER_HOURS') return market.officialClose
    return market.hasBeenFreshFor(this.#venue.freshMarketMs, now) ? market.freshMid(now) : null
  }

  #match(securityId: string, now: number): RulesMatch[] {
    const price = this.#locatePrice(securityId, now)
    if (price === null) return []
    const live = this.adverts.filter((each) => each.securityId === securityId && each.status === 'LIVE')
    const isFree = (each: RulesAdvert): boolean =>
      now < each.expiry &&
      !this.#isHalted(securityId, each) &&
      this.#record.rating(each.firmId) >= lowestHurdle &&
      !isBeyond(each.terms, price)
    const of = (side: Side): RulesAdvert[] =>
      live.filter((each) => each.terms.direction === side && isFree(each))
    coverUnconfirmedMid(this.seen, live, price)
    const made: RulesMatch[] = []
    for (const { BUY, SELL, quantity } of rankedPairs(of('BUY'), of('SELL'), this.#record, now)) {
      if (BUY.status !== 'LIVE' || SELL.status !== 'LIVE') continue
      coverLimitLocate(this.seen, { BUY, SELL }, live, price)
      BUY.status = SELL.status = 'ACCEPT/DECLINE?'
      const deadline = now + locateWindowMs
      const answers = { BUY: null, SELL: null }
      this.#locates.push({
        securityId,
        BUY,
        SELL,
        deadline,
        answers,
        knockedOut: { BUY: false, SELL: false },
      })
      made.push({ buyId: BUY.id, sellId: SELL.id, quantity, price })
    }
    return made
  }

  /** Whether the owner is notified that it waits for its limit (25.8); null where the rules leave it open. */
  saysLimit(advert: RulesAdvert, now: number): boolean | null {
    if (advert.status !== 'SENT' && advert.status !== 'LIVE') return null
    if (this.isArmed(advert)) return false
    if (advert.waits || advert.status === 'SENT') return advert.waits
    if (this.phase(now) === 'CLOSED' || this.#isHalted(advert.securityId)) return false
    const price = this.#priceNow(advert.securityId, now)
    return price !== null && isBeyond(advert.terms, price)
  }
}
