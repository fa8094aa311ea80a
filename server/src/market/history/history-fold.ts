import { automaticOf } from '@aitai/engine/adverts/automatic.ts'
import { tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import { type AdvertTerms, type Direction, directions } from '@aitai/engine/model/advert.ts'
import type { Command, CommandOf } from '@aitai/engine/model/commands.ts'
import type { Event, EventOf } from '@aitai/engine/model/events.ts'
import { advertIdOn, type BothSides, type Outcome } from '@aitai/engine/model/locate.ts'
import type { Price } from '@aitai/engine/model/price.ts'
import { type AdvertEventRecord, type AdvertRecord, faultFor, type LocateRecord } from './history-records.ts'

/** What entries of the journal refer to, as it was before them. */
export interface HistoryFacts {
  readonly adverts: Iterable<AdvertRecord>
  readonly locates: Iterable<LocateRecord>
}

/** An entry of the journal. The command is parsed on demand, because most events need none. */
export interface HistoryEntry {
  readonly seq: number
  readonly events: readonly Event[]
  readonly command: () => Command
}

/** An event of an IOI with its number, from 1. */
interface NumberedEvent {
  readonly advertId: string
  readonly number: number
  readonly event: AdvertEventRecord
}

/**
 * Applies entries of the journal to the records of the history. A pure fold: the same entries give the same records,
 * however they are divided.
 */
export class HistoryFold {
  readonly #adverts: Map<string, AdvertRecord>
  readonly #locates: Map<string, LocateRecord>
  readonly #locateIdsByAgreement = new Map<string, string>()
  /** The IOIs and locates that an entry has changed. An IOI that changed on two days has a record for each. */
  readonly #changedAdverts = new Map<string, AdvertRecord>()
  readonly #changedLocates = new Set<LocateRecord>()
  readonly #events: NumberedEvent[] = []

  constructor({ adverts, locates }: HistoryFacts) {
    this.#adverts = new Map([...adverts].map((advert) => [advert.advertId, { ...advert }]))
    this.#locates = new Map([...locates].map((locate) => [locate.locateId, { ...locate }]))
    for (const { locateId, agreementId } of this.#locates.values())
      if (agreementId !== null) this.#locateIdsByAgreement.set(agreementId, locateId)
  }

  /** The changed records of IOIs: one per trading day. */
  get changedAdverts(): readonly AdvertRecord[] {
    return [...this.#changedAdverts.values()]
  }

  get changedLocates(): readonly LocateRecord[] {
    return [...this.#changedLocates]
  }

  get newEvents(): readonly NumberedEvent[] {
    return this.#events
  }

  add({ seq, events, command }: HistoryEntry): void {
    for (const event of events) this.#apply(event, seq, command)
  }

  #apply(event: Event, seq: number, command: () => Command): void {
    switch (event.type) {
      case 'advertDrafted':
        this.#drafted(event)
        break
      case 'advertSubmitted':
        this.#submitted(event, seq, command())
        break
      case 'advertModified':
        this.#modified(event)
        break
      case 'advertTriggered': {
        const advert = this.#advertOn(event)
        advert.advertTriggerSatisfied = true
        this.#note(advert, { at: event.at, type: 'TRIGGERED' })
        break
      }
      case 'advertLimitCrossed':
        // Within its limit again, it is released in the same sweep.
        if (event.isBeyond) this.#setStatus(event.advertId, 'SENT', { at: event.at, type: 'BEYOND_LIMIT' })
        break
      case 'advertReleased':
        this.#setStatus(event.advertId, 'LIVE', { at: event.at, type: 'LIVE' })
        break
      case 'advertPaused':
        this.#setStatus(event.advertId, 'PAUSED', {
          at: event.at,
          type: 'PAUSED',
          by: event.by,
          ...deskHeadOf(event),
        })
        break
      case 'advertResumed':
        if (event.isAutomatic) this.#advertOn(event).resumes += 1
        this.#setStatus(event.advertId, event.advertisementStatus, {
          at: event.at,
          type: 'RESUMED',
          ...deskHeadOf(event),
          ...automaticOf(event),
        })
        break
      case 'advertCancelled':
      case 'advertExpired':
        this.#ended(event)
        break
      case 'contraLocated':
        this.#located(event, command())
        break
      case 'locateAnswered': {
        const locate = this.#locate(event.locateId)
        locate.answers = { ...locate.answers, [event.side]: event.answer }
        const { at, answer } = event
        this.#setStatus(advertIdOn(locate, event.side), 'LOCATED', { at, type: 'ANSWERED', answer })
        break
      }
      case 'locateFailed':
        this.#locateEnded(event, event.outcome, () => 'PAUSED')
        break
      case 'locateWithdrawn': {
        const isScored = (side: Direction): boolean => typeof event.scores?.[side] === 'number'
        const outcome = { BUY: 'WITHDRAWN', SELL: 'WITHDRAWN' } as const
        this.#locateEnded(event, outcome, (side) => (isScored(side) ? 'PAUSED' : 'LIVE'))
        break
      }
      case 'connectionAgreed':
        this.#agreed(event)
        break
      case 'executionConfirmed':
      case 'executionUndone': {
        const locate = this.#locateOfAgreement(event.agreementId)
        const isReceived = event.type === 'executionConfirmed'
        locate.receivedAt = { ...locate.receivedAt, [event.side]: isReceived ? event.at : null }
        const type = isReceived ? 'RECEIVED' : 'RECEIVED_UNDONE'
        this.#note(this.#advert(advertIdOn(locate, event.side)), { at: event.at, type })
        break
      }
      case 'notExecutedReported':
      case 'notExecutedWithdrawn':
        this.#notExecuted(event)
        break
      case 'executionReported':
      case 'executionCorrected':
      case 'executionWithdrawn':
        this.#executed(event)
        break
      default:
    }
  }

  #drafted(event: EventOf<'advertDrafted'>): void {
    const { advertId, traderId, securityId, terms, minShares, offsets, parentAdvertId, at } = event
    this.#adverts.set(advertId, {
      ...unsent,
      ...{ advertId, traderId, securityId, terms, minShares, offsets, parentAdvertId },
      day: tradingDay(at),
      quantityRemaining: terms.shareQuantity,
    })
    this.#changed(this.#advert(advertId))
    if (parentAdvertId === null) return
    this.#note(this.#advert(parentAdvertId), {
      at,
      type: 'RESIDUAL',
      quantity: terms.shareQuantity,
      residualId: advertId,
    })
  }

  #submitted(event: EventOf<'advertSubmitted'>, seq: number, command: Command): void {
    const { advertId, traderId, securityId, terms, minShares, expiryDate, replaces, at } = event
    if (replaces !== null) {
      const { offsets, renewals, resumes } = this.#advert(replaces)
      const first = { advertId, traderId, securityId, terms, minShares, offsets, day: tradingDay(at) }
      const counts = event.isAutomatic && { renewals: renewals + 1, resumes }
      this.#adverts.set(advertId, { ...unsent, ...first, ...counts })
    }
    const advert = this.#advertOn(event)
    Object.assign(advert, {
      ...{ terms, minShares, expiryDate },
      submitTime: at,
      submitSeq: seq,
      quantityRemaining: terms.shareQuantity,
      advertisementStatus: event.advertisementStatus,
      ...(command.type === 'submitAdvert' ? ratesOf(command) : {}),
    } satisfies Partial<AdvertRecord>)
    this.#note(advert, { at, type: 'SENT', quantity: terms.shareQuantity, ...automaticOf(event) })
  }

  #modified(event: EventOf<'advertModified'>): void {
    const { terms, minShares, expiryDate, advertisementStatus, at } = event
    const advert = this.#advertOn(event)
    const changed = changedTerms(advert.terms, terms)
    Object.assign(advert, {
      ...{ terms, minShares, expiryDate, advertisementStatus },
      quantityRemaining: terms.shareQuantity,
      isModified: true,
    } satisfies Partial<AdvertRecord>)
    this.#note(advert, { at, type: 'CHANGED', quantity: terms.shareQuantity, changed })
  }

  #ended(event: EventOf<'advertCancelled' | 'advertExpired'>): void {
    const advert = this.#advertOn(event)
    const { at } = event
    const causeOfDeath = event.type === 'advertExpired' ? 'EXPIRED' : event.causeOfDeath
    const errorCode = event.type === 'advertExpired' ? null : event.errorCode
    const head = event.type === 'advertExpired' ? {} : deskHeadOf(event)
    Object.assign(advert, {
      causeOfDeath,
      errorCode,
      advertisementStatus: 'DEAD',
    } satisfies Partial<AdvertRecord>)
    this.#note(advert, {
      at,
      type: 'ENDED',
      causeOfDeath,
      ...(errorCode === null ? {} : { errorCode }),
      ...head,
    })
  }

  #located({ type: _, at, deadline, ...terms }: EventOf<'contraLocated'>, command: Command): void {
    const sightings = command.type === 'sweep' ? command.sightings : []
    const quote = sightings.find(({ securityId }) => securityId === terms.securityId)?.quote ?? null
    const isAtMid = quote !== null && isMidOf(quote.bid, quote.ask, terms.midPrice)
    const adverts = bothSides((side) => this.#advertOn({ advertId: advertIdOn(terms, side), at }))
    const locate: LocateRecord = {
      ...terms,
      locatedAt: at,
      deadline,
      traderIds: bothSides((side) => adverts[side].traderId),
      bid: isAtMid ? quote.bid : null,
      ask: isAtMid ? quote.ask : null,
      answers: { BUY: null, SELL: null },
      outcome: null,
      settledAt: null,
      agreementId: null,
      receivedAt: { BUY: null, SELL: null },
      notExecuted: null,
      executions: [],
    }
    this.#locates.set(locate.locateId, locate)
    this.#changedLocates.add(locate)
    const { locateId, locateQuantity: quantity, midPrice: price } = locate
    for (const side of directions) {
      const advert = adverts[side]
      advert.locateIds = [...advert.locateIds, locateId]
      this.#setStatus(advert.advertId, 'ACCEPT/DECLINE?', { at, type: 'LOCATED', quantity, price, locateId })
    }
  }

  #locateEnded(
    { at, locateId }: EventOf<'locateFailed' | 'locateWithdrawn'>,
    outcome: BothSides<Outcome>,
    statusOf: (side: Direction) => 'PAUSED' | 'LIVE',
  ): void {
    const locate = this.#locate(locateId)
    Object.assign(locate, { outcome, settledAt: at } satisfies Partial<LocateRecord>)
    for (const side of directions) {
      const event = { at, type: 'LOCATE_ENDED', locateId, outcome: outcome[side] } as const
      this.#setStatus(advertIdOn(locate, side), statusOf(side), event)
    }
  }

  #agreed({ at, locateId, agreementId }: EventOf<'connectionAgreed'>): void {
    const locate = this.#locate(locateId)
    const outcome = { BUY: 'ACCEPTED', SELL: 'ACCEPTED' } as const
    Object.assign(locate, { outcome, settledAt: at, agreementId } satisfies Partial<LocateRecord>)
    this.#locateIdsByAgreement.set(agreementId, locateId)
    const { locateQuantity: quantity, midPrice: price, brokerId } = locate
    for (const side of directions) {
      const advert = this.#advertOn({ advertId: advertIdOn(locate, side), at })
      advert.quantityRemaining = locate.residual[side]
      const event = { at, type: 'COMPLETED', quantity, price, locateId, brokerId } as const
      this.#setStatus(advert.advertId, 'COMPLETED', event)
    }
  }

  #notExecuted(event: EventOf<'notExecutedReported' | 'notExecutedWithdrawn'>): void {
    const locate = this.#locateOfAgreement(event.agreementId)
    const { at } = event
    locate.notExecuted = event.type === 'notExecutedReported' ? { at, atFault: event.atFault } : null
    for (const side of directions) {
      const advert = this.#advert(advertIdOn(locate, side))
      if (event.type === 'notExecutedWithdrawn') this.#note(advert, { at, type: 'NOT_EXECUTED_WITHDRAWN' })
      else this.#note(advert, { at, type: 'NOT_EXECUTED', notExecutedBy: faultFor(event.atFault, side) })
    }
  }

  #executed(event: EventOf<'executionReported' | 'executionCorrected' | 'executionWithdrawn'>): void {
    const locate = this.#locateOfAgreement(event.agreementId)
    const { at, executionId } = event
    if (event.type === 'executionWithdrawn') {
      const withdrawn = locate.executions.find((each) => each.executionId === executionId)
      locate.executions = locate.executions.filter((each) => each.executionId !== executionId)
      const { quantity = 0, price = 0 } = withdrawn ?? {}
      this.#noteBoth(locate, { at, type: 'EXECUTION_WITHDRAWN', quantity, price })
      return
    }
    const { quantity, price, executedAt } = event
    const execution = { executionId, quantity, price, executedAt, at }
    const index = locate.executions.findIndex((each) => each.executionId === executionId)
    locate.executions =
      index < 0 ? [...locate.executions, execution] : locate.executions.with(index, execution)
    const type = event.type === 'executionReported' ? 'EXECUTED' : 'EXECUTION_CORRECTED'
    this.#noteBoth(locate, { at, type, quantity, price, executedAt })
  }

  #noteBoth(locate: LocateRecord, event: AdvertEventRecord): void {
    for (const side of directions) this.#note(this.#advert(advertIdOn(locate, side)), event)
  }

  #setStatus(advertId: string, status: AdvertRecord['advertisementStatus'], event: AdvertEventRecord): void {
    const advert = this.#advertOn({ advertId, at: event.at })
    advert.advertisementStatus = status
    this.#note(advert, event)
  }

  /** The IOI to change at a moment. It belongs to that day from then on; its record of a day before stays as it is. */
  #advertOn({ advertId, at }: { readonly advertId: string; readonly at: number }): AdvertRecord {
    const advert = this.#advert(advertId)
    const day = tradingDay(at)
    if (day === advert.day) return advert
    const next = { ...advert, day }
    this.#adverts.set(advertId, next)
    return next
  }

  /** Adds an event. A report of the broker may come on a later day, which is not one of the IOI then. */
  #note(advert: AdvertRecord, event: AdvertEventRecord): void {
    advert.events += 1
    this.#events.push({ advertId: advert.advertId, number: advert.events, event })
    this.#changed(advert)
  }

  #changed(advert: AdvertRecord): void {
    this.#changedAdverts.set(`${advert.advertId}|${advert.day}`, advert)
  }

  #advert(advertId: string): AdvertRecord {
    const advert = this.#adverts.get(advertId)
    if (!advert) throw new Error(`the history lacks the advert ${advertId}`)
    return advert
  }

  /** A locate that is about to change. */
  #locate(locateId: string): LocateRecord {
    const locate = this.#locates.get(locateId)
    if (!locate) throw new Error(`the history lacks the locate ${locateId}`)
    this.#changedLocates.add(locate)
    return locate
  }

  #locateOfAgreement(agreementId: string): LocateRecord {
    return this.#locate(this.#locateIdsByAgreement.get(agreementId) ?? `of agreement ${agreementId}`)
  }
}

