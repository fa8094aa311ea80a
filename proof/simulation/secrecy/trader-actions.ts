import { notionalPrice } from '@aitai/engine/market/matching-price.ts'
import { type Advert, isTerminal } from '@aitai/engine/model/advert.ts'
import { yen } from '@aitai/engine/model/price.ts'
import type { State } from '@aitai/engine/model/state.ts'
import type { Random } from '../../harness/random.ts'
import { drawUncheckedTerms } from '../world/advert-terms.ts'
import type { SharedEnvironment, UntimedCommand } from './shared-environment.ts'

/** A trader who acts: a random generator, a state, and ids of others that the trader may guess. */
export interface ActionContext {
  readonly chance: Random
  readonly outside: SharedEnvironment
  readonly state: State
  readonly traderId: string
  readonly securityIds: readonly string[]
  readonly guesses: readonly string[]
}

type Action = (context: ActionContext) => readonly UntimedCommand[]

const offsets = { advertising: 0, knockout: 500 }

const ownAdverts = ({ state, traderId }: ActionContext): Advert[] =>
  [...(state.traders.get(traderId)?.advertIds ?? [])]
    .map((id) => state.adverts.get(id))
    .filter((advert) => advert !== undefined)

/** Mostly an own advert, sometimes another trader's or a missing one. */
function someId(context: ActionContext): string {
  const own = ownAdverts(context)
  if (context.guesses.length > 0 && context.chance.happens(0.1)) return context.chance.oneOf(context.guesses)
  const open = own.filter((advert) => !isTerminal(advert))
  const some = open.length > 0 && context.chance.happens(0.7) ? open : own
  return some.length > 0 ? context.chance.oneOf(some).id : 'nothing'
}

function priceOf({ outside, state }: ActionContext, securityId: string): number {
  const security = state.securities.get(securityId)
  return security ? notionalPrice(outside.sightingOf(securityId).quote, security) : 0
}

function termsFor({ chance, outside, state, traderId }: ActionContext, securityId: string) {
  const { market, prices, apart, firmId } = outside
  const owner = state.traders.get(traderId)?.firmId ?? ''
  const brokerIds = state.firms.get(owner)?.brokerIds ?? []
  const security = [...state.securities.values()].find((each) => each.securityId === securityId)
  if (!security) throw new Error(`there is no security ${securityId}`)
  const traits = { friendly: market.friendly, brokerIds }
  const terms = drawUncheckedTerms(chance, traits, security, brokerIds, prices.walks.get(securityId)?.mid)
  return apart === 'HURDLE' && owner === firmId ? { ...terms, credibilityHurdle: 100 } : terms
}

/** A draft, mostly sent at once; or a dead advert sent again. */
const post: Action = (context) => {
  const { chance, traderId, securityIds } = context
  const freshId = chance.id()
  const old = ownAdverts(context).filter(({ advertisementStatus: is }) => is === 'DEAD' || is === 'UNSENT')
  const again = old.length > 0 && chance.happens(0.6) ? chance.oneOf(old) : null
  const securityId = again?.securityId ?? chance.oneOf(securityIds)
  const terms = termsFor(context, securityId)
  const advertId = again?.id ?? chance.id()
  const price = priceOf(context, securityId)
  const submit = {
    type: 'submitAdvert',
    arrivalMid: null,
    usdJpy: 150 * yen,
    traderId,
    advertId,
    freshId,
    terms,
    price,
  } as const
  if (again) return [submit]
  const create = { type: 'createAdvert', traderId, advertId, securityId, terms, offsets } as const
  return chance.happens(0.1) ? [create] : [create, submit]
}

const modify: Action = (context) => {
  const { chance, state, traderId, securityIds } = context
  const advertId = someId(context)
  const advert = state.adverts.get(advertId)
  const isOwn = advert?.traderId === traderId
  const securityId = isOwn ? advert.securityId : chance.oneOf(securityIds)
  const fresh = termsFor(context, securityId)
  const lots = Math.max(1, Math.floor(fresh.shareQuantity / 100) - 1)
  const terms = isOwn && chance.happens(0.5) ? { ...advert.terms, shareQuantity: lots * 100 } : fresh
  return [{ type: 'modifyAdvert', traderId, advertId, terms, price: priceOf(context, securityId) }]
}

const onAdvert =
  (type: 'pauseAdvert' | 'cancelAdvert'): Action =>
  (context) => [{ type, traderId: context.traderId, advertId: someId(context) }]

