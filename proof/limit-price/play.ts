import { decide } from '@aitai/engine/decide.ts'
import { applyEvents } from '@aitai/engine/evolve/evolve.ts'
import { whyNot } from '@aitai/engine/explain/why-not.ts'
import { notionalPrice } from '@aitai/engine/market/matching-price.ts'
import { addQuote, emptyQuoteWindow, markUnquoted, sightingOf } from '@aitai/engine/market/quote-window.ts'
import { addCandidatesAfterCooldown, securitiesToMatch } from '@aitai/engine/matching/candidates.ts'
import type { Advert, AdvertTerms } from '@aitai/engine/model/advert.ts'
import type { Command } from '@aitai/engine/model/commands.ts'
import type { Event, EventOf } from '@aitai/engine/model/events.ts'
import { yen } from '@aitai/engine/model/price.ts'
import type { Quote, Sighting } from '@aitai/engine/model/quote.ts'
import type { Decision } from '@aitai/engine/model/refusals.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import { emptyState, type State } from '@aitai/engine/model/state.ts'
import { marketHasEffect, watchedSecurities } from '@aitai/engine/sweep/market-effects.ts'
import { LimitOracle } from './limit-oracle.ts'
import { firmIds, type LimitVenue, prices, referenceOf, securityIds } from './limit-venue.ts'
import type { RulesMatch } from './rules-locates.ts'
import type { Answer, RulesAdvert } from './rules-terms.ts'

/** One thing that happens in a history, with its time. An action that is not possible then is left out. */
export type Action = { readonly at: number } & (
  | { readonly type: 'quote'; readonly securityId: string; readonly quote: Quote }
  /** `hinted`: of the markets that a server would pass on; else of all. `waits`: nothing is matched yet. */
  | { readonly type: 'sweep'; readonly hinted: boolean; readonly waits: boolean }
  | ({ readonly type: 'send'; readonly terms: AdvertTerms } & OfFirm)
  | ({ readonly type: 'modify'; readonly terms: Partial<AdvertTerms> } & OfFirm)
  | ({ readonly type: 'pause' | 'resume' | 'cancel' } & OfFirm)
  | ({ readonly type: 'answer'; readonly answer: Answer } & OfFirm)
  | { readonly type: 'halt'; readonly what: string; readonly isHalted: boolean }
)

interface OfFirm {
  readonly firmId: string
  readonly securityId: string
}

interface Draft {
  readonly id: string
  /** The order of drafting. */
  readonly sequence: number
}

/** What decides: the engine, or one with a planted fault. */
export interface PlayedEngine {
  decide(state: State, command: Command): Decision
  apply(state: State, command: Command, events: readonly Event[]): void
}

export const realEngine: PlayedEngine = {
  decide,
  apply: (state, command, events) => void applyEvents(state, command, events),
}

type Untimed<C> = C extends Command ? Omit<C, 'at'> : never

const usdJpy = 150 * yen

/** The engine and the oracle side by side. Throws a Divergence as soon as they differ. */
export class Play {
  readonly oracle: LimitOracle
  readonly state: State = emptyState()
  now: number
  #locates = 0
  readonly #engine: PlayedEngine
  readonly #windows = new Map(securityIds.map((id) => [id, emptyQuoteWindow()]))
  readonly #ended = new Set<string>()
  readonly #drafts = new Map<string, Draft>()
  #commands = 0

  constructor(venue: LimitVenue, engine: PlayedEngine = realEngine) {
    this.#engine = engine
    this.oracle = new LimitOracle(venue, prices, securityIds)
    this.now = venue.opensAt
    this.#perform({ type: 'changeReference', reference: referenceOf(venue) })
    for (const traderId of firmIds) this.#perform({ type: 'setPresence', traderId, present: true })
  }

  get commands(): number {
    return this.#commands
  }

  get locates(): number {
    return this.#locates
  }

  /** Performs an action on both and compares them. Returns whether it was possible. */
  perform(action: Action): boolean {
    this.now = Math.max(this.now, action.at)
    const isPossible = this.#perform1(action)
    if (isPossible) this.#compare()
    return isPossible
  }

