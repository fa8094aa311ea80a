import type { Advert as AdvertView } from '@aitai/contract/schemas/adverts.ts'
import type { IoiCounts } from '@aitai/contract/schemas/credibility.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { AdvertStatus } from '@aitai/engine/model/advert.ts'
import type { PendingRequest } from './acknowledgement.ts'
import { type ClientRecord, type RecordedLocate, statusFromLocate } from './client-record.ts'
import { type Faults, noFaults, type Resolution } from './tally.ts'

/** What a trader reads after a restart. */
export interface ReadState {
  readonly adverts: readonly AdvertView[]
  readonly locates: readonly LocateNotification[]
  readonly counts: IoiCounts
}

export interface CheckResult {
  readonly faults: Faults
  /** The outcome of the request that was in flight; null if there was none. */
  readonly resolution: Resolution | null
}

interface Base {
  readonly status: AdvertStatus
  readonly quantity: number
  readonly endedLocates: ReadonlySet<string>
}

/**
 * Compares the state of the server with everything that it acknowledged. The market may have moved on: a
 * status must follow from the acknowledged one and the locates since. Changes nothing.
 */
export function compareWithRecord(
  record: ClientRecord,
  pending: PendingRequest | null,
  serverState: ReadState,
): CheckResult {
  const faults = noFaults()
  const open = pending && !pending.isApplied ? pending : null
  const resolution = open ? resolutionOf(record, open, serverState) : null
  if (open && !resolution) faults.wrong.push(`${open.op.type} left an impossible state`)
  const subject = open && 'advertId' in open.op ? open.op.advertId : null
  for (const recorded of record.adverts.values()) {
    if (recorded.id === subject) continue
    const view = serverState.adverts.find(({ id }) => id === recorded.id)
    if (!view) faults.lost.push(`advert ${recorded.id} is missing`)
    else if (!isConsistent(recorded, view, serverState.locates))
      faults.lost.push(`${describe(recorded)} was acknowledged, ${describe(baseOf(view))} was read`)
  }
  const createdByRequest =
    resolution === 'applied' && open ? createdAdvert(record, open, serverState) : undefined
  for (const view of serverState.adverts)
    if (!record.adverts.has(view.id) && view !== createdByRequest)
      faults.twice.push(`advert ${view.id} was created by nobody`)
  compareLocates(record, open, serverState, faults)
  compareCounts(record, open, resolution, serverState, faults)
  return { faults, resolution }
}

const describe = ({ status, quantity }: Base): string => `${status} ${quantity}`
const baseOf = (view: AdvertView): Base => ({
  status: view.advertisementStatus,
  quantity: view.shareQuantity,
  endedLocates: new Set(),
})

const isSentOrLive = (status: AdvertStatus): boolean => status === 'SENT' || status === 'LIVE'

/** Whether an advert can have this state now, given its last acknowledged one. */
function isConsistent(base: Base, view: AdvertView, locates: readonly LocateNotification[]): boolean {
  if (view.shareQuantity !== base.quantity) return false
  const status = view.advertisementStatus
  const newest = newestOf(locates, view.id, (id) => !base.endedLocates.has(id))
  // Nothing is located any more: a locate since was over before the reply, and its notifications came after it.
  if (!isSentOrLive(base.status)) return status === base.status && newest?.outcome !== null
  if (newest) return statusFromLocate(newest) === status
  return isSentOrLive(status)
}

function newestOf(
  locates: readonly LocateNotification[],
  advertId: string,
  counts: (locateId: string) => boolean,
): LocateNotification | undefined {
  return locates
    .filter((each) => each.advertisementId === advertId && counts(each.locateNotificationId))
    .sort((a, b) => b.locateTime - a.locateTime)[0]
}

/** Whether a request without a response was applied, or null if neither explains the state. */
function resolutionOf(
  record: ClientRecord,
  pending: PendingRequest,
  serverState: ReadState,
): Resolution | null {
  const { op } = pending
  if (op.type === 'answerLocate') {
    const shown = serverState.locates.find(({ locateNotificationId: id }) => id === op.locateId)?.answer
    if (shown === undefined || (shown !== null && shown !== op.answer)) return null
    return shown ? 'applied' : 'notApplied'
  }
  if (createdAdvert(record, pending, serverState)) return 'applied'
  if (op.type === 'createAdvert') return 'notApplied'
  const recorded = 'advertId' in op ? record.adverts.get(op.advertId) : undefined
  const view = recorded && serverState.adverts.find(({ id }) => id === recorded.id)
  if (!recorded || !view) return null
  const baseAfter = baseIfApplied(recorded, pending, serverState)
  const [before, after] = [
    isConsistent(recorded, view, serverState.locates),
    baseAfter && isConsistent(baseAfter, view, serverState.locates),
  ]
  if (before && after) return 'unknown'
  if (after) return 'applied'
  return before ? 'notApplied' : null
}

