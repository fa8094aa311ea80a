import type { Advert as AdvertView } from '@aitai/contract/schemas/adverts.ts'
import type { IoiCounts } from '@aitai/contract/schemas/credibility.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { AdvertStatus } from '@aitai/engine/adverts/advert.ts'
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
  /** How the request that was under way turned out; null if there was none. */
  readonly resolution: Resolution | null
}

interface Base {
  readonly status: AdvertStatus
  readonly quantity: number
  readonly over: ReadonlySet<string>
}

/**
 * Compares what the server shows with everything it acknowledged. The market may have gone on by itself:
 * a status must follow from the acknowledged one and the locates since. Changes nothing.
 */
export function compareWithRecord(
  book: ClientRecord,
  doing: PendingRequest | null,
  seen: ReadState,
): CheckResult {
  const faults = noFaults()
  const open = doing && !doing.isDone ? doing : null
  const resolution = open ? resolutionOf(book, open, seen) : null
  if (open && !resolution) faults.wrong.push(`${open.op.type} left what it could not leave`)
  const subject = open && 'advertId' in open.op ? open.op.advertId : null
  for (const held of book.adverts.values()) {
    if (held.id === subject) continue
    const view = seen.adverts.find(({ id }) => id === held.id)
    if (!view) faults.lost.push(`advert ${held.id} is gone`)
    else if (!fits(held, view, seen.locates))
      faults.lost.push(`${described(held)} was acknowledged, ${described(baseOf(view))} is shown`)
  }
  const explained = resolution === 'applied' && open ? createdAdvert(book, open, seen) : undefined
  for (const view of seen.adverts)
    if (!book.adverts.has(view.id) && view !== explained)
      faults.twice.push(`advert ${view.id} was asked for by nobody`)
  compareLocates(book, open, seen, faults)
  compareCounts(book, open, resolution, seen, faults)
  return { faults, resolution }
}

const described = ({ status, quantity }: Base): string => `${status} ${quantity}`
const baseOf = (view: AdvertView): Base => ({
  status: view.advertisementStatus,
  quantity: view.shareQuantity,
  over: new Set(),
})

const isInPlay = (status: AdvertStatus): boolean => status === 'SENT' || status === 'LIVE'

