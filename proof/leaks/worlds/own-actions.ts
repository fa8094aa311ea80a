import { contactAccountManager } from '@aitai/contract/routes/account.ts'
import * as adverts from '@aitai/contract/routes/adverts.ts'
import * as agreements from '@aitai/contract/routes/agreements.ts'
import type { Subject } from '@aitai/contract/routes/audiences.ts'
import * as desk from '@aitai/contract/routes/desk.ts'
import { connectAcceptance, connectRejection } from '@aitai/contract/routes/locates.ts'
import { setAdvertPrefDefaults, setBrokerDefaults } from '@aitai/contract/routes/preferences.ts'
import type { CallInput } from '@aitai/contract/routes/request.ts'
import type { Route } from '@aitai/contract/routes/route.ts'
import { logout } from '@aitai/contract/routes/session.ts'
import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Direction } from '@aitai/engine/model/advert.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import type { RawResponse } from '../../harness/client-connection.ts'
import type { Random } from '../../harness/random.ts'
import type { Participant } from './participant.ts'
import type { NamedRequest } from './reads.ts'
import type { Terms } from './terms.ts'

/** A user who acts: an actor in both worlds, or a competitor in one. */
export interface Actor {
  readonly subject: Subject
  readonly participant: Participant
  readonly adverts: readonly Advert[]
  readonly locates: readonly LocateNotification[]
  readonly agreements: readonly ConnectionAgreement[]
  call<R extends Route>(route: R, input?: Omit<CallInput<R>, 'token'>): Promise<RawResponse>
  send(request: NamedRequest): Promise<RawResponse>
  signIn(): Promise<unknown>
}

/**
 * Something that a user does. An actor does it in both worlds: it is drawn once, and names adverts and locates by
 * their position in the user's own lists, because ids differ.
 */
export type OwnAction = (actor: Actor) => Promise<unknown>

export interface OwnContext {
  readonly chance: Random
  /** An actor in one of the worlds: its lists are equal in both. */
  readonly actor: Actor
  readonly securities: readonly Security[]
  readonly termsFor: (security: Security) => Terms
  readonly brokerIds: readonly string[]
  /** An id of somebody else, or of nobody. The same in both worlds. */
  readonly guess: string
}

type Draw = (context: OwnContext) => OwnAction | null

/** Keys are the caller's own, so the others use the same ones. */
export const drawKey = (chance: Random): string | null =>
  chance.happens(0.3) ? `key-${chance.between(1, 9)}` : null

/** Drafts an IOI and sends it. */
export const postTerms =
  (securityId: string, terms: Terms, key: string | null = null): OwnAction =>
  async (actor) => {
    const created = await actor.call(adverts.createAdvert, { body: { securityId } })
    const { id } = JSON.parse(created.text) as Partial<Advert>
    if (id) await actor.call(adverts.submitAdvert, { body: { id, securityId, ...terms }, key })
  }

const post: Draw = (context) => {
  const { chance, actor, securities } = context
  const held = actor.adverts.filter(({ advertisementStatus }) => advertisementStatus !== 'DEAD')
  const free = securities.filter(({ securityId }) => held.every((advert) => advert.securityId !== securityId))
  const security = chance.oneOf(free.length > 0 && chance.happens(0.8) ? free : securities)
  return postTerms(security.securityId, context.termsFor(security), drawKey(chance))
}

/** The position of a random advert in one of these statuses, or null. */
function positionOf({ chance, actor }: OwnContext, statuses: readonly string[]): number | null {
  const found = actor.adverts.flatMap(({ advertisementStatus }, i) =>
    statuses.includes(advertisementStatus) ? [i] : [],
  )
  return found.length === 0 ? null : chance.oneOf(found)
}

const withTerms =
  (route: typeof adverts.submitAdvert | typeof adverts.modifyAdvert, statuses: readonly string[]): Draw =>
  (context) => {
    const position = positionOf(context, statuses)
    const drawn = position === null ? undefined : context.actor.adverts[position]
    const security = context.securities.find(({ securityId }) => securityId === drawn?.securityId)
    if (position === null || !security) return null
    const [terms, key] = [context.termsFor(security), drawKey(context.chance)]
    return async (actor) => {
      const { id, securityId } = actor.adverts[position] as Advert
      await actor.call(route, { body: { id, securityId, ...terms }, key })
    }
  }

type ById = typeof adverts.pauseAdvert | typeof adverts.resumeAdvert | typeof adverts.cancelAdvert

const withId =
  (route: ById, statuses: readonly string[]): Draw =>
  (context) => {
    // Sometimes in the wrong status.
    const position = context.chance.happens(0.85)
      ? positionOf(context, statuses)
      : positionOf(context, ['DEAD', 'PAUSED', 'LIVE', 'UNSENT'])
    if (position === null) return null
    return (actor) => actor.call(route, { params: { id: (actor.adverts[position] as Advert).id } })
  }

