import { ownExpiryAt, parseDuration } from '@aitai/engine/adverts/duration/duration.ts'
import { endOfDuration } from '@aitai/engine/adverts/duration/expiry.ts'
import { readOrderReference } from '@aitai/engine/adverts/order-reference.ts'
import {
  minuteMs,
  minutesPerDay,
  startOfTradingDay,
  tradingDay,
} from '@aitai/engine/calendar/trading-days.ts'
import {
  type Direction,
  type Duration,
  minuteDurations,
  type TransactionType,
} from '@aitai/engine/model/advert.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import { type FixField, type FixMessage, fieldOf } from '../wire/fix-message.ts'
import { formatUtcTimestamp, parseUtcTimestamp } from '../wire/utc-timestamp.ts'
import { messageTags as tag } from './message-tags.ts'
import { type FixRefusal, gatewayRefusal, isRefusal } from './refusal.ts'

/**
 * The terms of an order as the counterparty gives them. What is absent comes from the trader's preferences in a new
 * order, and stays as it is in a replacement.
 */
export interface OrderTerms {
  readonly direction: Direction
  readonly shareQuantity: number
  /** The minimum in shares (MinQty), or in percent: at most one of them. */
  readonly minimumShares?: number
  readonly minimumPercent?: number
  readonly duration?: Duration
  /** The end as the counterparty gives it, in milliseconds since the epoch. */
  readonly endsAt?: number
  /** Short names of the executing brokers, in the order of the path. */
  readonly brokers?: readonly string[]
  readonly isRanked?: boolean
  /** 1 to 5. */
  readonly stars?: number
  readonly ownType?: TransactionType
  readonly acceptedType?: TransactionType
  readonly isDecaying?: boolean
  /** The counterparty's own name for the order behind it. */
  readonly orderReference?: string
  /** The shares of that order, null for none, and how many of them are done elsewhere. */
  readonly parentQuantity?: number | null
  readonly doneElsewhere?: number
  /** How often it is resumed and renewed automatically; 0 for never. */
  readonly autoResumes?: number
  readonly autoRenewals?: number
  /** The limit price in yen; null for none. */
  readonly limitPrice?: Yen | null
  /** Levels in yen, the index-relative move in percent; null for off. */
  readonly advertisingTrigger?: Yen | null
  readonly knockoutTrigger?: Yen | null
  readonly indexRelativeKnockout?: number | null
}

const sideOf: Readonly<Record<Direction, string>> = { BUY: '1', SELL: '2' }

/** The value of Side (54). */
export const fixSide = (direction: Direction): string => sideOf[direction]

/** The direction of Side (54), of which the dictionary admits 1 and 2 only. */
export const directionOf = (side: string | undefined): Direction => (side === '2' ? 'SELL' : 'BUY')

const typeLetters: Readonly<Record<TransactionType, string>> = {
  CASH_ONLY: 'C',
  SWAP_ONLY: 'S',
  CASH_SWAP: 'B',
}
const typesByLetter: Readonly<Record<string, TransactionType>> = {
  C: 'CASH_ONLY',
  S: 'SWAP_ONLY',
  B: 'CASH_SWAP',
}

/** The value of OwnTransactionType (5004), AcceptedTransactionType (5005) and TransactionType (5015). */
export const typeLetter = (type: TransactionType): string => typeLetters[type]

/** The tags whose names differ between an order and an indication. */
export interface TermTags {
  readonly quantity: number
  readonly expiry: number
}
export const orderTags: TermTags = { quantity: tag.orderQty, expiry: tag.expireTime }
export const indicationTags: TermTags = { quantity: tag.ioiQty, expiry: tag.validUntilTime }

