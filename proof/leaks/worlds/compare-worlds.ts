import { getQuote } from '@aitai/contract/routes/reference.ts'
import type { Direction } from '@aitai/engine/model/advert.ts'
import { opposite } from '@aitai/engine/model/locate.ts'
import { createRandom, type Random } from '../../harness/random.ts'
import { brokerUserOf, traderOf } from '../../harness/scripted-server.ts'
import { Competitor, CompetitorBroker, type CompetitorSetting, type Tally } from './competitors.ts'
import { idFaults, joinedIds, weakIds } from './id-randomness.ts'
import { type LocateCounts, locateCounts, nearMissesIn } from './locate-counts.ts'
import { observePrices } from './observed-prices.ts'
import { Observer, Recording } from './observer.ts'
import { openMarket, postContras } from './opening.ts'
import { acceptFirst, drawOwnActions, reportFirst } from './own-actions.ts'
import { harmlessWrapper, type Leak, seededLeaks } from './seeded-leaks.ts'
import { observedTerms } from './terms.ts'
import { type Difference, firstDifference } from './transcript.ts'
import { deskHeadOf, openWorlds, type World } from './venue.ts'

export interface WorldsSize {
  readonly seed: number
  readonly steps: number
  /** Commands of the competitors, in each step. */
  readonly commandsPerStep: number
  /** Whether another institution acts in both worlds, with which the observed one is located. */
  readonly withPartner: boolean
  /** The URL of a PostgreSQL, on which everybody uses a process that follows; null for one process. */
  readonly postgres: string | null
  readonly onStep?: (step: number) => void
}

export interface WorldsResult {
  readonly difference: (Difference & { readonly step: number }) | null
  readonly observations: number
  readonly frames: number
  /** Messages with prices, by how many securities others followed. */
  readonly prices: ReadonlyMap<number, number>
  readonly tally: Tally
  readonly locates: LocateCounts
  readonly agreements: number
  /** Agreements of which a broker reported that nothing was executed (docs/rules.md §24). */
  readonly notExecuted: {
    readonly ofCompetitors: ReadonlySet<string>
    readonly ofObserved: ReadonlySet<string>
  }
  /**
   * Pairs of a live advert of the observed institution and one of a competitor on the other side, counted once in
   * each step: one condition of docs/rules.md §3 keeps them apart, which must not be visible.
   */
  readonly nearMisses: number
  /** Faults of the ids that observers saw, and how many there were. */
  readonly ids: { readonly seen: number; readonly faults: readonly string[] }
  /** The step in which each seeded leak was detected; null for one that was not. */
  readonly detected: ReadonlyMap<string, number | null>
}

export const harmless = 'a wrapper that reveals nothing'

/**
 * Two real servers with the same database, clock and market (docs/rules.md §15). In one the observed institution acts
 * alone. In the other competitors act too, and are never located with it. Everything that the observers receive over
 * HTTP and STOMP must be equal, except for the names of random ids.
 */
export async function compareWorlds(size: WorldsSize): Promise<WorldsResult> {
  const { alone, crowded, stop } = await openWorlds(size.seed, size.postgres)
  const run = new WorldsRun(size, [alone, crowded])
  try {
    return await run.run()
  } finally {
    run.close()
    await stop()
  }
}

/** How many securities competitors follow, in turn. */
const othersFollow = [0, 7, 40] as const
const observedNetwork = '198.51.100.7'
const leaks: Readonly<Record<string, Leak>> = { ...seededLeaks, [harmless]: harmlessWrapper }

class WorldsRun {
  readonly #size: WorldsSize
  readonly #worlds: readonly [World, World]
  readonly #recordings: readonly [Recording, Recording]
  /** The observers of each world, in the same order. */
  readonly #observers: readonly [readonly Observer[], readonly Observer[]]
  readonly #competitors: readonly Competitor[]
  readonly #brokers: readonly CompetitorBroker[]
  readonly #own: Random
  readonly #others: Random
  readonly #tally: Tally = { accepted: 0, refused: 0, queries: 0, byCall: new Map() }
  readonly #detected = new Map<string, number | null>(Object.keys(leaks).map((name) => [name, null]))
  readonly #notExecuted = { ofCompetitors: new Set<string>(), ofObserved: new Set<string>() }
  #observations = 0
  #frames = 0
  readonly #prices = new Map<number, number>(othersFollow.map((count) => [count, 0]))
  #nearMisses = 0

