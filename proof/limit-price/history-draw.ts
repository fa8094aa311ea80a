import { type AdvertTerms, optionalTermsOff } from '@aitai/engine/model/advert.ts'
import { yen } from '@aitai/engine/model/price.ts'
import type { Quote } from '@aitai/engine/model/quote.ts'
import { either } from '../../engine/test/random-terms.ts'
import type { Random } from '../harness/random.ts'
import { brokerId, firmIds, type LimitVenue, prices, securityIds } from './limit-venue.ts'
import type { Action, Play } from './play.ts'
import { edgesOf, exchangeIsOpen } from './rules-hours.ts'
import type { RulesAdvert, Side } from './rules-terms.ts'

const minuteMs = 60_000
const dayMs = 1_440 * minuteMs
const halfTick = 0.25 * yen
const tick = 0.5 * yen

/** Draws the next actions of a history, near what is in play. */
export class HistoryDraw {
  readonly #chance: Random
  readonly #play: Play
  readonly #venue: LimitVenue
  #at: number
  readonly #mids = new Map(securityIds.map((id) => [id, prices.close]))

  constructor(chance: Random, play: Play, venue: LimitVenue) {
    this.#chance = chance
    this.#play = play
    this.#venue = venue
    this.#at = venue.opensAt
  }

  next(): Action[] {
    const chance = this.#chance
    const drawn = chance.weighted<() => Action[]>([
      [20, () => this.#send()],
      [10, () => this.#modify()],
      [4, () => this.#act('pause')],
      [7, () => this.#act('resume')],
      [1.5, () => this.#act('cancel')],
      [14, () => this.#answer()],
      [14, () => this.#cross()],
      [12, () => this.#move()],
      [4, () => this.#quoteNotFresh()],
      [1, () => this.#halt()],
      [1, () => this.#wait()],
      [0.6, () => this.#jump()],
    ])()
    if (chance.happens(0.7)) drawn.push(this.#sweep())
    return drawn
  }

  #sweep(): Action {
    const chance = this.#chance
    return { at: this.#at, type: 'sweep', hinted: chance.happens(0.6), waits: chance.happens(0.15) }
  }

  get #open(): RulesAdvert[] {
    return this.#play.oracle.adverts.filter(({ status }) => status !== 'DEAD' && status !== 'COMPLETED')
  }

  /** A tick near the market, and often exactly at it. */
  #level(securityId: string, spread = 6): number {
    const mid = this.#mids.get(securityId) ?? prices.close
    const near = mid - (mid % tick)
    return near + tick * this.#chance.oneOf([0, 0, 1, -1, this.#chance.between(-spread, spread)])
  }

  #drawLimit(securityId: string, direction: Side): number | null {
    const chance = this.#chance
    if (chance.happens(0.25)) return null
    // Mostly such that a small move crosses it.
    if (chance.happens(0.6)) return this.#level(securityId, 1) + (direction === 'BUY' ? tick : -tick)
    if (chance.happens(0.03)) return chance.oneOf([0, prices.highest + tick, prices.lowest, prices.highest])
    if (chance.happens(0.02)) return this.#level(securityId) + chance.oneOf([1, halfTick])
    return this.#level(securityId)
  }

  /** Levels around the limit: the trigger mostly on its inner side and the knockout beyond, or at it. */
  #drawTriggers(securityId: string, direction: Side, limitPrice: number | null): Partial<AdvertTerms> {
    const chance = this.#chance
    if (this.#play.oracle.phase(this.#at) === 'AFTER_HOURS') return {}
    const beyond = direction === 'BUY' ? tick : -tick
    const base = limitPrice !== null && limitPrice % tick === 0 ? limitPrice : this.#level(securityId)
    if (base < 1_900 * yen || base > 2_100 * yen) return {}
    const hasKnockout = chance.happens(0.3)
    const hasTrigger = chance.happens(0.2)
    const isWrong = chance.happens(0.04) && limitPrice !== null && hasKnockout !== hasTrigger
    return {
      ...(hasKnockout && {
        knockoutTriggerActivated: true,
        knockoutTrigger: base + beyond * (isWrong ? 0 : chance.oneOf([1, 1, 2, 4, 8])),
      }),
      ...(hasTrigger && {
        advertisingTriggerActivated: true,
        advertisingTrigger: base - beyond * chance.oneOf(isWrong ? [-1] : [0, 1, 2, 4]),
      }),
    }
  }

  #drawDuration(): AdvertTerms['duration'] {
    const chance = this.#chance
    if (chance.happens(0.85)) return chance.oneOf(['60', 'END_OF_DAY'])
    const inTokyo = new Date(this.#at + 9 * 60 * minuteMs + chance.between(1, 3) * minuteMs)
    return inTokyo.toISOString().slice(11, 16) as AdvertTerms['duration']
  }

  #drawTerms(securityId: string, direction: Side): AdvertTerms {
    const chance = this.#chance
    const limitPrice = this.#drawLimit(securityId, direction)
    return {
      direction,
      shareQuantity: 6_000 * chance.oneOf([1, 1, 2, 3]),
      minimumQuantity: chance.oneOf([10, 10, 50, 75]),
      duration: this.#drawDuration(),
      credibilityHurdle: 10,
      ...either,
      brokerIds: [brokerId],
      ranked: false,
      ...optionalTermsOff,
      limitPrice,
      ...this.#drawTriggers(securityId, direction, limitPrice),
    }
  }

  #send(): Action[] {
    const chance = this.#chance
    const [firmId, securityId] = [
      chance.oneOf(firmIds),
      chance.oneOf([...securityIds, 'toyota', 'toyota', 'toyota']),
    ]
    const terms = this.#drawTerms(securityId, chance.oneOf(['BUY', 'SELL']))
    return [{ at: this.#at, type: 'send', firmId, securityId, terms }]
  }

  #modify(): Action[] {
    const chance = this.#chance
    const [some] = chance.shuffled(this.#open)
    if (!some) return this.#send()
    const { firmId, securityId, terms } = some
    const { limitPrice, direction } = terms
    const further = (direction === 'BUY' ? tick : -tick) * chance.between(1, 4)
    const changed = chance.weighted<Partial<AdvertTerms>>([
      [3, { limitPrice: this.#drawLimit(securityId, direction) }],
      [2, { limitPrice: limitPrice === null ? this.#level(securityId) : limitPrice + further }],
      [2, { limitPrice: limitPrice === null ? null : limitPrice - further }],
      [2, { limitPrice: null }],
      [1, { shareQuantity: 6_000 * chance.between(1, 3) }],
      [1, { minimumQuantity: chance.oneOf([10, 50]) }],
      [1, { direction: direction === 'BUY' ? 'SELL' : 'BUY', ...noTriggers }],
      [1, { direction: direction === 'BUY' ? 'SELL' : 'BUY', limitPrice: null, ...noTriggers }],
      [1, { ...noTriggers }],
      [2, { ...noTriggers, ...this.#drawTriggers(securityId, direction, limitPrice) }],
      [1, {}],
    ])
    return [{ at: this.#at, type: 'modify', firmId, securityId, terms: changed }]
  }

  #act(type: 'pause' | 'resume' | 'cancel'): Action[] {
    const is = type === 'resume' ? ['PAUSED'] : ['SENT', 'LIVE']
    const [some] = this.#chance.shuffled(this.#open.filter(({ status }) => is.includes(status)))
    if (!some) return []
    const { firmId, securityId } = some
    return [{ at: this.#at, type, firmId, securityId }]
  }

  /** One side of a locate answers, mostly both, sometimes with a change of price between. */
  #answer(): Action[] {
    const chance = this.#chance
    const [some] = chance.shuffled(this.#open.filter(({ status }) => status === 'ACCEPT/DECLINE?'))
    const found = some && this.#play.oracle.openLocate(some.firmId, some.securityId)
    if (!some || !found) return []
    const { locate } = found
    return [some, ...(chance.happens(0.6) ? [locate.BUY, locate.SELL] : [])].flatMap(
      ({ firmId, securityId }) => {
        const between = chance.happens(0.2) ? this.#cross() : []
        const answer = chance.happens(0.35) ? 'ACCEPT' : 'DECLINE'
        return [...between, { at: this.#at, type: 'answer', firmId, securityId, answer }]
      },
    )
  }

  #tick(ms = this.#chance.oneOf([0, 500, 999, 1_000, 1_000, 1_001, 2_000])): void {
    this.#at += ms
  }

  /** Quotes around the limit of an advert: beyond for one reading and back, beyond for good, or exactly at it. */
  #cross(): Action[] {
    const chance = this.#chance
    const limited = this.#open.filter(({ terms }) => terms.limitPrice !== null && terms.limitPrice > yen)
    const [some] = chance.shuffled(limited)
    if (!some) return this.#move()
    const limit = Number(some.terms.limitPrice)
    const beyond = some.terms.direction === 'BUY' ? 1 : -1
    const steps = chance.oneOf([
      [1],
      [1, 0],
      [1, -1],
      [1, 1],
      [2, 1, 1],
      [1, 0, 1],
      [0, 0],
      [-1, -1],
      [1, 1, 0, 0],
      [1, 1, -1, 1, -1],
      [1, -1, -1],
    ])
    return steps.flatMap((step) => {
      this.#tick()
      const mid = limit + beyond * step * chance.oneOf([halfTick, tick, 2 * tick])
      const sweeps = chance.happens(0.6) ? [this.#sweep()] : []
      return [this.#quoteAt(some.securityId, mid), ...sweeps]
    })
  }

  #move(): Action[] {
    const chance = this.#chance
    this.#tick()
    return securityIds.flatMap((securityId) => {
      if (chance.happens(0.4)) return []
      const mid = (this.#mids.get(securityId) ?? prices.close) + halfTick * chance.between(-4, 4)
      return [this.#quoteAt(securityId, mid)]
    })
  }

  /** A quote with this mid: on the tick, or a half tick by a spread of an odd number of ticks. */
  #quoteAt(securityId: string, wanted: number): Action {
    const chance = this.#chance
    const mid = Math.min(2_050 * yen, Math.max(1_950 * yen, wanted))
    this.#mids.set(securityId, mid)
    const isHalf = mid % tick !== 0
    const half = isHalf ? halfTick * chance.oneOf([1, 3]) : tick * chance.oneOf([1, 2])
    const late = chance.happens(0.06) ? chance.oneOf([-500, -1_000, -4_000, 500, 1_000]) : 0
    const plain = { bid: mid - half, ask: mid + half, at: this.#at + late }
    return { at: this.#at, type: 'quote', securityId, quote: this.#quote(securityId, plain) }
  }

  #quote(securityId: string, given: Partial<Quote>): Quote {
    const isOver = !exchangeIsOpen(this.#venue.hours, this.#at) && this.#at % dayMs > 300 * minuteMs
    const isPublished = this.#play.oracle.market(securityId).officialClose !== null
    const hasClose = isOver && (isPublished || this.#at % 3 === 0)
    return {
      securityId,
      at: this.#at,
      bid: null,
      ask: null,
      last: 2_000 * yen,
      condition: 'CONTINUOUS',
      officialClose: hasClose ? this.#officialClose(securityId) : null,
      indexMove: 0,
      ...given,
    }
  }

  /** Stays what it is once it is published. */
  #officialClose(securityId: string): number {
    const { officialClose } = this.#play.oracle.market(securityId)
    return officialClose ?? this.#level(securityId)
  }

  /** A quote that is not fresh. A locate is open in the security: only such as do not withdraw it. */
  #quoteNotFresh(): Action[] {
    const chance = this.#chance
    const securityId = chance.oneOf(securityIds)
    const mid = (this.#mids.get(securityId) ?? prices.close) + yen * chance.between(-6, 6)
    const [bid, ask] = [mid - tick, mid + tick]
    const isLocated = this.#open.some(
      (each) => each.securityId === securityId && ['ACCEPT/DECLINE?', 'LOCATED'].includes(each.status),
    )
    const mild: Partial<Quote>[] = [
      { bid, ask: null },
      { bid: null, ask },
      { bid: mid - 20 * yen, ask: mid + 20 * yen },
      { bid: 0, ask },
    ]
    const harsh: Partial<Quote>[] = [
      { bid: ask, ask: bid },
      { bid: mid, ask: mid },
      { bid, ask, condition: 'HALTED' },
      { bid, ask, condition: 'SPECIAL_QUOTE' },
      { bid, ask, securityId: 'another' },
      { bid, ask, at: this.#at + 3_600_000 },
    ]
    const given = chance.oneOf(isLocated ? mild : [...mild, ...harsh])
    this.#tick(chance.oneOf([0, 1_000]))
    const first: Action = {
      at: this.#at,
      type: 'quote',
      securityId,
      quote: this.#quote(securityId, { at: this.#at, ...given }),
    }
    if (chance.happens(0.5)) return [first]
    this.#tick()
    return [first, this.#quoteAt(securityId, mid)]
  }

  #halt(): Action[] {
    const { oracle } = this.#play
    const what = this.#chance.oneOf(['PLATFORM', 'toyota', 'alder'])
    const begin = { at: this.#at, type: 'halt', what } as const
    if (oracle.isHalted)
      return ['PLATFORM', 'toyota', 'alder'].map((each) => ({ ...begin, what: each, isHalted: false }))
    const during = this.#cross()
    return [
      { ...begin, isHalted: true },
      ...during,
      this.#sweep(),
      { ...begin, at: this.#at, isHalted: false },
    ]
  }

  /** Some seconds without a quote, so that the market is not fresh, or a locate lapses. */
  #wait(): Action[] {
    const ms = this.#chance.oneOf([9_500, 10_000, 10_001, 12_000, 20_000, 31_000, 33_000, 62_000])
    const isAcross = edgesOf(this.#venue.hours, this.#at).some(
      (edge) => edge > this.#at && edge <= this.#at + ms,
    )
    if (isAcross) return this.#jump()
    this.#at += ms
    return [this.#sweep()]
  }

  /** To an expiry, or to a change of phase. Open locates are answered first. */
  #jump(): Action[] {
    const chance = this.#chance
    const answers = this.#open
      .filter(({ status }) => status === 'ACCEPT/DECLINE?')
      .map(
        ({ firmId, securityId }): Action => ({
          at: this.#at,
          type: 'answer',
          firmId,
          securityId,
          answer: 'DECLINE',
        }),
      )
    const limit = this.#at + 70 * minuteMs
    const edges = edgesOf(this.#venue.hours, this.#at).flatMap((edge) => [edge - 40_000, edge - 2_000, edge])
    const ends = this.#open.map(({ expiry }) => expiry)
    const due = [...edges, ...ends].filter((time) => time > this.#at && time < limit)
    if (due.length > 0) this.#at = Math.min(...due) + chance.oneOf([0, 0, -1, 1_000])
    return [...answers, ...(chance.happens(0.7) ? this.#move() : []), this.#sweep()]
  }
}

const noTriggers = {
  advertisingTriggerActivated: false,
  advertisingTrigger: null,
  knockoutTriggerActivated: false,
  knockoutTrigger: null,
} as const
