import type { Event } from '../model/events.ts'
import type { State } from '../model/state.ts'

/**
 * The security whose market may have another effect (`marketHasEffect`) since an event, which the state has. Null if
 * there is none, and 'ALL' if it may be any.
 */
export function affectedMarket(state: State, event: Event): string | 'ALL' | null {
  switch (event.type) {
    case 'advertDrafted':
    case 'advertSubmitted':
    case 'advertModified':
    case 'advertTriggered':
    case 'advertLimitCrossed':
    case 'advertReleased':
    case 'advertPaused':
    case 'advertResumed':
    case 'advertCancelled':
    case 'advertExpired':
      return state.adverts.get(event.advertId)?.securityId ?? 'ALL'
    case 'contraLocated':
    case 'locateAnswered':
    case 'locateFailed':
    case 'locateWithdrawn':
    case 'connectionAgreed':
      return state.locates.get(event.locateId)?.securityId ?? 'ALL'
    case 'marketStatusChanged':
      return event.securityId
    // Brokers, affiliates, limits, hours and halts concern every security.
    case 'referenceChanged':
    case 'haltChanged':
    case 'tradingDayEnded':
      return 'ALL'
    case 'presenceChanged':
    case 'ratingAged':
    case 'brokerConnected':
    case 'executionConfirmed':
    case 'executionUndone':
    case 'notExecutedReported':
    case 'notExecutedWithdrawn':
    case 'executionReported':
    case 'executionCorrected':
    case 'executionWithdrawn':
    case 'matchExplained':
    case 'surveillanceViewed':
    case 'advertsViewed':
      return null
  }
}
