import type { AdvertTerms, Direction, TriggerOffsets } from './adverts/advert.ts'
import type { Answer, BothSides } from './locates/locate.ts'
import type { Price } from './market/price.ts'
import type { Quote, Sighting } from './market/quote.ts'
import type { Reference } from './market/reference-data.ts'
import type { Switch } from './state/state.ts'

/** What every command carries: the moment, in milliseconds UTC, never smaller than the one before. */
interface Moment {
  readonly at: number
}

interface OfAdvert extends Moment {
  readonly traderId: string
  readonly advertId: string
}

/** Who of the staff asks, and why: both are kept in the journal (rules 15). */
interface ByStaff extends Moment {
  readonly by: string
  readonly reason: string
}

/** The price the platform minimum is measured at: the last mid or close, in 1/10,000 yen (rules 6). */
interface Priced {
  readonly price: Price
}

/**
 * What is asked. Ids, passwords and seeds are drawn outside, so that the same commands give the same events.
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
      /** The id of the new advert when a dead one is sent again (rules 2). */
      readonly freshId: string
    } & OfAdvert &
      Priced)
  | ({ readonly type: 'modifyAdvert'; readonly terms: AdvertTerms } & OfAdvert & Priced)
  | ({ readonly type: 'pauseAdvert' } & OfAdvert)
  | ({ readonly type: 'resumeAdvert' } & OfAdvert)
  | ({ readonly type: 'cancelAdvert' } & OfAdvert)
  | ({
      readonly type: 'answerLocate'
      readonly traderId: string
      readonly locateId: string
      readonly direction: Direction
      readonly answer: Answer
      /**
       * The quote of the security now, if there is one: a decline may be excused by it, an acceptance
       * checked.
       */
      readonly quote: Quote | null
      readonly agreementId: string
      readonly passwords: BothSides<string>
    } & Moment)
  | ({ readonly type: 'connectBroker'; readonly traderId: string; readonly agreementId: string } & Moment)
  | ({
      readonly type: 'confirmExecution' | 'undoExecution'
      readonly agreementId: string
      readonly side: Direction
      readonly brokerId: string
      readonly brokerUserId: string
    } & Moment)
  | ({
      readonly type: 'sweep'
      /** Locate ids are drawn from this, so it must be unguessable and used once. */
      readonly seed: string
      /** The securities that are looked at, and what their market shows. */
      readonly sightings: readonly Sighting[]
    } & Moment)
  | ({
      readonly type: 'createResidual'
      /** The id of the draft to be made. */
      readonly residualId: string
    } & OfAdvert &
      Priced)
  | ({ readonly type: 'turnSwitch'; readonly switch: Switch; readonly halted: boolean } & ByStaff)
  | ({
      readonly type: 'explainMatch'
      readonly advertIds: readonly [string, string]
      readonly of: number
    } & ByStaff)

type SessionEnd = 'LOGGED_OUT' | 'TIMED_OUT'
export type CommandType = Command['type']
/** The command of one type. */
export type CommandOf<T extends CommandType> = Extract<Command, { readonly type: T }>
