import { haltRefusal } from '../market/halts.ts'
import type { Advert } from '../model/advert.ts'
import type { CommandOf } from '../model/commands.ts'
import type { Event, EventOf } from '../model/events.ts'
import { deskAdvert, securityOf, traderOf } from '../model/lookups.ts'
import { type Decision, happened, refused } from '../model/refusals.ts'
import type { State } from '../model/state.ts'
import { automaticOf, isAutomaticDue } from './automatic.ts'
import { isExpired } from './duration/expiry.ts'
import { sizeRefusal } from './size-limits.ts'
import { advertCan } from './status-actions.ts'
import { canMatchNow } from './submit.ts'

/** Takes an advert out of play. Idempotent. */
export function pauseAdvert(state: State, command: CommandOf<'pauseAdvert'>): Decision {
  const { at, advertId } = command
  const advert = deskAdvert(state, command)
  if (!advert) return refused('ADVERT-NOT-FOUND')
  if (advert.advertisementStatus === 'PAUSED') return happened()
  if (!advertCan('pause', advert)) return refused('ADVERT-ERROR-007')

  const by = command.deskHeadId === undefined ? 'OWNER' : 'DESK_HEAD'
  return happened({ type: 'advertPaused', at, advertId, by, ...deskHeadOf(command) })
}

/** Puts a paused advert back into play: LIVE if it can match now, else SENT (docs/rules.md §2). */
export function resumeAdvert(state: State, command: CommandOf<'resumeAdvert'>): Decision {
  const { at, traderId, advertId } = command
  const advert = deskAdvert(state, command)
  if (!advert) return refused('ADVERT-NOT-FOUND')
  if (!advertCan('resume', advert)) return refused('ADVERT-ERROR-003')
  // A log-off pauses everything (docs/rules.md §16), and nobody but the owner could answer a locate. What the owner or
  // a failed locate has paused, only the owner resumes, whose rating and budgets are at stake.
  const byHead = command.deskHeadId !== undefined
  if (byHead && !(advert.isPausedByHead && traderOf(state, traderId).present))
    return refused('ADVERT-ERROR-003')
  if (command.isAutomatic && !isAutomaticDue(advert, at)) return refused('ADVERT-ERROR-003')

  const halted = haltRefusal(state, advert)
  if (halted) return { refusal: halted }
  // It has expired, although no sweep has ended it yet.
  if (isExpired(advert, at)) return refused('ADVERT-ERROR-003')
  const security = securityOf(state, advert.securityId)
  const tooLarge = sizeRefusal(state, advert, advert.quantityRemaining, command.price)
  if (tooLarge) return { refusal: tooLarge }

  const advertisementStatus = canMatchNow(state, security, advert, at) ? 'LIVE' : 'SENT'
  const by = { ...deskHeadOf(command), ...automaticOf(command) }
  return happened({ type: 'advertResumed', at, advertId, advertisementStatus, ...by })
}

/** Ends an advert permanently. Idempotent. */
export function cancelAdvert(state: State, command: CommandOf<'cancelAdvert'>): Decision {
  const { at, advertId } = command
  const advert = deskAdvert(state, command)
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
    ...deskHeadOf(command),
  })
}

/** The operator ends an advert. Like its owner, not in a locate: a halt withdraws that first. Idempotent. */
export function cancelAdvertByStaff(
  state: State,
  { at, advertId }: CommandOf<'cancelAdvertByStaff'>,
): Decision {
  const advert = state.adverts.get(advertId)
  // A draft is its owner's alone (docs/rules.md §2).
  if (!advert || advert.advertisementStatus === 'UNSENT') return refused('ADVERT-NOT-FOUND')
  if (advert.causeOfDeath === 'CANCELLED_BY_OPERATOR') return happened()
  if (!advertCan('cancel', advert)) return refused('ADVERT-ERROR-002')

  return happened({
    type: 'advertCancelled',
    at,
    advertId,
    causeOfDeath: 'CANCELLED_BY_OPERATOR',
    errorCode: null,
    quotes: [],
  })
}

/** The desk head who acts, for the event; nothing if the owner does. */
const deskHeadOf = ({ deskHeadId }: { readonly deskHeadId?: string }): { deskHeadId?: string } =>
  deskHeadId === undefined ? {} : { deskHeadId }

/** The end of a trader's session pauses all of the trader's sent and live adverts (docs/rules.md §16). */
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

/**
 * Records whether a trader is connected. An absent trader's adverts stay live but match nobody (docs/rules.md
 * §16).
 */
export function setPresence(state: State, { at, traderId, present }: CommandOf<'setPresence'>): Decision {
  const trader = state.traders.get(traderId)
  if (!trader || trader.present === present) return happened()
  return happened({ type: 'presenceChanged', at, traderId, present })
}
