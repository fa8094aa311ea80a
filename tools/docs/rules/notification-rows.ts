import { type Direction, directions } from '@aitai/engine/model/advert.ts'
import type { Event, EventType } from '@aitai/engine/model/events.ts'
import { type Locate, type Outcome, outcomes } from '@aitai/engine/model/locate.ts'
import type { State } from '@aitai/engine/model/state.ts'
import { notificationsOf } from '@aitai/engine/notifications.ts'
import { agreedPair, buys, locateOf, sells } from '../../../engine/test/book.ts'

/** A kind of an event with its own notifications: its name on the page, and the fields that make it one. */
interface Case {
  readonly name: string
  readonly fields?: Readonly<Record<string, unknown>>
  /** Changes the state after the event. */
  readonly prepare?: (state: State) => void
}

const cancelled = (causeOfDeath: string, errorCode: string | null): Case => ({
  name: causeOfDeath,
  fields: { causeOfDeath, errorCode },
})

/** A locate that ended in this way for BUY, and in another for SELL. */
const ended = (own: Outcome): Case => ({
  name: own,
  prepare: (state) => {
    const contra: Outcome = own === 'TIMED_OUT' ? 'DECLINED' : 'TIMED_OUT'
    const locate = locateOf(state, 'alder') as { -readonly [K in keyof Locate]: Locate[K] }
    locate.outcome = { BUY: own, SELL: contra }
  },
})

const received = (...sides: readonly Direction[]): Case => ({
  name: sides.length === 2 ? 'both sides' : 'one side',
  prepare: (state) => {
    const agreement = state.agreements.get('agreement')
    const at = { at: state.at, brokerUserId: 'kato' }
    for (const side of directions)
      if (agreement) Object.assign(agreement.received, { [side]: sides.includes(side) ? at : null })
  },
})

const any: readonly Case[] = [{ name: '' }]
const head: Case = { name: 'by a desk head', fields: { by: 'DESK_HEAD', deskHeadId: 'head' } }

const automatic: Case = { name: 'by a rule of its owner', fields: { isAutomatic: true } }

/** The kinds of every event. An event without a line here is a type error. */
const cases: Readonly<Record<EventType, readonly Case[]>> = {
  referenceChanged: any,
  presenceChanged: any,
  advertDrafted: any,
  advertSubmitted: [{ name: 'by its owner' }, automatic],
  advertModified: any,
  advertTriggered: any,
  advertLimitCrossed: any,
  advertReleased: any,
  advertPaused: [
    { name: 'by its owner', fields: { by: 'OWNER' } },
    head,
    { name: 'by the end of a session', fields: { by: 'SESSION_END' } },
  ],
  advertResumed: [{ name: 'by its owner' }, head, automatic],
  advertCancelled: [
    { ...cancelled('CANCELLED_BY_USER', null), name: 'by its owner' },
    { name: head.name, fields: { ...head.fields, causeOfDeath: 'CANCELLED_BY_USER' } },
    { ...cancelled('CANCELLED_BY_OPERATOR', null), name: 'by the operator' },
    cancelled('CANCEL_TRIGGER', 'CANCEL-TRIGGER-001'),
    cancelled('INDEX_RELATIVE_CANCEL', 'CANCEL-TRIGGER-002'),
    cancelled('BAD_MARKET_DATA', 'MARKET-ERROR-001'),
    cancelled('INACTIVE_MARKET', 'MARKET-ERROR-004'),
    cancelled('MALFORMED_MARKET', 'MARKET-ERROR-007'),
  ],
  advertExpired: any,
  contraLocated: any,
  locateAnswered: [
    { name: 'accept', fields: { answer: 'ACCEPT' } },
    { name: 'decline', fields: { answer: 'DECLINE' } },
  ],
  locateFailed: outcomes.filter((outcome) => outcome !== 'ACCEPTED' && outcome !== 'WITHDRAWN').map(ended),
  locateWithdrawn: [ended('WITHDRAWN')],
  connectionAgreed: [ended('ACCEPTED')],
  brokerConnected: any,
  executionConfirmed: [received('BUY'), received('BUY', 'SELL')],
  executionUndone: any,
  notExecutedReported: any,
  notExecutedWithdrawn: any,
  executionReported: any,
  executionCorrected: any,
  executionWithdrawn: any,
  tradingDayEnded: any,
  ratingAged: any,
  marketStatusChanged: any,
  haltChanged: any,
  matchExplained: any,
  surveillanceViewed: any,
  advertsViewed: any,
}

/** Every event with its receivers: alder, who bought from birch and is on the side of the event, and the broker. */
export function notificationRows(): readonly (readonly (string | null)[])[] {
  const agreed = () => agreedPair('agreement', buys('alder', 10_000), sells('birch', 10_000))
  return (Object.keys(cases) as EventType[]).flatMap((type) =>
    cases[type].flatMap(({ name, fields, prepare }) => {
      const state = agreed()
      prepare?.(state)
      const { locateId } = locateOf(state, 'alder')
      const ids = {
        advertId: 'alder-1',
        locateId,
        agreementId: 'agreement',
        brokerUserId: 'kato',
        side: 'BUY',
      }
      // Other fields of an event do not decide who is notified.
      const notifications = notificationsOf(state, {
        type,
        at: state.at,
        ...ids,
        ...fields,
      } as unknown as Event)
      const notified = new Map<string, { row: readonly [string, string | null]; to: string[] }>()
      for (const { to, message, errorCode } of notifications) {
        const key = `${message} ${errorCode} ${'brokerId' in to}`
        const found = notified.get(key) ?? {
          row: [`\`${message}\``, errorCode && `\`${errorCode}\``],
          to: [],
        }
        found.to.push('brokerId' in to ? 'broker' : to.traderId)
        notified.set(key, found)
      }
      const event = [`\`${type}\``, name === '' ? null : /^[A-Z]/.test(name) ? `\`${name}\`` : name]
      if (notified.size === 0) return [[...event, 'nobody', null, null]]
      return [...notified.values()]
        .filter(({ to }) => to.join() !== 'birch')
        .map(({ row: [message, errorCode], to }) => [...event, receiver(to, type), message, errorCode])
    }),
  )
}

function receiver(to: readonly string[], type: EventType): string {
  if (to.includes('broker')) return 'users of the executing broker'
  if (to.length === 2) return 'both owners'
  return type.startsWith('advert') ? 'the owner' : 'the owner on that side'
}
