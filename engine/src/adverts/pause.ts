import { afterHoursIsOpen, matchingIsOpen } from '../calendar/hours.ts'
import type { CommandOf } from '../commands.ts'
import type { Event, EventOf } from '../events.ts'
import { haltRefusal } from '../market/halts.ts'
import { type Decision, happened, refused } from '../refusals.ts'
import { ownAdvert, securityOf } from '../state/lookups.ts'
import type { State } from '../state/state.ts'
import { awaitsNoTrigger } from '../state/state-index.ts'
import { type Advert, advertCan } from './advert.ts'
import { isExpired } from './expiry.ts'

/** Takes an advert out of the pool. Asked again, the answer is the same and nothing more happens. */
export function pauseAdvert(state: State, { at, traderId, advertId }: CommandOf<'pauseAdvert'>): Decision {
  const advert = ownAdvert(state, traderId, advertId)
  if (!advert) return refused('ADVERT-NOT-FOUND')
  if (advert.advertisementStatus === 'PAUSED') return happened()
  if (!advertCan('pause', advert)) return refused('ADVERT-ERROR-007')

  return happened({ type: 'advertPaused', at, advertId, by: 'OWNER' })
}

/** Puts a paused advert back: into the pool if it is open, else to wait for it (rules 2). */
export function resumeAdvert(state: State, { at, traderId, advertId }: CommandOf<'resumeAdvert'>): Decision {
  const advert = ownAdvert(state, traderId, advertId)
  if (!advert) return refused('ADVERT-NOT-FOUND')
  if (!advertCan('resume', advert)) return refused('ADVERT-ERROR-003')

  const refusal = haltRefusal(state, advert)
  if (refusal) return { refusal }
  // Its time is up and only the sweep is still to come: it would be put back to end at once.
  if (isExpired(advert, at)) return refused('ADVERT-ERROR-003')

  const { exchange } = securityOf(state, advert.securityId)
  const isOpen =
    matchingIsOpen(state.calendar, exchange, at) || afterHoursIsOpen(state.calendar, exchange, at)
  const advertisementStatus = isOpen && awaitsNoTrigger(advert) ? 'LIVE' : 'SENT'
  return happened({ type: 'advertResumed', at, advertId, advertisementStatus })
}

/** Ends an advert for good. Asked again, the answer is the same and nothing more happens. */
export function cancelAdvert(state: State, { at, traderId, advertId }: CommandOf<'cancelAdvert'>): Decision {
  const advert = ownAdvert(state, traderId, advertId)
  if (!advert) return refused('ADVERT-NOT-FOUND')
  if (advert.causeOfDeath === 'CANCELLED_BY_USER') return happened()
  if (!advertCan('cancel', advert)) return refused('ADVERT-ERROR-002')

  return happened({
    type: 'advertCancelled',
    at,
    advertId,
    causeOfDeath: 'CANCELLED_BY_USER',
    errorCode: null,
    quotes: [],
  })
}

/** Who leaves takes its adverts out of the pool: what was sent and live is paused (rules 16). */
export function endSession(state: State, { at, traderId }: CommandOf<'endSession'>): Decision {
  const trader = state.traders.get(traderId)
  if (!trader) return happened()
  const events: Event[] = [...trader.advertIds]
    .map((advertId) => state.adverts.get(advertId) as Advert)
    .filter((advert) => advertCan('pause', advert))
    .map(({ id }): EventOf<'advertPaused'> => ({ type: 'advertPaused', at, advertId: id, by: 'SESSION_END' }))
  if (trader.present) events.push({ type: 'presenceChanged', at, traderId, present: false })
  return happened(...events)
}

/** Present or absent: an absent owner's adverts stay live and meet nobody (rules 16). */
export function setPresence(state: State, { at, traderId, present }: CommandOf<'setPresence'>): Decision {
  const trader = state.traders.get(traderId)
  if (!trader || trader.present === present) return happened()
  return happened({ type: 'presenceChanged', at, traderId, present })
}
