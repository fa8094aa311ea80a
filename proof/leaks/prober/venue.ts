import { decide } from '@aitai/engine/decide.ts'
import { applyEvents } from '@aitai/engine/evolve/evolve.ts'
import { securitiesToMatch } from '@aitai/engine/matching/candidates.ts'
import { type AdvertTerms, type Direction, directions, optionalTermsOff } from '@aitai/engine/model/advert.ts'
import type { Command } from '@aitai/engine/model/commands.ts'
import type { Event, EventOf } from '@aitai/engine/model/events.ts'
import { defaultLimits, type Limits } from '@aitai/engine/model/limits.ts'
import { type Locate, opposite } from '@aitai/engine/model/locate.ts'
import { knownAdvert, securityOf as securityNamed } from '@aitai/engine/model/lookups.ts'
import { type Price, yen } from '@aitai/engine/model/price.ts'
import type { Quote, Sighting } from '@aitai/engine/model/quote.ts'
import { noSizeLimits } from '@aitai/engine/model/reference-data.ts'
import { emptyState, type State } from '@aitai/engine/model/state.ts'
import { createRandom, type Random } from '../../harness/random.ts'
import { BrokerReports } from './broker-reports.ts'

/*
 * A venue with hidden IOIs on a virtual clock: 30 names, and 12 institutions with one IOI each, which they replace
 * by another in the course of the day. The engine is the real one.
 */

export const nameCount = 30
const victimCount = 12
export const lotSize = 100
const tick = yen
const closePrice = 3_000 * yen
const brokerIds = ['broker1', 'broker2']
const stepMs = 1_000
/** Continuous trading of a day at the Tokyo exchange: 9:00 to 11:30 and 12:30 to 15:25, without the lunch. */
export const dayMs = 325 * 60_000
/** 9:00 in Tokyo on a trading day. */
const opensAt = Date.UTC(2026, 10, 20)

export const securityOf = (name: number): string => `security${name}`

export interface VenueOptions {
  readonly seed: number
  /** The institutions of the prober: one list of traders for each. More than one are affiliates. */
  readonly proberTraders: readonly (readonly string[])[]
  readonly limits?: Partial<Limits>
  /** The delay before contras are looked for in a changed security, in milliseconds. */
  readonly sweepDelay?: { readonly min: number; readonly max: number }
  /**
   * Milliseconds from an agreement until its broker reports that the prober did not trade, at the end of the day at
   * the latest; null if brokers report nothing.
   */
  readonly reportDelayMs: number | null
}

/** What the venue tells a trader who is located: the frozen quantity, and nothing of the contra. */
export interface ProberLocate {
  readonly locateId: string
  readonly traderId: string
  readonly name: number
  readonly direction: Direction
  readonly quantity: number
  readonly at: number
}

/** A located IOI, as the measurement knows it and the prober does not. */
export interface Discovery {
  readonly at: number
  readonly traderId: string
  readonly name: number
  readonly victimAdvertId: string
  readonly quantity: number
  readonly victimQuantity: number
}

export class Venue {
  readonly chance: Random
  readonly state: State = emptyState()
  readonly discoveries: Discovery[] = []
  at = opensAt
  /** Commands of the prober. */
  commands = 0
  readonly #victims: Victim[] = []
  readonly #delay: { readonly min: number; readonly max: number }
  readonly #mids: Price[] = Array.from({ length: nameCount }, () => closePrice)
  readonly #quotes: Quote[][] = Array.from({ length: nameCount }, () => [])
  readonly #dueTimes = new Map<string, number>()
  readonly #reports: BrokerReports
  #made = 0

