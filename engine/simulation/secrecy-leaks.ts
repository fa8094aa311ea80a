import type { Advert } from '../src/advert.ts'
import type { Command } from '../src/commands.ts'
import { decide } from '../src/decide.ts'
import type { Event } from '../src/events.ts'
import { type Notice, noticesOf } from '../src/notices.ts'
import { type Decision, refused } from '../src/refusals.ts'
import type { State } from '../src/state.ts'
import { honest, type Kind, type Platform } from './secrecy-platform.ts'
import type { Scene } from './secrecy-view.ts'

/** Platforms that tell a little too much, each in one way: the property has to notice every one of them. */

type More = (scene: Scene, traderId: string) => unknown

/** A platform that shows traders something more. */
export const showing = (kind: Kind, more: More): Platform => ({
  ...honest,
  showTrader(scene, traderId) {
    const shown = honest.showTrader(scene, traderId)
    return { ...shown, [kind]: { shown: shown[kind], more: more(scene, traderId) } }
  },
})

/** A platform that tells of events something more. */
export const telling = (more: (state: State, event: Event) => readonly Notice[]): Platform => ({
  ...honest,
  noticesOf: (state, event) => [...noticesOf(state, event), ...more(state, event)],
})

/** A platform that decides some commands otherwise. */
export const deciding = (otherwise: (state: State, command: Command) => Decision | null): Platform => ({
  ...honest,
  decide: (state, command) => otherwise(state, command) ?? decide(state, command),
})

const firmOf = ({ state }: Scene, traderId: string): string => state.traders.get(traderId)?.firmId ?? ''
const ownOf = ({ state }: Scene, traderId: string): Advert[] =>
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

const sumOf = ({ state }: Scene, of: 'upload' | 'cancel' | 'locate'): number =>
  [...state.traders.values()].reduce((sum, { counts }) => sum + counts[of], 0)

const silence = { locateId: null, agreementId: null, errorCode: null, brokerUserId: null } as const

/** What the strangers do shows. */
export const amongStrangers: Readonly<Record<string, Platform>> = {
  'NI1: the answer to a submit hints that a contra waits': {
    ...honest,
    answer(scene, command, decision) {
      const own = 'advertId' in command ? scene.state.adverts.get(command.advertId) : undefined
      const shown = honest.answer(scene, command, decision)
      return command.type === 'submitAdvert' && own
        ? { shown, matched: contraWaits(scene.state, own) }
        : shown
    },
  },
  'NI2: the check for duplicates forgets whose the advert is': deciding((state, command) =>
    command.type === 'createAdvert' && inSecurity(state, command.securityId).some(isOpen)
      ? refused('ADVERT-ERROR-001')
      : null,
  ),
  'NI2: the advert of somebody else is refused by another code than a missing one': deciding(
    (state, command) => {
      const advert = command.type === 'pauseAdvert' ? state.adverts.get(command.advertId) : undefined
      return advert && 'traderId' in command && advert.traderId !== command.traderId
        ? refused('ADVERT-ERROR-007')
        : null
    },
  ),
  'NI2: a bulk file is judged by the adverts of everybody': showing('verdicts', ({ state, securityIds }) =>
    securityIds.map((id) => inSecurity(state, id).some(isOpen)),
  ),
  'NI4: an advert shows its number on the whole platform': showing('adverts', (scene, traderId) =>
    ownOf(scene, traderId).map(({ sequence }) => sequence),
  ),
  'NI5: a counter stands in a table of all': showing('counts', (scene) => sumOf(scene, 'upload')),
  'NI5: locates are counted for everybody': showing('counts', ({ state }) => state.locates.size),
  'NI5: a rating is shown against the average': showing('rating', ({ state }) =>
    [...state.traders.values()].reduce((sum, { rating }) => sum + rating, 0),
  ),
  'NI6: all users of a security are told to look again': telling((state, event) => {
    if (event.type !== 'advertReleased') return []
    const { securityId, id } = state.adverts.get(event.advertId) as Advert
    const users = new Set(inSecurity(state, securityId).map(({ traderId }) => traderId))
    return [...users].map(
      (traderId): Notice => ({
        ...silence,
        to: { traderId },
        message: 'ADVERT_UPDATED',
        messageType: 'statusAlert',
        securityId,
        advertId: state.adverts.get(id)?.traderId === traderId ? id : null,
      }),
    )
  }),
  'NI6: a market fails since somebody was seen to stand in it': deciding((state, command) =>
    command.type === 'sweep'
      ? decide(state, {
          ...command,
          sightings: command.sightings.map(({ freshUntil: _, ...sighting }) => sighting),
        })
      : null,
  ),
  'NI7: the engine light is on while somebody is in the pool': showing('indicators', ({ state }) =>
    [...state.index.pools.values()].some(({ BUY, SELL }) => BUY.adverts.length + SELL.adverts.length > 0),
  ),
  'NI7: the light of a market says since when somebody saw it fail': showing('indicators', ({ state }) => [
    ...state.markets.values(),
  ]),
  'NI7: a reason says that the other side is empty': showing('reasons', (scene, traderId) =>
    ownOf(scene, traderId).map((advert) => contraWaits(scene.state, advert)),
  ),
  'NI8: the search puts first what many advertise': showing('reference', ({ state }) =>
    [...state.securities.keys()].sort((a, b) => inSecurity(state, b).length - inSecurity(state, a).length),
  ),
  'NI9: a broker is told of a locate': telling((_, event) => {
    if (event.type !== 'contraLocated') return []
    const { brokerId, securityId } = event
    const about = { securityId, messageType: 'locate', advertId: null } as const
    return [{ ...silence, ...about, to: { brokerId }, message: 'Contra Located' }]
  }),
  'NI9: a broker sees which traders chose it': {
    ...honest,
    showBroker: (scene, brokerId) => ({
      agreements: [...scene.state.adverts.values()]
        .filter(({ terms }) => terms.brokerIds.includes(brokerId))
        .map(({ traderId }) => traderId),
    }),
  },
}

/** What a colleague does shows. */
export const amongColleagues: Readonly<Record<string, Platform>> = {
  'NI16: the list holds the adverts of the whole institution': showing('adverts', (scene, traderId) =>
    [...scene.state.adverts.values()]
      .filter(({ firmId }) => firmId === firmOf(scene, traderId))
      .map(({ id }) => id),
  ),
  'NI16: the institution has one set of counts': showing('counts', (scene, traderId) =>
    [...scene.state.traders.values()]
      .filter(({ firmId }) => firmId === firmOf(scene, traderId))
      .map(({ counts }) => counts),
  ),
  "NI16: what happens to a colleague's advert is told to the desk": telling((state, event) => {
    if (event.type !== 'advertExpired' && event.type !== 'advertCancelled') return []
    const { firmId, traderId, securityId } = state.adverts.get(event.advertId) as Advert
    const desk = [...state.traders.values()].filter((each) => each.firmId === firmId)
    return desk
      .filter((each) => each.traderId !== traderId)
      .map(
        (each): Notice => ({
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
