import { tickAt } from '@aitai/engine/market/tick-sizes.ts'
import type { Advert, AdvertTerms } from '@aitai/engine/model/advert.ts'
import type { CommandOf } from '@aitai/engine/model/commands.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import type { State } from '@aitai/engine/model/state.ts'
import { type AutomaticLog, isAutomaticallyDue } from './adverts.ts'
import { automaticText, limitText } from './event-text.ts'
import { type OracleMemory, ratingIn } from './memory.ts'
import { expectedExpiry, isBeyondHours } from './terms.ts'
import { dateOf, isOpenDay, isWithin, midnightAfter, phaseAt } from './trading-hours.ts'
import { beginsBeyond, staysBeyond } from './triggers.ts'

/**
 * The expected result of submit, modify and residual, written independently of the engine (docs/rules.md §2,
 * §10, §11, §13).
 */
type Sending = CommandOf<'submitAdvert'>
type Changing = CommandOf<'modifyAdvert'>

/** Whether a security can be traded here: a delisted one cannot (docs/rules.md §26). */
export const isListed = ({ securities }: State, securityId: string): boolean =>
  securities.has(securityId) && securities.get(securityId)?.isDelisted !== true

const securityOf = (state: State, { securityId }: Advert): Security =>
  state.securities.get(securityId) as Security

export function expectedSubmit(memory: OracleMemory, state: State, command: Sending): string[] {
  const { at, advertId, traderId, freshId, terms } = command
  const advert = state.adverts.get(advertId)
  if (advert?.traderId !== traderId) return ['ADVERT-NOT-FOUND']
  const isDead = advert.advertisementStatus === 'DEAD'
  if (!isDead && advert.advertisementStatus !== 'UNSENT') return ['ADVERT-ERROR-008']
  if (command.isAutomatic && !isRenewable(memory.automatic, state, advert, command))
    return ['ADVERT-ERROR-008']
  const open = openAdvertOf(state, advert.firmId, advert.securityId)
  if (open && open !== advert) return ['ADVERT-ERROR-001']
  if (!isListed(state, advert.securityId)) return ['SECURITY-NOT-FOUND']
  const code =
    haltCode(state, advert) ??
    hoursCode(state, securityOf(state, advert), at) ??
    termsCode(state, advert, command) ??
    armingCode(memory, state, traderId, terms.advertisingTriggerActivated) ??
    flipCode(state, advert, terms, at)
  if (code) return [code]
  if (isOver(state, advert, terms, at, at)) return ['ADVERT-DURATION']
  // Not matchable yet: the trigger is not satisfied, or matching is closed (docs/rules.md §2).
  const phase = phaseAt(state.calendar, securityOf(state, advert).exchange, at)
  const isBeyondLimit = beginsBeyond(terms, false, command.price)
  const isClosed = phase !== 'MATCHING' && phase !== 'AFTER_HOURS'
  const waits = terms.advertisingTriggerActivated || isBeyondLimit || isClosed
  const id = isDead ? freshId : advertId
  return [
    `advertSubmitted ${id} ${waits ? 'SENT' : 'LIVE'}${limitText({ isBeyondLimit })}${automaticText(command)}`,
  ]
}

export function expectedModify(memory: OracleMemory, state: State, command: Changing): string[] {
  const { at, advertId, traderId, terms } = command
  const advert = state.adverts.get(advertId)
  if (advert?.traderId !== traderId) return ['ADVERT-NOT-FOUND']
  if (!['SENT', 'LIVE', 'PAUSED'].includes(advert.advertisementStatus)) return ['ADVERT-ERROR-002']
  if (Number(advert.expiryDate) <= at) return ['ADVERT-ERROR-002']
  const arms = terms.advertisingTriggerActivated && !advert.terms.advertisingTriggerActivated
  const code =
    termsCode(state, advert, command) ??
    frozenCode(state, advert, terms, at) ??
    armingCode(memory, state, traderId, arms) ??
    flipCode(state, advert, terms, at)
  if (code) return [code]
  if (isOver(state, advert, terms, Number(advert.submitTime), at)) return ['ADVERT-DURATION']
  if (isSame(advert.terms, terms)) return []
  return [
    `advertModified ${advertId}${limitText({ isBeyondLimit: staysBeyond(advert, terms, command.price) })}`,
  ]
}

