import { isOwnExpiry } from '@aitai/engine/adverts/duration/duration.ts'
import { type AdvertTerms, causesOfDeath, directions, presetDurations } from '@aitai/engine/model/advert.ts'
import type { Command, CommandType } from '@aitai/engine/model/commands.ts'
import type { Event } from '@aitai/engine/model/events.ts'
import { answers } from '@aitai/engine/model/locate.ts'
import { haltKinds } from '@aitai/engine/model/state.ts'
import type { JournalEntry } from '../../simulation/simulated-day.ts'
import {
  commandTypes,
  eventTypes,
  failureOutcomes,
  marketErrorCodes,
  optionalTerms,
  pauseCauses,
  sessionEndReasons,
} from './journal-types.ts'

/** The commands that withdraw a locate: its conditions fail in a market, or a change ends them. */
const withdrawing = [
  'sweep',
  'answerLocate',
  'changeReference',
  'changeHalt',
] as const satisfies readonly CommandType[]

/**
 * What a golden journal must contain. A refused command is not journaled, so refusals are not in it.
 */
export const requiredContents: readonly string[] = [
  ...commandTypes.map((type) => `command ${type}`),
  ...eventTypes.map((type) => `event ${type}`),
  ...causesOfDeath.map((cause) => `end ${cause}`),
  ...pauseCauses.map((by) => `pause ${by}`),
  ...sessionEndReasons.map((reason) => `session end ${reason}`),
  ...answers.map((answer) => `answer ${answer}`),
  'answer DECLINE excused',
  'automatic renewal',
  'automatic resume',
  ...failureOutcomes.map((outcome) => `failure ${outcome}`),
  ...withdrawing.map((type) => `withdrawal by ${type}`),
  ...directions.flatMap((side) => [`withdrawal by knockout ${side}`, `not executed by ${side}`]),
  ...[...marketErrorCodes, null].map((error) => `market ${error}`),
  ...haltKinds.flatMap((kind) => [`halt ${kind}`, `end of halt ${kind}`]),
  ...[...presetDurations, 'own expiry'].map((duration) => `duration ${duration}`),
  ...optionalTerms.flatMap((term) => [`term ${term} on`, `term ${term} off`]),
]

/** What a journal contains, in the words of `requiredContents`. */
export const contentsOf = (journal: readonly JournalEntry[]): ReadonlySet<string> =>
  new Set(
    journal.flatMap(({ command, events }) => [
      ...contentsOfCommand(command),
      ...events.flatMap((event) => contentsOfEvent(command, event)),
    ]),
  )

/** What a journal lacks. */
export function missingContents(journal: readonly JournalEntry[]): string[] {
  const contents = contentsOf(journal)
  return requiredContents.filter((each) => !contents.has(each))
}

const contentsOfCommand = (command: Command): string[] => [
  `command ${command.type}`,
  ...(command.type === 'endSession' ? [`session end ${command.reason}`] : []),
]

const contentsOfEvent = (command: Command, event: Event): string[] => [
  `event ${event.type}`,
  ...causesOf(command, event),
]

function causesOf({ type: by }: Command, event: Event): string[] {
  switch (event.type) {
    case 'advertExpired':
      return ['end EXPIRED']
    case 'advertCancelled':
      return [`end ${event.causeOfDeath}`]
    case 'advertResumed':
      return event.isAutomatic ? ['automatic resume'] : []
    case 'advertPaused':
      return [`pause ${event.by}`]
    case 'locateAnswered':
      return [`answer ${event.answer}`, ...(event.excused ? [`answer ${event.answer} excused`] : [])]
    case 'locateFailed':
      return directions.map((side) => `failure ${event.outcome[side]}`)
    case 'locateWithdrawn': {
      const atFault = directions.filter((side) => event.scores[side] !== null)
      return [`withdrawal by ${by}`, ...atFault.map((side) => `withdrawal by knockout ${side}`)]
    }
    case 'notExecutedReported':
      return directions.filter((side) => event.atFault[side]).map((side) => `not executed by ${side}`)
    case 'marketStatusChanged':
      return [`market ${event.error}`]
    case 'haltChanged':
      return [`${event.halted ? 'halt' : 'end of halt'} ${event.target.kind}`]
    case 'advertSubmitted':
      return [...(event.isAutomatic ? ['automatic renewal'] : []), ...contentsOfTerms(event.terms)]
    case 'advertModified':
      return contentsOfTerms(event.terms)
    default:
      return []
  }
}

const contentsOfTerms = (terms: AdvertTerms): string[] => [
  `duration ${isOwnExpiry(terms.duration) ? 'own expiry' : terms.duration}`,
  ...optionalTerms.map((term) => `term ${term} ${isOn(terms[term]) ? 'on' : 'off'}`),
]

const isOn = (value: AdvertTerms[keyof AdvertTerms] | undefined): boolean =>
  value !== undefined && value !== null && value !== false