const bothSides = <T>(of: (side: Direction) => T): BothSides<T> => ({ BUY: of('BUY'), SELL: of('SELL') })

/** Whether two advertised adverts were located at the mid of a quote, and not at the official close. */
const isMidOf = (bid: Price | null, ask: Price | null, price: Price): boolean =>
  bid !== null && ask !== null && Math.floor((bid + ask) / 2) === price

const changedTerms = (was: AdvertTerms, is: AdvertTerms): string[] =>
  (Object.keys(is) as (keyof AdvertTerms)[]).filter(
    (name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]),
  )

const ratesOf = ({ arrivalMid, price, usdJpy }: CommandOf<'submitAdvert'>) => ({ arrivalMid, price, usdJpy })

const unsent = {
  advertisementStatus: 'UNSENT',
  causeOfDeath: null,
  errorCode: null,
  advertTriggerSatisfied: false,
  quantityRemaining: 0,
  parentAdvertId: null,
  submitTime: null,
  submitSeq: null,
  expiryDate: null,
  isModified: false,
  arrivalMid: null,
  price: null,
  usdJpy: null,
  renewals: 0,
  resumes: 0,
  locateIds: [],
  events: 0,
} as const satisfies Partial<AdvertRecord>

/** Who acted for the owner, if a desk head did (docs/rules.md §15). */
const deskHeadOf = (event: { readonly deskHeadId?: string }): { deskHeadId?: string } =>
  event.deskHeadId === undefined ? {} : { deskHeadId: event.deskHeadId }
