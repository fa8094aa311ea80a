import * as adverts from '@aitai/contract/routes/adverts.ts'
import * as agreements from '@aitai/contract/routes/agreements.ts'
import type { Subject } from '@aitai/contract/routes/audiences.ts'
import { listLocateNotifications } from '@aitai/contract/routes/locates.ts'
import { forgotPassword } from '@aitai/contract/routes/passwords.ts'
import type { CallInput } from '@aitai/contract/routes/request.ts'
import { basePath, isChange, type Route } from '@aitai/contract/routes/route.ts'
import { login } from '@aitai/contract/routes/session.ts'
import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Direction } from '@aitai/engine/model/advert.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import type { RawResponse } from '../../harness/client-connection.ts'
import type { Random } from '../../harness/random.ts'
import { type Actor, drawBrokerCall, drawOwnActions, postTerms } from './own-actions.ts'
import { Participant } from './participant.ts'
import { type NamedRequest, readsOf, validationsOf } from './reads.ts'
import { freeTerms, separatedTerms, simpleTerms, type Terms } from './terms.ts'
import { isDeskHead, type World } from './venue.ts'

/** What the competitors have done. */
export interface Tally {
  /** Requests that change something, answered with 2xx and refused. */
  accepted: number
  refused: number
  queries: number
  /** How often each call was sent. */
  readonly byCall: Map<string, number>
}

export interface CompetitorSetting {
  readonly world: World
  readonly chance: Random
  readonly securities: readonly Security[]
  readonly brokerIds: readonly string[]
  /** The direction of the observed institution, from which terms must be kept apart; null if no terms could match. */
  readonly observedIn: ((securityId: string) => Direction | null) | null
  /** Ids of the observed institution's adverts, which competitors guess too. */
  readonly guesses: () => readonly string[]
  readonly tally: Tally
}

/** A trader of another institution, who exists in one of the two worlds only. */
export class Competitor implements Actor {
  readonly subject: Subject
  readonly agreements = []
  readonly participant: Participant
  readonly #setting: CompetitorSetting
  adverts: readonly Advert[] = []
  locates: readonly LocateNotification[] = []
  /** Commands that it has sent. */
  #sent = 0

  constructor(setting: CompetitorSetting, email: string, network: string) {
    this.#setting = setting
    this.participant = new Participant(setting.world, email, network)
    this.subject = isDeskHead(email) ? 'deskHead' : 'trader'
  }

  /** Ids that an observer may guess. */
  ids(): readonly string[] {
    return [
      ...this.adverts.map(({ id }) => id),
      ...this.locates.map(({ locateNotificationId }) => locateNotificationId),
      ...this.locates.flatMap(({ connectionAgreementId }) => connectionAgreementId ?? []),
    ]
  }

  signIn = (): Promise<unknown> => this.participant.signIn()

  send(request: NamedRequest): Promise<RawResponse> {
    this.#setting.tally.queries += 1
    return this.participant.send(request)
  }

  /** Does what traders do, until it has sent so many more commands. */
  async act(commands: number): Promise<void> {
    const { chance } = this.#setting
    const wanted = this.#sent + commands
    while (this.#sent < wanted) {
      await this.#look()
      await chance.weighted(this.#actions)()
    }
  }

  async #look(): Promise<void> {
    this.adverts = await this.#list(adverts.advertList)
    this.locates = await this.#list(listLocateNotifications)
  }