  #perform1(action: Action): boolean {
    switch (action.type) {
      case 'quote':
        return this.#quote(action.securityId, action.quote)
      case 'sweep':
        return this.#sweep(action.hinted, action.waits)
      case 'send':
        return this.#send(action, action.terms)
      case 'modify':
        return this.#modify(action, action.terms)
      case 'answer':
        return this.#answer(action, action.answer)
      case 'halt':
        return this.#halt(action.what, action.isHalted)
      default:
        return this.#act(action.type, action)
    }
  }

  #perform(command: Untimed<Command>): readonly Event[] | string {
    this.#commands += 1
    const timed = { ...command, at: this.now } as Command
    if (timed.type === 'sweep') addCandidatesAfterCooldown(this.state, timed.at)
    const decision = this.#engine.decide(this.state, timed)
    if ('refusal' in decision) return decision.refusal.errorCode
    this.#engine.apply(this.state, timed, decision.events)
    return decision.events
  }

  #expect(command: Untimed<Command>, refusal: string | null): void {
    const result = this.#perform(command)
    const refused = typeof result === 'string' ? result : null
    if (refused !== refusal) diverge(`${command.type} refused`, refusal, refused)
  }

  #security(securityId: string): Security {
    const security = this.state.securities.get(securityId)
    if (!security) throw new Error(`there is no security ${securityId}`)
    return security
  }

  #sighting(securityId: string): Sighting {
    const window = markUnquoted(this.#windows.get(securityId) ?? emptyQuoteWindow(), this.now)
    this.#windows.set(securityId, window)
    return sightingOf(window, securityId)
  }

  #price(securityId: string): number {
    return notionalPrice(this.#sighting(securityId).quote, this.#security(securityId))
  }

  #quote(securityId: string, quote: Quote): boolean {
    const isMalformed = quote.securityId !== securityId || quote.at > this.now + 1_000
    // Two in a row would end the adverts, which is no matter of limits (docs/rules.md 12.16).
    if (isMalformed && this.oracle.market(securityId).isMalformed) return false
    const before = this.#windows.get(securityId) ?? emptyQuoteWindow()
    this.#windows.set(
      securityId,
      addQuote(before, quote, this.#security(securityId), this.state.limits, this.now),
    )
    this.oracle.quote(securityId, quote, this.now)
    return true
  }

  #sweep(isHinted: boolean, waits: boolean): boolean {
    const located: RulesMatch[] = []
    for (let round = 0; ; round += 1) {
      if (round > 20) diverge('a sweep comes to rest', true, false)
      const all = securityIds.map((id) => this.#sighting(id))
      const some = isHinted ? this.#hinted(all) : all
      const sightings = waits ? some.map((each) => ({ ...each, waits: true }) as const) : some
      const seed = `${this.#commands}`.padStart(32, '0')
      const events = this.#perform({ type: 'sweep', seed, sightings, usdJpy })
      if (typeof events === 'string') throw new Error(`a sweep is refused: ${events}`)
      located.push(...events.filter((event) => event.type === 'contraLocated').map(matchOf))
      if (events.length === 0) break
    }
    const expected = this.oracle.sweep(this.now, !waits)
    this.#locates += located.length
    const text = (each: readonly RulesMatch[]): string => each.map(matchText).sort().join(', ')
    if (text(expected) !== text(located)) diverge('locates', text(expected), text(located))
    return true
  }

  #hinted(all: readonly Sighting[]): Sighting[] {
    const found = new Set(securitiesToMatch(this.state, this.now))
    const watched = new Set(watchedSecurities(this.state))
    for (const sighting of all)
      if (watched.has(sighting.securityId) && marketHasEffect(this.state, sighting, this.now))
        found.add(sighting.securityId)
    return all.filter(({ securityId }) => found.has(securityId))
  }

  #send({ firmId, securityId }: OfFirm, terms: AdvertTerms): boolean {
    const { oracle } = this
    if (oracle.isHalted || !oracle.isOpen(this.now) || oracle.openAdvert(firmId, securityId)) return false
    if (oracle.expiryOf(terms.duration, this.now) <= this.now) return false
    if (terms.advertisingTriggerActivated && oracle.rating(firmId) < 41) return false
    const traderId = firmId
    const key = `${firmId}-${securityId}`
    const { id, sequence } = this.#drafts.get(key) ?? this.#draft(firmId, securityId, terms)
    const refusal = oracle.send({ id, firmId, securityId, sequence }, terms, this.now)
    if (!refusal) this.#drafts.delete(key)
    const ids = { traderId, advertId: id, freshId: `${id}-again` }
    const price = this.#price(securityId)
    this.#expect({ type: 'submitAdvert', arrivalMid: null, usdJpy, ...ids, terms, price }, refusal)
    return true
  }

  /** A draft, which is not checked; one whose submit is refused stays. */
  #draft(traderId: string, securityId: string, terms: AdvertTerms): Draft {
    const draft = { id: `${traderId}-${securityId}-${this.#commands}`, sequence: this.oracle.nextSequence() }
    this.#drafts.set(`${traderId}-${securityId}`, draft)
    const plain = { ...terms, limitPrice: null }
    const command = { traderId, advertId: draft.id, securityId, terms: plain, offsets } as const
    this.#expect({ type: 'createAdvert', ...command }, null)
    return draft
  }

  #modify({ firmId, securityId }: OfFirm, changed: Partial<AdvertTerms>): boolean {
    const { oracle, now } = this
    const advert = oracle.openAdvert(firmId, securityId)
    if (oracle.isHalted || !advert || !['SENT', 'LIVE', 'PAUSED'].includes(advert.status)) return false
    if (now >= advert.expiry || !oracle.isOpen(now)) return false
    const terms = { ...advert.terms, ...changed }
    const changesTrigger = triggersOf(terms) !== triggersOf(advert.terms)
    if (changesTrigger && oracle.phase(now) === 'AFTER_HOURS') return false
    const hadTrigger = advert.terms.advertisingTriggerActivated
    const trigger = ({ advertisingTriggerActivated, advertisingTrigger, direction }: AdvertTerms): string =>
      [advertisingTriggerActivated, advertisingTrigger, direction].join()
    if (advert.hasFired && trigger(terms) !== trigger(advert.terms)) return false
    if (terms.advertisingTriggerActivated && !hadTrigger && oracle.rating(firmId) < 41) return false
    const refusal = oracle.modify(advert, terms, now)
    const price = this.#price(securityId)
    this.#expect({ type: 'modifyAdvert', traderId: firmId, advertId: advert.id, terms, price }, refusal)
    return true
  }

  #act(type: 'pause' | 'resume' | 'cancel', { firmId, securityId }: OfFirm): boolean {
    const { oracle, now } = this
    const advert = oracle.openAdvert(firmId, securityId)
    if (!advert || now >= advert.expiry || !oracle.isOpen(now)) return false
    const isPaused = advert.status === 'PAUSED'
    if (
      type === 'resume' ? !isPaused || oracle.isHalted : !(isPaused && type === 'cancel') && !isSent(advert)
    )
      return false
    const of = { traderId: firmId, advertId: advert.id }
    if (type === 'resume') {
      oracle.resume(advert, now)
      this.#expect({ type: 'resumeAdvert', ...of, price: this.#price(securityId) }, null)
    } else if (type === 'pause') {
      oracle.pause(advert)
      this.#expect({ type: 'pauseAdvert', ...of }, null)
    } else {
      oracle.cancel(advert)
      this.#expect({ type: 'cancelAdvert', ...of }, null)
    }
    return true
  }

  #answer({ firmId, securityId }: OfFirm, answer: Answer): boolean {
    const open = this.oracle.openLocate(firmId, securityId)
    if (!open || open.locate.answers[open.side] !== null || this.now > open.locate.deadline + 1_500)
      return false
    const { side, locate } = open
    const { quote, run, malformedForMs } = this.#sighting(securityId)
    const found = [...this.state.index.openLocates.values()].find(({ buyId }) => buyId === locate.BUY.id)
    if (!found) return diverge('an open locate', locate.BUY.id, null)
    this.oracle.answer(open, answer, this.now)
    const drawn = {
      agreementId: `agreement ${this.#commands}`,
      passwords: { BUY: 'BUYPASS2', SELL: 'SELLPAS3' },
    }
    const market = { quote, run, ...(malformedForMs === undefined ? {} : { malformedForMs }) }
    const of = { traderId: firmId, locateId: found.locateId, direction: side, answer }
    this.#expect({ type: 'answerLocate', ...of, ...market, ...drawn }, null)
    return true
  }

  #halt(what: string, isHalted: boolean): boolean {
    if (this.oracle.hasHalt(what) === isHalted) return false
    this.oracle.halt(what, isHalted, this.now)
    const by = { by: 'operator', reason: 'a history' }
    this.#expect({ type: 'changeHalt', target: haltTargetOf(what), halted: isHalted, ...by }, null)
    return true
  }

  /** What the owners see of their adverts, and what ranks them. */
  #compare(): void {
    for (const expected of this.oracle.adverts) {
      // Nothing leaves these, and the state is compared once they are reached.
      if (this.#ended.has(expected.id)) continue
      const advert = this.state.adverts.get(expected.id)
      if (!advert) return diverge('an advert', expected.id, null)
      const [ours, theirs] = [this.#expectedOf(expected), this.#foundOf(expected, advert)]
      for (const [name, value] of Object.entries(ours))
        if (value !== theirs[name]) diverge(`${expected.id}: ${name}`, value, theirs[name])
      if (expected.status === 'DEAD' || expected.status === 'COMPLETED') this.#ended.add(expected.id)
    }
  }

  #expectedOf(advert: RulesAdvert): Record<string, unknown> {
    const { status, cause, priorityTime, waits } = advert
    const isSentOrLive = isSent(advert)
    return {
      status,
      cause,
      waits: isSentOrLive || status === 'PAUSED' ? !this.oracle.isArmed(advert) && waits : null,
      priorityTime: isSentOrLive ? priorityTime : null,
      saysLimit: this.oracle.saysLimit(advert, this.now),
    }
  }

  #foundOf(expected: RulesAdvert, advert: Advert): Record<string, unknown> {
    const { advertisementStatus: status, causeOfDeath: cause, priorityTime, isBeyondLimit } = advert
    const isSentOrLive = status === 'SENT' || status === 'LIVE'
    const isArmed = advert.terms.advertisingTriggerActivated && !advert.advertTriggerSatisfied
    return {
      status,
      cause,
      waits: isSentOrLive || status === 'PAUSED' ? !isArmed && isBeyondLimit : null,
      priorityTime: isSentOrLive ? priorityTime : null,
      saysLimit: isSentOrLive
        ? whyNot(this.state, advert, this.#sighting(expected.securityId), this.now).some(
            ({ code }) => code === 'LIMIT',
          )
        : null,
    }
  }
}