/** The advert that a request without a response may have created. */
export function createdAdvert(
  record: ClientRecord,
  { op }: PendingRequest,
  { adverts }: ReadState,
): AdvertView | undefined {
  const unknownAdverts = adverts.filter(({ id }) => !record.adverts.has(id))
  if (op.type === 'createAdvert')
    return unknownAdverts.find(
      (each) => each.securityId === op.securityId && each.advertisementStatus === 'UNSENT',
    )
  if (op.type !== 'submitAdvert' || adverts.some(({ id }) => id === op.advertId)) return undefined
  const { securityId, shareQuantity } = op.terms
  return unknownAdverts.find((each) => each.securityId === securityId && each.shareQuantity === shareQuantity)
}

/** The state of an advert right after the request, if the request was applied. */
function baseIfApplied(
  recorded: Base & { id: string },
  { op, endedLocates }: PendingRequest,
  { locates }: ReadState,
): Base | null {
  const { quantity } = recorded
  switch (op.type) {
    case 'submitAdvert':
      return recorded.status === 'DEAD'
        ? null
        : { status: 'SENT', quantity: op.terms.shareQuantity, endedLocates }
    case 'modifyAdvert': {
      const last = newestOf(
        locates,
        recorded.id,
        (id) => endedLocates.has(id) && !recorded.endedLocates.has(id),
      )
      return {
        status: last ? statusFromLocate(last) : recorded.status,
        quantity: op.terms.shareQuantity,
        endedLocates,
      }
    }
    case 'pauseAdvert':
      return { status: 'PAUSED', quantity, endedLocates }
    case 'resumeAdvert':
      return { status: 'LIVE', quantity, endedLocates }
    case 'cancelAdvert':
      return { status: 'DEAD', quantity, endedLocates }
    default:
      return null
  }
}

const termsOf = (locate: LocateNotification): string => {
  const { advertisementId, direction, locateQuantity, midPrice, locateTime, deadline } = locate
  return JSON.stringify({ advertisementId, direction, locateQuantity, midPrice, locateTime, deadline })
}

function compareLocates(
  record: ClientRecord,
  pending: PendingRequest | null,
  { locates }: ReadState,
  { lost, wrong }: Faults,
): void {
  const pendingLocateId = pending?.op.type === 'answerLocate' ? pending.op.locateId : null
  const shown = new Map(locates.map((each) => [each.locateNotificationId, each]))
  for (const [id, recorded] of record.locates) {
    const now = shown.get(id)
    if (!now) lost.push(`locate ${id} was notified and is missing`)
    else if (termsOf(now) !== termsOf(recorded.first))
      lost.push(`locate ${id} was ${termsOf(recorded.first)} and is ${termsOf(now)}`)
    else if (recorded.answer && now.answer !== recorded.answer)
      lost.push(`the answer ${recorded.answer} to locate ${id} is ${now.answer}`)
    else if (isChanged(recorded, now))
      wrong.push(`locate ${id} had ended ${recorded.outcome}, now ${now.outcome}`)
    else if (!recorded.answer && now.answer && id !== pendingLocateId)
      wrong.push(`locate ${id} was answered by nobody`)
  }
}

const isChanged = ({ outcome }: RecordedLocate, now: LocateNotification): boolean =>
  outcome !== null && now.outcome !== outcome

/**
 * The profile counts each action once: a count that is too low is lost, one that is too high is applied
 * twice.
 */
function compareCounts(
  record: ClientRecord,
  pending: PendingRequest | null,
  resolution: Resolution | null,
  { counts, locates }: ReadState,
  { lost, twice }: Faults,
): void {
  const counter = resolution === 'applied' && pending ? counterOf(pending) : null
  const timeouts = locates.filter(({ outcome }) => outcome === 'TIMED_OUT').length
  const expected: IoiCounts = {
    ...record.counts,
    locate: locates.length,
    timeout: timeouts,
    triggerCancel: 0,
  }
  if (counter) expected[counter] += 1
  for (const name of Object.keys(expected) as (keyof IoiCounts)[]) {
    const message = `${name} counts ${counts[name]}, not ${expected[name]}`
    if (counts[name] < expected[name]) lost.push(message)
    if (counts[name] > expected[name]) twice.push(message)
  }
}

/** The count that the request increases. */
export function counterOf({ op }: PendingRequest): 'upload' | 'cancel' | 'accept' | 'decline' | null {
  if (op.type === 'submitAdvert') return 'upload'
  if (op.type === 'cancelAdvert') return 'cancel'
  if (op.type === 'answerLocate') return op.answer === 'ACCEPT' ? 'accept' : 'decline'
  return null
}
