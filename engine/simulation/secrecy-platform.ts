import { bulkContext, type NamedBroker } from '../src/bulk-context.ts'
import type { Command } from '../src/commands.ts'
import { decide } from '../src/decide.ts'
import { draftTerms } from '../src/draft.ts'
import { exchangeIsOpen, phaseOf } from '../src/hours.ts'
import { meetingPrice } from '../src/market.ts'
import { marketErrorOf } from '../src/market-error.ts'
import { noticesOf } from '../src/notices.ts'
import { stockMove } from '../src/quote.ts'
import type { Decision } from '../src/refusals.ts'
import { judgeRestore, type PreviousAdvert } from '../src/restore.ts'
import { isHaltedFor } from '../src/switches.ts'
import { judgeUpload } from '../src/upload.ts'
import {
  advertSeen,
  agreementsSeen,
  locatesSeen,
  ownAdverts,
  priceIn,
  ratingSeen,
  reasonsSeen,
  type Scene,
} from './secrecy-view.ts'

/** The kinds of things that somebody can observe of the platform. */
export const kinds = [
  'answer', // what an own command is answered with when it is taken
  'refusal', // and when it is not
  'notice', // what is pushed, in order
  'adverts', // the own list, with all that the platform derives
  'counts',
  'rating',
  'locates', // own sides of locates and agreements
  'reasons', // why an own advert does not match
  'verdicts', // of a bulk file and of restored adverts
  'indicators', // whether matching is on, and what is wrong with a market
  'reference', // securities in the order of a search, their prices, and what a new draft says
  'agreements', // a broker's
] as const
export type Kind = (typeof kinds)[number]
export type Shown = Readonly<Partial<Record<Kind, unknown>>>

/** Everything through which somebody can learn something. A leak is one of these that tells too much. */
export interface Platform {
  readonly decide: typeof decide
  readonly noticesOf: typeof noticesOf
  /** What is told of a command that was taken: the advert or locate that it names, right after its events. */
  readonly answer: (scene: Scene, command: Command, decision: Decision) => unknown
  readonly showTrader: (scene: Scene, traderId: string) => Shown
  readonly showBroker: (scene: Scene, brokerId: string) => Shown
}

/** What is asked of an advert is answered with the advert, what is asked of a locate with its own side. */
function answer(scene: Scene, command: Command): unknown {
  if (command.type === 'answerLocate') {
    const own = locatesSeen(scene.state, command.traderId)
    return own.find(({ locateId }) => locateId === command.locateId)
  }
  if (!('advertId' in command)) return null
  const ids = ['residualId' in command && command.residualId, 'freshId' in command && command.freshId]
  const found = [...ids, command.advertId].map((id) => scene.state.adverts.get(id || ''))
  const advert = found.find((each) => each !== undefined)
  return advert ? advertSeen(scene, advert) : null
}

const showTrader = (scene: Scene, traderId: string): Shown => {
  const { state } = scene
  const own = ownAdverts(state, traderId)
  const trader = state.traders.get(traderId)
  return {
    adverts: own.map((advert) => advertSeen(scene, advert)),
    counts: { ...trader?.counts, openLocates: trader?.openLocates, present: trader?.present },
    rating: { shown: trader?.rating, ...ratingSeen(state, traderId) },
    locates: locatesSeen(state, traderId),
    reasons: own.map((advert) => reasonsSeen(scene, advert)),
    verdicts: verdictsFor(scene, traderId),
    indicators: indicatorsFor(scene, traderId),
    reference: referenceFor(scene, traderId),
  }
}

/** The public lights, and the one that says whether anything of the own institution may match now. */
function indicatorsFor({ state, at, sightingOf }: Scene, traderId: string): unknown {
  const firmId = state.traders.get(traderId)?.firmId ?? ''
  return [...state.securities.values()].map((security) => {
    const { securityId, exchange } = security
    const { quote } = sightingOf(securityId)
    const isJudged = exchangeIsOpen(state.calendar, exchange, at)
    return {
      securityId,
      phase: phaseOf(state.calendar, exchange, at),
      error: isJudged ? marketErrorOf(quote, security, at, state.limits) : null,
      price: meetingPrice(state, quote, at),
      halted: isHaltedFor(state, { firmId, securityId }),
    }
  })
}

function referenceFor(scene: Scene, traderId: string): unknown {
  const { state } = scene
  const { firmId, rating } = state.traders.get(traderId) ?? { firmId: '', rating: 0 }
  const brokerIds = state.firms.get(firmId)?.brokerIds ?? []
  return [...state.securities.values()].map((security) => {
    const price = priceIn(scene, security)
    const { limits } = state
    const draft = draftTerms({ security, price, limits, rating, brokerIds, preferences: null })
    return { ...security, price, move: stockMove(price, security), draft }
  })
}

const header = ['ric', 'direction', 'shareQuantity', 'minimumQuantity']

/** A file with a row for each of some securities, and the own list as a client would restore it. */
function verdictsFor(scene: Scene, traderId: string): unknown {
  const { state, at, securityIds } = scene
  const brokers = [...state.brokers.keys()].map(
    (brokerId): NamedBroker => ({ brokerId, shortName: brokerId }),
  )
  const priceOf = (security: Parameters<typeof priceIn>[1]): number => priceIn(scene, security)
  const context = bulkContext(state, traderId, at, { preferences: null, brokers, priceOf })
  const rows = securityIds.map((id) => [id, 'SELL', '50000', '20'])
  const previous = ownAdverts(state, traderId).map(
    ({ terms, securityId, submitTime, offsets }): PreviousAdvert => ({
      ...terms,
      securityId,
      submitTime,
      advertisingTriggerOffset: offsets.advertising / 100,
      knockoutTriggerOffset: offsets.knockout / 100,
      indexRelativeKOTrigger:
        terms.indexRelativeKOTrigger === null ? null : terms.indexRelativeKOTrigger / 100,
    }),
  )
  return { upload: judgeUpload(context, header, rows), restore: judgeRestore(context, previous) }
}

/** The platform as it is: what the engine decides and tells, and the views that the server makes of it. */
export const honest: Platform = {
  decide,
  noticesOf,
  answer,
  showTrader,
  showBroker: ({ state }, brokerId) => ({ agreements: agreementsSeen(state, brokerId) }),
}
