import { phaseOf } from '../calendar/hours.ts'
import { confirmedQuotes } from '../market/quote-confirmation.ts'
import { reachesAnyKnockout } from '../market/trigger-conditions.ts'
import { commonBrokers } from '../matching/broker-choice.ts'
import { areAffiliated } from '../matching/eligibility.ts'
import type { Advert, Direction } from '../model/advert.ts'
import type { Event } from '../model/events.ts'
import { advertIdOn, type BothSides, hasBothAnswers, type Locate } from '../model/locate.ts'
import type { SeenQuote, Sighting } from '../model/quote.ts'
import type { State } from '../model/state.ts'
import { locateMarketOf } from './locate-market.ts'
import { byDeadline, isPastDeadline, locateWithdrawnEvent } from './locate-outcome.ts'

const advertOn = (state: State, locate: Locate, side: Direction): Advert =>
  state.adverts.get(advertIdOn(locate, side)) as Advert

/** Whether the two institutions may still be connected to the broker of the locate: E2 and E8. */
function maySidesConnect(state: State, locate: Locate): boolean {
  const [buy, sell] = [advertOn(state, locate, 'BUY'), advertOn(state, locate, 'SELL')]
  return (
    !areAffiliated(state, buy.firmId, sell.firmId) &&
    commonBrokers(state, buy, sell).includes(locate.brokerId)
  )
}

/**
 * Whether what is watched for the whole window holds for a locate (docs/rules.md §8): E2, E8, and of E4 that matching
 * is open and the security is traded. A price that is missing for a while ends nothing.
 */
export const mayContinue = (state: State, locate: Locate, seen: SeenQuote, at: number): boolean => {
  const market = locateMarketOf(state, locate, seen, at)
  return (market === 'OPEN' || market === 'NOT_FRESH') && maySidesConnect(state, locate)
}

/**
 * The sides whose own knockout fires on this market, confirmed like any trigger. At the official close triggers do
 * not fire (docs/rules.md §11, §13).
 */
export function knockedOutSides(
  state: State,
  locate: Locate,
  sighting: Sighting,
  at: number,
): BothSides<boolean> {
  const security = state.securities.get(locate.securityId)
  const isMatching = security && phaseOf(state.calendar, security.exchange, at) === 'MATCHING'
  const confirmed = isMatching ? confirmedQuotes(sighting, security, at, state.limits) : null
  const isKnockedOut = (side: Direction): boolean =>
    confirmed !== null && reachesAnyKnockout(advertOn(state, locate, side).terms, confirmed)
  return { BUY: isKnockedOut('BUY'), SELL: isKnockedOut('SELL') }
}

/**
 * The withdrawal of an open locate whose watched conditions fail in a market, or null. Answers do not matter, so that
 * a withdrawal reveals none. A locate that both have answered is open only because a condition failed at the second
 * answer. After the deadline a locate lapses instead (docs/rules.md §8).
 */
function withdrawalOf(state: State, locate: Locate, sighting: Sighting, at: number): Event | null {
  if (isPastDeadline(state, locate, at)) return null
  const { BUY, SELL } = knockedOutSides(state, locate, sighting, at)
  const fault = { BUY: BUY || locate.knockedOut.BUY, SELL: SELL || locate.knockedOut.SELL }
  const isOver =
    fault.BUY || fault.SELL || hasBothAnswers(locate) || !mayContinue(state, locate, sighting, at)
  return isOver ? locateWithdrawnEvent(state, locate, at, fault) : null
}

const locatesIn = (state: State, { securityId }: Sighting): Locate[] => [
  ...(state.index.openLocatesIn.get(securityId) ?? []),
]

/** The withdrawals of a sweep, in the securities that it sees. */
export function dueWithdrawals(state: State, sightings: readonly Sighting[], at: number): Event[] {
  if (state.index.openLocates.size === 0) return []
  return sightings
    .flatMap((sighting) => locatesIn(state, sighting).map((locate) => ({ locate, sighting })))
    .sort((a, b) => byDeadline(a.locate, b.locate))
    .map(({ locate, sighting }) => withdrawalOf(state, locate, sighting, at))
    .filter((event) => event !== null)
}

/** Whether this market withdraws a locate of its security, or decides about one whose deadline has passed. */
export const endsAnyLocate = (state: State, sighting: Sighting, at: number): boolean =>
  locatesIn(state, sighting).some(
    (locate) => isPastDeadline(state, locate, at) || withdrawalOf(state, locate, sighting, at) !== null,
  )
