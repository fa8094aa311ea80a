import type { Event } from './events.ts'
import {
  cancelled,
  drafted,
  ended,
  modified,
  released,
  resumed,
  submitted,
  triggered,
  turned,
} from './evolve-advert.ts'
import { dayEnded } from './evolve-day.ts'
import { aged, agreed, answered, executed, failed, handed, located, withdrawn } from './evolve-locate.ts'
import { marketTurned, presenceTurned, referenceTaken, switchTurned } from './evolve-reference.ts'
import { tradingDay } from './hours.ts'
import type { State } from './state.ts'

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
      return drafted(state, event)
    case 'advertSubmitted':
      return submitted(state, event)
    case 'advertModified':
      return modified(state, event)
    case 'advertReleased':
      return released(state, event)
    case 'advertPaused':
      return turned(state, event.advertId, 'PAUSED')
    case 'advertResumed':
      return resumed(state, event)
    case 'advertCancelled':
      return cancelled(state, event)
    case 'advertExpired':
      return ended(state, event.advertId, 'EXPIRED')
    case 'advertTriggered':
      return triggered(state, event)
    default:
      return changeLocate(state, event)
  }
}

type OfLocates = Exclude<Event, { readonly type: `advert${string}` }>

function changeLocate(state: State, event: OfLocates): void {
  switch (event.type) {
    case 'contraLocated':
      return located(state, event)
    case 'locateAnswered':
      return answered(state, event)
    case 'locateFailed':
      return failed(state, event)
    case 'locateWithdrawn':
      return withdrawn(state, event)
    case 'connectionAgreed':
      return agreed(state, event)
    case 'brokerConnected':
      return handed(state, event)
    case 'executionConfirmed':
      return executed(state, event, true)
    case 'executionUndone':
      return executed(state, event, false)
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
      return referenceTaken(state, event)
    case 'presenceChanged':
      return presenceTurned(state, event)
    case 'tradingDayEnded':
      return dayEnded(state, event)
    case 'ratingAged':
      return aged(state, event)
    case 'marketTurned':
      return marketTurned(state, event)
    case 'switchTurned':
      return switchTurned(state, event)
    case 'matchExplained':
      return
    default:
      event satisfies never
  }
}