/** Acts on all adverts at once; the reply lists each. */
const onAll =
  (route: typeof adverts.pauseAllAdverts | typeof adverts.resumeAllAdverts): Draw =>
  () =>
  (actor) =>
    actor.call(route, { body: {} })

/** Acts on the adverts of all traders of the observed institution, if the actor is its desk head. */
const onDesk =
  (
    route: typeof desk.pauseDeskAdverts | typeof desk.resumeDeskAdverts | typeof desk.cancelDeskAdverts,
  ): Draw =>
  ({ actor }) =>
    actor.subject === 'deskHead' ? (by) => by.call(route, { body: {} }) : null

const residual: Draw = (context) => {
  const position = positionOf(context, ['COMPLETED', 'DEAD'])
  if (position === null) return null
  return (actor) =>
    actor.call(adverts.createResidualAdvertisement, {
      params: { advertId: (actor.adverts[position] as Advert).id },
    })
}

const answer: Draw = ({ chance, actor }) => {
  const position = actor.locates.findIndex((each) => each.outcome === null && each.answer === null)
  if (position < 0) return null
  const route = chance.happens(0.75) ? connectAcceptance : connectRejection
  return async (by) => {
    const { locateNotificationId: locationNotificationId, direction } = by.locates[position] ?? {}
    if (locationNotificationId && direction)
      await by.call(route, { body: { locationNotificationId, direction } })
  }
}

const connect: Draw = ({ chance, actor, guess }) => {
  const agreed = actor.locates.flatMap((each, i) => (each.connectionAgreementId ? [i] : []))
  const position = agreed.length > 0 ? chance.oneOf(agreed) : -1
  return (by) =>
    by.call(agreements.connectBroker, {
      body: { connectAgreementId: by.locates[position]?.connectionAgreementId ?? guess },
    })
}

/** Somebody else's advert or locate must be answered like one that does not exist. */
const guesses: Draw = (context) => {
  const { chance, guess } = context
  const security = chance.oneOf(context.securities)
  const { securityId } = security
  const terms = context.termsFor(security)
  return chance.oneOf<OwnAction>([
    (by) => by.call(adverts.pauseAdvert, { params: { id: guess } }),
    (by) => by.call(adverts.cancelAdvert, { params: { id: guess } }),
    (by) => by.call(adverts.resumeAdvert, { params: { id: guess } }),
    (by) => by.call(adverts.modifyAdvert, { body: { id: guess, securityId, ...terms } }),
    (by) => by.call(adverts.submitAdvert, { body: { id: guess, securityId, ...terms } }),
    (by) => by.call(adverts.createResidualAdvertisement, { params: { advertId: guess } }),
    (by) => by.call(connectAcceptance, { body: { locationNotificationId: guess, direction: 'BUY' } }),
    (by) => by.call(connectRejection, { body: { locationNotificationId: guess, direction: 'SELL' } }),
  ])
}

const invalid: Draw = ({ chance, securities }) =>
  chance.oneOf<OwnAction>([
    (by) => by.call(adverts.submitAdvert, { body: { id: 'x' } as never }),
    (by) => by.call(adverts.createAdvert, { body: { securityId: 'f'.repeat(32) } }),
    (by) => by.call(adverts.createAdvert, { body: { securityId: (securities[0] as Security).securityId } }),
    (by) =>
      by.send({
        name: 'advertList',
        method: 'GET',
        path: '/api/advert/advert-list',
        headers: { authorization: 'Bearer ioi_s_nothing' },
        body: null,
      }),
  ])

const preferences: Draw = ({ chance, brokerIds }) => {
  const ids = chance.someOf(brokerIds, 1)
  const form = {
    credibilityHurdle: chance.between(10, 60),
    duration: chance.oneOf(['60', '150', 'END_OF_DAY'] as const),
    minQuantity: chance.between(5, 80),
    quantityDecay: chance.happens(0.5),
    transactionType: 'CASH_ONLY',
    contraTransactionType: 'CASH_ONLY',
  } as const
  return chance.oneOf<OwnAction>([
    (by) => by.call(setAdvertPrefDefaults, { body: form }),
    (by) => by.call(setBrokerDefaults, { body: { brokerIds: ids, ranked: true } }),
    (by) => by.call(contactAccountManager),
  ])
}

/** A new session, after a log-off or instead of the one that is open. */
const signInAgain: Draw = ({ chance }) => {
  const logsOff = chance.happens(0.5)
  return async (by) => {
    if (logsOff) {
      await by.participant.synchronize()
      await by.call(logout)
    }
    await by.signIn()
  }
}

/** An agreement as its broker sees it, or a guess. */
type KnownAgreement = Pick<
  ConnectionAgreement,
  'connectionAgreementId' | 'locateTime' | 'midPrice' | 'executions'
