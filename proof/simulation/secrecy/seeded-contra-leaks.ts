import type { Direction } from '@aitai/engine/adverts/advert.ts'
import { decide } from '@aitai/engine/decide.ts'
import { type Locate, opposite, sideOf } from '@aitai/engine/locates/locate.ts'
import { notificationsOf } from '@aitai/engine/notifications.ts'
import { firmSecurityKey, type State } from '@aitai/engine/state/state.ts'
import { type ObservedPlatform, realPlatform } from './observed-platform.ts'
import { platformShowing } from './seeded-leaks.ts'

type OfContra = (state: State, locate: Locate, contra: Direction) => unknown

/** A platform that shows of the contra of each own locate something more. */
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

/** What the contra of a locate is or does shows. */
export const seededContraLeaks: Readonly<Record<string, ObservedPlatform>> = {
  'NI10: the accepts count before both have answered': platformShowing('counts', ({ state }) =>
    [...state.locates.values()].map(
      ({ answers }) => Object.values(answers).filter((answer) => answer === 'ACCEPT').length,
    ),
  ),
  "NI10: the contra's answer shows before the outcome": showingContra(
    (_, { answers }, contra) => answers[contra] !== null,
  ),
  'NI10: a decliner learns what the contra said': showingContra((_, { answers, outcome }, contra) =>
    outcome ? answers[contra] : null,
  ),
  'NI10: the broker shows before both accepted': showingContra((_, { brokerId }) => brokerId),
  'NI9: a broker is told of the first accept': {
    ...realPlatform,
    noticesOf: (state, event) =>
      notificationsOf(state, event).flatMap((notice) => {
        const brokerId = state.locates.get(notice.locateId ?? '')?.brokerId
        const told = event.type === 'locateAnswered' && brokerId ? [{ ...notice, to: { brokerId } }] : []
        return [notice, ...told]
      }),
  },
  "NI11: the notice of a decline names the contra's institution": {
    ...realPlatform,
    noticesOf: (state, event) =>
      notificationsOf(state, event).map((notice) => {
        const firmIds = state.locates.get(notice.locateId ?? '')?.firmIds
        return event.type === 'locateFailed' ? { ...notice, firmIds } : notice
      }),
  },
  'NI11: a locate shows what the contra has left': showingContra(
    (_, { residual }, contra) => residual[contra],
  ),
  "NI11: a locate shows the contra's minimum": showingContra((_, { minShares }, contra) => minShares[contra]),
  "NI11: a locate shows the contra's stars": showingContra(
    (state, { traderIds }, contra) => state.traders.get(traderIds[contra])?.rating,
  ),
  'NI11: a locate shows what the contra brings': showingContra((_, { legs }, contra) => legs[contra]),
  'NI11: a locate shows how long the contra has waited': showingContra(
    (state, locate, contra) => contraAdvert(state, locate, contra)?.submitTime,
  ),
  "NI11: the ledger behind a rating names the contra's institution": platformShowing(
    'rating',
    ({ state }, traderId) => state.traders.get(traderId)?.ledger,
  ),
  'NI11: the same contra is offered again at once': {
    ...realPlatform,
    decide: (state, command) => decide({ ...state, cooldowns: new Map() }, command),
  },
  'NI11: a reason names the silence with the contra': platformShowing('reasons', ({ state }, traderId) =>
    [...state.locates.values()].map((locate) => {
      const side = sideOf(locate, traderId)
      return side && locate.outcome && hasContraBack(state, locate, opposite(side)) ? 'COOLING_DOWN' : null
    }),
  ),
  'NI11: a reason says until when nobody is offered': platformShowing('reasons', ({ state }, traderId) => {
    const { firmId } = state.traders.get(traderId) ?? { firmId: '' }
    const isOwn = (pair: string): boolean => pair.includes(firmSecurityKey(firmId, '').slice(0, -1))
    return [...state.cooldowns].filter(([pair]) => isOwn(pair)).map(([, { until }]) => until)
  }),
}
