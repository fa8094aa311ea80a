import type { AdvertStatus, AdvertTerms, CauseOfDeath, Direction, TriggerOffsets } from './adverts/advert.ts'
import type { Answer, BothSides, LocateTerms, Outcome } from './locates/locate.ts'
import type { MarketErrorCode } from './market/market-error.ts'
import type { Quote } from './market/quote.ts'
import type { Reference } from './market/reference-data.ts'
import type { Switch } from './state/state.ts'

interface Moment {
  readonly at: number
}

interface ByStaff extends Moment {
  readonly by: string
  readonly reason: string
}

interface OfAdvert extends Moment {
  readonly advertId: string
}

/** What an advert is called back into play as: the pool is open to it, or it waits. */
type InPlay = 'SENT' | 'LIVE'

/** What happened. Each change of an advert's status has exactly one event (rules 2). */
export type Event =
  | ({ readonly type: 'referenceChanged'; readonly reference: Reference } & Moment)
  | ({ readonly type: 'presenceChanged'; readonly traderId: string; readonly present: boolean } & Moment)
  | ({
      readonly type: 'advertDrafted'
      readonly traderId: string
      readonly firmId: string
      readonly securityId: string
      readonly terms: AdvertTerms
      readonly minShares: number
      readonly offsets: TriggerOffsets
      /** The completed advert of which this is the residual (rules 10). */
      readonly parentAdvertId: string | null
    } & OfAdvert)
  | ({
      readonly type: 'advertSubmitted'
      readonly traderId: string
      readonly firmId: string
      readonly securityId: string
      readonly terms: AdvertTerms
      readonly minShares: number
      readonly expiryDate: number
      /** The dead advert whose place in the owner's list this one takes (rules 2). */
      readonly replaces: string | null
    } & OfAdvert)
  | ({
      readonly type: 'advertModified'
      readonly terms: AdvertTerms
      readonly minShares: number
      readonly expiryDate: number
      /** Whether its place in the queue is kept (rules 4). */
      readonly keepsPriority: boolean
      /** LIVE goes back to SENT when an advertising trigger is armed that has not fired yet. */
      readonly advertisementStatus: AdvertStatus
    } & OfAdvert)
  /** The advertising trigger has fired: for good, whatever the market does next (rules 11). */
  | ({ readonly type: 'advertTriggered'; readonly quotes: readonly Quote[] } & OfAdvert)
  | ({ readonly type: 'advertReleased' } & OfAdvert)
  | ({ readonly type: 'advertPaused'; readonly by: 'OWNER' | 'SESSION_END' } & OfAdvert)
  | ({ readonly type: 'advertResumed'; readonly advertisementStatus: InPlay } & OfAdvert)
  | ({
      readonly type: 'advertCancelled'
      readonly causeOfDeath: Exclude<CauseOfDeath, 'EXPIRED'>
      /** The specification's code of the trigger or market error, and the quotes that caused it. */
      readonly errorCode: string | null
      readonly quotes: readonly Quote[]
    } & OfAdvert)
  | ({ readonly type: 'advertExpired' } & OfAdvert)
  | ({ readonly type: 'contraLocated'; readonly deadline: number } & LocateTerms & Moment)
  | ({
      readonly type: 'locateAnswered'
      readonly locateId: string
      readonly side: Direction
      readonly answer: Answer
      /** A decline that is not scored, since the mid moved against the decliner (rules 14). */
      readonly excused: boolean
    } & Moment)
  /** One side or both did not accept: the outcomes are revealed and scored, both adverts paused. */
  | ({
      readonly type: 'locateFailed'
      readonly locateId: string
      readonly outcome: BothSides<Outcome>
      readonly scores: BothSides<number | null>
      readonly cooldownUntil: number
    } & Moment)
  /** Nobody's fault: both adverts are live again, nothing is scored. */
  | ({ readonly type: 'locateWithdrawn'; readonly locateId: string } & Moment)
  /** Both accepted: both adverts are completed and handed to one broker. */
  | ({
      readonly type: 'connectionAgreed'
      readonly locateId: string
      readonly agreementId: string
      readonly passwords: BothSides<string>
    } & Moment)
  | ({ readonly type: 'brokerConnected'; readonly agreementId: string; readonly side: Direction } & Moment)
  | ({
      readonly type: 'executionConfirmed' | 'executionUndone'
      readonly agreementId: string
      readonly side: Direction
      readonly brokerUserId: string
    } & Moment)
  | ({
      readonly type: 'tradingDayEnded'
      /** The day that begins, and how many trading days ended: several after a night of the server. */
      readonly day: number
      readonly tradingDays: number
    } & Moment)
  /** A low rating that rested recovers a little (rules 14). */
  | ({ readonly type: 'ratingAged'; readonly traderId: string } & Moment)
  /** A market in which adverts stand stopped being fresh, began to be, or is so in another way (rules 12). */
  | ({
      readonly type: 'marketTurned'
      readonly securityId: string
      readonly error: MarketErrorCode | null
      readonly quote: Quote | null
    } & Moment)
  | ({ readonly type: 'switchTurned'; readonly switch: Switch; readonly halted: boolean } & ByStaff)
  /** A member of the staff was shown why two adverts did or did not meet. */
  | ({
      readonly type: 'matchExplained'
      readonly advertIds: readonly [string, string]
      readonly of: number
    } & ByStaff)

export type EventType = Event['type']
/** The event of one type. */
export type EventOf<T extends EventType> = Extract<Event, { readonly type: T }>