/** Whether a rule may send a dead advert again: on the day on which it was sent, for a life that ends on it. */
export function isRenewable(
  log: AutomaticLog,
  state: State,
  advert: Advert,
  { terms, at }: CommandOf<'submitAdvert'>,
): boolean {
  const isOfToday = dateOf(Number(advert.submitTime)) === dateOf(at)
  const end = expectedExpiry(state, advert.securityId, terms, at, at)
  return isAutomaticallyDue(log, advert, at) && isOfToday && end <= midnightAfter(at)
}

/** Whether it would have expired already, or lies after platform hours (docs/rules.md §13). */
function isOver(state: State, { securityId }: Advert, terms: AdvertTerms, from: number, at: number): boolean {
  const end = expectedExpiry(state, securityId, terms, from, at)
  return end <= at || isBeyondHours(state, securityId, terms, end, at)
}

const isSame = (was: AdvertTerms, is: AdvertTerms): boolean =>
  JSON.stringify(Object.entries(was).sort()) === JSON.stringify(Object.entries(is).sort())

function hoursCode({ calendar }: State, { exchange }: Security, at: number): string | null {
  if (!isOpenDay(calendar, at)) return 'ADVERT-ERROR-010'
  return isWithin(calendar, calendar.hours[exchange].platform, at) ? null : 'PLATFORM-HOURS'
}

function termsCode(state: State, advert: Advert, { terms, price }: Sending | Changing): string | null {
  const { brokerIds, shareQuantity, minimumQuantity: percent, credibilityHurdle: hurdle } = terms
  const security = securityOf(state, advert)
  if (brokerIds.length === 0) return 'ADVERT-ERROR-011'
  const mayUse = (id: string): boolean =>
    state.brokers.get(id)?.active === true && state.firms.get(advert.firmId)?.brokerIds.includes(id) === true
  const isTwice = brokerIds.some((id, i) => brokerIds.indexOf(id) < i)
  if (isTwice || brokerIds.length > 4 || !brokerIds.every(mayUse)) return 'ADVERT-BROKER'
  if (shareQuantity % security.lotSize !== 0) return 'ADVERT-LOT'
  if (shareQuantity * price < 10_000_000 * 10_000) return 'ADVERT-ERROR-004'
  if (percent < 10 || percent > 75 || percent % 1 !== 0) return 'ADVERT-MINIMUM'
  if (hurdle < 1 || hurdle > 100) return 'ADVERT-ERROR-006'
  const code = triggersCode(terms, security)
  if (code !== null) return code
  return isTooLarge(state, advert, shareQuantity, price) ? 'ADVERT-ERROR-014' : null
}

/**
 * Above the institution's largest notional, or above the one of all its live adverts together, in which those in
 * other securities count at their close (docs/rules.md §22). A paused advert that is changed does not count there.
 */
export function isTooLarge(
  state: State,
  advert: Advert,
  shares: number,
  price: number,
  staysPaused = advert.advertisementStatus === 'PAUSED',
): boolean {
  const { largestNotional = null, largestLiveNotional = null } = state.firms.get(advert.firmId) ?? {}
  if (largestNotional !== null && shares * price > largestNotional) return true
  return (
    largestLiveNotional !== null &&
    !staysPaused &&
    shares * price + liveNotionalBeside(state, advert) > largestLiveNotional
  )
}

const liveNotionalBeside = (state: State, advert: Advert): number =>
  [...state.adverts.values()]
    .filter(({ id, firmId }) => id !== advert.id && firmId === advert.firmId)
    .filter((each) => ['SENT', 'LIVE', 'ACCEPT/DECLINE?', 'LOCATED'].includes(each.advertisementStatus))
    .reduce((sum, each) => sum + each.quantityRemaining * securityOf(state, each).closePrice, 0)

/**
 * Levels on the tick grid and inside the daily limits, the trigger on the near side, the offset 3 to 7
 * percent.
 */
