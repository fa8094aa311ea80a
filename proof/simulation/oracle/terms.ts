import { Advert, type AdvertTerms } from '@aitai/engine/model/advert.ts'
import type { Event, EventOf } from '@aitai/engine/model/events.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import type { State } from '@aitai/engine/model/state.ts'
import type { OracleMemory } from './memory.ts'
import { type DecayStarts, decayedShares, recordDecay } from './quantity-decay.ts'
import { copyOfRaises, recordRaises, restOf } from './raises.ts'
import { endOfRange, isAlwaysOpen, phaseAt } from './trading-hours.ts'
import { opensLimit } from './triggers.ts'

/**
 * The values that the engine computes for an advert that is sent, changed or resumed, computed independently.
 */
export function checkTerms(memory: OracleMemory, state: State, event: Event): void {
  switch (event.type) {
    case 'advertSubmitted':
      return same(event, {
        restsUntil: restBegunBy(memory, state, event, event),
        minShares: leastOf(state, event.securityId, event.terms),
        expiryDate: expectedExpiry(state, event.securityId, event.terms, event.at, event.at),
      })
    case 'advertModified': {
      const advert = state.adverts.get(event.advertId) as Advert
      const { terms, at } = event
      return same(event, {
        restsUntil: restBegunBy(memory, state, event, advert),
        minShares: leastOf(state, advert.securityId, terms),
        expiryDate: expectedExpiry(state, advert.securityId, terms, Number(advert.submitTime), at),
        keepsPriority: isNoMoreThan(memory.decayStarts, state, advert, event),
        advertisementStatus: isBackToWaiting(advert, event) ? 'SENT' : advert.advertisementStatus,
      })
    }
    case 'advertResumed': {
      const advert = state.adverts.get(event.advertId) as Advert
      const { terms, advertTriggerSatisfied, securityId } = advert
      const { exchange } = securityOf(state, securityId)
      const waits = advert.isBeyondLimit || (terms.advertisingTriggerActivated && !advertTriggerSatisfied)
      const isOpen = ['MATCHING', 'AFTER_HOURS'].includes(phaseAt(state.calendar, exchange, event.at))
      return same(event, { advertisementStatus: isOpen && !waits ? 'LIVE' : 'SENT' })
    }
    case 'advertDrafted':
      if (event.parentAdvertId) checkResidual(state, event.parentAdvertId, event.terms)
      return
    default:
  }
}

/** The end of the rest that a raise or a flip begins, or null if the event is neither (docs/rules.md §21). */
function restBegunBy(
  { raises, decayStarts }: OracleMemory,
  state: State,
  event: Event,
  of: Pick<Advert, 'firmId' | 'securityId'>,
): number | null {
  const after = copyOfRaises(raises)
  recordRaises(after, decayStarts, state, event)
  const [was, is] = [restOf(raises, of), restOf(after, of)]
  return is && is !== was ? is.until : null
}

function same(event: Event, expected: Readonly<Record<string, unknown>>): void {
  const actual = event as unknown as Readonly<Record<string, unknown>>
  for (const [field, value] of Object.entries(expected))
    if (actual[field] !== value)
      throw new Error(`${event.type} has ${field} ${actual[field]}, the oracle ${value}`)
}

const securityOf = (state: State, securityId: string): Security =>
  state.securities.get(securityId) as Security

/** A percentage of the quantity, rounded up to the lot, in integers (docs/rules.md §3). */
function leastOf(state: State, securityId: string, { shareQuantity, minimumQuantity }: AdvertTerms): number {
  const hundredLots = BigInt(100 * securityOf(state, securityId).lotSize)
  const lots = (BigInt(shareQuantity) * BigInt(minimumQuantity) + hundredLots - 1n) / hundredLots
  return (Number(lots) * Number(hundredLots)) / 100
}

/**
 * Minutes from the submit, but not beyond the end of platform hours; an own expiry is that time of today in Tokyo
 * (docs/rules.md §13).
 */
export function expectedExpiry(
  state: State,
  securityId: string,
  { duration }: AdvertTerms,
  from: number,
  at: number,
): number {
  const { platform } = state.calendar.hours[securityOf(state, securityId).exchange]
  const close = endOfRange(state.calendar, platform, at)
  if (duration === 'END_OF_DAY') return close
  if (duration.includes(':')) return Date.parse(`${tokyoDate(at)}T${duration}:00+09:00`)
  const end = from + Number(duration) * 60_000
  return isAlwaysOpen(state.calendar, platform) ? end : Math.min(end, close)
}

/** All terms that determine priority, except the quantity. A level that is off counts as none. */
export const standing = ({ direction, minimumQuantity, ...terms }: AdvertTerms): string =>
  JSON.stringify([
    direction,
    minimumQuantity,
    terms.advertisingTriggerActivated && terms.advertisingTrigger,
    terms.knockoutTriggerActivated && terms.knockoutTrigger,
    terms.indexRelativeKOTriggerActivated && terms.indexRelativeKOTrigger,
  ])

/**
 * An offer that is not larger than before keeps the priority; a new direction, minimum or trigger does not
 * (docs/rules.md §4). The offer is the current quantity, which decay lowers.
 */
function isNoMoreThan(
  decayStarts: DecayStarts,
  state: State,
  was: Advert,
  event: EventOf<'advertModified'>,
): boolean {
  const { terms, minShares, expiryDate, at } = event
  const after = new Map(decayStarts)
  recordDecay(after, state, event)
  const changed = Advert.from({ ...was.toJSON(), terms, minShares, expiryDate })
  const offered = decayedShares(after, state, changed, at)
  return (
    offered <= decayedShares(decayStarts, state, was, at) &&
    standing(was.terms) === standing(terms) &&
    !opensLimit(was.terms, terms)
  )
}

const isBackToWaiting = (advert: Advert, { terms, isBeyondLimit }: EventOf<'advertModified'>): boolean =>
  advert.advertisementStatus === 'LIVE' &&
  (isBeyondLimit || (terms.advertisingTriggerActivated && !advert.advertTriggerSatisfied))

/** The residual of a completed advert in whole lots, once, with its settings (docs/rules.md §10). */
function checkResidual(state: State, parentId: string, terms: AdvertTerms): void {
  const parent = state.adverts.get(parentId) as Advert
  const { lotSize } = securityOf(state, parent.securityId)
  const shareQuantity = parent.quantityRemaining - (parent.quantityRemaining % lotSize)
  const expected = JSON.stringify({ ...parent.terms, shareQuantity })
  const isRight = parent.advertisementStatus === 'COMPLETED' && parent.residualId === null
  if (!isRight || JSON.stringify(terms) !== expected)
    throw new Error(`${parentId} left ${JSON.stringify(terms)}, the oracle says ${expected}`)
}

/** The date in Tokyo, which has no summer time. */
const tokyoDate = (at: number): string => new Date(at + 9 * 3_600_000).toISOString().slice(0, 10)

/** Whether a time is an own expiry after platform hours (docs/rules.md §13). */
export function isBeyondHours(
  state: State,
  securityId: string,
  { duration }: AdvertTerms,
  end: number,
  at: number,
): boolean {
  const { platform } = state.calendar.hours[securityOf(state, securityId).exchange]
  return duration.includes(':') && end > endOfRange(state.calendar, platform, at)
}
