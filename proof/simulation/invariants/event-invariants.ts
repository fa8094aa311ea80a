import { statusTransitions } from '@aitai/engine/adverts/status-actions.ts'
import { haltRefusal } from '@aitai/engine/market/halts.ts'
import type { AdvertStatus } from '@aitai/engine/model/advert.ts'
import type { Event, EventOf, EventType } from '@aitai/engine/model/events.ts'
import type { State } from '@aitai/engine/model/state.ts'
import { advertStatuses, assertInvariant, checkAdvert } from './state-invariants.ts'

type Transition = readonly [from: readonly AdvertStatus[], to: readonly AdvertStatus[]]

/**
 * The transitions of an advert's status by each event (docs/rules.md §2). No other event changes a status.
 */
const transitions: Readonly<Partial<Record<EventType, Transition>>> = {
  advertSubmitted: [['UNSENT'], ['SENT', 'LIVE']],
  advertReleased: [['SENT'], ['LIVE']],
  advertLimitCrossed: [['SENT', 'LIVE'], ['SENT']],
  advertPaused: [['SENT', 'LIVE'], ['PAUSED']],
  advertResumed: [['PAUSED'], ['SENT', 'LIVE']],
  advertCancelled: [['SENT', 'LIVE', 'PAUSED'], ['DEAD']],
  advertExpired: [['SENT', 'LIVE', 'PAUSED'], ['DEAD']],
  contraLocated: [['LIVE'], ['ACCEPT/DECLINE?']],
  locateAnswered: [['ACCEPT/DECLINE?'], ['LOCATED']],
  locateFailed: [['ACCEPT/DECLINE?', 'LOCATED'], ['PAUSED']],
  // Paused if its own knockout caused it (docs/rules.md §8).
  locateWithdrawn: [
    ['ACCEPT/DECLINE?', 'LOCATED'],
    ['LIVE', 'PAUSED'],
  ],
  connectionAgreed: [['LOCATED'], ['COMPLETED']],
}

/** The adverts that an event names, directly or by its locate. */
export function advertsNamedBy(state: State, event: Event): string[] {
  if ('advertId' in event) return [event.advertId]
  if (!('locateId' in event)) return []
  const locate = state.locates.get(event.locateId)
  if (!locate) return []
  if (event.type === 'locateAnswered') return [event.side === 'BUY' ? locate.buyId : locate.sellId]
  return [locate.buyId, locate.sellId]
}

/**
 * After an event: the adverts that it names changed by an allowed transition and are consistent
 * (docs/rules.md §2).
 */
export function checkEvent(statuses: Map<string, AdvertStatus>, state: State, event: Event): void {
  assertInvariant(state.at >= event.at, 'time never goes backwards')
  if (event.type === 'advertDrafted') checkLineage(state, event)
  for (const id of advertsNamedBy(state, event)) {
    const advert = state.adverts.get(id)
    if (!advert) throw new Error(`invariant broken: ${event.type} names an advert that is there`)
    const [was, is] = [statuses.get(id) ?? 'UNSENT', advert.advertisementStatus]
    assertInvariant(was === is || statusTransitions[was].includes(is), `${was} may not become ${is}`)
    checkTurn(event, was, is)
    if (event.type === 'contraLocated' || event.type === 'connectionAgreed')
      assertInvariant(
        haltRefusal(state, advert) === null,
        'nothing halted is located or connected to a broker',
      )
    checkAdvert(state, advert)
    statuses.set(id, is)
  }
}

/** A residual and its parent refer to each other (docs/rules.md §10). */
function checkLineage(state: State, { advertId, parentAdvertId }: EventOf<'advertDrafted'>): void {
  assertInvariant(
    state.adverts.get(advertId)?.parentAdvertId === parentAdvertId,
    'a residual refers to its parent',
  )
  if (parentAdvertId)
    assertInvariant(
      state.adverts.get(parentAdvertId)?.residualId === advertId,
      'a parent refers to its residual',
    )
}

function checkTurn(event: Event, was: AdvertStatus, is: AdvertStatus): void {
  const transition = transitions[event.type]
  if (transition)
    assertInvariant(
      transition[0].includes(was) && transition[1].includes(is),
      `${event.type} made ${is} of ${was}`,
    )
  else if (was !== is)
    assertInvariant(
      event.type === 'advertModified' && was === 'LIVE' && is === 'SENT',
      `${event.type} made ${is} of ${was}`,
    )
}

/** No status changed without an event that names the advert. */
export function checkNoOtherStatusChange(statuses: Map<string, AdvertStatus>, state: State): void {
  for (const [id, is] of advertStatuses(state))
    assertInvariant(statuses.get(id) === is, `${id} became ${is} by an event of its own`)
  for (const id of statuses.keys()) if (!state.adverts.has(id)) statuses.delete(id)
}

/** A trigger that has fired stays fired (docs/rules.md §11). */
export function checkTriggersStayFired(was: ReadonlySet<string>, state: State): Set<string> {
  const fired = new Set<string>()
  for (const { id, advertTriggerSatisfied } of state.adverts.values()) {
    if (advertTriggerSatisfied) fired.add(id)
    else assertInvariant(!was.has(id), 'an advertising trigger that has fired stays fired')
  }
  return fired
}