function triggersCode(terms: AdvertTerms, security: Security): string | null {
  const { advertisingTrigger: near, knockoutTrigger: far, indexRelativeKOTrigger: offset } = terms
  const isLevel = (level: number | null): boolean =>
    level !== null &&
    level >= security.minPrice &&
    level <= security.maxPrice &&
    level % tickAt(level, security) === 0
  const isOn = terms.advertisingTriggerActivated
  if (isOn && !isLevel(near)) return 'TRIGGER-LEVEL'
  if (terms.knockoutTriggerActivated && !isLevel(far)) return 'TRIGGER-LEVEL'
  const room = terms.direction === 'BUY' ? Number(far) - Number(near) : Number(near) - Number(far)
  if (isOn && terms.knockoutTriggerActivated && room <= 0) return 'TRIGGER-ORDER'
  const { limitPrice: limit } = terms
  if (limit !== null) {
    if (!isLevel(limit)) return 'LIMIT-LEVEL'
    const sign = terms.direction === 'BUY' ? 1 : -1
    if (terms.knockoutTriggerActivated && sign * (Number(far) - limit) <= 0) return 'LIMIT-ORDER'
    if (isOn && sign * (limit - Number(near)) < 0) return 'LIMIT-ORDER'
  }
  if (!terms.indexRelativeKOTriggerActivated) return null
  const isOffset = offset !== null && offset >= 300 && offset <= 700 && offset % 1 === 0
  return isOffset ? null : 'TRIGGER-INDEX'
}

const armingCode = (memory: OracleMemory, state: State, traderId: string, arms: boolean): string | null =>
  arms && ratingIn(memory, traderId) < state.limits.armingRating ? 'TRIGGER-RATING' : null

/**
 * A fired trigger does not change, and none changes during matching at the official close (docs/rules.md §11,
 * §13).
 */
function frozenCode(
  { calendar, ...state }: State,
  advert: Advert,
  is: AdvertTerms,
  at: number,
): string | null {
  const was = advert.terms
  const level = (terms: AdvertTerms) => terms.advertisingTriggerActivated && terms.advertisingTrigger
  const others = (terms: AdvertTerms) => [
    terms.knockoutTriggerActivated && terms.knockoutTrigger,
    terms.indexRelativeKOTriggerActivated && terms.indexRelativeKOTrigger,
  ]
  const isMoved = level(was) !== level(is)
  if (advert.advertTriggerSatisfied && isMoved) return 'TRIGGER-SATISFIED'
  const isChanged = isMoved || others(was).join() !== others(is).join()
  const { exchange } = state.securities.get(advert.securityId) as Security
  return isChanged && isWithin(calendar, calendar.hours[exchange].afterHours, at) ? 'TRIGGER-FROZEN' : null
}

function flipCode(state: State, advert: Advert, { direction }: AdvertTerms, at: number): string | null {
  const last = state.lastLocates.get(`${advert.firmId}|${advert.securityId}`)
  if (!last || last.direction === direction) return null
  return at < last.at + state.limits.directionFlipMs ? 'ADVERT-DIRECTION' : null
}

/** The residual, if it is large enough and no other advert prevents it (docs/rules.md §10). */
export function expectedResidual(state: State, command: CommandOf<'createResidual'>): string[] {
  const { at, advertId, traderId, residualId, price } = command
  const advert = state.adverts.get(advertId)
  if (advert?.traderId !== traderId) return ['ADVERT-NOT-FOUND']
  const security = securityOf(state, advert)
  const shares = advert.quantityRemaining - (advert.quantityRemaining % security.lotSize)
  const isPossible =
    advert.advertisementStatus === 'COMPLETED' &&
    advert.residualId === null &&
    isListed(state, advert.securityId) &&
    !state.halts.platform &&
    hoursCode(state, security, at) === null &&
    !openAdvertOf(state, advert.firmId, advert.securityId) &&
    shares >= security.lotSize &&
    shares * price >= 10_000_000 * 10_000
  if (!isPossible) return ['ADVERT-ERROR-005']
  return [isTooLarge(state, advert, shares, price, true) ? 'ADVERT-ERROR-014' : `advertDrafted ${residualId}`]
}

/** The institution's one advert in a security that has not ended. */
export const openAdvertOf = (state: State, firmId: string | undefined, securityId: string) =>
  [...state.adverts.values()].find(
    (advert) =>
      advert.firmId === firmId &&
      advert.securityId === securityId &&
      !['COMPLETED', 'DEAD'].includes(advert.advertisementStatus),
  )

/** The refusal of a submit because of a halt, or null. */
export function haltCode(
  { halts }: State,
  { firmId, securityId }: { readonly firmId: string; readonly securityId: string },
): string | null {
  if (halts.platform) return 'PLATFORM-CLOSED'
  if (halts.firms.has(firmId)) return 'FIRM-HALTED'
  return halts.securities.has(securityId) ? 'SECURITY-HALTED' : null
}
