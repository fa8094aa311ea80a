import { contactAccountManager } from '@aitai/contract/routes/account.ts'
import * as adverts from '@aitai/contract/routes/adverts.ts'
import * as agreements from '@aitai/contract/routes/agreements.ts'
import {
  connectAcceptance,
  connectRejection,
  listLocateNotifications,
} from '@aitai/contract/routes/locates.ts'
import { forgotPassword } from '@aitai/contract/routes/passwords.ts'
import { setAdvertPrefDefaults, setBrokerDefaults } from '@aitai/contract/routes/preferences.ts'
import type { CallInput } from '@aitai/contract/routes/request.ts'
import { basePath, isChange, type Route } from '@aitai/contract/routes/route.ts'
import { login, logout } from '@aitai/contract/routes/session.ts'
import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Direction } from '@aitai/engine/model/advert.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import type { Random } from '../../harness/random.ts'
import { drawBrokerCall, drawKey } from './own-actions.ts'
import { Participant } from './participant.ts'
import { readsOf, validationsOf } from './reads.ts'
import { freeTerms, separatedTerms, simpleTerms, type Terms } from './terms.ts'
import type { World } from './venue.ts'

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
  /** The direction of the observed institution, from which terms must be kept apart; null if no terms could meet. */
  readonly observedIn: ((securityId: string) => Direction | null) | null
  /** Ids of the observed institution's adverts, which competitors guess too. */
  readonly guesses: () => readonly string[]
  readonly tally: Tally
}

/** A trader of another institution, who exists in one of the two worlds only. */
export class Competitor {
  readonly participant: Participant
  readonly #setting: CompetitorSetting
  #adverts: readonly Advert[] = []
  #locates: readonly LocateNotification[] = []
  /** Commands that it has sent. */
  #sent = 0

  constructor(setting: CompetitorSetting, email: string, network: string) {
    this.#setting = setting
    this.participant = new Participant(setting.world, email, network)
  }

  /** Ids that an observer may guess. */
  ids(): readonly string[] {
    return [
      ...this.#adverts.map(({ id }) => id),
      ...this.#locates.map(({ locateNotificationId }) => locateNotificationId),
      ...this.#locates.flatMap(({ connectionAgreementId }) => connectionAgreementId ?? []),
    ]
  }

  /** Reads its lists, answers its locates and sends commands, at least as many as asked for. */
  async act(commands: number): Promise<void> {
    const { chance } = this.#setting
    const wanted = this.#sent + commands
    await this.#look()
    for (const locate of this.#locates)
      if (locate.outcome === null && locate.answer === null) await this.#answer(locate)
    while (this.#sent < wanted) await chance.weighted(this.#actions)()
  }

  async #look(): Promise<void> {
    this.#adverts = await this.#list(adverts.advertList)
    this.#locates = await this.#list(listLocateNotifications)
  }

  async #list<T>(route: Route): Promise<readonly T[]> {
    const { status, text } = await this.#call(route)
    // Its session has expired.
    if (status === 401) await this.participant.signIn()
    return status === 200 ? (JSON.parse(text) as T[]) : []
  }

  async #call<R extends Route>(route: R, input: Omit<CallInput<R>, 'token'> = {}) {
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

