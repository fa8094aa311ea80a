import { decide } from '@aitai/engine/decide.ts'
import { type Direction, directions } from '@aitai/engine/model/advert.ts'
import { type Locate, opposite, sideOf } from '@aitai/engine/model/locate.ts'
import { firmSecurityKey, type State } from '@aitai/engine/model/state.ts'
import { notificationsOf } from '@aitai/engine/notifications.ts'
import { type ObservedPlatform, realPlatform } from './observed-platform.ts'
import { platformShowing } from './seeded-leaks.ts'

type OfContra = (state: State, locate: Locate, contra: Direction) => unknown

/** A platform that reveals something more about the contra of each own locate. */
const showingContra = (of: OfContra): ObservedPlatform =>
  platformShowing('locates', ({ state }, traderId) =>
    [...state.locates.values()].map((locate) => {
      const side = sideOf(locate, traderId)
      return side ? of(state, locate, opposite(side)) : null
    }),
  )

const contraAdvert = (state: State, locate: Locate, contra: Direction) =>
  state.adverts.get(contra === 'BUY' ? locate.buyId : locate.sellId)

const hasContraBack = (state: State, { securityId, firmIds }: Locate, contra: Direction): boolean => {
  const firmId = firmIds[contra]
  const back = state.index.openAdverts.get(firmId)?.get(securityId)
  return back?.advertisementStatus === 'LIVE'
}

/** Reveals what the contra of a locate is or does. */
export const seededContraLeaks: Readonly<Record<string, ObservedPlatform>> = {
  'acceptances count before both have answered': platformShowing('counts', ({ state }) =>
    [...state.locates.values()].map(
      ({ answers }) => Object.values(answers).filter((answer) => answer === 'ACCEPT').length,
    ),
  ),
  "a locate shows the contra's answer before the outcome": showingContra(
    (_, { answers }, contra) => answers[contra] !== null,
  ),
  "a trader who declined sees the contra's answer": showingContra((_, { answers, outcome }, contra) =>
    outcome ? answers[contra] : null,
  ),
  'a locate shows the broker before both have accepted': showingContra((_, { brokerId }) => brokerId),
  'a broker is notified of the first acceptance': {
    ...realPlatform,
    notificationsOf: (state, event) =>
      notificationsOf(state, event).flatMap((notification) => {
        const brokerId = state.locates.get(notification.locateId ?? '')?.brokerId
        const leaked =
          event.type === 'locateAnswered' && brokerId ? [{ ...notification, to: { brokerId } }] : []
        return [notification, ...leaked]
      }),
  },
  "the notification of a decline names the contra's institution": {
    ...realPlatform,
    notificationsOf: (state, event) =>
      notificationsOf(state, event).map((notification) => {
        const firmIds = state.locates.get(notification.locateId ?? '')?.firmIds
        return event.type === 'locateFailed' ? { ...notification, firmIds } : notification
      }),
  },
  'a report names the institution that did not follow through': {
    ...realPlatform,
    notificationsOf: (state, event) =>
      notificationsOf(state, event).map((notification) => {
        if (event.type !== 'notExecutedReported') return notification
        const { firmIds } = state.agreements.get(event.agreementId) ?? {}
        return {
          ...notification,
          atFault: directions.flatMap((side) => (event.atFault[side] ? firmIds?.[side] : [])),
        }
      }),
  },
  "a locate shows the contra's residual": showingContra((_, { residual }, contra) => residual[contra]),
  "a locate shows the contra's minimum": showingContra((_, { minShares }, contra) => minShares[contra]),
  "a locate shows the contra's rating": showingContra(
    (state, { traderIds }, contra) => state.traders.get(traderIds[contra])?.rating,
  ),
  "a locate shows the contra's limit price": showingContra(
    (state, locate, contra) => contraAdvert(state, locate, contra)?.terms.limitPrice,
  ),
  'a reason says that the mid is beyond the limit of the contra': platformShowing(
    'reasons',
    ({ state }, traderId) =>
      [...state.locates.values()].map((locate) => {
        const side = sideOf(locate, traderId)
        return side && contraAdvert(state, locate, opposite(side))?.isBeyondLimit
      }),
  ),
  "a locate shows the contra's leg": showingContra((_, { legs }, contra) => legs[contra]),
  'a locate shows when the contra was submitted': showingContra(
    (state, locate, contra) => contraAdvert(state, locate, contra)?.submitTime,
  ),
  "the events of a rating name the contra's institution": platformShowing(
    'rating',
    ({ state }, traderId) => state.traders.get(traderId)?.ledger,
  ),
  'the same contra is located again without a cooldown': {
    ...realPlatform,
    decide: (state, command) => decide({ ...state, cooldowns: new Map() }, command),
  },
  'a reason names the cooldown with the contra': platformShowing('reasons', ({ state }, traderId) =>
    [...state.locates.values()].map((locate) => {
      const side = sideOf(locate, traderId)
      return side && locate.outcome && hasContraBack(state, locate, opposite(side)) ? 'COOLING_DOWN' : null
    }),
  ),
  'a reason counts the failures of the contra': platformShowing('reasons', ({ state }, traderId) =>
    [...state.locates.values()].map((locate) => {
      const side = sideOf(locate, traderId)
      const outcome = side && locate.outcome?.[opposite(side)]
      return outcome === 'DECLINED' || outcome === 'TIMED_OUT'
    }),
  ),
  'a reason says when the cooldown ends': platformShowing('reasons', ({ state }, traderId) => {
    const { firmId } = state.traders.get(traderId) ?? { firmId: '' }
    const isOwn = (pair: string): boolean => pair.includes(firmSecurityKey(firmId, '').slice(0, -1))
    return [...state.cooldowns].filter(([pair]) => isOwn(pair)).map(([, { until }]) => until)
  }),
}
