import {
  type Advert,
  type AdvertTerms,
  type Direction,
  optionalTermsOff,
} from '@aitai/engine/model/advert.ts'
import type { Calendar } from '@aitai/engine/model/calendar.ts'
import type { Event, EventOf } from '@aitai/engine/model/events.ts'
import { defaultLimits, type Limits } from '@aitai/engine/model/limits.ts'
import { type Answer, sideOf } from '@aitai/engine/model/locate.ts'
import { yen } from '@aitai/engine/model/price.ts'
import type { Quote } from '@aitai/engine/model/quote.ts'
import { noSizeLimits } from '@aitai/engine/model/reference-data.ts'
import { rulesVersion } from '@aitai/engine/model/rules-version.ts'
import { calendarOf, moment, securityNamed } from '../../../engine/test/book.ts'
import { either } from '../../../engine/test/random-terms.ts'
import { type DayObserver, newSimulatedDay, performOnDay, type SimulatedDay } from '../simulated-day.ts'
import type { SimulatedMarket } from '../world/market.ts'
import { answerMarketFrom, receiveQuote, sightingFrom } from '../world/prices.ts'

/* Histories written by hand, in one security. Every command is also compared with the oracle. */

const firmIds = ['A', 'B', 'C', 'D'] as const
type Firm = (typeof firmIds)[number]
const securityId = 'toyota'
const brokerIds = ['NOM']

interface HandOptions {
  readonly limits?: Partial<Limits>
  readonly calendar?: Calendar
  /** The time of the day in UTC. */
  readonly opens?: string
}

const marketOf = ({ limits, calendar = calendarOf(), opens = '00:00' }: HandOptions): SimulatedMarket => ({
  traderIds: firmIds,
  walkAways: [],
  firmIds,
  securityIds: [securityId],
  brokerIds,
  friendly: true,
  careless: false,
  opensAt: moment(opens),
  reference: {
    firms: firmIds.map((firmId) => ({ firmId, affiliateGroup: null, brokerIds, ...noSizeLimits })),
    brokers: [{ brokerId: 'NOM', active: true, swapEnabled: true }],
    traders: firmIds.map((firmId) => ({ traderId: firmId, firmId })),
    securities: [securityNamed(securityId)],
    calendar,
    limits: { ...defaultLimits, ...limits },
    rulesVersion,
  },
})

/** One trader of each of four institutions, one security that closed at 2,000 yen, and the events so far. */
export class HandHistory {
  readonly events: Event[] = []
  readonly #day: SimulatedDay

  constructor(options: HandOptions = {}) {
    const watch: DayObserver = {
      happens: (_, event) => void this.events.push(event),
      done: () => {},
      restarted: () => {},
    }
    this.#day = newSimulatedDay(1, watch, () => marketOf(options))
  }

  get now(): number {
    return this.#day.at
  }

  /** Advances the clock to a time of the day in UTC. Without quotes in between. */
  at(clock: string): this {
    this.#day.at = moment(clock)
    return this
  }