  #advertIn(statuses: readonly string[]): Advert | null {
    const found = this.#adverts.filter(({ advertisementStatus }) => statuses.includes(advertisementStatus))
    return found.length === 0 ? null : this.#setting.chance.oneOf(found)
  }

  /** An own advert in one of these statuses, sometimes in another, and sometimes one of the observed institution. */
  #idIn(statuses: readonly string[]): string {
    const { chance, guesses } = this.#setting
    const others = guesses()
    if (others.length > 0 && chance.happens(0.05)) return chance.oneOf(others)
    if (this.#adverts.length === 0 || chance.happens(0.05)) return 'f'.repeat(32)
    return (this.#advertIn(statuses) ?? chance.oneOf(this.#adverts)).id
  }

  /** Sends an IOI that is located with the same terms on the other side. */
  async postSimple(security: Security, direction: Direction): Promise<void> {
    const { securityId } = security
    const id = await this.#draft(securityId)
    const body = { id: id ?? '', securityId, ...simpleTerms(security, this.#setting.brokerIds, direction) }
    await this.#call(adverts.submitAdvert, { body })
  }

  async #post(): Promise<void> {
    const { chance, securities } = this.#setting
    const old = chance.happens(0.4) ? this.#advertIn(['DEAD', 'UNSENT']) : null
    const security = old
      ? securities.find(({ securityId }) => securityId === old.securityId)
      : chance.oneOf(securities)
    if (!security) return
    const { securityId } = security
    const id = old?.id ?? (await this.#draft(securityId))
    if (!id) return
    const body = { id, securityId, ...this.#terms(security) }
    await this.#call(adverts.submitAdvert, { body, key: drawKey(chance) })
    this.#adverts = await this.#list(adverts.advertList)
  }

  async #draft(securityId: string): Promise<string | null> {
    const { text } = await this.#call(adverts.createAdvert, { body: { securityId } })
    return (JSON.parse(text) as Partial<Advert>).id ?? null
  }

  async #modify(): Promise<void> {
    const { chance, securities } = this.#setting
    const advert = this.#advertIn(['SENT', 'LIVE', 'PAUSED'])
    const security = securities.find(({ securityId }) => securityId === advert?.securityId)
    if (!advert || !security) return this.#post()
    const { id, securityId } = advert
    const body = { id, securityId, ...this.#terms(security) }
    await this.#call(adverts.modifyAdvert, { body, key: drawKey(chance) })
  }

  #answer({ locateNotificationId: locationNotificationId, direction }: LocateNotification) {
    const { chance } = this.#setting
    const route = chance.happens(0.8) ? connectAcceptance : connectRejection
    return chance.happens(0.9) ? this.#call(route, { body: { locationNotificationId, direction } }) : null
  }

  #residual = () =>
    this.#call(adverts.createResidualAdvertisement, { params: { advertId: this.#idIn(['COMPLETED']) } })

  #connect(): Promise<unknown> {
    const { chance } = this.#setting
    const ids = this.#locates.flatMap(({ connectionAgreementId }) => connectionAgreementId ?? [])
    const connectAgreementId = ids.length > 0 ? chance.oneOf(ids) : 'f'.repeat(32)
    return this.#call(agreements.connectBroker, { body: { connectAgreementId } })
  }

  /** Everything that a trader may read, and two validations of files. */
  async #query(): Promise<void> {
    const { chance, securities, tally } = this.#setting
    const securityIds = chance
      .someOf(securities, 1)
      .slice(0, 2)
      .map(({ securityId }) => securityId)
    const context = {
      token: this.participant.token,
      adverts: this.#adverts,
      securityIds,
      guess: 'f'.repeat(32),
    }
    const all = [...readsOf('trader', context), ...validationsOf(context)]
    for (const request of chance.shuffled(all).slice(0, 4)) {
      await this.participant.send(request)
      tally.queries += 1
    }
  }

  #fail(): Promise<unknown> {
    const { chance } = this.#setting
    return chance.oneOf([
      () => this.#call(adverts.submitAdvert, { body: { id: 'x' } as never }),
      () => this.#call(adverts.createAdvert, { body: { securityId: 'f'.repeat(32) } }),
      () =>
        this.#call(login, {
          body: { email: `nobody-${this.participant.email}`, password: 'wrong' },
        } as never),
      () => this.#call(forgotPassword, { params: { email: this.participant.email } }),
      () =>
        this.participant.send({
          method: 'POST',
          path: `${basePath}/advert/submit-advert`,
          headers: { 'content-type': 'application/json', authorization: 'Bearer ioi_s_nothing' },
          body: '{',
        }),
    ])()
  }

  #prefer(): Promise<unknown> {
    const { chance, brokerIds } = this.#setting
    const form = {
      credibilityHurdle: chance.between(10, 60),
      duration: '60',
      minQuantity: chance.between(10, 75),
      quantityDecay: chance.happens(0.5),
      transactionType: 'CASH_SWAP',
      contraTransactionType: 'CASH_SWAP',
    } as const
    return chance.oneOf([
      () => this.#call(setAdvertPrefDefaults, { body: form }),
      () =>
        this.#call(setBrokerDefaults, { body: { brokerIds: chance.someOf(brokerIds, 1), ranked: false } }),
      () => this.#call(contactAccountManager),
    ])()
  }

  /** Leaves and returns, by log-off, by a new session, or by losing the socket. */
  async #return(): Promise<void> {
    const way = this.#setting.chance.oneOf(['LOG_OFF', 'REPLACE', 'SOCKET'] as const)
    if (way === 'SOCKET') return this.participant.connect()
    if (way === 'LOG_OFF') {
      await this.participant.synchronize()
      await this.#call(logout)
    }
    await this.participant.signIn()
  }

  readonly #actions: readonly (readonly [weight: number, act: () => unknown])[] = [
    [30, () => this.#post()],
    [16, () => this.#modify()],
    [6, () => this.#call(adverts.pauseAdvert, { params: { id: this.#idIn(['SENT', 'LIVE']) } })],
    [10, () => this.#call(adverts.resumeAdvert, { params: { id: this.#idIn(['PAUSED']) } })],
    [10, () => this.#call(adverts.cancelAdvert, { params: { id: this.#idIn(['SENT', 'LIVE', 'PAUSED']) } })],
    [3, this.#residual],
    [3, () => this.#connect()],
    [6, () => this.#query()],
    [5, () => this.#fail()],
    [3, () => this.#prefer()],
    [2, () => this.#return()],
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