/** Paused adverts are mostly resumed. */
const resume: Action = (context) => {
  const paused = ownAdverts(context).filter(({ advertisementStatus }) => advertisementStatus === 'PAUSED')
  const advertId = paused.length > 0 ? context.chance.oneOf(paused).id : someId(context)
  const securityId =
    context.state.adverts.get(advertId)?.securityId ?? context.chance.oneOf(context.securityIds)
  const price = priceOf(context, securityId)
  return [{ type: 'resumeAdvert', traderId: context.traderId, advertId, price }]
}

const takeResidual: Action = (context) => {
  const { chance, state, traderId, securityIds } = context
  const completed = ownAdverts(context).filter(
    ({ advertisementStatus }) => advertisementStatus === 'COMPLETED',
  )
  const advertId = completed.length > 0 ? chance.oneOf(completed).id : someId(context)
  const securityId = state.adverts.get(advertId)?.securityId ?? chance.oneOf(securityIds)
  const price = priceOf(context, securityId)
  return [{ type: 'createResidual', traderId, advertId, residualId: chance.id(), price }]
}

const leave: Action = ({ chance, traderId }) => [
  { type: 'endSession', traderId, reason: chance.oneOf(['LOGGED_OUT', 'TIMED_OUT']) },
]
const comeAndGo: Action = ({ chance, traderId }) => [
  { type: 'setPresence', traderId, present: chance.happens(0.9) },
]

/** An answer to an own locate, or to another trader's. */
const answer: Action = (context) => {
  const { chance, state, outside, traderId, guesses } = context
  const own = [...state.index.openLocates.values()].filter(
    ({ traderIds }) => traderIds.BUY === traderId || traderIds.SELL === traderId,
  )
  if (own.length === 0 && chance.happens(0.7)) return post(context)
  const locate = own.length > 0 ? chance.oneOf(own) : null
  const locateId = locate?.locateId ?? (guesses.length > 0 ? chance.oneOf(guesses) : 'nothing')
  return [
    {
      type: 'answerLocate',
      traderId,
      locateId,
      direction: locate ? (locate.traderIds.BUY === traderId ? 'BUY' : 'SELL') : 'BUY',
      answer: chance.happens(0.75) ? 'ACCEPT' : 'DECLINE',
      quote: locate ? outside.sightingOf(locate.securityId).quote : null,
      run: locate ? outside.sightingOf(locate.securityId).run : [],
      agreementId: chance.id(),
      passwords: { BUY: chance.id().slice(0, 8), SELL: chance.id().slice(0, 8) },
    },
  ]
}

const connect: Action = ({ chance, state, traderId, guesses }) => {
  const own = [...state.agreements.values()].filter(
    ({ traderIds }) => traderIds.BUY === traderId || traderIds.SELL === traderId,
  )
  if (own.length + guesses.length === 0) return []
  const agreementId = own.length > 0 ? chance.oneOf(own).agreementId : chance.oneOf(guesses)
  return [{ type: 'connectBroker', traderId, agreementId }]
}

const weightedActions: readonly (readonly [weight: number, action: Action])[] = [
  [30, post],
  [8, modify],
  [5, onAdvert('pauseAdvert')],
  [14, resume],
  [6, onAdvert('cancelAdvert')],
  [20, answer],
  [4, takeResidual],
  [1, leave],
  [6, comeAndGo],
  [3, connect],
]

/** One action of a trader: the commands in order. */
export const drawTraderAction = (context: ActionContext): readonly UntimedCommand[] =>
  context.chance.weighted(weightedActions)(context)

const faults = [
  { BUY: true, SELL: false },
  { BUY: false, SELL: true },
  { BUY: true, SELL: true },
]

/** A broker user's command on an own agreement, or on another broker's. */
export function drawBrokerAction(
  chance: Random,
  brokerId: string,
  agreementIds: readonly string[],
  executedAt: number,
): UntimedCommand | null {
  if (agreementIds.length === 0) return null
  const own = { agreementId: chance.oneOf(agreementIds), brokerId, brokerUserId: `${brokerId}-user` }
  const side = chance.oneOf(['BUY', 'SELL'] as const)
  const execution = { executionId: 'execution', quantity: 100, price: 2_000 * yen }
  return chance.weighted<UntimedCommand>([
    [5, { type: 'confirmExecution', side, ...own }],
    [2, { type: 'undoExecution', side, ...own }],
    [5, { type: 'reportNotExecuted', atFault: chance.oneOf(faults), ...own }],
    [2, { type: 'withdrawNotExecuted', ...own }],
    [5, { type: 'reportExecution', ...execution, executedAt, ...own }],
    [2, { type: 'correctExecution', ...execution, quantity: 200, executedAt, ...own }],
    [2, { type: 'withdrawExecution', executionId: 'execution', ...own }],
  ])
}
