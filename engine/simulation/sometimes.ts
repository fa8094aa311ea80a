import { areAffiliated } from '../src/contra.ts'
import type { Event } from '../src/events.ts'
import { tradingDay } from '../src/hours.ts'
import { pairOf, type State } from '../src/state.ts'
import type { Watcher } from './day.ts'

/**
 * What must sometimes happen, or the simulation proves less than it seems to. Each name is counted by a
 * watcher over all days; the test fails for one that was never seen.
 */
export const sometimes = [
  'both sides accept',
  'one accepts, the other declines',
  'one accepts, the other lets it lapse',
  'both decline',
  'one declines, the other lets it lapse',
  'both let it lapse',
  'a locate is withdrawn',
  'an answer arrives within the grace',
  'an answer arrives too late',
  'the same answer arrives twice',
  'a different second answer is refused',
  "a stranger answers another's locate",
  'a trader has two open locates at once',
  'one sweep locates several pairs',
  'two that parted meet again after their silence',
  'a second failure parts two for the day',
  'live adverts of affiliates face each other',
  'an absent owner is passed over',
  'a rating stands below 41',
  'a rating stands above 80',
  'the legs of a locate differ',
  'a broker is chosen among several ranked ones',
  'an advert expires',
  'an advert outlives its expiry in a locate',
  'a dead advert is sent again',
  'a second advert of the firm is refused',
  'a submit outside the hours is refused',
  'a sent advert waits for matching to open',
  'the end of a session pauses adverts',
  'a decline is excused',
  'a confirmation is taken back',
  'an undo after the day is refused',
  'a modify keeps the place in the queue',
  'a modify loses the place in the queue',
  'the end of a day drops what is left',
  'a flip of direction is refused',
  'a modify of a located advert is refused',
  'a locate leaves a residual on one side',
] as const
export type Sometimes = (typeof sometimes)[number]

export type Seen = Map<Sometimes, number>

/** Counts what is seen of the list above. */
export function counting(seen: Seen): Watcher {
  const see = (name: Sometimes): void => void seen.set(name, (seen.get(name) ?? 0) + 1)
  return ({ state, command, decision, before }) => {
    if ('refusal' in decision) {
      const name = byRefusal[`${command.type} ${decision.refusal.errorCode}`]
      if (name) see(name)
      return
    }
    for (const event of decision.events) for (const name of seenIn(state, event)) see(name)
    if (command.type === 'answerLocate') {
      const locate = state.locates.get(command.locateId)
      if (decision.events.length === 0) see('the same answer arrives twice')
      else if (locate && command.at > locate.deadline) see('an answer arrives within the grace')
    }
    if (command.type === 'sweep') {
      const located = decision.events.filter((event) => event.type === 'contraLocated')
      if (located.length > 1) see('one sweep locates several pairs')
      for (const name of passedOver(state)) see(name)
      if ([...before.values()].includes('SENT') && state.index.waiting.size > 0)
        see('a sent advert waits for matching to open')
    }
  }
}

const byRefusal: Readonly<Record<string, Sometimes>> = {
  'answerLocate LOCATE-LATE': 'an answer arrives too late',
  'answerLocate LOCATE-ANSWERED': 'a different second answer is refused',
  'answerLocate LOCATE-NOT-FOUND': "a stranger answers another's locate",
  'createAdvert ADVERT-ERROR-001': 'a second advert of the firm is refused',
  'submitAdvert PLATFORM-HOURS': 'a submit outside the hours is refused',
  'undoExecution AGREEMENT-DAY-OVER': 'an undo after the day is refused',
  'modifyAdvert ADVERT-DIRECTION': 'a flip of direction is refused',
  'modifyAdvert ADVERT-ERROR-002': 'a modify of a located advert is refused',
}

