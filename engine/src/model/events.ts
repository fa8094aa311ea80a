import type { AdvertStatus, AdvertTerms, CauseOfDeath, Direction, TriggerOffsets } from './advert.ts'
import type { ExecutionTerms } from './connection-agreement.ts'
import type { Answer, BothSides, LocateTerms, Outcome } from './locate.ts'
import type { MarketErrorCode, Quote } from './quote.ts'
import type { Reference } from './reference-data.ts'
import type { HaltTarget } from './state.ts'

/** When something happened, in milliseconds UTC; never earlier than the command or event before. */
export interface Moment {
  readonly at: number
}

/** The member of staff and the reason, both recorded in the journal (docs/rules.md §15). */
export interface ByStaff extends Moment {
  readonly by: string
  readonly reason: string
  /** Of a command: the second person who approved it. */
  readonly approvedBy?: string
}

/** Whose adverts a member of staff saw, by what was given; all without any. */
export interface ViewedAdverts {
  readonly firmId?: string
  readonly traderId?: string
  readonly securityId?: string
}

interface OfAdvert extends Moment {
  readonly advertId: string
}

/** An action of the owner, or of a desk head of the owner's institution (docs/rules.md §15). */
interface OfDeskAdvert extends OfAdvert {
  /** Absent if the owner acted, or nobody did. */
  readonly deskHeadId?: string
}

/** By a rule of the owner (docs/rules.md §28). */
interface MaybeAutomatic {
  /** Absent if a user acted. */
  readonly isAutomatic?: true
}

interface OfExecution extends Moment {
  readonly agreementId: string
  readonly executionId: string
  readonly brokerUserId: string
}

/** The status of an advert that is sent or resumed: LIVE if it can match now, else SENT. */
type SentOrLive = 'SENT' | 'LIVE'

