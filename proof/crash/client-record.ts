import type { Advert as AdvertView } from '@aitai/contract/schemas/adverts.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import type { AdvertStatus } from '@aitai/engine/model/advert.ts'
import type { Answer, Outcome } from '@aitai/engine/model/locate.ts'

/** An advert as the server acknowledged it last, before any later effect of the market. */
export interface RecordedAdvert {
  id: string
  readonly securityId: string
  status: AdvertStatus
  quantity: number
  /** Its locates that had ended by then: they do not explain anything that is read later. */
  endedLocates: ReadonlySet<string>
  /** Its newest version. Each has a different quantity. */
  version: number
  /** Its probable status by all notifications. Used to choose the next operation, not to check. */
  assumedStatus: AdvertStatus
}

/** A locate as its side first received it. Its terms and deadline must never change. */
export interface RecordedLocate {
  readonly first: LocateNotification
  /** The trader's own answer, once acknowledged. */
  answer: Answer | null
  /** As a check read it. An outcome is final. */
  outcome: Outcome | null
  isOver: boolean
  /** The trader lets it lapse. */
  isIgnored: boolean
  /** An answer was refused because it came too late. */
  isLate: boolean
  /**
   * The ids of the notifications of its start and of its end: one each, however often they were delivered.
   */
  readonly startNotificationIds: Set<string>
  readonly endNotificationIds: Set<string>
}

/** Everything that one trader was sent. The server's state must agree with it after every restart. */
export class ClientRecord {
  readonly adverts = new Map<string, RecordedAdvert>()
  /** The newest advert in each security. */
  readonly bySecurity = new Map<string, RecordedAdvert>()
  readonly locates = new Map<string, RecordedLocate>()
  readonly counts = { upload: 0, cancel: 0, accept: 0, decline: 0 }

  /** Stores an advert from a reply, with its locates that had ended when it was requested. */
  store(view: AdvertView, endedLocates: ReadonlySet<string>): RecordedAdvert {
    const { id, securityId, advertisementStatus, shareQuantity: quantity } = view
    const recorded = this.adverts.get(id) ?? this.#begin(id, securityId)
    recorded.status = advertisementStatus
    recorded.assumedStatus = advertisementStatus
    recorded.quantity = quantity
    recorded.endedLocates = endedLocates
    return recorded
  }

  #begin(id: string, securityId: string): RecordedAdvert {
    const version = this.bySecurity.get(securityId)?.version ?? 0
    const rest = { quantity: 0, endedLocates: new Set<string>(), version } as const
    const recorded: RecordedAdvert = { id, securityId, status: 'UNSENT', assumedStatus: 'UNSENT', ...rest }
    this.adverts.set(id, recorded)
    this.bySecurity.set(securityId, recorded)
    return recorded
  }

  /** Stores a submitted draft, or the new advert that replaces a dead one. */
  replace(sentId: string, view: AdvertView, endedLocates: ReadonlySet<string>): void {
    if (sentId !== view.id) this.adverts.delete(sentId)
    this.store(view, sentId === view.id ? endedLocates : new Set())
  }

  locatesOf(advertId: string): Set<string> {
    const own = [...this.locates.values()].filter(({ first }) => first.advertisementId === advertId)
    return new Set(own.map(({ first }) => first.locateNotificationId))
  }

  locate(view: LocateNotification): RecordedLocate {
    const id = view.locateNotificationId
    const recorded = this.locates.get(id)
    if (recorded) return recorded
    const created = {
      first: view,
      answer: null,
      outcome: null,
      isOver: false,
      isIgnored: false,
      isLate: false,
      startNotificationIds: new Set<string>(),
      endNotificationIds: new Set<string>(),
    }
    this.locates.set(id, created)
    return created
  }

  /** Records a notification. It may be delivered again until it is acknowledged. */
  recordNotification({ id, message, messageType, locate: view }: Notification): void {
    if (!view || messageType !== 'locate') return
    const locate = this.locate(view)
    if (message === 'Contra Located') locate.startNotificationIds.add(id)
    else locate.endNotificationIds.add(id)
    this.recordLocate(view)
  }

  /** Updates the probable status of an advert from its locate. An old notification changes nothing. */
  recordLocate(view: LocateNotification): void {
    const locate = this.locate(view)
    const advert = this.adverts.get(view.advertisementId)
    if (!advert || locate.isOver) return
    locate.isOver = view.outcome !== null
    advert.assumedStatus = statusFromLocate(view)
  }

  unanswered(): RecordedLocate[] {
    return [...this.locates.values()].filter(({ answer, isOver }) => answer === null && !isOver)
  }
}

/** The status of an advert by its newest locate (docs/rules.md §2, §8). */
export function statusFromLocate({
  answer,
  outcome,
}: Pick<LocateNotification, 'answer' | 'outcome'>): AdvertStatus {
  if (outcome === 'ACCEPTED') return 'COMPLETED'
  if (outcome === 'WITHDRAWN') return 'LIVE'
  if (outcome) return 'PAUSED'
  return answer ? 'LOCATED' : 'ACCEPT/DECLINE?'
}