function seenIn(state: State, event: Event): Sometimes[] {
  switch (event.type) {
    case 'contraLocated':
      return seenInLocate(state, event.locateId)
    case 'connectionAgreed':
      return ['both sides accept']
    case 'locateWithdrawn':
      return ['a locate is withdrawn']
    case 'locateFailed':
      return seenInFailure(state, event.locateId, event.scores.BUY === null || event.scores.SELL === null)
    case 'advertExpired': {
      const late = event.at - (state.adverts.get(event.advertId)?.expiryDate ?? event.at)
      const located = [...state.locates.values()].some(
        ({ buyId, sellId }) => buyId === event.advertId || sellId === event.advertId,
      )
      return located && late > 0
        ? ['an advert expires', 'an advert outlives its expiry in a locate']
        : ['an advert expires']
    }
    case 'advertSubmitted':
      return event.replaces ? ['a dead advert is sent again'] : []
    case 'advertPaused':
      return event.by === 'SESSION_END' ? ['the end of a session pauses adverts'] : []
    case 'advertModified':
      return [
        event.keepsPriority
          ? 'a modify keeps the place in the queue'
          : 'a modify loses the place in the queue',
      ]
    case 'executionUndone':
      return ['a confirmation is taken back']
    case 'tradingDayEnded':
      return event.day > tradingDay(Date.UTC(2026, 10, 20)) ? ['the end of a day drops what is left'] : []
    default:
      return []
  }
}

function seenInLocate(state: State, locateId: string): Sometimes[] {
  const seen: Sometimes[] = []
  const locate = state.locates.get(locateId)
  if (!locate) return seen
  const { BUY, SELL } = locate.traderIds
  if ([BUY, SELL].some((id) => state.traders.get(id)?.openLocates === 2))
    seen.push('a trader has two open locates at once')
  if (locate.legs.BUY !== locate.legs.SELL) seen.push('the legs of a locate differ')
  if (locate.residual.BUY !== locate.residual.SELL) seen.push('a locate leaves a residual on one side')
  const pair = pairOf(locate.firmIds.BUY, locate.firmIds.SELL, locate.securityId)
  if (state.cooldowns.has(pair)) seen.push('two that parted meet again after their silence')
  const adverts = [state.adverts.get(locate.buyId), state.adverts.get(locate.sellId)]
  const shared = adverts[0]?.terms.brokerIds.filter((id) => adverts[1]?.terms.brokerIds.includes(id)) ?? []
  if (shared.length > 1 && adverts.every((advert) => advert?.terms.ranked))
    seen.push('a broker is chosen among several ranked ones')
  return seen
}

function seenInFailure(state: State, locateId: string, excused: boolean): Sometimes[] {
  const locate = state.locates.get(locateId)
  if (!locate) return []
  const answers = [locate.answers.BUY, locate.answers.SELL].map((answer) => answer ?? 'LAPSE').sort()
  const named: Readonly<Record<string, Sometimes>> = {
    'ACCEPT DECLINE': 'one accepts, the other declines',
    'ACCEPT LAPSE': 'one accepts, the other lets it lapse',
    'DECLINE DECLINE': 'both decline',
    'DECLINE LAPSE': 'one declines, the other lets it lapse',
    'LAPSE LAPSE': 'both let it lapse',
  }
  const seen = [named[answers.join(' ')]].filter((name) => name !== undefined)
  if (excused) seen.push('a decline is excused')
  const pair = pairOf(locate.firmIds.BUY, locate.firmIds.SELL, locate.securityId)
  if ((state.cooldowns.get(pair)?.failures ?? 0) >= 2) seen.push('a second failure parts two for the day')
  return seen
}

/** Who is live, faces a live contra, and yet was not located. */
function passedOver(state: State): Sometimes[] {
  const seen = new Set<Sometimes>()
  for (const { BUY, SELL } of state.index.pools.values()) {
    for (const buy of BUY) {
      for (const sell of SELL) {
        if (buy.firmId !== sell.firmId && areAffiliated(state, buy.firmId, sell.firmId))
          seen.add('live adverts of affiliates face each other')
        if (!state.traders.get(buy.traderId)?.present) seen.add('an absent owner is passed over')
      }
    }
  }
  return [...seen]
}
