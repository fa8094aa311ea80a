import type { Event, EventType } from '@aitai/engine/events.ts'
import { sidesReceived } from '@aitai/engine/locates/connection-agreement.ts'
import type { Locate } from '@aitai/engine/locates/locate.ts'
import { type EngineNotification, notificationsOf } from '@aitai/engine/notifications.ts'
import type { State } from '@aitai/engine/state/state.ts'
import { perform } from '../../../../engine/test/book.ts'
import type { Section } from '../example.ts'
import { code, list, table } from '../markdown.ts'
import { everyNoticeScenario } from '../notice-scenario.ts'

/** A notification in the table: its receiver in words, and its message. */
interface NotificationRow {
  readonly event: string
  readonly to: string
  readonly message: string
  readonly errorCode: string | null
}

/** Events in words. An event without words here is a type error. */
const words: Readonly<Record<EventType, string>> = {
  referenceChanged: 'reference data change',
  presenceChanged: 'a trader comes or goes',
  advertDrafted: 'a draft is made',
  advertSubmitted: 'an advert is sent',
  advertModified: 'an advert is changed',
  advertTriggered: 'its advertising trigger fires',
  advertReleased: 'an advert goes live',
  advertPaused: 'an advert is paused',
  advertResumed: 'an advert is resumed',
  advertCancelled: 'an advert ends',
  advertExpired: 'an advert’s time is up',
  contraLocated: 'two adverts meet',
  locateAnswered: 'a side answers',
  locateFailed: 'a locate fails',
  locateWithdrawn: 'a locate is withdrawn',
  connectionAgreed: 'both sides accept',
  brokerConnected: 'a side turns to the broker',
  executionConfirmed: 'the broker confirms a side',
  executionUndone: 'the broker takes that back',
  notExecutedReported: 'the broker reports that nothing was executed',
  notExecutedWithdrawn: 'the broker withdraws that report',
  executionReported: 'the broker reports an execution',
  executionCorrected: 'the broker corrects the report of an execution',
  executionWithdrawn: 'the broker withdraws the report of an execution',
  tradingDayEnded: 'a trading day ends',
  ratingAged: 'a low rating recovers',
  marketTurned: 'a market fails, or is fresh again',
  switchTurned: 'an operator halts something, or opens it again',
  matchExplained: 'staff is shown why two did not meet',
  surveillanceViewed: 'staff is shown the surveillance figures of a day',
}
export const eventTypes = Object.keys(words) as readonly EventType[]

const pausers = { OWNER: 'its owner', DESK_HEAD: 'the desk head', SESSION_END: 'the end of a session' }

/** The event in words, with the circumstances that determine its receivers. */
function wordsOf(state: State, event: Event): string {
  switch (event.type) {
    case 'advertPaused':
      return `${words[event.type]} by ${pausers[event.by]}`
    case 'advertResumed':
      return event.deskHeadId === undefined ? words[event.type] : `${words[event.type]} by the desk head`
    case 'advertCancelled': {
      const ended = `${words[event.type]} (${code(event.causeOfDeath)})`
      return event.deskHeadId === undefined ? ended : `${ended} by the desk head`
    }
    case 'locateAnswered':
      return `a side ${event.answer === 'ACCEPT' ? 'accepts' : 'declines'}`
    case 'executionConfirmed': {
      const agreement = state.agreements.get(event.agreementId)
      return agreement && sidesReceived(agreement) === 2
        ? 'the broker has confirmed both sides'
        : words[event.type]
    }
    default:
      return words[event.type]
  }
}

function audienceOf(state: State, event: Event, { to, locateId }: EngineNotification): string {
  if ('brokerId' in to) return 'users of the executing broker'
  const locate = locateId ? state.locates.get(locateId) : undefined
  if (!locate) return 'its owner'
  if (event.type === 'locateAnswered') return 'who answered'
  if (event.type === 'executionConfirmed' || event.type === 'executionUndone') return 'the owner on that side'
  if (event.type.startsWith('notExecuted') || event.type.startsWith('execution'))
    return 'each of the two owners'
  return locate.outcome ? `the side that ${endedFor(locate, to.traderId)}` : 'each of the two owners'
}

const ended: Readonly<Record<NonNullable<Locate['outcome']>['BUY'], string>> = {
  ACCEPTED: 'accepted, as did the contra',
  CONTRA_DECLINED: 'accepted, and the contra declined',
  CONTRA_TIMEOUT: 'accepted, and the contra did not answer',
  DECLINED: 'declined',
  TIMED_OUT: 'did not answer',
  WITHDRAWN: 'was in it',
}

function endedFor({ outcome, traderIds }: Locate, traderId: string): string {
  const side = traderIds.BUY === traderId ? 'BUY' : 'SELL'
  return outcome ? ended[outcome[side]] : ''
}

/** Runs the scenario and records each different notification of each event once. */
function notificationsOfScenario() {
  const notified = new Map<string, NotificationRow>()
  const silent = new Set<string>()
  const happened = new Set<EventType>()
  everyNoticeScenario((state, command) => {
    for (const event of perform(state, command)) {
      const notices = notificationsOf(state, event)
      happened.add(event.type)
      if (notices.length === 0) silent.add(wordsOf(state, event))
      for (const notice of notices) {
        const { message, errorCode } = notice
        const row = { event: wordsOf(state, event), to: audienceOf(state, event, notice), message, errorCode }
        notified.set(JSON.stringify(row), row)
      }
    }
  })
  return { notified: [...notified.values()], silent: [...silent], happened }
}

const { notified, silent, happened } = notificationsOfScenario()
/** The event types of the scenario. The table has a gap unless these are all. */
export const coveredEventTypes: ReadonlySet<EventType> = happened

/** Which event causes which message, and to whom (docs/rules.md §17). */
export const notices: Section = {
  title: '17 Notices',
  text: [
    'A notification goes to those whom an event concerns and has ids only; the receiver’s own view has the data. The table is generated by running a scenario through the engine.',
    table(
      ['When', 'Receiver', 'Message', 'Code'],
      notified.map(({ event, to, message, errorCode }) => [event, to, message, errorCode && code(errorCode)]),
    ),
    'Nobody is notified when',
    list(silent.map((each) => `${each};`)),
  ],
}