const offsets = { advertising: 0, knockout: 500 }
const isSent = ({ status }: RulesAdvert): boolean => status === 'SENT' || status === 'LIVE'

const triggersOf = ({
  advertisingTriggerActivated,
  advertisingTrigger,
  knockoutTriggerActivated,
  knockoutTrigger,
}: AdvertTerms): string =>
  [advertisingTriggerActivated, advertisingTrigger, knockoutTriggerActivated, knockoutTrigger].join()

const haltTargetOf = (what: string) => {
  if (what === 'PLATFORM') return { kind: 'PLATFORM' } as const
  return securityIds.includes(what)
    ? ({ kind: 'SECURITY', securityId: what } as const)
    : ({ kind: 'FIRM', firmId: what } as const)
}

const matchOf = ({ buyId, sellId, locateQuantity, midPrice }: EventOf<'contraLocated'>): RulesMatch => ({
  buyId,
  sellId,
  quantity: locateQuantity,
  price: midPrice,
})

const matchText = ({ buyId, sellId, quantity, price }: RulesMatch): string =>
  `${buyId} × ${sellId}: ${quantity} at ${price / yen}`

/** The oracle and the engine differ. */
export class Divergence extends Error {
  override readonly name = 'Divergence'
}

function diverge(what: string, byTheRules: unknown, byTheEngine: unknown): never {
  throw new Divergence(
    `${what}: ${JSON.stringify(byTheRules)} by the rules, ${JSON.stringify(byTheEngine)} by the engine`,
  )
}