/** Reads the terms of an order or an indication. */
export function readTerms(message: FixMessage, tags: TermTags): OrderTerms | FixRefusal {
  const shareQuantity = sharesIn(message, tags.quantity)
  if (typeof shareQuantity !== 'number')
    return shareQuantity ?? gatewayRefusal('FIX-SHARES', { tag: tags.quantity })
  const minimumShares = sharesIn(message, tag.minQty)
  if (minimumShares !== undefined && typeof minimumShares !== 'number') return minimumShares
  const minimumPercent = numberIn(message, tag.minQtyPercent)
  if (minimumShares !== undefined && minimumPercent !== undefined) return gatewayRefusal('FIX-MINIMUM')
  const reference = fieldOf(message, tag.orderReference)
  if (reference !== undefined && readOrderReference(reference) !== reference)
    return gatewayRefusal('FIX-REFERENCE')
  const parentQuantity = sharesIn(message, tag.parentQuantity)
  if (parentQuantity !== undefined && typeof parentQuantity !== 'number') return parentQuantity
  const doneElsewhere = sharesIn(message, tag.doneElsewhere)
  if (doneElsewhere !== undefined && typeof doneElsewhere !== 'number') return doneElsewhere
  const end = endIn(message, tags)
  if (isRefusal(end)) return end

  return withoutUndefined({
    direction: directionOf(fieldOf(message, tag.side)),
    shareQuantity,
    minimumShares,
    minimumPercent,
    duration: end.duration,
    endsAt: end.endsAt,
    brokers: brokersIn(message),
    isRanked: flagIn(message, tag.rankedBrokers),
    stars: numberIn(message, tag.credibilityStars),
    ownType: typesByLetter[fieldOf(message, tag.ownTransactionType) ?? ''],
    acceptedType: typesByLetter[fieldOf(message, tag.acceptedTransactionType) ?? ''],
    isDecaying: flagIn(message, tag.quantityDecay),
    orderReference: reference,
    parentQuantity: parentQuantity === 0 ? null : parentQuantity,
    doneElsewhere,
    autoResumes: numberIn(message, tag.autoResumes),
    autoRenewals: numberIn(message, tag.autoRenewals),
    limitPrice: levelIn(message, tag.price),
    advertisingTrigger: levelIn(message, tag.advertisingTrigger),
    knockoutTrigger: levelIn(message, tag.knockoutTrigger),
    indexRelativeKnockout: levelIn(message, tag.indexRelativeKnockout),
  })
}

/** Writes terms as the fields of an order or an indication that is sent at a time (TransactTime). */
export function termFields(terms: OrderTerms, tags: TermTags, transactTime: number): FixField[] {
  const fields: FixField[] = [
    [tag.side, fixSide(terms.direction)],
    [tags.quantity, String(terms.shareQuantity)],
  ]
  const add = (of: number, value: string | number | undefined): void => {
    if (value !== undefined) fields.push([of, String(value)])
  }
  add(tag.minQty, terms.minimumShares)
  add(tag.minQtyPercent, terms.minimumPercent)
  fields.push(...durationFields(terms.duration, tags, transactTime))
  if (terms.brokers) fields.push(...brokerFields(terms.brokers))
  add(tag.rankedBrokers, flag(terms.isRanked))
  add(tag.credibilityStars, terms.stars)
  add(tag.ownTransactionType, terms.ownType && typeLetter(terms.ownType))
  add(tag.acceptedTransactionType, terms.acceptedType && typeLetter(terms.acceptedType))
  add(tag.quantityDecay, flag(terms.isDecaying))
  add(tag.orderReference, terms.orderReference)
  add(tag.parentQuantity, terms.parentQuantity === null ? 0 : terms.parentQuantity)
  add(tag.doneElsewhere, terms.doneElsewhere)
  add(tag.autoResumes, terms.autoResumes)
  add(tag.autoRenewals, terms.autoRenewals)
  add(tag.price, level(terms.limitPrice))
  add(tag.advertisingTrigger, level(terms.advertisingTrigger))
  add(tag.knockoutTrigger, level(terms.knockoutTrigger))
  add(tag.indexRelativeKnockout, level(terms.indexRelativeKnockout))
  return fields
}

/** The group of executing brokers, in the order of the path. */
export const brokerFields = (shortNames: readonly string[]): FixField[] =>
  partyFields(shortNames.map((id) => ({ id, role: partyRoles.executingFirm })))

/** PartyRole (452). */
export const partyRoles = { executingFirm: '1', orderOriginator: '13', contraFirm: '17' } as const

export interface Party {
  readonly id: string
  readonly role: (typeof partyRoles)[keyof typeof partyRoles]
}

