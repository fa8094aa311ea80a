import type { AdvertStatus } from '../src/advert.ts'
import type { Event, EventType, Fact } from '../src/events.ts'
import type { State } from '../src/state.ts'
import { leadsTo } from '../src/status.ts'
import { haltRefusal } from '../src/switches.ts'
import { claim } from './claim.ts'
import { checkAdvert, statusesOf } from './invariants.ts'

type Turn = readonly [from: readonly AdvertStatus[], to: readonly AdvertStatus[]]

/** Which event makes what of which statuses (rules 2). What is not here changes the status of nothing. */
const turns: Readonly<Partial<Record<EventType, Turn>>> = {
  advertSubmitted: [['UNSENT'], ['SENT']],
  advertReleased: [['SENT'], ['LIVE']],
  advertPaused: [['SENT', 'LIVE'], ['PAUSED']],
  advertResumed: [['PAUSED'], ['SENT', 'LIVE']],
  advertCancelled: [['SENT', 'LIVE', 'PAUSED'], ['DEAD']],
  advertExpired: [['SENT', 'LIVE', 'PAUSED'], ['DEAD']],
  contraLocated: [['LIVE'], ['ACCEPT/DECLINE?']],
  locateAnswered: [['ACCEPT/DECLINE?'], ['LOCATED']],
  locateFailed: [['ACCEPT/DECLINE?', 'LOCATED'], ['PAUSED']],
  locateWithdrawn: [['ACCEPT/DECLINE?', 'LOCATED'], ['LIVE']],
  connectionAgreed: [['LOCATED'], ['COMPLETED']],
}

/** The adverts that an event names, by itself or by its locate. */
export function touchedBy(state: State, event: Event): string[] {
  if ('advertId' in event) return [event.advertId]
  if (!('locateId' in event)) return []
  const locate = state.locates.get(event.locateId)
  if (!locate) return []
  if (event.type === 'locateAnswered') return [event.side === 'BUY' ? locate.buyId : locate.sellId]
  return [locate.buyId, locate.sellId]
}

/** After an event: who it names turned as rules 2 allow, by the right event, and is whole. */
export function checkEvent(statuses: Map<string, AdvertStatus>, state: State, event: Event): void {
  claim(state.at >= event.at, 'time goes on')
  if (event.type === 'advertDrafted') checkLineage(state, event)
  for (const id of touchedBy(state, event)) {
    const advert = state.adverts.get(id)
    if (!advert) throw new Error(`invariant broken: ${event.type} names an advert that is there`)
    const [was, is] = [statuses.get(id) ?? 'UNSENT', advert.advertisementStatus]
    claim(was === is || leadsTo[was].includes(is), `${was} may not become ${is}`)
    checkTurn(event, was, is)
    if (event.type === 'contraLocated' || event.type === 'connectionAgreed')
      claim(haltRefusal(state, advert) === null, 'nothing halted is located or handed to a broker')
    checkAdvert(state, advert)
    statuses.set(id, is)
  }
}

/** A residual and what it was made of know each other (rules 10). */
function checkLineage(state: State, { advertId, parentAdvertId }: Fact<'advertDrafted'>): void {
  claim(state.adverts.get(advertId)?.parentAdvertId === parentAdvertId, 'a residual knows its parent')
  if (parentAdvertId)
    claim(state.adverts.get(parentAdvertId)?.residualId === advertId, 'a parent knows its residual')
}

function checkTurn(event: Event, was: AdvertStatus, is: AdvertStatus): void {
  const turn = turns[event.type]
  if (turn) claim(turn[0].includes(was) && turn[1].includes(is), `${event.type} made ${is} of ${was}`)
  else if (was !== is)
    claim(
      event.type === 'advertModified' && was === 'LIVE' && is === 'SENT',
      `${event.type} made ${is} of ${was}`,
    )
}

/** Nobody's status changed but by an event that names it. */
export function checkNothingElseTurned(statuses: Map<string, AdvertStatus>, state: State): void {
  for (const [id, is] of statusesOf(state))
    claim(statuses.get(id) === is, `${id} became ${is} by an event of its own`)
  for (const id of statuses.keys()) if (!state.adverts.has(id)) statuses.delete(id)
}

/** What triggers fired stays fired (rules 11). */
export function checkLatched(was: ReadonlySet<string>, state: State): Set<string> {
  const fired = new Set<string>()
  for (const { id, advertTriggerSatisfied } of state.adverts.values()) {
    if (advertTriggerSatisfied) fired.add(id)
    else claim(!was.has(id), 'an advertising trigger that has fired stays fired')
  }
  return fired
}
