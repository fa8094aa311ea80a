import type { AdvertTerms, Direction, TriggerOffsets } from './advert.ts'
import type { ExecutionTerms } from './connection-agreement.ts'
import type { ByStaff, Moment, ViewedAdverts } from './events.ts'
import type { Answer, BothSides } from './locate.ts'
import type { Price } from './price.ts'
import type { Quote, Sighting } from './quote.ts'
import type { Reference } from './reference-data.ts'
import type { HaltTarget } from './state.ts'

interface OfAdvert extends Moment {
  readonly traderId: string
  readonly advertId: string
}

/** By the owner, or by a desk head of the owner's institution (docs/rules.md §15). */
interface OfDeskAdvert extends OfAdvert {
  /** Absent if the owner acts. */
  readonly deskHeadId?: string
}

/** By a user of the executing broker. */
interface OfAgreement extends Moment {
  readonly agreementId: string
  readonly brokerId: string
  readonly brokerUserId: string
}

/** The id of a new report is drawn by the caller. */
interface OfExecution extends OfAgreement {
  readonly executionId: string
}

/** By a rule of the owner, at a tick of the clock (docs/rules.md §28). */
interface MaybeAutomatic {
  /** Absent if a user acts. */
  readonly isAutomatic?: true
}

/** The price for the platform minimum and the size limits: the last mid or the close (docs/rules.md §6, §22). */
interface Priced {
  readonly price: Price
}

/**
 * A request to change the state. Ids, passwords and seeds are drawn by the caller, so that the same commands
 * always give the same events.
 */
export type Command =
  | ({ readonly type: 'changeReference'; readonly reference: Reference } & Moment)
  | ({ readonly type: 'setPresence'; readonly traderId: string; readonly present: boolean } & Moment)
  | ({ readonly type: 'endSession'; readonly traderId: string; readonly reason: SessionEnd } & Moment)
  | ({
      readonly type: 'createAdvert'
      readonly securityId: string
      readonly terms: AdvertTerms
      readonly offsets: TriggerOffsets
    } & OfAdvert)
  | ({
      readonly type: 'submitAdvert'
      readonly terms: AdvertTerms
      /** The id of the new advert if a dead one is sent again (docs/rules.md §2). */
      readonly freshId: string
      /**
       * The mid of a fresh quote at the submit, the arrival price of the cost analysis (docs/rules.md §24); null if
       * there was none or the exchange was closed. No rule reads it.
       */
      readonly arrivalMid: Price | null
      /** The price of a dollar at the submit, by which the history values it in dollars. No rule reads it. */
      readonly usdJpy: Price
    } & OfAdvert &
      Priced &
      MaybeAutomatic)
  | ({ readonly type: 'modifyAdvert'; readonly terms: AdvertTerms } & OfAdvert & Priced)
  | ({ readonly type: 'pauseAdvert' } & OfDeskAdvert)
  | ({ readonly type: 'resumeAdvert' } & OfDeskAdvert & Priced & MaybeAutomatic)
  | ({ readonly type: 'cancelAdvert' } & OfDeskAdvert)
  | ({
      readonly type: 'answerLocate'
      readonly traderId: string
      readonly locateId: string
      readonly direction: Direction
      readonly answer: Answer
      /**
       * The current quote of the security: it can excuse a decline, and an acceptance is checked against it.
       */
      readonly quote: Quote | null
      /** The run that ends with it, as in a sighting: a knockout that has fired prevents the agreement. */
      readonly run: readonly Quote[]
      /** As in a sighting: present if the quote was malformed at its receipt. */
      readonly malformedForMs?: number
      readonly agreementId: string
      readonly passwords: BothSides<string>
    } & Moment)
  | ({ readonly type: 'connectBroker'; readonly traderId: string; readonly agreementId: string } & Moment)
  | ({ readonly type: 'confirmExecution' | 'undoExecution'; readonly side: Direction } & OfAgreement)
  | ({
      readonly type: 'reportNotExecuted'
      /** The sides that did not follow through: at least one. */
      readonly atFault: BothSides<boolean>
    } & OfAgreement)
  | ({ readonly type: 'withdrawNotExecuted' } & OfAgreement)
  | ({ readonly type: 'reportExecution' } & ExecutionTerms & OfExecution)
  | ({ readonly type: 'correctExecution' } & ExecutionTerms & OfExecution)
  | ({ readonly type: 'withdrawExecution' } & OfExecution)
  | ({
      readonly type: 'sweep'
      /** Locate ids derive from the seed, so it must be unguessable and used once. */
      readonly seed: string
      /** The securities to match, with their market data. */
      readonly sightings: readonly Sighting[]
      /** The price of a dollar, which is fixed for the locates of the sweep. No rule reads it. */
      readonly usdJpy: Price
    } & Moment)
  | ({
      readonly type: 'createResidual'
      /** The id of the new draft. */
      readonly residualId: string
    } & OfAdvert &
      Priced)
  /** Begins or ends a halt. */
  | ({ readonly type: 'changeHalt'; readonly target: HaltTarget; readonly halted: boolean } & ByStaff)
  /** By the operator, for whoever owns it. */
  | ({ readonly type: 'cancelAdvertByStaff'; readonly advertId: string } & ByStaff)
  | ({
      readonly type: 'explainMatch'
      readonly advertIds: readonly [string, string]
      readonly of: number
    } & ByStaff)
  | ({
      readonly type: 'viewSurveillance'
      /** The trading day that was requested, as an ISO date in Tokyo. */
      readonly date: string
    } & ByStaff)
  | ({ readonly type: 'viewAdverts'; readonly scope: ViewedAdverts } & ByStaff)

type SessionEnd = 'LOGGED_OUT' | 'TIMED_OUT'
export type CommandType = Command['type']
/** The command of one type. */
export type CommandOf<T extends CommandType> = Extract<Command, { readonly type: T }>
