import { mayCall, type Subject } from '@aitai/contract/routes/audiences.ts'
import { type CallInput, httpRequestOf } from '@aitai/contract/routes/request.ts'
import type { Route } from '@aitai/contract/routes/route.ts'
import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { RawResponse } from '../../harness/client-connection.ts'
import { IdCollector } from './id-randomness.ts'
import { Participant } from './participant.ts'
import type { PriceWatch } from './price-watch.ts'
import { type NamedRequest, type ReadContext, readsOf, validationsOf } from './reads.ts'
import type { Leak, LeakContext } from './seeded-leaks.ts'
import { Canonicalizer, type Observation, responseText } from './transcript.ts'
import type { World } from './venue.ts'

/** Everything that the observers of one world received since the last comparison, and what leaks would add. */
export class Recording {
  readonly world: World
  readonly ids: IdCollector
  readonly #canonicalizer = new Canonicalizer()
  readonly #leaks: Readonly<Record<string, Leak>>
  #observations: Observation[] = []
  #leaked = new Map<string, Observation[]>()

  constructor(world: World, leaks: Readonly<Record<string, Leak>>) {
    this.world = world
    this.#leaks = leaks
    const { equities, brokers, firms, people } = world.app.reference.names()
    this.ids = new IdCollector(new Set([equities, brokers, firms, people].flatMap((map) => [...map.keys()])))
  }

  async addResponse(
    who: string,
    userId: string,
    request: NamedRequest,
    response: RawResponse,
  ): Promise<void> {
    const what = this.#canonicalizer.canonical(`${request.method} ${request.path}`)
    this.#add({ who, what, text: responseText(response) })
    this.ids.collect(request.name, response.text)
    await this.#withLeaks(userId, (leak, context) => {
      const changed = leak.reply?.(request, response, context)
      return changed ? [{ who, what, text: responseText(changed) }] : []
    })
  }

  async addFrames(who: string, userId: string, frames: readonly string[]): Promise<void> {
    for (const text of frames) {
      this.#add({ who, what: 'frame', text })
      this.ids.collect('frame', text)
    }
    await this.#withLeaks(userId, (leak, context) =>
      (leak.frames?.(context) ?? []).map((text) => ({ who, what: 'frame', text })),
    )
  }

  /** What one tick pushed of the followed prices, each message of the transport as a whole. */
  async addPrices(
    who: string,
    userId: string,
    writes: readonly string[],
    followedByOthers: readonly string[],
  ): Promise<void> {
    for (const text of writes) this.#add({ who, what: 'prices', text })
    await this.#withLeaks(userId, (leak, context) =>
      (leak.prices?.(writes, { ...context, followedByOthers }) ?? []).map((text) => ({
        who,
        what: 'prices',
        text,
      })),
    )
  }

  /** The observations since the last call, and for each leak those that it changed or added. */
  take(): { observations: readonly Observation[]; leaked: ReadonlyMap<string, readonly Observation[]> } {
    const taken = { observations: this.#observations, leaked: this.#leaked }
    this.#observations = []
    this.#leaked = new Map()
    return taken
  }

  #add(observation: Observation): void {
    this.#observations.push({ ...observation, text: this.#canonicalizer.canonical(observation.text) })
  }

  /** Applies each leak to the server's own state, which a leaking server would have at hand. */
  #withLeaks(
    userId: string,
    more: (leak: Leak, context: LeakContext) => readonly Observation[],
  ): Promise<void> {
    const { market } = this.world.app
    const { entries } = market.load()
    return market.read((state, at) => {
      const firmId = state.traders.get(userId)?.firmId ?? ''
      for (const [name, leak] of Object.entries(this.#leaks)) {
        const found = more(leak, { state, at, entries, userId, firmId })
        const before = this.#leaked.get(name) ?? []
        const shown = found.map((each) => ({ ...each, text: this.#canonicalizer.preview(each.text) }))
        if (shown.length > 0) this.#leaked.set(name, [...before, ...shown])
      }
    })
  }
}

/** A user of whom everything is recorded. It knows only what the server has sent to it. */
export class Observer {
  readonly subject: Subject
  readonly participant: Participant
  adverts: readonly Advert[] = []
  locates: readonly LocateNotification[] = []
  agreements: readonly ConnectionAgreement[] = []
  readonly #recording: Recording

  constructor(recording: Recording, subject: Subject, email: string, network: string) {
    this.subject = subject
    this.participant = new Participant(recording.world, email, network)
    this.#recording = recording
  }

  get #who(): string {
    return this.participant.email
  }

  async signIn(): Promise<void> {
    const request = { name: 'login', method: 'POST', path: 'log-in', headers: {}, body: null } as const
    await this.#recording.addResponse(
      this.#who,
      this.participant.userId,
      request,
      await this.participant.signIn(),
    )
  }

  async send(request: NamedRequest): Promise<RawResponse> {
    const response = await this.participant.send(request)
    await this.#recording.addResponse(this.#who, this.participant.userId, request, response)
    return response
  }

  call<R extends Route>(route: R, input: Omit<CallInput<R>, 'token'> = {}): Promise<RawResponse> {
    const { token } = this.participant
    return this.send({ name: route.name, ...httpRequestOf(route, { ...input, token }) })
  }

  /**
   * Reads everything, and `validates` files and lists, which change nothing. Returns the number of responses.
   */
  async readAll(context: Pick<ReadContext, 'securityIds' | 'guess'>, validates: boolean): Promise<number> {
    const all = {
      ...context,
      token: this.participant.token,
      adverts: this.adverts,
      agreementIds: this.#agreementIds(),
    }
    const requests = [
      ...readsOf(this.subject, all),
      ...(validates && mayCall('trader', this.subject) ? validationsOf(all) : []),
    ]
    for (const request of requests) {
      const { status, text } = await this.send(request)
      if (status !== 200) continue
      if (request.name === 'advertList') this.adverts = JSON.parse(text)
      if (request.name === 'listLocateNotifications') this.locates = JSON.parse(text)
      if (request.name === 'brokerUserExecutionListing') this.agreements = JSON.parse(text)
    }
    return requests.length
  }

  /** Of the user's side of locates, and of a broker's list. */
  #agreementIds(): readonly string[] {
    const ids = [...this.locates, ...this.agreements].map((each) => each.connectionAgreementId)
    return ids.filter((id) => id !== null)
  }

  /** Records what a tick has pushed to a watch of this user. Returns the number of messages. */
  async readPrices(watch: PriceWatch, followedByOthers: readonly string[]): Promise<number> {
    const writes = await watch.takeWrites()
    await this.#recording.addPrices(this.#who, this.participant.userId, writes, followedByOthers)
    return writes.length
  }

  /** Records the frames that have arrived. Returns their number. */
  async readFrames(): Promise<number> {
    const frames = await this.participant.takeFrames()
    await this.#recording.addFrames(this.#who, this.participant.userId, frames)
    return frames.length
  }
}
