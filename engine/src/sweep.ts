import { type Advert, currentQuantity, isInLocate, isTerminal } from './advert.ts'
import { failureOf, isOver } from './answer.ts'
import { chooseBroker } from './broker-choice.ts'
import { legOf } from './cash-swap.ts'
import type { Ask } from './commands.ts'
import { dueBy } from './due.ts'
import type { Event, Fact } from './events.ts'
import { matchingIsOpen, tradingDay } from './hours.ts'
import { marketIsMeetable } from './market.ts'
import { meetingsIn, type Pair } from './priority.ts'
import { midOf, type Quote, stockMove } from './quote.ts'
import { type Decision, happened } from './refusals.ts'
import { idFrom } from './sha256.ts'
import type { State } from './state.ts'
import { securityOf } from './submit.ts'

/**
 * The passing of time. In this order: expire before looking for contras, or an advert is located as it ends;
 * settle before releasing, so that each step reads what was there when the sweep began.
 */
export function sweep(state: State, ask: Ask<'sweep'>): Decision {
  return happened(
    ...dayEnd(state, ask.at),
    ...expiries(state, ask.at),
    ...lapses(state, ask.at),
    ...releases(state, ask.at),
    ...meetings(state, ask),
  )
}

function dayEnd(state: State, at: number): Event[] {
  const day = tradingDay(at)
  return day > state.day ? [{ type: 'tradingDayEnded', at, day }] : []
}

/** Whether the advert ends now. One in a locate ends after the outcome (rules 8). */
export const isExpired = (advert: Advert, at: number): boolean =>
  !isTerminal(advert) && !isInLocate(advert) && advert.expiryDate !== null && advert.expiryDate <= at

function expiries(state: State, at: number): Event[] {
  // One advert may stand in the queue twice, after a changed duration.
  return [...new Set(dueBy(state.index.expiries, at))]
    .map((id) => state.adverts.get(id))
    .filter((advert): advert is Advert => advert !== undefined && isExpired(advert, at))
    .sort((a, b) => a.sequence - b.sequence)
    .map(({ id }): Fact<'advertExpired'> => ({ type: 'advertExpired', at, advertId: id }))
}

function lapses(state: State, at: number): Event[] {
  return [...state.index.openLocates.values()]
    .filter((locate) => isOver(state, locate, at))
    .map((locate) => failureOf(state, locate, locate.answers, locate.excused, at))
}

/** What was sent becomes live once matching is open for it (rules 2). */
function releases(state: State, at: number): Event[] {
  return [...state.index.waiting]
    .filter((advert) => !isExpired(advert, at))
    .filter((advert) => matchingIsOpen(state.calendar, securityOf(state, advert.securityId).exchange, at))
    .sort((a, b) => a.sequence - b.sequence)
    .map(({ id }): Fact<'advertReleased'> => ({ type: 'advertReleased', at, advertId: id }))
}

function meetings(state: State, { at, seed, quotes }: Ask<'sweep'>): Event[] {
  const located: Event[] = []
  const taken = new Set<Advert>()
  const open = new Map<string, number>()
  const mayOpen = ({ traderId }: Advert): boolean =>
    (state.traders.get(traderId)?.openLocates ?? 0) + (open.get(traderId) ?? 0) <
    state.limits.openLocatesPerTrader
  for (const quote of quotes) {
    if (!marketIsMeetable(state, quote, at)) continue
    for (const pair of meetingsIn(state, quote.securityId, at)) {
      const sides = [pair.buy, pair.sell]
      if (sides.some((advert) => taken.has(advert) || !mayOpen(advert))) continue
      for (const advert of sides) {
        taken.add(advert)
        open.set(advert.traderId, (open.get(advert.traderId) ?? 0) + 1)
      }
      located.push(contraLocated(state, pair, quote, at, idFrom(seed, located.length)))
    }
  }
  return located
}

/** Freezes what the two will be asked about: quantity, mid, legs, broker (rules 8.1). */
function contraLocated(
  state: State,
  pair: Pair,
  quote: Quote,
  at: number,
  locateId: string,
): Fact<'contraLocated'> {
  const { buy, sell, quantity } = pair
  const security = securityOf(state, quote.securityId)
  const brokerId = chooseBroker(state, buy, sell, locateId)
  const [buyLeg, sellLeg] = [legOf(buy.terms, sell.terms), legOf(sell.terms, buy.terms)]
  if (!brokerId || !buyLeg || !sellLeg)
    throw new Error(`${buy.id} and ${sell.id} were paired but cannot meet`)
  return {
    type: 'contraLocated',
    at,
    deadline: at + state.limits.locateWindowMs,
    locateId,
    securityId: quote.securityId,
    buyId: buy.id,
    sellId: sell.id,
    locateQuantity: quantity,
    midPrice: midOf(quote),
    stockMove: stockMove(quote, security),
    indexMove: quote.indexMove,
    brokerId,
    legs: { BUY: buyLeg, SELL: sellLeg },
    residual: { BUY: currentQuantity(buy) - quantity, SELL: currentQuantity(sell) - quantity },
    minShares: { BUY: buy.minShares, SELL: sell.minShares },
  }
}