  constructor({
    seed,
    proberTraders,
    limits = {},
    sweepDelay = { min: 1_000, max: 4_000 },
    reportDelayMs,
  }: VenueOptions) {
    this.chance = createRandom(seed)
    this.#delay = sweepDelay
    this.#reports = new BrokerReports(reportDelayMs, opensAt + dayMs)
    const victims = Array.from({ length: victimCount }, (_, i) => ({
      firmId: `victim${i}`,
      traders: [`victim${i}`],
    }))
    const probers = proberTraders.map((traders, i) => ({ firmId: `prober${i}`, traders }))
    const firms = [...victims, ...probers]
    this.#perform({
      type: 'changeReference',
      at: this.at,
      reference: {
        calendar: this.state.calendar,
        limits: { ...defaultLimits, ...limits },
        brokers: brokerIds.map((brokerId) => ({ brokerId, active: true, swapEnabled: true })),
        firms: firms.map(({ firmId }) => ({
          firmId,
          affiliateGroup: firmId.startsWith('prober') ? 'probers' : null,
          brokerIds,
          ...noSizeLimits,
        })),
        traders: firms.flatMap(({ firmId, traders }) => traders.map((traderId) => ({ traderId, firmId }))),
        securities: Array.from({ length: nameCount }, (_, name) => ({
          securityId: securityOf(name),
          ric: `${name}.T`,
          exchange: 'XTKS' as const,
          lotSize,
          topix500: true,
          closePrice,
          minPrice: 2_300 * yen,
          maxPrice: 3_700 * yen,
        })),
      },
    })
    for (const { traders } of firms)
      for (const traderId of traders)
        this.#perform({ type: 'setPresence', at: this.at, traderId, present: true })
    for (const { firmId } of victims) this.#victims.push({ traderId: firmId, advertId: null, replaceAt: 0 })
    this.#moveQuotes()
  }

  isOver(): boolean {
    return this.at >= opensAt + dayMs
  }

  /** Milliseconds since the start of the day. */
  elapsed(): number {
    return this.at - opensAt
  }

  midOf(name: number): Price {
    return this.#mids[name] ?? closePrice
  }

  /** One second passes: prices move, brokers report, victims act, contras are looked for. */
  step(): void {
    this.at += stepMs
    this.#moveQuotes()
    for (const report of this.#reports.takeDue(this.state, this.at)) this.#perform(report)
    for (const victim of this.#victims) this.#actAsVictim(victim)
    this.#sweep()
  }

  /** Posts an advert with the smallest minimum. Returns its id. */
  post(
    traderId: string,
    name: number,
    direction: Direction,
    shares: number,
    knockout: Price | null = null,
  ): string {
    const advertId = `advert${this.#made}`
    this.#made += 1
    const terms = termsOf(direction, shares, 10, 10, knockout)
    this.#createAndSubmit(traderId, advertId, name, terms)
    return advertId
  }

  #createAndSubmit(traderId: string, advertId: string, name: number, terms: AdvertTerms): void {
    const own = { traderId, advertId, at: this.at }
    const offsets = { advertising: 0, knockout: 0 }
    this.#perform({ type: 'createAdvert', ...own, securityId: securityOf(name), terms, offsets })
    const price = this.midOf(name)
    this.#perform({ type: 'submitAdvert', arrivalMid: null, ...own, freshId: '', terms, price })
  }

  modify(
    traderId: string,
    advertId: string,
    name: number,
    direction: Direction,
    shares: number,
    knockout: Price | null,
  ) {
    const terms = termsOf(direction, shares, 10, 10, knockout)
    this.#perform({ type: 'modifyAdvert', traderId, advertId, at: this.at, terms, price: this.midOf(name) })
  }

  resume(traderId: string, advertId: string): void {
    const { securityId } = knownAdvert(this.state, advertId)
    const price = securityNamed(this.state, securityId).closePrice
    this.#perform({ type: 'resumeAdvert', traderId, advertId, at: this.at, price })
  }

  cancel(traderId: string, advertId: string): void {
    this.#perform({ type: 'cancelAdvert', traderId, advertId, at: this.at })
  }

  answer(locate: ProberLocate, answer: 'ACCEPT' | 'DECLINE'): void {
    this.#answer(locate.traderId, locate.locateId, locate.direction, answer, locate.name)
  }

  /** The open locates of a trader that the trader has not answered. */
  locatesOf(traderId: string): ProberLocate[] {
    return [...this.state.index.openLocates.values()].flatMap((locate) =>
      directions
        .filter((side) => locate.traderIds[side] === traderId && locate.answers[side] === null)
        .map((direction) => ({
          locateId: locate.locateId,
          traderId,
          name: Number(locate.securityId.slice('security'.length)),
          direction,
          quantity: locate.locateQuantity,
          at: locate.locatedAt,
        })),
    )
  }

  #perform(command: Command): readonly Event[] {
    const decision = decide(this.state, command)
    if ('refusal' in decision) return []
    applyEvents(this.state, command, decision.events)
    for (const event of decision.events) {
      if (event.type === 'contraLocated') this.#recordDiscovery(event)
      if (event.type === 'connectionAgreed') this.#reports.expect(event.agreementId, this.at)
    }
    return decision.events
  }

  #recordDiscovery({ locateId }: EventOf<'contraLocated'>): void {
    const locate = this.state.locates.get(locateId) as Locate
    const side = directions.find((each) => locate.firmIds[each].startsWith('prober'))
    if (!side) return
    const contra = opposite(side)
    this.discoveries.push({
      at: this.elapsed(),
      traderId: locate.traderIds[side],
      name: Number(locate.securityId.slice('security'.length)),
      victimAdvertId: contra === 'BUY' ? locate.buyId : locate.sellId,
      quantity: locate.locateQuantity,
      victimQuantity: locate.locateQuantity + locate.residual[contra],
    })
  }

  #answer(
    traderId: string,
    locateId: string,
    direction: Direction,
    answer: 'ACCEPT' | 'DECLINE',
    name: number,
  ): void {
    this.#made += 1
    this.#perform({
      type: 'answerLocate',
      at: this.at,
      traderId,
      locateId,
      direction,
      answer,
      quote: this.#quotes[name]?.at(-1) ?? null,
      run: this.#quotes[name] ?? [],
      agreementId: `agreement${this.#made}`,
      passwords: { BUY: 'buy', SELL: 'sell' },
    })
  }

  #moveQuotes(): void {
    this.#mids.forEach((mid, name) => {
      const moves = this.chance.happens(0.1)
      const next = moves ? mid + (this.chance.happens(0.5) ? tick : -tick) : mid
      this.#mids[name] = next
      const quote: Quote = {
        securityId: securityOf(name),
        at: this.at,
        bid: next - tick,
        ask: next + tick,
        last: next,
        condition: 'CONTINUOUS',
        officialClose: null,
        indexMove: 0,
      }
      const run = [...(this.#quotes[name] ?? []), quote]
      this.#quotes[name] = run.slice(-3)
    })
  }

  #sightingOf(name: number, waits: boolean): Sighting {
    const run = this.#quotes[name] ?? []
    const sighting = {
      securityId: securityOf(name),
      quote: run.at(-1) ?? null,
      run,
      freshUntil: this.at + 10_000,
    }
    return waits ? { ...sighting, waits } : sighting
  }

  /** Matches what is due, and shows the engine the market of every other name, as the server does. */
  #sweep(): void {
    const changed = securitiesToMatch(this.state, this.at)
    const due = new Set<string>()
    for (const id of changed) {
      const dueAt = this.#dueTimes.get(id) ?? this.at + this.chance.between(this.#delay.min, this.#delay.max)
      this.#dueTimes.set(id, dueAt)
      if (dueAt <= this.at) due.add(id)
    }
    for (const id of [...this.#dueTimes.keys()])
      if (due.has(id) || !changed.includes(id)) this.#dueTimes.delete(id)
    const sightings = Array.from({ length: nameCount }, (_, name) =>
      this.#sightingOf(name, !due.has(securityOf(name))),
    )
    this.#made += 1
    this.#perform({ type: 'sweep', at: this.at, seed: `sweep${this.#made}`, sightings })
  }

  /** Answers after some seconds, resumes after some minutes, and looks for another name within the hour or two. */
  #actAsVictim(victim: Victim): void {
    const advert = victim.advertId === null ? undefined : this.state.adverts.get(victim.advertId)
    const status = advert?.advertisementStatus
    if (advert?.locateId) {
      const locate = this.state.locates.get(advert.locateId) as Locate
      const side = advert.terms.direction
      if (locate.answers[side] || !this.chance.happens(0.1)) return
      const accepts = this.chance.happens(0.55)
      this.#answer(
        victim.traderId,
        locate.locateId,
        side,
        accepts ? 'ACCEPT' : 'DECLINE',
        nameOf(advert.securityId),
      )
    } else if (!advert || status === 'COMPLETED' || status === 'DEAD') {
      if (victim.replaceAt <= this.at && victim.advertId !== null) victim.advertId = null
      if (victim.advertId === null) this.#postForVictim(victim)
    } else if (status === 'PAUSED') {
      if (this.chance.happens(1 / 120)) this.resume(victim.traderId, advert.id)
    } else if (victim.replaceAt <= this.at) {
      this.cancel(victim.traderId, advert.id)
      this.#postForVictim(victim)
    }
  }

  #postForVictim(victim: Victim): void {
    const advertId = `advert${this.#made}`
    this.#made += 1
    const name = this.chance.between(0, nameCount - 1)
    const direction = this.chance.oneOf(directions)
    const terms = termsOf(
      direction,
      this.chance.between(100, 5_000) * lotSize,
      this.chance.between(10, 50),
      this.chance.oneOf([10, 21, 41]),
      null,
    )
    this.#createAndSubmit(victim.traderId, advertId, name, terms)
    victim.advertId = advertId
    victim.replaceAt = this.at + this.chance.between(30, 90) * 60_000
  }
}

interface Victim {
  readonly traderId: string
  advertId: string | null
  /** When it looks for another name. */
  replaceAt: number
}

const nameOf = (securityId: string): number => Number(securityId.slice('security'.length))

const termsOf = (
  direction: Direction,
  shareQuantity: number,
  minimumQuantity: number,
  credibilityHurdle: number,
  knockout: Price | null,
): AdvertTerms => ({
  direction,
  shareQuantity,
  minimumQuantity,
  duration: 'END_OF_DAY',
  credibilityHurdle,
  transactionType: 'CASH_SWAP',
  transactionTypePreference: 'CASH_SWAP',
  brokerIds,
  ranked: false,
  ...optionalTermsOff,
  knockoutTriggerActivated: knockout !== null,
  knockoutTrigger: knockout,
})