  constructor(size: WorldsSize, worlds: readonly [World, World]) {
    this.#size = size
    this.#worlds = worlds
    this.#own = createRandom(size.seed)
    this.#others = createRandom(size.seed + 1)
    this.#recordings = [new Recording(worlds[0], leaks), new Recording(worlds[1], leaks)]
    this.#observers = [this.#observersIn(this.#recordings[0]), this.#observersIn(this.#recordings[1])]
    const [, crowded] = worlds
    this.#competitors = ['Birch', 'Cypress', 'Dogwood', 'Elder'].flatMap((name, i) =>
      [1, 2].map((number) => {
        const network = `203.0.113.${10 * i + number}`
        return new Competitor(this.#settingOf(crowded, name), traderOf(name, number), network)
      }),
    )
    this.#brokers = ['Hinoki', 'Momiji'].map(
      (name, i) =>
        new CompetitorBroker(this.#settingOf(crowded, 'Elder'), brokerUserOf(name), `192.0.2.${i + 1}`),
    )
  }

  #observersIn(recording: Recording): readonly Observer[] {
    const alders = [
      new Observer(recording, 'trader', traderOf('Alder'), observedNetwork),
      new Observer(recording, 'deskHead', deskHeadOf('Alder'), observedNetwork),
    ]
    // The broker that no competitor can use together with another one.
    const broker = new Observer(recording, 'broker', brokerUserOf('Kaede'), '198.51.100.8')
    if (!this.#size.withPartner) return [...alders, broker]
    return [...alders, broker, new Observer(recording, 'trader', traderOf('Fir'), '198.51.100.9')]
  }

