import type { Advert as AdvertView } from '@aitai/contract/schemas/adverts.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import type { AdvertStatus } from '@aitai/engine/adverts/advert.ts'
import type { Answer, Outcome } from '@aitai/engine/locates/locate.ts'

/** An advert as the server acknowledged it last, before the market did anything to it. */
export interface RecordedAdvert {
  id: string
  readonly securityId: string
  status: AdvertStatus
  quantity: number
  /** Locates of it that were over by then: they explain nothing that is seen later. */
  over: ReadonlySet<string>
  /** Its newest version: each has a quantity of its own. */
  version: number
  /** What its owner takes its status to be, by all it heard. To choose by, not to check by. */
  believed: AdvertStatus
}

/** A locate as its side saw it first. Its terms and deadline must never change. */
export interface RecordedLocate {
  readonly first: LocateNotification
  /** The own answer, once acknowledged. */
  answer: Answer | null
  /** As a check found it: an outcome is for good. */
  outcome: Outcome | null
  isOver: boolean
  /** The trader lets it lapse. */
  isIgnored: boolean
  /** An answer was refused: it came too late. */
  isLate: boolean
  /** Ids of the notices that told of it and of its end: one each, however often they were delivered. */
  readonly located: Set<string>
  readonly ended: Set<string>
}

/** All that one trader was told: the memory that the server's must agree with after every restart. */
export class ClientRecord {
  readonly adverts = new Map<string, RecordedAdvert>()
  /** The newest advert on each security. */
  readonly bySecurity = new Map<string, RecordedAdvert>()
  readonly locates = new Map<string, RecordedLocate>()
  readonly counts = { upload: 0, cancel: 0, accept: 0, decline: 0 }

  /** An advert in the words of a reply, with the locates that were over when it was asked for. */
  hold(view: AdvertView, over: ReadonlySet<string>): RecordedAdvert {
    const { id, securityId, advertisementStatus, shareQuantity: quantity } = view
    const held = this.adverts.get(id) ?? this.#begin(id, securityId)
    held.status = advertisementStatus
    held.believed = advertisementStatus
    held.quantity = quantity
    held.over = over
    return held
  }

  #begin(id: string, securityId: string): RecordedAdvert {
    const version = this.bySecurity.get(securityId)?.version ?? 0
    const rest = { quantity: 0, over: new Set<string>(), version } as const
    const held: RecordedAdvert = { id, securityId, status: 'UNSENT', believed: 'UNSENT', ...rest }
    this.adverts.set(id, held)
    this.bySecurity.set(securityId, held)
    return held
  }

  /** A draft was sent; or a dead advert was sent again, and a new one stands in its place. */
  replace(sentId: string, view: AdvertView, over: ReadonlySet<string>): void {
    if (sentId !== view.id) this.adverts.delete(sentId)
    this.hold(view, sentId === view.id ? over : new Set())
  }

  locatesOf(advertId: string): Set<string> {
    const own = [...this.locates.values()].filter(({ first }) => first.advertisementId === advertId)
    return new Set(own.map(({ first }) => first.locateNotificationId))
  }

  locate(seen: LocateNotification): RecordedLocate {
    const id = seen.locateNotificationId
    const held = this.locates.get(id)
    if (held) return held
    const fresh = {
      first: seen,
      answer: null,
      outcome: null,
      isOver: false,
      isIgnored: false,
      isLate: false,
      located: new Set<string>(),
      ended: new Set<string>(),
    }
    this.locates.set(id, fresh)
    return fresh
  }

  /** Takes a notice of the live socket. It may come again until it is acknowledged. */
  hear({ id, message, messageType, locate: seen }: Notification): void {
    if (!seen || messageType !== 'locate') return
    const locate = this.locate(seen)
    if (message === 'Contra Located') locate.located.add(id)
    else locate.ended.add(id)
    this.believe(seen)
  }

  /** What a locate says of the advert in it. An old notice that comes again says nothing new. */
  believe(seen: LocateNotification): void {
    const locate = this.locate(seen)
    const advert = this.adverts.get(seen.advertisementId)
    if (!advert || locate.isOver) return
    locate.isOver = seen.outcome !== null
    advert.believed = statusFromLocate(seen)
  }

  unanswered(): RecordedLocate[] {
    return [...this.locates.values()].filter(({ answer, isOver }) => answer === null && !isOver)
  }
}

/** The status of an advert by its newest locate (rules 2, 8). */
export function statusFromLocate({
  answer,
  outcome,
}: Pick<LocateNotification, 'answer' | 'outcome'>): AdvertStatus {
  if (outcome === 'ACCEPTED') return 'COMPLETED'
  if (outcome === 'WITHDRAWN') return 'LIVE'
  if (outcome) return 'PAUSED'
  return answer ? 'LOCATED' : 'ACCEPT/DECLINE?'
}