/**
 * What happened. Every change of an advert's status has exactly one event (docs/rules.md §2).
 */
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
      /** The completed advert whose residual this is (docs/rules.md §10). */
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
      /** The dead advert whose position in the owner's list this one takes (docs/rules.md §2). */
      readonly replaces: string | null
      /** LIVE if it can match now. */
      readonly advertisementStatus: SentOrLive
      /** Whether it waits for its limit price (docs/rules.md §25). */
      readonly isBeyondLimit: boolean
      /** The end of the rest that it begins; null if it raises or flips nothing (docs/rules.md §21). */
      readonly restsUntil: number | null
    } & OfAdvert &
      MaybeAutomatic)
  | ({
      readonly type: 'advertModified'
      readonly terms: AdvertTerms
      readonly minShares: number
      readonly expiryDate: number
      /** Whether the time priority stays (docs/rules.md §4). */
      readonly keepsPriority: boolean
      /** As of `advertSubmitted`. */
      readonly isBeyondLimit: boolean
      readonly restsUntil: number | null
      /** A LIVE advert goes back to SENT when an advertising trigger is armed, or by its new limit price. */
      readonly advertisementStatus: AdvertStatus
    } & OfAdvert)
  /** The advertising trigger has fired, which is never undone (docs/rules.md §11). */
  | ({ readonly type: 'advertTriggered'; readonly quotes: readonly Quote[] } & OfAdvert)
  /** It begins to wait for its limit price, or has waited for it (docs/rules.md §25). */
  | ({
      readonly type: 'advertLimitCrossed'
      readonly isBeyond: boolean
      readonly quotes: readonly Quote[]
    } & OfAdvert)
  /** The start of its time priority, from before it waited for matching hours (docs/rules.md §4). */
  | ({ readonly type: 'advertReleased'; readonly priorityTime: number } & OfAdvert)
  | ({ readonly type: 'advertPaused'; readonly by: 'OWNER' | 'DESK_HEAD' | 'SESSION_END' } & OfDeskAdvert)
  | ({ readonly type: 'advertResumed'; readonly advertisementStatus: SentOrLive } & OfDeskAdvert &
      MaybeAutomatic)
  | ({
      readonly type: 'advertCancelled'
      readonly causeOfDeath: Exclude<CauseOfDeath, 'EXPIRED'>
      /** The specification's code of the trigger or market error, and the quotes that caused it. */
      readonly errorCode: string | null
      readonly quotes: readonly Quote[]
    } & OfDeskAdvert)
  | ({ readonly type: 'advertExpired' } & OfAdvert)
  | ({ readonly type: 'contraLocated'; readonly deadline: number } & LocateTerms & Moment)
  | ({
      readonly type: 'locateAnswered'
      readonly locateId: string
      readonly side: Direction
      readonly answer: Answer
      /** A decline that is not scored because the mid moved against the trader (docs/rules.md §14). */
      readonly excused: boolean
      /** The sides whose knockout has fired by the quotes so far, if any (docs/rules.md §8). */
      readonly knockedOut?: BothSides<boolean>
    } & Moment)
  /** One side or both did not accept. Outcomes are revealed and scored, and both adverts are paused. */
  | ({
      readonly type: 'locateFailed'
      readonly locateId: string
      readonly outcome: BothSides<Outcome>
      readonly scores: BothSides<number | null>
      readonly cooldownUntil: number
    } & Moment)
  /**
   * A watched condition failed, or the locate was void. A side whose own knockout caused it is scored, and its advert
   * is paused; any other advert is live again (docs/rules.md §8).
   */
  | ({
      readonly type: 'locateWithdrawn'
      readonly locateId: string
      readonly scores: BothSides<number | null>
      readonly cooldownUntil: number
    } & Moment)
  /** Both accepted: both adverts are completed and connected to one broker. */
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
  /**
   * The broker reports that nothing was executed, and which sides did not follow through. It replaces an earlier
   * report of the same agreement (docs/rules.md §24).
   */
  | ({
      readonly type: 'notExecutedReported'
      readonly agreementId: string
      readonly atFault: BothSides<boolean>
      readonly brokerUserId: string
    } & Moment)
  | ({
      readonly type: 'notExecutedWithdrawn'
      readonly agreementId: string
      readonly brokerUserId: string
    } & Moment)
  /** The executing broker reports an execution, or corrects one: the terms replace those before (docs/rules.md §24). */
  | ({ readonly type: 'executionReported' } & ExecutionTerms & OfExecution)
  | ({ readonly type: 'executionCorrected' } & ExecutionTerms & OfExecution)
  | ({ readonly type: 'executionWithdrawn' } & OfExecution)
  | ({
      readonly type: 'tradingDayEnded'
      /** The day that begins, and the number of trading days that ended: several after a long downtime. */
      readonly day: number
      readonly tradingDays: number
    } & Moment)
  /** A low rating without recent events recovers a little (docs/rules.md §14). */
  | ({ readonly type: 'ratingAged'; readonly traderId: string } & Moment)
  /** The market of a watched security failed, recovered, or failed for another reason (docs/rules.md §12). */
  | ({
      readonly type: 'marketStatusChanged'
      readonly securityId: string
      readonly error: MarketErrorCode | null
      readonly quote: Quote | null
    } & Moment)
  /** A halt began or ended. */
  | ({ readonly type: 'haltChanged'; readonly target: HaltTarget; readonly halted: boolean } & ByStaff)
  /** A member of staff saw why two adverts did or did not match. */
  | ({
      readonly type: 'matchExplained'
      readonly advertIds: readonly [string, string]
      readonly of: number
    } & ByStaff)
  /** A member of staff saw the figures of all institutions for a trading day (docs/rules.md §21). */
  | ({
      readonly type: 'surveillanceViewed'
      /** The trading day, as an ISO date in Tokyo. */
      readonly date: string
    } & ByStaff)
  /** A member of staff saw the adverts that are sent and have not ended. */
  | ({ readonly type: 'advertsViewed'; readonly scope: ViewedAdverts } & ByStaff)

export type EventType = Event['type']
/** The event of one type. */
export type EventOf<T extends EventType> = Extract<Event, { readonly type: T }>