  #settingOf(world: World, institution: string): CompetitorSetting {
    const own = this.#ownSecurities()
    const mayMeet = ['Birch', 'Cypress'].includes(institution)
    const observedIn = (securityId: string): Direction | null =>
      own.some((security) => security.securityId === securityId) ? this.#directionIn(securityId) : null
    return {
      world,
      chance: this.#others,
      // Mostly where the observed institution trades.
      securities: [...own, ...world.securities.slice(0, 8)],
      brokerIds: this.#brokerIdsOf(institution),
      observedIn: mayMeet ? observedIn : null,
      guesses: () => this.#observers[1].flatMap(({ adverts }) => adverts.map(({ id }) => id)),
      tally: this.#tally,
    }
  }

  /**
   * The securities in which the observed institution trades. The competitors trade in them, and in others. The
   * partner trades in the first one only: the order in which two locates of the same moment lapse is drawn.
   */
  #ownSecurities() {
    return this.#worlds[0].securities.slice(0, this.#size.withPartner ? 3 : 5)
  }

  #directionIn(securityId: string): Direction {
    const position = this.#ownSecurities().findIndex((security) => security.securityId === securityId)
    return position % 2 === 0 ? 'BUY' : 'SELL'
  }

  #brokerIdsOf(institution: string): readonly string[] {
    const names: Readonly<Record<string, readonly string[]>> = {
      Alder: ['Hinoki', 'Kaede'],
      Fir: ['Kaede'],
      Elder: ['Momiji'],
    }
    const enabled = names[institution] ?? ['Hinoki', 'Momiji']
    const brokers = [...this.#worlds[0].app.reference.names().brokers.values()]
    return brokers.filter(({ name }) => enabled.includes(name)).map(({ brokerId }) => brokerId)
  }

  async run(): Promise<WorldsResult> {
    for (const observers of this.#observers) for (const observer of observers) await observer.signIn()
    for (const each of [...this.#competitors, ...this.#brokers]) await each.participant.signIn()
    const { steps, onStep } = this.#size
    for (let step = 1; step <= steps; step += 1) {
      onStep?.(step)
      await this.#live(step)
      const difference = this.#compare(step)
      if (difference) return this.#result({ ...difference, step })
    }
    return this.#result(null)
  }

  close(): void {
    for (const observer of this.#observers.flat()) observer.participant.close()
    for (const { participant } of [...this.#competitors, ...this.#brokers]) participant.close()
  }

  async #live(step: number): Promise<void> {
    const [alone, crowded] = this.#worlds
    if (step === 1) {
      await openMarket(this.#worlds)
      await this.#postContras()
      await this.#count()
    } else this.#passTime(step)
    const { commandsPerStep, withPartner } = this.#size
    const first = Math.floor(commandsPerStep / 2)
    await this.#compete(first)
    await alone.settle()
    await crowded.settle()
    await this.#actInBoth(step)
    await this.#readFrames()
    if (step % 4 === 2) {
      const [birch, , cypress] = this.#competitors
      const competing = [birch, cypress].flatMap((each) => each?.participant ?? [])
      const count = othersFollow[Math.floor(step / 4) % othersFollow.length] ?? 0
      const messages = await observePrices(this.#worlds, this.#observers, competing, count)
      this.#prices.set(count, (this.#prices.get(count) ?? 0) + messages)
    }
    // The others' commands, and what follows from them, are in flight while the observers read.
    await Promise.all([
      this.#compete(commandsPerStep - first).then(() => crowded.settle()),
      this.#observe(1, step),
    ])
    await this.#observe(0, step)
    if (withPartner) await this.#tradeWithPartner(step)
    await this.#count()
    await this.#readFrames()
  }

  /**
   * Every frame that was pushed has arrived, and its acknowledgement is stored: the server stores acknowledgements
   * together after a moment of the real clock, and the list of notifications shows them.
   */
  async #readFrames(): Promise<void> {
    for (const observer of this.#observers.flat()) {
      this.#frames += await observer.readFrames()
      await observer.participant.synchronize()
    }
  }

  #postContras(): Promise<void> {
    const [birch, , cypress, , dogwood] = this.#competitors
    if (!birch || !cypress || !dogwood) throw new Error('a competitor is missing')
    return postContras({
      competitors: { birch, cypress, dogwood },
      observers: this.#observers.map(([alder, , , fir]) => ({ alder, fir })),
      securities: this.#ownSecurities(),
      directionIn: (securityId) => this.#directionIn(securityId),
      brokerIdsOf: (institution) => this.#brokerIdsOf(institution),
    })
  }

  /**
   * Both accept the first locate in every run, and their broker reports that nothing was executed: in the next step,
   * in which it has just read of the agreement, so that nothing else was reported before.
   */
  async #tradeWithPartner(step: number): Promise<void> {
    if (step !== 1 && step !== 2) return
    for (const [i, world] of this.#worlds.entries()) {
      const [alder, , broker, fir] = this.#observers[i as 0 | 1]
      if (step === 1) for (const observer of [alder, fir]) if (observer) await acceptFirst(observer)
      if (step === 2 && broker) await reportFirst(broker)
      await world.settle()
    }
  }

  /** Mostly seconds, so that much happens between two reads; sometimes enough for a cooldown or an expiry. */
  #passTime(step: number): void {
    const milliseconds = this.#own.weighted([
      [50, this.#own.between(1_000, 6_000)],
      [30, this.#own.between(6_000, 40_000)],
      [8, this.#own.between(60_000, 300_000)],
      [2, this.#own.between(600_000, 1_200_000)],
    ])
    // The market falls silent for a while.
    const renews = step % 40 < 34
    for (const world of this.#worlds) world.pass(milliseconds, renews)
  }

  /** Several competitors at once, each of which sends its commands one at a time. */
  async #compete(commands: number): Promise<void> {
    const chosen = this.#others.shuffled(this.#competitors).slice(0, 4)
    const each = Math.ceil(commands / chosen.length)
    await Promise.all([
      ...chosen.map((competitor) => competitor.act(each)),
      ...this.#brokers.map((broker) => broker.act()),
    ])
  }

  async #actInBoth(step: number): Promise<void> {
    const [inFirst, inSecond] = this.#observers
    const own = this.#ownSecurities()
    const { withPartner } = this.#size
    for (const [i, observer] of inFirst.entries()) {
      const isPartner = observer.participant.email === traderOf('Fir')
      const directionIn = (securityId: string): Direction =>
        isPartner ? opposite(this.#directionIn(securityId)) : this.#directionIn(securityId)
      const brokerIds = this.#brokerIdsOf(isPartner ? 'Fir' : 'Alder')
      const actions = drawOwnActions({
        chance: this.#own,
        actor: observer,
        securities: isPartner ? own.slice(0, 1) : [...own, ...(withPartner ? own.slice(0, 1) : [])],
        termsFor: (security) =>
          observedTerms(this.#own, security, directionIn(security.securityId), brokerIds),
        brokerIds,
        guess: this.#guess(),
      })
      for (const action of actions) {
        await action(observer)
        await action(inSecond[i] as Observer)
        for (const world of this.#worlds) await world.settle()
      }
      if (step % 25 === 5 && i === 0) await this.#exhaustReads()
    }
  }

  /** An id of a competitor's advert, locate or agreement, if there is one. */
  #guess(): string {
    const ids = this.#competitors.flatMap((competitor) => competitor.ids())
    return ids.length > 0 ? this.#others.oneOf(ids) : 'f'.repeat(32)
  }

  /** Reads until the rate limit refuses: what the others send must not count. */
  async #exhaustReads(): Promise<void> {
    const [security] = this.#ownSecurities()
    const params = { securityId: security?.securityId ?? '' }
    for (const [observer] of this.#observers)
      for (let status = 200; status === 200; )
        status = (await observer?.call(getQuote, { params }))?.status ?? 0
    for (const world of this.#worlds) world.pass(10_000, true)
    for (const world of this.#worlds) await world.settle()
  }

  async #observe(world: 0 | 1, step: number): Promise<void> {
    const own = this.#ownSecurities()
    const shown = [own[step % own.length], this.#worlds[0].securities[5 + (step % 3)]]
    const securityIds = shown.flatMap((security) => security?.securityId ?? [])
    const guess = this.#lastGuess(step)
    for (const observer of this.#observers[world])
      this.#observations += await observer.readAll({ securityIds, guess }, step % 5 === 0)
  }

  readonly #guesses = new Map<number, string>()

  /** The same in both worlds, in which the observers read one at a time. */
  #lastGuess(step: number): string {
    const known = this.#guesses.get(step) ?? this.#guess()
    this.#guesses.set(step, known)
    return known
  }

  #compare(step: number): Difference | null {
    const [alone, crowded] = this.#recordings.map((recording) => recording.take()) as [
      ReturnType<Recording['take']>,
      ReturnType<Recording['take']>,
    ]
    for (const [name, found] of this.#detected) {
      const isLeaking = firstDifference(alone.leaked.get(name) ?? [], crowded.leaked.get(name) ?? []) !== null
      if (found === null && isLeaking) this.#detected.set(name, step)
    }
    return firstDifference(alone.observations, crowded.observations)
  }

  async #result(difference: WorldsResult['difference']): Promise<WorldsResult> {
    const observedIds = this.#observedFirmIds()
    const ownIds = this.#ownSecurities().map(({ securityId }) => securityId)
    const { locates, agreements } = await this.#worlds[1].app.market.read((state) => ({
      locates: locateCounts(state, observedIds, ownIds),
      agreements: state.agreements.size,
    }))
    const ids = joinedIds(this.#recordings[0].ids, this.#recordings[1].ids)
    const faults = [...ids].flatMap(([source, some]) => idFaults(some).map((fault) => `${source}: ${fault}`))
    for (const [name, weaken] of Object.entries(weakIds)) {
      const isDetected = [...ids.values()].some((some) => idFaults(weaken(some)).length > 0)
      this.#detected.set(name, isDetected ? this.#size.steps : null)
    }
    return {
      difference,
      observations: this.#observations,
      frames: this.#frames,
      prices: this.#prices,
      tally: this.#tally,
      locates,
      agreements,
      notExecuted: this.#notExecuted,
      nearMisses: this.#nearMisses,
      ids: { seen: new Set([...ids.values()].flat()).size, faults },
      detected: this.#detected,
    }
  }

  #observedFirmIds(): readonly string[] {
    const firms = [...this.#worlds[1].app.reference.names().firms.values()]
    return firms.filter(({ name }) => ['Alder', 'Fir'].includes(name)).map(({ firmId }) => firmId)
  }

  /** What can be counted at this moment only: a report may be withdrawn later. */
  #count(): Promise<void> {
    const observedIds = this.#observedFirmIds()
    return this.#worlds[1].app.market.read((state) => {
      this.#nearMisses += nearMissesIn(state, observedIds)
      for (const { agreementId, firmIds, notExecuted } of state.agreements.values()) {
        const isObserved = observedIds.includes(firmIds.BUY)
        if (notExecuted) this.#notExecuted[isObserved ? 'ofObserved' : 'ofCompetitors'].add(agreementId)
      }
    })
  }
}
