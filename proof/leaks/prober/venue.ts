import { tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import { decide } from '@aitai/engine/decide.ts'
import { applyEvents } from '@aitai/engine/evolve/evolve.ts'
import { securitiesToMatch } from '@aitai/engine/matching/candidates.ts'
import { usedUpBudgets } from '@aitai/engine/matching/probing-budgets.ts'
import { type AdvertTerms, type Direction, directions, optionalTermsOff } from '@aitai/engine/model/advert.ts'
import type { Command } from '@aitai/engine/model/commands.ts'
import type { ConnectionAgreement } from '@aitai/engine/model/connection-agreement.ts'
import type { Event, EventOf } from '@aitai/engine/model/events.ts'
import { defaultLimits, type Limits } from '@aitai/engine/model/limits.ts'
import { type Answer, type Locate, opposite } from '@aitai/engine/model/locate.ts'
import { knownAdvert } from '@aitai/engine/model/lookups.ts'
import { type Price, yen } from '@aitai/engine/model/price.ts'
import { noSizeLimits } from '@aitai/engine/model/reference-data.ts'
import { emptyState, type State } from '@aitai/engine/model/state.ts'
import { isMarketWatched } from '@aitai/engine/sweep/market-effects.ts'
import { ActivityTally } from '@aitai/server/market/surveillance/day-activity.ts'
import { probingSigns } from '@aitai/server/market/surveillance/probing-signs.ts'
import { jpxCalendar } from '../../../engine/test/arbitrary-calendar.ts'
import { createRandom, type Random } from '../../harness/random.ts'
import { Brokers } from './brokers.ts'
import { closePrice, nameOf, Quotes, securityOf } from './quotes.ts'

/*
 * A venue on a virtual clock in the hours of Tokyo. The engine is the real one, and so is the surveillance.
 */

const victimCount = 12
export const lotSize = 100
const brokerIds = ['broker1', 'broker2']
const stepMs = 1_000
const minuteMs = 60_000
/** 9:00 in Tokyo on a trading day. */
const opensAt = Date.UTC(2026, 10, 20)
/** From 9:00 to 15:30. */
export const dayMs = 390 * minuteMs
const lunch = { from: opensAt + 150 * minuteMs, to: opensAt + 209 * minuteMs }
/** When matching at the mid ends, before lunch and before the close. */
export const endsOfMatching = [149, 384].map((minute) => opensAt + minute * minuteMs)

export interface VenueOptions {
  readonly seed: number
  /** The institutions of the prober: one list of traders for each. More than one are affiliates. */
  readonly proberTraders: readonly (readonly string[])[]
  /** Whether the prober hands its agreements to the broker, as everybody else does. */
  readonly executes: boolean
  readonly limits?: Partial<Limits>
  /** The delay before contras are looked for in a changed security, in milliseconds. */
  readonly sweepDelay?: { readonly min: number; readonly max: number }
  /**
   * Milliseconds from an agreement until its broker reports that the prober did not trade, at the end of the day at
   * the latest; null if brokers report nothing.
   */
  readonly reportDelayMs: number | null
  readonly names?: number
}

/** The side of a trader in a locate. */
export interface LocateSide {
  readonly locateId: string
  readonly traderId: string
  readonly name: number
  readonly direction: Direction
}

/** What the venue shows to a trader who is located: the frozen quantity, and nothing of the contra. */
export interface OwnLocate extends LocateSide {
  /** How many locates the prober had before it. */
  readonly before: number
  readonly quantity: number
  readonly at: number
}

/** A located IOI, as the measurement knows it and the prober does not. */
export interface Discovery {
  readonly locateId: string
  readonly at: number
  readonly traderId: string
  readonly name: number
  readonly victimAdvertId: string
  /** What the prober accepted of its contra: hurdle, brokers and transaction type. */
  readonly filter: string
  readonly quantity: number
  readonly victimQuantity: number
}

/** A larger quantity or another side: a new question. */
interface Step {
  readonly at: number
  readonly firmId: string
  readonly name: number
}

export const victimIds = Array.from({ length: victimCount }, (_, i) => `victim${i}`)

export class Venue {
  readonly chance: Random
  readonly state: State = emptyState()
  readonly discoveries: Discovery[] = []
  readonly steps: Step[] = []
  readonly quotes: Quotes
  readonly names: number
  at = opensAt
  /** Agreements of the prober. */
  agreements = 0
  readonly #delay: { readonly min: number; readonly max: number }
  readonly #dueTimes = new Map<string, number>()
  readonly #brokers: Brokers
  readonly #activity = new ActivityTally()
  /** What each institution of the prober offered last, by name. */
  readonly #offers = new Map<string, AdvertTerms>()
  #made = 0

  constructor({
    seed,
    proberTraders,
    executes,
    limits = {},
    sweepDelay = { min: 1_000, max: 4_000 },
    reportDelayMs,
    names = 30,
  }: VenueOptions) {
    this.chance = createRandom(seed)
    this.names = names
    this.quotes = new Quotes(names, this.chance)
    this.#delay = sweepDelay
    const victims = victimIds.map((id) => ({ firmId: id, traders: [id] }))
    const probers = proberTraders.map((traders, i) => ({ firmId: `prober${i}`, traders }))
    const firms = [...victims, ...probers]
    const absent = new Set(executes ? [] : probers.map(({ firmId }) => firmId))
    this.#brokers = new Brokers(reportDelayMs, opensAt + dayMs, absent, this.chance)
    this.#perform({
      type: 'changeReference',
      at: this.at,
      reference: {
        calendar: jpxCalendar,
        limits: { ...defaultLimits, ...limits },
        brokers: brokerIds.map((brokerId) => ({ brokerId, active: true, swapEnabled: true })),
        firms: firms.map(({ firmId }) => ({
          firmId,
          affiliateGroup: firmId.startsWith('prober') ? 'probers' : null,
          brokerIds,
          ...noSizeLimits,
        })),
        traders: firms.flatMap(({ firmId, traders }) => traders.map((traderId) => ({ traderId, firmId }))),
        securities: Array.from({ length: names }, (_, name) => ({
          securityId: securityOf(name),
          ric: `${name}.T`,
          exchange: 'XTKS' as const,
          lotSize,
          tickTable: 'FINE',
          closePrice,
          minPrice: 2_300 * yen,
          maxPrice: 3_700 * yen,
        })),
      },
    })
    for (const { traders } of firms)
      for (const traderId of traders)
        this.#perform({ type: 'setPresence', at: this.at, traderId, present: true })
    this.#moveQuotes()
  }

  isOver(): boolean {
    return this.at >= opensAt + dayMs
  }

  /** Milliseconds since the start of the day. */
  elapsed(): number {
    return this.at - opensAt
  }

  /** One second passes: prices move, brokers act, contras are looked for. */
  step(): void {
    this.at += stepMs
    if (this.at > lunch.from && this.at < lunch.to) this.at = lunch.to
    this.#moveQuotes()
    for (const command of this.#brokers.takeDue(this.state, this.at)) this.#perform(command)
    this.#sweep()
  }

  /** Sends an advert and returns its id. */
  post(traderId: string, name: number, terms: Partial<AdvertTerms>): string {
    const advertId = `advert${this.#made}`
    this.#made += 1
    const own = { traderId, advertId, at: this.at, terms: termsOf(terms) }
    const offsets = { advertising: 0, knockout: 0 }
    this.#perform({ type: 'createAdvert', ...own, securityId: securityOf(name), offsets })
    const price = this.quotes.midOf(name)
    this.#perform({ type: 'submitAdvert', arrivalMid: null, usdJpy: 150 * yen, ...own, freshId: '', price })
    return advertId
  }

  modify(traderId: string, advertId: string, terms: Partial<AdvertTerms>): void {
    const price = this.#priceOf(advertId)
    this.#perform({ type: 'modifyAdvert', traderId, advertId, at: this.at, terms: termsOf(terms), price })
  }

  resume(traderId: string, advertId: string): void {
    this.#perform({ type: 'resumeAdvert', traderId, advertId, at: this.at, price: this.#priceOf(advertId) })
  }

  #priceOf(advertId: string): Price {
    return this.quotes.midOf(nameOf(knownAdvert(this.state, advertId).securityId))
  }

  cancel(traderId: string, advertId: string): void {
    this.#perform({ type: 'cancelAdvert', traderId, advertId, at: this.at })
  }

  answer({ traderId, locateId, direction, name }: LocateSide, answer: Answer): void {
    this.#made += 1
    const { quote, run } = this.quotes.sightingOf(name)
    this.#perform({
      type: 'answerLocate',
      at: this.at,
      traderId,
      locateId,
      direction,
      answer,
      quote,
      run,
      agreementId: `agreement${this.#made}`,
      passwords: { BUY: 'buy', SELL: 'sell' },
    })
  }

  /** The open locates of a trader that the trader has not answered. */
  locatesOf(traderId: string): OwnLocate[] {
    return [...this.state.index.openLocates.values()].flatMap((locate) =>
      directions
        .filter((side) => locate.traderIds[side] === traderId && locate.answers[side] === null)
        .map((direction) => ({
          locateId: locate.locateId,
          traderId,
          name: nameOf(locate.securityId),
          direction,
          quantity: locate.locateQuantity,
          at: locate.locatedAt,
          before: this.discoveries.findIndex(({ locateId }) => locateId === locate.locateId),
        })),
    )
  }

  /** Whether nothing can happen to a trader any more on this day: no open locate, no report, and no further locate. */
  isFinished(traderId: string): boolean {
    if (this.#brokers.hasReports() || this.locatesOf(traderId).length > 0) return false
    const firmId = this.state.traders.get(traderId)?.firmId ?? ''
    return usedUpBudgets(this.state, { firmId, traderId, securityId: '' }, this.at).some(
      (kind) => kind !== 'HANDOVER',
    )
  }

  /** How many of the others are not located any more on this day, because too many locates were withdrawn. */
  stoppedVictims(): number {
    return victimIds.filter((id) => {
      const budgets: readonly string[] = usedUpBudgets(
        this.state,
        { firmId: id, traderId: id, securityId: '' },
        this.at,
      )
      return budgets.includes('FIRM_WITHDRAWAL')
    }).length
  }

  /** Whether the surveillance names an institution at this moment (docs/operations/surveillance.md). */
  isNamed(firmId: string): boolean {
    const activity = this.#activity.activityOn(tradingDay(this.at)).get(firmId)
    return activity !== undefined && probingSigns(activity, this.state.limits).length > 0
  }

  #perform(command: Command): readonly Event[] {
    const decision = decide(this.state, command)
    if ('refusal' in decision) return []
    applyEvents(this.state, command, decision.events)
    for (const event of decision.events) {
      this.#activity.add(event)
      if (event.type === 'contraLocated') this.#recordDiscovery(event)
      if (event.type === 'advertSubmitted' || event.type === 'advertModified') this.#recordStep(event)
      if (event.type === 'connectionAgreed') this.#recordAgreement(event)
    }
    return decision.events
  }

  #recordAgreement({ agreementId }: EventOf<'connectionAgreed'>): void {
    const agreement = this.state.agreements.get(agreementId) as ConnectionAgreement
    this.#brokers.expect(agreement, this.at)
    if (directions.some((side) => agreement.firmIds[side].startsWith('prober'))) this.agreements += 1
  }

  #recordStep({ advertId, terms }: EventOf<'advertSubmitted' | 'advertModified'>): void {
    const { firmId, securityId } = knownAdvert(this.state, advertId)
    if (!firmId.startsWith('prober')) return
    const last = this.#offers.get(firmId + securityId)
    this.#offers.set(firmId + securityId, terms)
    if (last && (last.direction !== terms.direction || last.shareQuantity < terms.shareQuantity))
      this.steps.push({ at: this.elapsed(), firmId, name: nameOf(securityId) })
  }

  #recordDiscovery({ locateId }: EventOf<'contraLocated'>): void {
    const locate = this.state.locates.get(locateId) as Locate
    const side = directions.find((each) => locate.firmIds[each].startsWith('prober'))
    if (!side) return
    const contra = opposite(side)
    const ids = { BUY: locate.buyId, SELL: locate.sellId }
    const own = knownAdvert(this.state, ids[side]).terms
    this.discoveries.push({
      locateId,
      at: this.elapsed(),
      traderId: locate.traderIds[side],
      name: nameOf(locate.securityId),
      victimAdvertId: ids[contra],
      filter: [own.credibilityHurdle, own.transactionTypePreference, ...own.brokerIds].join(' '),
      quantity: locate.locateQuantity,
      victimQuantity: locate.locateQuantity + locate.residual[contra],
    })
  }

  #moveQuotes(): void {
    this.quotes.move(this.state.securities, this.state.limits, this.at)
  }

  /** Matches what is due, and shows the engine every other market that it watches, as the server does. */
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
    const sightings = [...this.state.securities.keys()]
      .filter((id) => due.has(id) || isMarketWatched(this.state, id))
      .map((id) => {
        const sighting = this.quotes.sightingOf(nameOf(id))
        return due.has(id) ? sighting : { ...sighting, waits: true as const }
      })
    this.#made += 1
    this.#perform({ type: 'sweep', at: this.at, seed: `sweep${this.#made}`, sightings, usdJpy: 150 * yen })
  }
}

/** Terms that exclude nobody, except for those given. */
const termsOf = (terms: Partial<AdvertTerms>): AdvertTerms => ({
  direction: 'BUY',
  shareQuantity: lotSize,
  minimumQuantity: 10,
  duration: 'END_OF_DAY',
  credibilityHurdle: 10,
  transactionType: 'CASH_SWAP',
  transactionTypePreference: 'CASH_SWAP',
  brokerIds,
  ranked: false,
  ...optionalTermsOff,
  ...terms,
})
