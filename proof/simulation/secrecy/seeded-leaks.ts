import { decide } from '@aitai/engine/decide.ts'
import type { Advert } from '@aitai/engine/model/advert.ts'
import type { Command } from '@aitai/engine/model/commands.ts'
import type { Event } from '@aitai/engine/model/events.ts'
import { type Decision, refused } from '@aitai/engine/model/refusals.ts'
import type { State } from '@aitai/engine/model/state.ts'
import { type EngineNotification, notificationsOf } from '@aitai/engine/notifications.ts'
import { type ObservationKind, type ObservedPlatform, realPlatform } from './observed-platform.ts'
import type { ViewContext } from './views.ts'

/** Platforms that each leak a little in one way, all of which the property must detect. */

type More = (scene: ViewContext, traderId: string) => unknown

/** A platform that shows traders something more. */
export const platformShowing = (kind: ObservationKind, more: More): ObservedPlatform => ({
  ...realPlatform,
  showTrader(scene, traderId) {
    const shown = realPlatform.showTrader(scene, traderId)
    return { ...shown, [kind]: { shown: shown[kind], more: more(scene, traderId) } }
  },
})

/** A platform that adds something to its notifications. */
export const platformNotifying = (
  more: (state: State, event: Event) => readonly EngineNotification[],
): ObservedPlatform => ({
  ...realPlatform,
  notificationsOf: (state, event) => [...notificationsOf(state, event), ...more(state, event)],
})

/** A platform that decides some commands differently. */
export const platformDeciding = (
  otherwise: (state: State, command: Command) => Decision | null,
): ObservedPlatform => ({
  ...realPlatform,
  decide: (state, command) => otherwise(state, command) ?? decide(state, command),
})

const firmOf = ({ state }: ViewContext, traderId: string): string => state.traders.get(traderId)?.firmId ?? ''
const ownOf = ({ state }: ViewContext, traderId: string): Advert[] =>
  [...state.adverts.values()].filter((advert) => advert.traderId === traderId)
const inSecurity = ({ adverts }: State, securityId: string): Advert[] =>
  [...adverts.values()].filter((advert) => advert.securityId === securityId)
/** A notification to each trader with an advert in a security. */
const notificationsIn = (
  state: State,
  securityId: string,
  advertIdFor: (traderId: string) => string | null,
): EngineNotification[] =>
  [...new Set(inSecurity(state, securityId).map(({ traderId }) => traderId))].map((traderId) => ({
    ...silence,
    to: { traderId },
    message: 'ADVERT_UPDATED',
    messageType: 'statusAlert',
    securityId,
    advertId: advertIdFor(traderId),
  }))
const isOpen = ({ advertisementStatus }: Advert): boolean =>
  !['COMPLETED', 'DEAD'].includes(advertisementStatus)

const contraWaits = (state: State, own: Advert): boolean =>
  inSecurity(state, own.securityId).some(
    ({ firmId, terms, advertisementStatus }) =>
      firmId !== own.firmId && terms.direction !== own.terms.direction && advertisementStatus === 'LIVE',
  )

const sumOf = ({ state }: ViewContext, of: 'upload' | 'cancel' | 'locate'): number =>
  [...state.traders.values()].reduce((sum, { counts }) => sum + counts[of], 0)

const silence = {
  locateId: null,
  agreementId: null,
  errorCode: null,
  brokerUserId: null,
  deskHeadId: null,
} as const

