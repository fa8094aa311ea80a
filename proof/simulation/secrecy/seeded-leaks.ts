import type { Advert } from '@aitai/engine/adverts/advert.ts'
import type { Command } from '@aitai/engine/commands.ts'
import { decide } from '@aitai/engine/decide.ts'
import type { Event } from '@aitai/engine/events.ts'
import { type EngineNotification, notificationsOf } from '@aitai/engine/notifications.ts'
import { type Decision, refused } from '@aitai/engine/refusals.ts'
import type { State } from '@aitai/engine/state/state.ts'
import { type ObservationKind, type ObservedPlatform, realPlatform } from './observed-platform.ts'
import type { ViewContext } from './views.ts'

/** Platforms that tell a little too much, each in one way: the property has to notice every one of them. */

type More = (scene: ViewContext, traderId: string) => unknown

/** A platform that shows traders something more. */
export const platformShowing = (kind: ObservationKind, more: More): ObservedPlatform => ({
  ...realPlatform,
  showTrader(scene, traderId) {
    const shown = realPlatform.showTrader(scene, traderId)
    return { ...shown, [kind]: { shown: shown[kind], more: more(scene, traderId) } }
  },
})

/** A platform that tells of events something more. */
export const platformNotifying = (
  more: (state: State, event: Event) => readonly EngineNotification[],
): ObservedPlatform => ({
  ...realPlatform,
  noticesOf: (state, event) => [...notificationsOf(state, event), ...more(state, event)],
})

/** A platform that decides some commands otherwise. */
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
const isOpen = ({ advertisementStatus }: Advert): boolean =>
  !['COMPLETED', 'DEAD'].includes(advertisementStatus)

const contraWaits = (state: State, own: Advert): boolean =>
  inSecurity(state, own.securityId).some(
    ({ firmId, terms, advertisementStatus }) =>
      firmId !== own.firmId && terms.direction !== own.terms.direction && advertisementStatus === 'LIVE',
  )

const sumOf = ({ state }: ViewContext, of: 'upload' | 'cancel' | 'locate'): number =>
  [...state.traders.values()].reduce((sum, { counts }) => sum + counts[of], 0)

const silence = { locateId: null, agreementId: null, errorCode: null, brokerUserId: null } as const

/** What the strangers do shows. */
export const seededLeaks: Readonly<Record<string, ObservedPlatform>> = {
  'NI1: the answer to a submit hints that a contra waits': {
    ...realPlatform,
    answer(scene, command, decision) {
      const own = 'advertId' in command ? scene.state.adverts.get(command.advertId) : undefined
      const shown = realPlatform.answer(scene, command, decision)
      return command.type === 'submitAdvert' && own
        ? { shown, matched: contraWaits(scene.state, own) }
        : shown
    },
  },
  'NI2: the check for duplicates forgets whose the advert is': platformDeciding((state, command) =>
    command.type === 'createAdvert' && inSecurity(state, command.securityId).some(isOpen)
      ? refused('ADVERT-ERROR-001')
      : null,
  ),
  'NI2: the advert of somebody else is refused by another code than a missing one': platformDeciding(
    (state, command) => {
      const advert = command.type === 'pauseAdvert' ? state.adverts.get(command.advertId) : undefined
      return advert && 'traderId' in command && advert.traderId !== command.traderId
        ? refused('ADVERT-ERROR-007')
        : null
    },
  ),
  'NI2: a bulk file is judged by the adverts of everybody': platformShowing(
    'verdicts',
    ({ state, securityIds }) => securityIds.map((id) => inSecurity(state, id).some(isOpen)),
  ),
  'NI4: an advert shows its number on the whole platform': platformShowing('adverts', (scene, traderId) =>
    ownOf(scene, traderId).map(({ sequence }) => sequence),
  ),
  'NI5: a counter stands in a table of all': platformShowing('counts', (scene) => sumOf(scene, 'upload')),
  'NI5: locates are counted for everybody': platformShowing('counts', ({ state }) => state.locates.size),
  'NI5: a rating is shown against the average': platformShowing('rating', ({ state }) =>
    [...state.traders.values()].reduce((sum, { rating }) => sum + rating, 0),
  ),
  'NI6: all users of a security are told to look again': platformNotifying((state, event) => {
    if (event.type !== 'advertReleased') return []
    const { securityId, id } = state.adverts.get(event.advertId) as Advert
    const users = new Set(inSecurity(state, securityId).map(({ traderId }) => traderId))
    return [...users].map(
      (traderId): EngineNotification => ({
        ...silence,
        to: { traderId },
        message: 'ADVERT_UPDATED',
        messageType: 'statusAlert',
        securityId,
        advertId: state.adverts.get(id)?.traderId === traderId ? id : null,
      }),
    )
  }),
  'NI6: a market fails since somebody was seen to stand in it': platformDeciding((state, command) =>
    command.type === 'sweep'
      ? decide(state, {
          ...command,
          sightings: command.sightings.map(({ freshUntil: _, ...sighting }) => sighting),
        })
      : null,
  ),
  'NI7: the engine light is on while somebody is in the pool': platformShowing('indicators', ({ state }) =>
    [...state.index.pools.values()].some(({ BUY, SELL }) => BUY.adverts.length + SELL.adverts.length > 0),
  ),
  'NI7: the light of a market says since when somebody saw it fail': platformShowing(
    'indicators',
    ({ state }) => [...state.markets.values()],
  ),
  'NI7: a reason says that the other side is empty': platformShowing('reasons', (scene, traderId) =>
    ownOf(scene, traderId).map((advert) => contraWaits(scene.state, advert)),
  ),
  'NI8: the search puts first what many advertise': platformShowing('reference', ({ state }) =>
    [...state.securities.keys()].sort((a, b) => inSecurity(state, b).length - inSecurity(state, a).length),
  ),
  'NI9: a broker is told of a locate': platformNotifying((_, event) => {
    if (event.type !== 'contraLocated') return []
    const { brokerId, securityId } = event
    const about = { securityId, messageType: 'locate', advertId: null } as const
    return [{ ...silence, ...about, to: { brokerId }, message: 'Contra Located' }]
  }),
  'NI9: a broker sees which traders chose it': {
    ...realPlatform,
    showBroker: (scene, brokerId) => ({
      agreements: [...scene.state.adverts.values()]
        .filter(({ terms }) => terms.brokerIds.includes(brokerId))
        .map(({ traderId }) => traderId),
    }),
  },
}

/** What a colleague does shows. */
export const seededColleagueLeaks: Readonly<Record<string, ObservedPlatform>> = {
  'NI16: the list holds the adverts of the whole institution': platformShowing('adverts', (scene, traderId) =>
    [...scene.state.adverts.values()]
      .filter(({ firmId }) => firmId === firmOf(scene, traderId))
      .map(({ id }) => id),
  ),
  'NI16: the institution has one set of counts': platformShowing('counts', (scene, traderId) =>
    [...scene.state.traders.values()]
      .filter(({ firmId }) => firmId === firmOf(scene, traderId))
      .map(({ counts }) => counts),
  ),
  "NI16: what happens to a colleague's advert is told to the desk": platformNotifying((state, event) => {
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
