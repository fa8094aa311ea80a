import { draftTerms } from '@aitai/engine/adverts/draft.ts'
import { exchangeIsOpen, phaseOf } from '@aitai/engine/calendar/hours.ts'
import { decide } from '@aitai/engine/decide.ts'
import { isAdvertHalted } from '@aitai/engine/market/halts.ts'
import { marketErrorOf } from '@aitai/engine/market/market-error.ts'
import { matchingPrice } from '@aitai/engine/market/matching-price.ts'
import type { Command } from '@aitai/engine/model/commands.ts'
import { ownAdverts } from '@aitai/engine/model/lookups.ts'
import { stockMove } from '@aitai/engine/model/quote.ts'
import type { Decision } from '@aitai/engine/model/refusals.ts'
import { notificationsOf } from '@aitai/engine/notifications.ts'
import { bulkContext, type UploadBroker } from '@aitai/engine/upload/bulk-context.ts'
import { type PreviousAdvert, validateRestore } from '@aitai/engine/upload/restore.ts'
import { validateUpload } from '@aitai/engine/upload/upload.ts'
import {
  advertSeen,
  agreementsSeen,
  locatesSeen,
  priceIn,
  ratingSeen,
  reasonsSeen,
  type ViewContext,
} from './views.ts'

/** The kinds of things that somebody can observe of the platform. */
export const observationKinds = [
  'answer', // the reply to an accepted command
  'refusal', // the reply to a refused command
  'notification', // pushed notifications, in order
  'adverts', // own adverts with derived values
  'counts',
  'rating',
  'locates', // own sides of locates and agreements
  'reasons', // why an own advert is not matching
  'rowResults', // validation of a bulk file and of restored adverts
  'indicators', // the engine and market indicators
  'reference', // securities in search order, their prices, and new drafts
  'agreements', // a broker's
] as const
export type ObservationKind = (typeof observationKinds)[number]
export type Observations = Readonly<Partial<Record<ObservationKind, unknown>>>

/** Everything that a user can observe. A leak is a change of one of these that reveals too much. */
export interface ObservedPlatform {
  readonly decide: typeof decide
  readonly notificationsOf: typeof notificationsOf
  /** The reply to an accepted command: the advert or locate that it names, right after its events. */
  readonly answer: (scene: ViewContext, command: Command, decision: Decision) => unknown
  readonly showTrader: (scene: ViewContext, traderId: string) => Observations
  readonly showBroker: (scene: ViewContext, brokerId: string) => Observations
}

/** A command about an advert returns the advert, and one about a locate the trader's own side of it. */
function answer(scene: ViewContext, command: Command): unknown {
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

const showTrader = (scene: ViewContext, traderId: string): Observations => {
  const { state } = scene
  const own = ownAdverts(state, traderId)
  const trader = state.traders.get(traderId)
  return {
    adverts: own.map((advert) => advertSeen(scene, advert)),
    counts: { ...trader?.counts, openLocates: trader?.openLocates, present: trader?.present },
    rating: { shown: trader?.rating, ...ratingSeen(state, traderId) },
    locates: locatesSeen(state, traderId),
    reasons: own.map((advert) => reasonsSeen(scene, advert)),
    rowResults: rowResultsFor(scene, traderId),
    indicators: indicatorsFor(scene, traderId),
    reference: referenceFor(scene, traderId),
  }
}

/** The public indicators, and whether adverts of the trader's own institution may match now. */
function indicatorsFor({ state, at, sightingOf }: ViewContext, traderId: string): unknown {
  const firmId = state.traders.get(traderId)?.firmId ?? ''
  return [...state.securities.values()].map((security) => {
    const { securityId, exchange } = security
    const { quote } = sightingOf(securityId)
    const isEvaluated = exchangeIsOpen(state.calendar, exchange, at)
    return {
      securityId,
      phase: phaseOf(state.calendar, exchange, at),
      error: isEvaluated ? marketErrorOf(quote, security, at, state.limits) : null,
      price: matchingPrice(state, { quote }, at),
      halted: isAdvertHalted(state, { firmId, securityId }),
    }
  })
}

function referenceFor(scene: ViewContext, traderId: string): unknown {
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

/** Validates a file with a row for each of some securities, and the trader's own list as a client would restore it. */
function rowResultsFor(scene: ViewContext, traderId: string): unknown {
  const { state, at, securityIds } = scene
  const brokers = [...state.brokers.keys()].map(
    (brokerId): UploadBroker => ({ brokerId, shortName: brokerId }),
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
  return { upload: validateUpload(context, header, rows), restore: validateRestore(context, previous) }
}

/** The real platform: the engine's decisions and notifications, and the server's views. */
export const realPlatform: ObservedPlatform = {
  decide,
  notificationsOf,
  answer,
  showTrader,
  showBroker: ({ state }, brokerId) => ({ agreements: agreementsSeen(state, brokerId) }),
}