/** Reveals the actions of strangers. */
export const seededLeaks: Readonly<Record<string, ObservedPlatform>> = {
  'the reply to a submit reveals a waiting contra': {
    ...realPlatform,
    answer(scene, command, decision) {
      const own = 'advertId' in command ? scene.state.adverts.get(command.advertId) : undefined
      const shown = realPlatform.answer(scene, command, decision)
      return command.type === 'submitAdvert' && own
        ? { shown, matched: contraWaits(scene.state, own) }
        : shown
    },
  },
  'the check for duplicates includes adverts of other institutions': platformDeciding((state, command) =>
    command.type === 'createAdvert' && inSecurity(state, command.securityId).some(isOpen)
      ? refused('ADVERT-ERROR-001')
      : null,
  ),
  "another trader's advert has a different refusal than a missing one": platformDeciding((state, command) => {
    const advert = command.type === 'pauseAdvert' ? state.adverts.get(command.advertId) : undefined
    return advert && 'traderId' in command && advert.traderId !== command.traderId
      ? refused('ADVERT-ERROR-007')
      : null
  }),
  'a bulk file is validated against the adverts of everybody': platformShowing(
    'rowResults',
    ({ state, securityIds }) => securityIds.map((id) => inSecurity(state, id).some(isOpen)),
  ),
  'an advert shows its sequence number': platformShowing('adverts', (scene, traderId) =>
    ownOf(scene, traderId).map(({ sequence }) => sequence),
  ),
  'a count includes all traders': platformShowing('counts', (scene) => sumOf(scene, 'upload')),
  'the locate count includes everybody': platformShowing('counts', ({ state }) => state.locates.size),
  'a rating is compared with the average': platformShowing('rating', ({ state }) =>
    [...state.traders.values()].reduce((sum, { rating }) => sum + rating, 0),
  ),
  'all traders in a security are notified of a change': platformNotifying((state, event) => {
    if (event.type !== 'advertReleased') return []
    const { securityId, id, traderId: owner } = state.adverts.get(event.advertId) as Advert
    return notificationsIn(state, securityId, (traderId) => (traderId === owner ? id : null))
  }),
  'all traders in a security are notified when the mid crosses a limit': platformNotifying((state, event) => {
    if (event.type !== 'advertLimitCrossed') return []
    const { securityId, id, traderId: owner } = state.adverts.get(event.advertId) as Advert
    return notificationsIn(state, securityId, (traderId) => (traderId === owner ? id : null))
  }),
  'a reason says that another advert waits for its limit': platformShowing('reasons', (scene, traderId) =>
    ownOf(scene, traderId).map(({ securityId, firmId }) =>
      inSecurity(scene.state, securityId).some((each) => each.firmId !== firmId && each.isBeyondLimit),
    ),
  ),
  'all traders in a security are notified of a report that nothing was executed': platformNotifying(
    (state, event) => {
      if (event.type !== 'notExecutedReported') return []
      const { securityId } = state.agreements.get(event.agreementId) ?? { securityId: '' }
      return notificationsIn(state, securityId, () => null)
    },
  ),
  'the start of a market failure depends on the adverts in it': platformDeciding((state, command) =>
    command.type === 'sweep'
      ? decide(state, {
          ...command,
          sightings: command.sightings.map(({ freshUntil: _, ...sighting }) => sighting),
        })
      : null,
  ),
  'the engine indicator is on while there are live adverts': platformShowing('indicators', ({ state }) =>
    [...state.index.books.values()].some(({ BUY, SELL }) => BUY.adverts.length + SELL.adverts.length > 0),
  ),
  'the market indicator shows when a watched market failed': platformShowing('indicators', ({ state }) => [
    ...state.markets.values(),
  ]),
  'a reason says that the other side is empty': platformShowing('reasons', (scene, traderId) =>
    ownOf(scene, traderId).map((advert) => contraWaits(scene.state, advert)),
  ),
  'the search ranks securities by their number of adverts': platformShowing('reference', ({ state }) =>
    [...state.securities.keys()].sort((a, b) => inSecurity(state, b).length - inSecurity(state, a).length),
  ),
  'a broker is notified of a locate': platformNotifying((_, event) => {
    if (event.type !== 'contraLocated') return []
    const { brokerId, securityId } = event
    const about = { securityId, messageType: 'locate', advertId: null } as const
    return [{ ...silence, ...about, to: { brokerId }, message: 'Contra Located' }]
  }),
  'a broker sees which traders chose it': {
    ...realPlatform,
    showBroker: (scene, brokerId) => ({
      agreements: [...scene.state.adverts.values()]
        .filter(({ terms }) => terms.brokerIds.includes(brokerId))
        .map(({ traderId }) => traderId),
    }),
  },
}

/** Reveals the actions of a colleague. */
export const seededColleagueLeaks: Readonly<Record<string, ObservedPlatform>> = {
  'the list has the adverts of the whole institution': platformShowing('adverts', (scene, traderId) =>
    [...scene.state.adverts.values()]
      .filter(({ firmId }) => firmId === firmOf(scene, traderId))
      .map(({ id }) => id),
  ),
  'the counts are those of the whole institution': platformShowing('counts', (scene, traderId) =>
    [...scene.state.traders.values()]
      .filter(({ firmId }) => firmId === firmOf(scene, traderId))
      .map(({ counts }) => counts),
  ),
  'a colleague is notified of an advert that ended': platformNotifying((state, event) => {
    if (event.type !== 'advertExpired' && event.type !== 'advertCancelled') return []
    const { firmId, traderId, securityId } = state.adverts.get(event.advertId) as Advert
    const desk = [...state.traders.values()].filter((each) => each.firmId === firmId)
    return desk
      .filter((each) => each.traderId !== traderId)
      .map(
        (each): EngineNotification => ({
          ...silence,
          to: { traderId: each.traderId },
          message: 'ADVERT_UPDATED',
          messageType: 'statusAlert',
          securityId,
          advertId: null,
        }),
      )
  }),
}