  /** Advances the clock with a quote every five seconds, so that the market has been fresh for long enough. */
  calmUntil(clock: string, mid = 2_000): this {
    const end = moment(clock)
    for (let at = Math.max(this.#day.at, end - 20_000); at <= end; at += 5_000) {
      this.#day.at = at
      this.quote(mid)
    }
    this.#day.at = end
    return this.quote(mid)
  }

  /** A quote two ticks wide around a mid in yen, received now and stamped now unless given. */
  quote(mid: number, given: Partial<Quote> = {}): this {
    const { state, prices, at } = this.#day
    const walk = prices.walks.get(securityId)
    const security = state.securities.get(securityId)
    if (!walk || !security) throw new Error('the security is missing')
    const [bid, ask] = [(mid - 1) * yen, (mid + 1) * yen]
    const plain = { securityId, at, bid, ask, last: mid * yen, condition: 'CONTINUOUS' } as const
    receiveQuote(walk, { ...plain, officialClose: null, indexMove: 0, ...given }, security, state, at)
    return this
  }

  draft(firm: Firm, direction: Direction, shareQuantity: number, more: Partial<AdvertTerms> = {}): this {
    const terms: AdvertTerms = {
      direction,
      shareQuantity,
      minimumQuantity: 10,
      duration: 'END_OF_DAY',
      credibilityHurdle: 10,
      ...either,
      brokerIds,
      ranked: false,
      ...optionalTermsOff,
      ...more,
    }
    const offsets = { advertising: 0, knockout: 500 }
    const advertId = `${firm}${this.events.filter((event) => event.type === 'advertDrafted').length + 1}`
    performOnDay(this.#day, { type: 'createAdvert', traderId: firm, advertId, securityId, terms, offsets })
    return this
  }

  /** Sends the draft of a firm. */
  submit(firm: Firm): this {
    const { id: advertId, terms } = this.#newest(firm)
    const price = 2_000 * yen
    const ids = { traderId: firm, advertId, freshId: `${advertId}-again` }
    performOnDay(this.#day, {
      type: 'submitAdvert',
      ...ids,
      terms,
      price,
      arrivalMid: null,
      usdJpy: 150 * yen,
    })
    return this
  }

  send(firm: Firm, direction: Direction, shareQuantity: number, more: Partial<AdvertTerms> = {}): this {
    return this.draft(firm, direction, shareQuantity, more).submit(firm)
  }

  modify(firm: Firm, changed: Partial<AdvertTerms>): this {
    const { id: advertId, terms } = this.#newest(firm)
    const price = 2_000 * yen
    const all = { ...terms, ...changed }
    performOnDay(this.#day, { type: 'modifyAdvert', traderId: firm, advertId, terms: all, price })
    return this
  }

  pause(firm: Firm): this {
    performOnDay(this.#day, { type: 'pauseAdvert', traderId: firm, advertId: this.#newest(firm).id })
    return this
  }

  resume(firm: Firm): this {
    const advertId = this.#newest(firm).id
    performOnDay(this.#day, { type: 'resumeAdvert', traderId: firm, advertId, price: 2_000 * yen })
    return this
  }

  cancel(firm: Firm): this {
    performOnDay(this.#day, { type: 'cancelAdvert', traderId: firm, advertId: this.#newest(firm).id })
    return this
  }

  /** Answers the newest locate of a firm. */
  answer(firm: Firm, answer: Answer): this {
    const day = this.#day
    const locate = [...day.state.locates.values()].findLast((each) => sideOf(each, firm))
    const direction = locate && sideOf(locate, firm)
    if (!locate || !direction) throw new Error(`${firm} was never located`)
    const { locateId } = locate
    performOnDay(day, {
      type: 'answerLocate',
      traderId: firm,
      locateId,
      direction,
      answer,
      ...answerMarketFrom(day.prices, securityId),
      agreementId: `agreement of ${locateId}`,
      passwords: { BUY: 'BUYPASS2', SELL: 'SELLPAS3' },
    })
    return this
  }

  /** A tick: one sweep. */
  sweep(): this {
    const { prices, chance } = this.#day
    const sightings = [sightingFrom(prices, securityId)]
    performOnDay(this.#day, { type: 'sweep', seed: chance.id(), sightings, usdJpy: 150 * yen })
    return this
  }

  confirm(firm: Firm): this {
    const { state } = this.#day
    const agreement = [...state.agreements.values()].findLast((each) => sideOf(each, firm))
    const side = agreement && sideOf(agreement, firm)
    if (!agreement || !side) throw new Error(`${firm} has no agreement`)
    const { agreementId, brokerId } = agreement
    const by = { agreementId, brokerId, brokerUserId: 'broker-user' }
    performOnDay(this.#day, { type: 'confirmExecution', side, ...by })
    return this
  }

  /** The status of the newest advert of a firm. */
  status(firm: Firm): string {
    return this.#newest(firm).advertisementStatus
  }

  /** The two institutions of each locate so far, buyer first. */
  get located(): string[] {
    const { adverts } = this.#day.state
    return this.all('contraLocated').map(
      ({ buyId, sellId }) => `${adverts.get(buyId)?.firmId} × ${adverts.get(sellId)?.firmId}`,
    )
  }

  all<T extends Event['type']>(type: T): EventOf<T>[] {
    return this.events.filter((event): event is EventOf<T> => event.type === type)
  }

  #newest(firm: Firm): Advert {
    const own = [...this.#day.state.adverts.values()].findLast(({ firmId }) => firmId === firm)
    if (!own) throw new Error(`${firm} has no advert`)
    return own
  }
}
