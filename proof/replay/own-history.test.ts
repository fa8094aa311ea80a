import { tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import { evolve } from '@aitai/engine/evolve/evolve.ts'
import type { Advert } from '@aitai/engine/model/advert.ts'
import { emptyState, type State } from '@aitai/engine/model/state.ts'
import { type HistoryFacts, HistoryFold } from '@aitai/server/market/history/history-fold.ts'
import type {
  AdvertEventRecord,
  AdvertRecord,
  LocateRecord,
} from '@aitai/server/market/history/history-records.ts'
import { expect, test } from 'vitest'
import type { JournalEntry } from '../simulation/simulated-day.ts'
import { readGoldenJournal } from './golden/golden-journal.ts'

const journals = ['journal-1']

/** The records as the database would have them: the newest of each IOI, and each locate. */
class Stored {
  readonly days = new Map<string, AdvertRecord>()
  readonly newest = new Map<string, AdvertRecord>()
  readonly locates = new Map<string, LocateRecord>()
  readonly events: unknown[] = []

  get facts(): HistoryFacts {
    return { adverts: this.newest.values(), locates: this.locates.values() }
  }

  add(entries: readonly JournalEntry[]): void {
    const fold = new HistoryFold(this.facts)
    for (const { command, events } of entries) fold.add({ seq: 0, events, command: () => command })
    // What a database returns is another object.
    for (const advert of structuredClone(fold.changedAdverts)) {
      this.days.set(`${advert.advertId}|${advert.day}`, advert)
      this.newest.set(advert.advertId, advert)
    }
    for (const locate of structuredClone(fold.changedLocates)) this.locates.set(locate.locateId, locate)
    this.events.push(...fold.newEvents)
  }
}

function storedInPages(journal: readonly JournalEntry[], size: number): Stored {
  const stored = new Stored()
  for (let i = 0; i < journal.length; i += size) stored.add(journal.slice(i, i + size))
  return stored
}

const ofAdvert = (advert: Advert) => ({
  terms: advert.terms,
  minShares: advert.minShares,
  advertisementStatus: advert.advertisementStatus,
  causeOfDeath: advert.causeOfDeath,
  errorCode: advert.errorCode,
  advertTriggerSatisfied: advert.advertTriggerSatisfied,
  quantityRemaining: advert.quantityRemaining,
  parentAdvertId: advert.parentAdvertId,
  submitTime: advert.submitTime,
  expiryDate: advert.expiryDate,
  isModified: advert.isModified,
})

/** Compares every advert of the engine's state with its record, and every agreement with its locate. */
function compare(state: State, stored: Stored): number {
  for (const advert of state.adverts.values())
    expect(stored.newest.get(advert.id), advert.id).toMatchObject(ofAdvert(advert))
  for (const { locateId, agreementId, received, notExecuted, executions } of state.agreements.values()) {
    const locate = stored.locates.get(locateId)
    expect(locate?.agreementId).toBe(agreementId)
    expect([locate?.receivedAt.BUY != null, locate?.receivedAt.SELL != null]).toEqual([
      received.BUY,
      received.SELL,
    ])
    expect(locate?.notExecuted?.atFault).toEqual(notExecuted?.atFault)
    expect(locate?.executions.map(({ executionId, quantity }) => [executionId, quantity])).toEqual(
      executions.map(({ executionId, quantity }) => [executionId, quantity]),
    )
  }
  return state.adverts.size
}

test.each(journals)('the history of %s has every IOI as the state has it', (name) => {
  const journal = readGoldenJournal(name)
  const [state, stored] = [emptyState(), new Stored()]
  let compared = 0
  for (const [i, entry] of journal.entries()) {
    for (const event of entry.events) evolve(state, event)
    stored.add([entry])
    if (i % 20 === 0 || i === journal.length - 1) compared += compare(state, stored)
  }

  expect(compared).toBeGreaterThan(1_000)
})

test.each(journals)('the history of %s is the same however the journal is divided into pages', (name) => {
  const journal = readGoldenJournal(name)
  const whole = storedInPages(journal, journal.length)
  for (const size of [1, 7, 100]) {
    const paged = storedInPages(journal, size)
    expect(paged.days).toEqual(whole.days)
    expect(paged.locates).toEqual(whole.locates)
    expect(paged.events).toEqual(whole.events)
  }
})

/** What the broker says of an agreement, also on a later day. */
const reports: readonly string[] = [
  'RECEIVED',
  'RECEIVED_UNDONE',
  'NOT_EXECUTED',
  'NOT_EXECUTED_WITHDRAWN',
  'EXECUTED',
  'EXECUTION_CORRECTED',
  'EXECUTION_WITHDRAWN',
]

test('the events of an IOI are numbered from 1, and a report of the broker on the next day leaves its day', () => {
  const journal = readGoldenJournal('journal-1')
  const stored = storedInPages(journal, 100)
  const numbers = Map.groupBy(
    stored.events as { advertId: string; number: number; event: AdvertEventRecord }[],
    ({ advertId }) => advertId,
  )
  for (const [advertId, events] of numbers) {
    expect(events.map(({ number }) => number)).toEqual(events.map((_, i) => i + 1))
    expect(stored.newest.get(advertId)?.events).toBe(events.length)
  }
  let reportedLater = 0
  for (const [advertId, events] of numbers) {
    const own = events.filter(({ event }) => !reports.includes(event.type))
    const lastDay = tradingDay(own.at(-1)?.event.at ?? 0)
    expect(stored.newest.get(advertId)?.day).toBe(lastDay)
    if (events.some(({ event }) => tradingDay(event.at) > lastDay)) reportedLater += 1
  }
  expect(reportedLater).toBeGreaterThan(0)
})

test('no password reaches the history', () => {
  const journal = readGoldenJournal('journal-1')
  const text = JSON.stringify([...storedInPages(journal, 100).locates.values()])
  const passwords = journal.flatMap(({ events }) =>
    events.flatMap((event) => (event.type === 'connectionAgreed' ? Object.values(event.passwords) : [])),
  )

  expect(passwords.length).toBeGreaterThan(4)
  expect(passwords.filter((password) => text.includes(password))).toEqual([])
})