>
type BrokerCall = (by: Pick<Actor, 'call'>, agreement: KnownAgreement) => Promise<RawResponse>

/** Confirms or undoes a receipt, or reports what was executed or that nothing was, or withdraws that. */
export function drawBrokerCall(chance: Random): BrokerCall {
  const side = chance.happens(0.5) ? { buyStatus: true } : { sellStatus: true }
  const sides = chance.oneOf<readonly Direction[]>([['BUY'], ['SELL'], ['BUY', 'SELL']])
  const quantity = chance.between(1, 30) * 100
  const draws: readonly (readonly [weight: number, call: BrokerCall])[] = [
    [4, (by, of) => by.call(agreements.brokerExecutionConfirmation, { body: { ...idOf(of), ...side } })],
    [2, (by, of) => by.call(agreements.brokerExecutionUndo, { body: { ...idOf(of), ...side } })],
    [
      // Often, because a report is refused once an execution was reported.
      9,
      (by, of) => by.call(agreements.brokerNotExecutedReport, { body: { ...idOf(of), sides: [...sides] } }),
    ],
    [2, (by, of) => by.call(agreements.brokerNotExecutedWithdrawal, { body: idOf(of) })],
    [4, (by, of) => by.call(agreements.brokerExecutionReport, { body: executionOf(of, quantity) })],
    [
      2,
      (by, of) =>
        by.call(agreements.brokerExecutionCorrection, {
          body: { ...executionOf(of, quantity), executionId: firstExecutionOf(of) },
        }),
    ],
    [
      2,
      (by, of) =>
        by.call(agreements.brokerExecutionWithdrawal, {
          body: { ...idOf(of), executionId: firstExecutionOf(of) },
        }),
    ],
  ]
  return chance.weighted(draws)
}

const idOf = ({ connectionAgreementId }: KnownAgreement) => ({ connectionAgreementId })
const executionOf = (of: KnownAgreement, quantity: number) => ({
  ...idOf(of),
  quantity,
  price: of.midPrice,
  executedAt: of.locateTime,
})
const firstExecutionOf = ({ executions }: KnownAgreement): string => executions[0]?.executionId ?? 'none'

const execute: Draw = ({ chance, actor, guess }) => {
  const position = actor.agreements.length > 0 ? chance.between(0, actor.agreements.length - 1) : -1
  const call = drawBrokerCall(chance)
  const guessed = { connectionAgreementId: guess, locateTime: 0, midPrice: 1_000, executions: [] }
  return (by) => call(by, by.agreements[position] ?? guessed)
}

/** Accepts the newest locate. */
export const acceptFirst: OwnAction = async (by) => {
  const { locateNotificationId: locationNotificationId, direction } = by.locates[0] ?? {}
  if (locationNotificationId && direction)
    await by.call(connectAcceptance, { body: { locationNotificationId, direction } })
}

/** Reports that the buyer of the first agreement did not follow through. */
export const reportFirst: OwnAction = async (by) => {
  const { connectionAgreementId } = by.agreements[0] ?? {}
  if (connectionAgreementId)
    await by.call(agreements.brokerNotExecutedReport, { body: { connectionAgreementId, sides: ['BUY'] } })
}

const open = ['SENT', 'LIVE', 'PAUSED']

const ofTraders: readonly (readonly [weight: number, draw: Draw])[] = [
  [30, post],
  [12, withTerms(adverts.submitAdvert, ['DEAD', 'UNSENT'])],
  [16, withTerms(adverts.modifyAdvert, open)],
  [8, withId(adverts.pauseAdvert, ['SENT', 'LIVE'])],
  [14, withId(adverts.resumeAdvert, ['PAUSED'])],
  [7, withId(adverts.cancelAdvert, open)],
  [1, onAll(adverts.pauseAllAdverts)],
  [3, onAll(adverts.resumeAllAdverts)],
  [2, onDesk(desk.pauseDeskAdverts)],
  [4, onDesk(desk.resumeDeskAdverts)],
  [1, onDesk(desk.cancelDeskAdverts)],
  [4, residual],
  [3, connect],
  [8, guesses],
  [4, invalid],
  [4, preferences],
  [2, signInAgain],
]

/** The actions of a user in one step. An open locate is mostly answered. */
export function drawOwnActions(context: OwnContext): readonly OwnAction[] {
  const { chance, actor } = context
  const draws: Draw[] =
    actor.subject === 'broker'
      ? chance.happens(0.5)
        ? [execute]
        : []
      : [
          ...(chance.happens(0.7) ? [answer] : []),
          ...Array.from({ length: chance.between(0, 3) }, () => chance.weighted(ofTraders)),
        ]
  return draws.map((draw) => draw(context)).filter((action) => action !== null)
}
