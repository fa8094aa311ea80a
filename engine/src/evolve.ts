import { tradingDay } from './calendar/hours.ts'
import type { Event } from './events.ts'
import {
  endAdvert,
  evolveAdvertCancelled,
  evolveAdvertDrafted,
  evolveAdvertModified,
  evolveAdvertReleased,
  evolveAdvertResumed,
  evolveAdvertSubmitted,
  evolveAdvertTriggered,
  setAdvertStatus,
} from './evolve-advert.ts'
import { evolveTradingDayEnded } from './evolve-day.ts'
import {
  evolveBrokerConnected,
  evolveConnectionAgreed,
  evolveContraLocated,
  evolveExecution,
  evolveLocateAnswered,
  evolveLocateFailed,
  evolveLocateWithdrawn,
  evolveRatingAged,
} from './evolve-locate.ts'
import {
  evolveMarketTurned,
  evolvePresenceChanged,
  evolveReferenceChanged,
  evolveSwitchTurned,
} from './evolve-reference.ts'
import type { State } from './state/state.ts'

/** Takes an event into the state, in place. It decides nothing: what is in the journal has happened. */
export function evolve(state: State, event: Event): State {
  state.at = Math.max(state.at, event.at)
  // The first thing that ever happens begins the first day: there was none before it that could end.
  if (state.day === 0) state.day = tradingDay(event.at)
  change(state, event)
  return state
}

function change(state: State, event: Event): void {
  switch (event.type) {
    case 'advertDrafted':
      return evolveAdvertDrafted(state, event)
    case 'advertSubmitted':
      return evolveAdvertSubmitted(state, event)
    case 'advertModified':
      return evolveAdvertModified(state, event)
    case 'advertReleased':
      return evolveAdvertReleased(state, event)
    case 'advertPaused':
      return setAdvertStatus(state, event.advertId, 'PAUSED')
    case 'advertResumed':
      return evolveAdvertResumed(state, event)
    case 'advertCancelled':
      return evolveAdvertCancelled(state, event)
    case 'advertExpired':
      return endAdvert(state, event.advertId, 'EXPIRED')
    case 'advertTriggered':
      return evolveAdvertTriggered(state, event)
    default:
      return changeLocate(state, event)
  }
}

type OfLocates = Exclude<Event, { readonly type: `advert${string}` }>

function changeLocate(state: State, event: OfLocates): void {
  switch (event.type) {
    case 'contraLocated':
      return evolveContraLocated(state, event)
    case 'locateAnswered':
      return evolveLocateAnswered(state, event)
    case 'locateFailed':
      return evolveLocateFailed(state, event)
    case 'locateWithdrawn':
      return evolveLocateWithdrawn(state, event)
    case 'connectionAgreed':
      return evolveConnectionAgreed(state, event)
    case 'brokerConnected':
      return evolveBrokerConnected(state, event)
    case 'executionConfirmed':
      return evolveExecution(state, event, true)
    case 'executionUndone':
      return evolveExecution(state, event, false)
    default:
      return changeMarket(state, event)
  }
}

type OfMarket = Exclude<
  OfLocates,
  {
    readonly type:
      | `locate${string}`
      | `execution${string}`
      | 'contraLocated'
      | 'connectionAgreed'
      | 'brokerConnected'
  }
>

function changeMarket(state: State, event: OfMarket): void {
  switch (event.type) {
    case 'referenceChanged':
      return evolveReferenceChanged(state, event)
    case 'presenceChanged':
      return evolvePresenceChanged(state, event)
    case 'tradingDayEnded':
      return evolveTradingDayEnded(state, event)
    case 'ratingAged':
      return evolveRatingAged(state, event)
    case 'marketTurned':
      return evolveMarketTurned(state, event)
    case 'switchTurned':
      return evolveSwitchTurned(state, event)
    case 'matchExplained':
      return
    default:
      event satisfies never
  }
}