/** The group of parties; nothing without any. */
export function partyFields(parties: readonly Party[]): FixField[] {
  if (parties.length === 0) return []
  return [
    [tag.noPartyIds, String(parties.length)],
    ...parties.flatMap(({ id, role }): FixField[] => [
      [tag.partyId, id],
      [tag.partyIdSource, 'D'],
      [tag.partyRole, role],
    ]),
  ]
}

/** A whole number of shares, however many zeros follow its point; undefined without the tag. */
function sharesIn(message: FixMessage, of: number): number | FixRefusal | undefined {
  const value = fieldOf(message, of)
  if (value === undefined) return undefined
  if (/^\d{1,12}(\.0*)?$/.test(value)) return Number(value)
  return of === tag.ioiQty ? gatewayRefusal('FIX-IOI-QUANTITY') : gatewayRefusal('FIX-SHARES', { tag: of })
}

const numberIn = (message: FixMessage, of: number): number | undefined => {
  const value = fieldOf(message, of)
  return value === undefined ? undefined : Number(value)
}

const flagIn = (message: FixMessage, of: number): boolean | undefined => {
  const value = fieldOf(message, of)
  return value === undefined ? undefined : value === 'Y'
}
const flag = (value: boolean | undefined): string | undefined =>
  value === undefined ? undefined : value ? 'Y' : 'N'

/** Zero switches a trigger or a knockout off, and removes a limit. */
const levelIn = (message: FixMessage, of: number): number | null | undefined => {
  const value = numberIn(message, of)
  return value === 0 ? null : value
}
const level = (value: number | null | undefined): number | undefined => (value === null ? 0 : value)

/** The short names of the parties with the role of the executing firm; undefined without any party. */
function brokersIn({ fields }: FixMessage): string[] | undefined {
  const names: string[] = []
  let name = ''
  for (const [of, value] of fields)
    if (of === tag.partyId) name = value
    else if (of === tag.partyRole && value === partyRoles.executingFirm) names.push(name)
  return names.length > 0 ? names : undefined
}

interface OrderEnd {
  readonly duration?: Duration
  readonly endsAt?: number
}

/**
 * The end: TimeInForce 0 is the day. An indication has no TimeInForce, and neither it nor an order needs one besides
 * the time of its end. That is an own expiry if it is a whole minute of today in Tokyo, else one of the durations if it
 * is exactly so far from TransactTime, else only a time, which a replacement may repeat.
 */
function endIn(message: FixMessage, { expiry }: TermTags): OrderEnd | FixRefusal {
  const expireTime = fieldOf(message, expiry)
  if (expireTime === undefined)
    switch (fieldOf(message, tag.timeInForce)) {
      case undefined:
        return {}
      case '0':
        return { duration: 'END_OF_DAY' }
      default:
        return gatewayRefusal('FIX-EXPIRE-TIME')
    }
  const endsAt = parseUtcTimestamp(expireTime)
  const sent = parseUtcTimestamp(fieldOf(message, tag.transactTime) ?? '')
  if (endsAt === null || sent === null) return gatewayRefusal('FIX-EXPIRE-TIME')
  const minuteOfDay = (endsAt - startOfTradingDay(tradingDay(sent))) / minuteMs
  if (Number.isInteger(minuteOfDay) && minuteOfDay >= 0 && minuteOfDay < minutesPerDay)
    return { duration: ownExpiryAt(minuteOfDay), endsAt }
  const preset = minuteDurations.find((minutes) => endsAt - sent === Number(minutes) * minuteMs)
  return preset ? { duration: preset, endsAt } : { endsAt }
}

function durationFields(duration: Duration | undefined, { expiry }: TermTags, sent: number): FixField[] {
  if (duration === undefined) return []
  const isOrder = expiry === tag.expireTime
  const parsed = parseDuration(duration)
  if (parsed.kind === 'END_OF_DAY') return [[tag.timeInForce, '0']]
  const end: FixField = [expiry, formatUtcTimestamp(endOfDuration(parsed, sent, sent))]
  return isOrder ? [[tag.timeInForce, '6'], end] : [end]
}

function withoutUndefined(
  terms: { readonly [Name in keyof OrderTerms]-?: OrderTerms[Name] | undefined },
): OrderTerms {
  return Object.fromEntries(
    Object.entries(terms).filter(([, value]) => value !== undefined),
  ) as unknown as OrderTerms
}
