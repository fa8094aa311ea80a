import { type Advert, isTerminal } from '@aitai/engine/adverts/advert.ts'
import { notionalPrice } from '@aitai/engine/market/meeting-price.ts'
import type { State } from '@aitai/engine/state/state.ts'
import type { Random } from '../../harness/random.ts'
import { drawTerms } from '../world/advert-terms.ts'
import type { SharedEnvironment, UntimedCommand } from './shared-environment.ts'

/** A trader about to do something: by which chance, seeing which state, and ids of others' it may guess. */
export interface ActionContext {
  readonly chance: Random
  readonly outside: SharedEnvironment
  readonly state: State
  readonly traderId: string
  readonly securityIds: readonly string[]
  readonly guesses: readonly string[]
}

type Deed = (hand: ActionContext) => readonly UntimedCommand[]

const offsets = { advertising: 0, knockout: 500 }

const ownAdverts = ({ state, traderId }: ActionContext): Advert[] =>
  [...(state.traders.get(traderId)?.advertIds ?? [])]
    .map((id) => state.adverts.get(id))
    .filter((advert) => advert !== undefined)

/** Mostly an own advert, now and then what may be somebody else's, or nobody's. */
function someId(hand: ActionContext): string {
  const own = ownAdverts(hand)
  if (hand.guesses.length > 0 && hand.chance.happens(0.1)) return hand.chance.oneOf(hand.guesses)
  const open = own.filter((advert) => !isTerminal(advert))
  const some = open.length > 0 && hand.chance.happens(0.7) ? open : own
  return some.length > 0 ? hand.chance.oneOf(some).id : 'nothing'
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
  const mood = { friendly: market.friendly, brokerIds }
  const terms = drawTerms(chance, mood, security, brokerIds, prices.walks.get(securityId)?.mid)
  return apart === 'HURDLE' && owner === firmId ? { ...terms, credibilityHurdle: 100 } : terms
}

/** A draft, mostly sent at once; or a dead advert sent again. */
const post: Deed = (hand) => {
  const { chance, traderId, securityIds } = hand
  const freshId = chance.id()
  const old = ownAdverts(hand).filter(({ advertisementStatus: is }) => is === 'DEAD' || is === 'UNSENT')
  const again = old.length > 0 && chance.happens(0.6) ? chance.oneOf(old) : null
  const securityId = again?.securityId ?? chance.oneOf(securityIds)
  const terms = termsFor(hand, securityId)
  const advertId = again?.id ?? chance.id()
  const price = priceOf(hand, securityId)
  const submit = { type: 'submitAdvert', traderId, advertId, freshId, terms, price } as const
  if (again) return [submit]
  const create = { type: 'createAdvert', traderId, advertId, securityId, terms, offsets } as const
  return chance.happens(0.1) ? [create] : [create, submit]
}

const modify: Deed = (hand) => {
  const { chance, state, traderId, securityIds } = hand
  const advertId = someId(hand)
  const advert = state.adverts.get(advertId)
  const isOwn = advert?.traderId === traderId
  const securityId = isOwn ? advert.securityId : chance.oneOf(securityIds)
  const fresh = termsFor(hand, securityId)
  const lots = Math.max(1, Math.floor(fresh.shareQuantity / 100) - 1)
  const terms = isOwn && chance.happens(0.5) ? { ...advert.terms, shareQuantity: lots * 100 } : fresh
  return [{ type: 'modifyAdvert', traderId, advertId, terms, price: priceOf(hand, securityId) }]
}

const onAdvert =
  (type: 'pauseAdvert' | 'cancelAdvert' | 'resumeAdvert'): Deed =>
  (hand) => [{ type, traderId: hand.traderId, advertId: someId(hand) }]

/** What was paused comes back mostly. */
const resume: Deed = (hand) => {
  const paused = ownAdverts(hand).filter(({ advertisementStatus }) => advertisementStatus === 'PAUSED')
  const advertId = paused.length > 0 ? hand.chance.oneOf(paused).id : someId(hand)
  return [{ type: 'resumeAdvert', traderId: hand.traderId, advertId }]
}

const takeResidual: Deed = (hand) => {
  const { chance, state, traderId, securityIds } = hand
  const completed = ownAdverts(hand).filter(({ advertisementStatus }) => advertisementStatus === 'COMPLETED')
  const advertId = completed.length > 0 ? chance.oneOf(completed).id : someId(hand)
  const securityId = state.adverts.get(advertId)?.securityId ?? chance.oneOf(securityIds)
  const price = priceOf(hand, securityId)
  return [{ type: 'createResidual', traderId, advertId, residualId: chance.id(), price }]
}

const leave: Deed = ({ chance, traderId }) => [
  { type: 'endSession', traderId, reason: chance.oneOf(['LOGGED_OUT', 'TIMED_OUT']) },
]
const comeAndGo: Deed = ({ chance, traderId }) => [
  { type: 'setPresence', traderId, present: chance.happens(0.9) },
]

/** An answer to an own locate, or to what may be somebody else's. */
const answer: Deed = (hand) => {
  const { chance, state, outside, traderId, guesses } = hand
  const own = [...state.index.openLocates.values()].filter(
    ({ traderIds }) => traderIds.BUY === traderId || traderIds.SELL === traderId,
  )
  if (own.length === 0 && chance.happens(0.7)) return post(hand)
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
      agreementId: chance.id(),
      passwords: { BUY: chance.id().slice(0, 8), SELL: chance.id().slice(0, 8) },
    },
  ]
}

const connect: Deed = ({ chance, state, traderId, guesses }) => {
  const own = [...state.agreements.values()].filter(
    ({ traderIds }) => traderIds.BUY === traderId || traderIds.SELL === traderId,
  )
  if (own.length + guesses.length === 0) return []
  const agreementId = own.length > 0 ? chance.oneOf(own).agreementId : chance.oneOf(guesses)
  return [{ type: 'connectBroker', traderId, agreementId }]
}

const deeds: readonly (readonly [weight: number, deed: Deed])[] = [
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

/** One thing that a trader does: what is asked of the platform, one after another. */
export const drawTraderAction = (hand: ActionContext): readonly UntimedCommand[] =>
  hand.chance.weighted(deeds)(hand)

/** What a broker's user tries on an agreement: its own, or what may be another broker's. */
export function drawBrokerAction(
  chance: Random,
  brokerId: string,
  agreementIds: readonly string[],
): UntimedCommand | null {
  if (agreementIds.length === 0) return null
  return {
    type: chance.happens(0.75) ? 'confirmExecution' : 'undoExecution',
    agreementId: chance.oneOf(agreementIds),
    side: chance.oneOf(['BUY', 'SELL']),
    brokerId,
    brokerUserId: `${brokerId}-user`,
  }
}