  async #list<T>(route: Route): Promise<readonly T[]> {
    const { status, text } = await this.call(route)
    // Its session has expired.
    if (status === 401) await this.participant.signIn()
    return status === 200 ? (JSON.parse(text) as T[]) : []
  }

  async call<R extends Route>(route: R, input: Omit<CallInput<R>, 'token'> = {}) {
    const response = await this.participant.call(route, input)
    const { tally } = this.#setting
    tally.byCall.set(route.name, (tally.byCall.get(route.name) ?? 0) + 1)
    if (isChange(route)) this.#sent += 1
    if (!isChange(route)) tally.queries += 1
    else if (response.status < 300) tally.accepted += 1
    else tally.refused += 1
    if (response.status >= 500) throw new Error(`${route.name} was answered with ${response.text}`)
    return response
  }

  #terms(security: Security): Terms {
    const { chance, brokerIds, observedIn } = this.#setting
    const observed = observedIn?.(security.securityId) ?? null
    return observed === null
      ? freeTerms(chance, security, brokerIds)
      : separatedTerms(chance, security, brokerIds, observed)
  }

  async #actAsTrader(): Promise<void> {
    const { chance, securities, brokerIds, guesses } = this.#setting
    const others = guesses()
    const guess = others.length > 0 ? chance.oneOf(others) : 'f'.repeat(32)
    const termsFor = (security: Security): Terms => this.#terms(security)
    const context = { chance, actor: this, securities, termsFor, brokerIds, guess }
    for (const action of drawOwnActions(context)) await action(this)
  }

  /** Sends another IOI, also where it has one: the more, the more locates. */
  async #post(): Promise<void> {
    const security = this.#setting.chance.oneOf(this.#setting.securities)
    await postTerms(security.securityId, this.#terms(security))(this)
  }

  /** Sends an IOI that is located with the same terms on the other side. */
  async postSimple(security: Security, direction: Direction): Promise<void> {
    await postTerms(security.securityId, simpleTerms(security, this.#setting.brokerIds, direction))(this)
  }

  /** Everything that a trader may read, and two validations of files. */
  async #query(): Promise<void> {
    const { chance, securities } = this.#setting
    const securityIds = chance
      .someOf(securities, 1)
      .slice(0, 2)
      .map(({ securityId }) => securityId)
    const context = {
      token: this.participant.token,
      adverts: this.adverts,
      agreementIds: [],
      securityIds,
      guess: 'f'.repeat(32),
    }
    const all = [...readsOf(this.subject, context), ...validationsOf(context)]
    for (const request of chance.shuffled(all).slice(0, 4)) await this.send(request)
  }

  /** Sends calls that fail without a session, or because their body is not valid. */
  #fail(): Promise<unknown> {
    const { email } = this.participant
    return this.#setting.chance.oneOf([
      () => this.call(login, { body: { email: `nobody-${email}`, password: 'wrong' } } as never),
      () => this.call(forgotPassword, { params: { email } }),
      () =>
        this.send({
          name: 'submitAdvert',
          method: 'POST',
          path: `${basePath}/advert/submit-advert`,
          headers: { 'content-type': 'application/json', authorization: 'Bearer ioi_s_nothing' },
          body: '{',
        }),
    ])()
  }

  readonly #actions: readonly (readonly [weight: number, act: () => unknown])[] = [
    [40, () => this.#actAsTrader()],
    [20, () => this.#post()],
    [3, () => this.#query()],
    [2, () => this.#fail()],
    // Loses the socket and returns.
    [1, () => this.participant.connect()],
  ]
}

/** A user of a broker that the competitors use. */
export class CompetitorBroker {
  readonly participant: Participant
  readonly #setting: Pick<CompetitorSetting, 'chance' | 'tally'>

  constructor(setting: CompetitorSetting, email: string, network: string) {
    this.#setting = setting
    this.participant = new Participant(setting.world, email, network)
  }

  async act(): Promise<void> {
    const { chance, tally } = this.#setting
    const { status, text } = await this.participant.call(agreements.brokerUserExecutionListing)
    tally.queries += 1
    if (status === 401) await this.participant.signIn()
    const listed = status === 200 ? (JSON.parse(text) as ConnectionAgreement[]) : []
    if (listed.length === 0) return
    const response = await drawBrokerCall(chance)(this.participant, chance.oneOf(listed))
    if (response.status < 300) tally.accepted += 1
    else tally.refused += 1
  }
}