/** Whether an advert can look like this now, if it last was as given. */
function fits(base: Base, view: AdvertView, locates: readonly LocateNotification[]): boolean {
  if (view.shareQuantity !== base.quantity) return false
  const status = view.advertisementStatus
  const newest = newestOf(locates, view.id, (id) => !base.over.has(id))
  if (newest) return isInPlay(base.status) && statusFromLocate(newest) === status
  return status === base.status || (isInPlay(status) && isInPlay(base.status))
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

/** Whether a request without an answer was done, or null if neither explains what is seen. */
function resolutionOf(book: ClientRecord, doing: PendingRequest, seen: ReadState): Resolution | null {
  const { op } = doing
  if (op.type === 'answerLocate') {
    const shown = seen.locates.find(({ locateNotificationId: id }) => id === op.locateId)?.answer
    if (shown === undefined || (shown !== null && shown !== op.answer)) return null
    return shown ? 'applied' : 'notApplied'
  }
  if (createdAdvert(book, doing, seen)) return 'applied'
  if (op.type === 'createAdvert') return 'notApplied'
  const held = 'advertId' in op ? book.adverts.get(op.advertId) : undefined
  const view = held && seen.adverts.find(({ id }) => id === held.id)
  if (!held || !view) return null
  const wasDone = doneBase(held, doing, seen)
  const [before, after] = [fits(held, view, seen.locates), wasDone && fits(wasDone, view, seen.locates)]
  if (before && after) return 'unknown'
  if (after) return 'applied'
  return before ? 'notApplied' : null
}

/** The advert that a request without an answer may have made. */
export function createdAdvert(
  book: ClientRecord,
  { op }: PendingRequest,
  { adverts }: ReadState,
): AdvertView | undefined {
  const fresh = adverts.filter(({ id }) => !book.adverts.has(id))
  if (op.type === 'createAdvert')
    return fresh.find((each) => each.securityId === op.securityId && each.advertisementStatus === 'UNSENT')
  if (op.type !== 'submitAdvert' || adverts.some(({ id }) => id === op.advertId)) return undefined
  const { securityId, shareQuantity } = op.terms
  return fresh.find((each) => each.securityId === securityId && each.shareQuantity === shareQuantity)
}

/** What an advert was right after the request, if it was done. */
function doneBase(
  held: Base & { id: string },
  { op, over }: PendingRequest,
  { locates }: ReadState,
): Base | null {
  const { quantity } = held
  switch (op.type) {
    case 'submitAdvert':
      return held.status === 'DEAD' ? null : { status: 'SENT', quantity: op.terms.shareQuantity, over }
    case 'modifyAdvert': {
      const last = newestOf(locates, held.id, (id) => over.has(id) && !held.over.has(id))
      return { status: last ? statusFromLocate(last) : held.status, quantity: op.terms.shareQuantity, over }
    }
    case 'pauseAdvert':
      return { status: 'PAUSED', quantity, over }
    case 'resumeAdvert':
      return { status: 'LIVE', quantity, over }
    case 'cancelAdvert':
      return { status: 'DEAD', quantity, over }
    default:
      return null
  }
}

const termsOf = (locate: LocateNotification): string => {
  const { advertisementId, direction, locateQuantity, midPrice, locateTime, deadline } = locate
  return JSON.stringify({ advertisementId, direction, locateQuantity, midPrice, locateTime, deadline })
}

function compareLocates(
  book: ClientRecord,
  doing: PendingRequest | null,
  { locates }: ReadState,
  { lost, wrong }: Faults,
): void {
  const asked = doing?.op.type === 'answerLocate' ? doing.op.locateId : null
  const shown = new Map(locates.map((each) => [each.locateNotificationId, each]))
  for (const [id, held] of book.locates) {
    const now = shown.get(id)
    if (!now) lost.push(`locate ${id} was told and is gone`)
    else if (termsOf(now) !== termsOf(held.first))
      lost.push(`locate ${id} was ${termsOf(held.first)} and is ${termsOf(now)}`)
    else if (held.answer && now.answer !== held.answer)
      lost.push(`the answer ${held.answer} to locate ${id} is ${now.answer}`)
    else if (isChanged(held, now)) wrong.push(`locate ${id} had ended ${held.outcome}, now ${now.outcome}`)
    else if (!held.answer && now.answer && id !== asked) wrong.push(`locate ${id} was answered by nobody`)
  }
}

const isChanged = ({ outcome }: RecordedLocate, now: LocateNotification): boolean =>
  outcome !== null && now.outcome !== outcome

/** The counts of the profile count each thing once: too few is lost, too many is done twice. */
function compareCounts(
  book: ClientRecord,
  doing: PendingRequest | null,
  resolution: Resolution | null,
  { counts, locates }: ReadState,
  { lost, twice }: Faults,
): void {
  const more = resolution === 'applied' && doing ? counterOf(doing) : null
  const timeouts = locates.filter(({ outcome }) => outcome === 'TIMED_OUT').length
  const expected: IoiCounts = { ...book.counts, locate: locates.length, timeout: timeouts, triggerCancel: 0 }
  if (more) expected[more] += 1
  for (const name of Object.keys(expected) as (keyof IoiCounts)[]) {
    const says = `${name} counts ${counts[name]}, not ${expected[name]}`
    if (counts[name] < expected[name]) lost.push(says)
    if (counts[name] > expected[name]) twice.push(says)
  }
}

/** Which count a thing that is done adds to. */
export function counterOf({ op }: PendingRequest): 'upload' | 'cancel' | 'accept' | 'decline' | null {
  if (op.type === 'submitAdvert') return 'upload'
  if (op.type === 'cancelAdvert') return 'cancel'
  if (op.type === 'answerLocate') return op.answer === 'ACCEPT' ? 'accept' : 'decline'
  return null
}
