import { writtenName } from '@aitai/contract/routes/console/account-fields.ts'
import { type Advert as AdvertView, type DeskAdvert, deskStatuses } from '@aitai/contract/schemas/adverts.ts'
import type { ConnectionAgreement as AgreementView } from '@aitai/contract/schemas/agreements.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import { renewalsLeft, resumesLeft } from '@aitai/engine/adverts/automatic.ts'
import { percentOf } from '@aitai/engine/adverts/percent.ts'
import { currentQuantity } from '@aitai/engine/adverts/quantity-decay.ts'
import { residualPossible } from '@aitai/engine/adverts/residual.ts'
import { isLargeEnough, notionalOf } from '@aitai/engine/adverts/size-limits.ts'
import { isoTime } from '@aitai/engine/calendar/iso-times.ts'
import { isAgreementDay } from '@aitai/engine/locates/execution.ts'
import { isExecutionReportable } from '@aitai/engine/locates/executions.ts'
import { notionalPrice } from '@aitai/engine/market/matching-price.ts'
import {
  type Advert,
  type Direction,
  directions,
  isTerminal,
  type TransactionType,
} from '@aitai/engine/model/advert.ts'
import type { ConnectionAgreement, ExecutionTerms } from '@aitai/engine/model/connection-agreement.ts'
import {
  advertIdOn,
  firstLapse,
  type Leg,
  type Locate,
  type LocateTerms,
  opposite,
  sideOf,
} from '@aitai/engine/model/locate.ts'
import { type Price, toYen } from '@aitai/engine/model/price.ts'
import { floorLot } from '@aitai/engine/model/security.ts'
import type { State } from '@aitai/engine/model/state.ts'
import type { Quotes } from '../quotes/quotes.ts'
import type { Names } from '../reference/names.ts'
import { levelsView, termsView } from './terms-views.ts'

/** What notionals are measured with: the last price of the security, and yen per dollar. */
export type NotionalPrices = Pick<Quotes, 'quoteOf' | 'usdJpy'>

/** 'ric - name', in English (docs/specification.md §3). */
export function securityNameOf(names: Names, securityId: string): string {
  const equity = names.equities.get(securityId)
  return equity ? `${equity.security.ric} - ${equity.name}` : securityId
}

/**
 * An advert as its owner sees it, at a time in milliseconds UTC. Nobody else may see it (docs/rules.md §15).
 */
export function advertView(
  state: State,
  advert: Advert,
  market: NotionalPrices,
  names: Names,
  at: number,
): AdvertView {
  return {
    id: advert.id,
    ...advertFieldsOf(advert, rateOf(state, advert, market), names),
    ...levelsView(state, advert),
    ...lifeOf(advert, at),
    currentQuantity: currentQuantity(state, advert, at),
    isBeyondLimit: advert.isBeyondLimit,
    isModified: advert.isModified,
    locateNotificationId: advert.locateId,
    residualPossible: residualPossible(state, advert, priceIn(state, advert.securityId, market), at),
  }
}

/** The fields that an advert of today and one of a past day have in common. */
export const advertFieldsOf = (advert: SharedFields, rate: NotionalRate, names: Names) => ({
  securityId: advert.securityId,
  securityName: securityNameOf(names, advert.securityId),
  ...termsView(advert.terms),
  renewalsLeft: renewalsLeft(advert),
  resumesLeft: resumesLeft(advert),
  minimumShareQuantity: advert.minShares,
  quantityRemaining: advert.quantityRemaining,
  advertTriggerSatisfied: advert.advertTriggerSatisfied,
  ...notionalsOf(advert.terms.shareQuantity, rate),
  advertisementStatus: advert.advertisementStatus,
  causeOfDeath: advert.causeOfDeath,
  errorCode: advert.errorCode,
  submitTime: advert.submitTime,
  parentAdvertId: advert.parentAdvertId,
})

type SharedFields = Pick<
  Advert,
  | ('securityId' | 'terms' | 'minShares' | 'quantityRemaining' | 'advertTriggerSatisfied')
  | ('advertisementStatus' | 'causeOfDeath' | 'errorCode' | 'submitTime' | 'parentAdvertId')
  | ('renewals' | 'resumes')
>

/**
 * An advert as a desk head of its institution sees it: what it is and how it stands, not how its trader answers a
 * locate (docs/rules.md §15).
 */
export function deskAdvertView(
  state: State,
  advert: Advert,
  market: NotionalPrices,
  names: Names,
  at: number,
): DeskAdvert {
  const { terms, advertisementStatus: status } = advert
  return {
    id: advert.id,
    securityId: advert.securityId,
    securityName: securityNameOf(names, advert.securityId),
    direction: terms.direction,
    shareQuantity: terms.shareQuantity,
    currentQuantity: currentQuantity(state, advert, at),
    ...notionalsOf(terms.shareQuantity, rateOf(state, advert, market)),
    advertisementStatus: deskStatuses.find((each) => each === status) ?? 'ACCEPT/DECLINE?',
    isPausedByHead: advert.isPausedByHead,
    expiryDate: lifeOf(advert, at).expiryDate,
  }
}

const priceIn = (state: State, securityId: string, market: NotionalPrices): Price => {
  const security = state.securities.get(securityId)
  return security ? notionalPrice(market.quoteOf(securityId), security) : 0
}

/** What shares are valued at: the price of one, and of a dollar. */
export interface NotionalRate {
  readonly price: Price
  readonly usdJpy: Price
}

/** The rate that a locate fixed (docs/rules.md §8). */
export const rateAtLocate = ({
  midPrice,
  usdJpy,
}: Pick<LocateTerms, 'midPrice' | 'usdJpy'>): NotionalRate => ({
  price: midPrice,
  usdJpy,
})

/**
 * The rate of the locate that completed the advert. Until then the last price, or the close if there is none, and the
 * dollar of now (docs/rules.md §2). The last price of a malformed quote is ignored.
 */
export function rateOf(
  state: State,
  { securityId, agreedLocateId }: Advert,
  market: NotionalPrices,
): NotionalRate {
  const agreed = agreedLocateId === null ? undefined : state.locates.get(agreedLocateId)
  if (agreed) return rateAtLocate(agreed)
  const close = state.securities.get(securityId)?.closePrice ?? 0
  const last = market.quoteOf(securityId)?.last ?? 0
  return { price: Number.isSafeInteger(last) && last > 0 ? last : close, usdJpy: market.usdJpy() }
}

/** The value of shares in whole yen and dollars. The only place that values shares for a screen. */
export function notionalsOf(shares: number, { price, usdJpy }: NotionalRate) {
  const notional = notionalOf(shares, price)
  return { usdnotional: Math.round(notional / usdJpy), jpynotional: Math.round(toYen(notional)) }
}

function lifeOf(advert: Advert, at: number): Pick<AdvertView, 'expiryDate' | 'timeRemaining'> {
  const { expiryDate } = advert
  if (expiryDate === null) return { expiryDate: null, timeRemaining: null }
  const timeRemaining = isTerminal(advert) ? null : Math.max(0, expiryDate - at)
  return { expiryDate: isoTime(expiryDate), timeRemaining }
}

/**
 * A locate as one of its two traders may see it: the trader's own side, the frozen terms, and of the contra only what
 * the outcome says. Broker and password appear once both sides have accepted (docs/rules.md §8, §15). Throws
 * for anyone else.
 */
export function locateView(
  state: State,
  locate: Locate,
  traderId: string,
  names: Names,
  now: number,
): LocateNotification {
  const own = ownSideView(locate, traderId, now)
  return {
    ...own,
    lapsesAt: locate.outcome === null ? firstLapse(locate, state.limits) : null,
    residualPossible: leavesResidual(state, locate, own.direction),
    ...connection(state, locate, own.direction, names),
    ack: own.answer !== null || own.outcome !== null,
  }
}

/** What a locate of today and one of a past day show alike: without a connection, and with nothing left to do. */
export function ownSideView(
  locate: LocateTerms & Pick<Locate, 'locatedAt' | 'deadline' | 'traderIds' | 'answers' | 'outcome'>,
  traderId: string,
  now: number,
): LocateNotification {
  const side = sideOf(locate, traderId)
  if (!side) throw new Error(`${traderId} is not a side of locate ${locate.locateId}`)
  const advertId = advertIdOn(locate, side)
  return {
    locateNotificationId: locate.locateId,
    securityId: locate.securityId,
    advertisementId: advertId,
    buyId: advertId,
    locateQuantity: locate.locateQuantity,
    locationQuantity: locate.locateQuantity,
    shareQuantity: locate.shareQuantity[side],
    ...notionalsOf(locate.locateQuantity, rateAtLocate(locate)),
    direction: side,
    contraDirection: opposite(side),
    transactionType: kindOf(locate.legs[side]),
    contraMinimum: locate.minShares[side],
    stockMovePercentage: percentOf(locate.stockMove),
    indexMovePercentage: locate.indexMove === null ? null : percentOf(locate.indexMove),
    midPrice: toYen(locate.midPrice),
    locateTime: locate.locatedAt,
    deadline: locate.deadline,
    serverTime: now,
    lapsesAt: null,
    residualQuantity: locate.residual[side],
    residualPossible: false,
    answer: locate.answers[side],
    outcome: locate.outcome?.[side] ?? null,
    ...notConnected,
    ack: true,
    visible: true,
    messageType: 'locate',
  }
}

/** Whether the residual of the viewer's own advert would be large enough for an advert (docs/rules.md §10). */
function leavesResidual(state: State, locate: Locate, side: Direction): boolean {
  const security = state.securities.get(locate.securityId)
  if (!security) return false
  const residual = floorLot(locate.residual[side], security.lotSize)
  return isLargeEnough(residual, locate.midPrice, security, state.limits)
}

type Connection = Pick<
  LocateNotification,
  | 'password'
  | 'brokerName'
  | 'brokerContact'
  | 'receivedAt'
  | 'connectionAgreementId'
  | 'notExecuted'
  | 'executions'
>

/** Before both sides have accepted. */
const notConnected: Connection = {
  password: null,
  brokerName: null,
  brokerContact: null,
  receivedAt: null,
  connectionAgreementId: null,
  notExecuted: null,
}

function connection(state: State, locate: Locate, side: Direction, names: Names): Connection {
  // An agreement exists only once both sides have accepted.
  const agreement = locate.agreementId ? state.agreements.get(locate.agreementId) : undefined
  if (!agreement) return notConnected
  const broker = names.brokers.get(agreement.brokerId)
  return {
    password: names.passwordOf(agreement, side),
    brokerName: broker?.name ?? null,
    brokerContact: broker?.contact ?? null,
    receivedAt: receivedAt(agreement, side),
    connectionAgreementId: agreement.agreementId,
    notExecuted: notExecutedFor(agreement, side),
    ...executionsFor(agreement),
  }
}

/** The executions as both sides see them; neither learns which user of the broker reported them. */
const executionsFor = ({ executions }: ConnectionAgreement): Pick<LocateNotification, 'executions'> =>
  executions.length === 0
    ? {}
    : { executions: executions.map((each) => ({ ...executionShown(each), reportedAt: each.at })) }

/** When the broker confirmed a side; the side sees no name (docs/rules.md §9). */
function receivedAt({ lastChange }: ConnectionAgreement, side: Direction): number | null {
  const change = lastChange[side]
  return change?.received ? change.at : null
}

/** The report that nothing was executed as a side sees it: who did not follow through, by no name. */
function notExecutedFor(
  { notExecuted }: ConnectionAgreement,
  side: Direction,
): LocateNotification['notExecuted'] {
  if (!notExecuted) return null
  const { at, atFault } = notExecuted
  if (!atFault[opposite(side)]) return { reportedAt: at, by: 'YOU' }
  return { reportedAt: at, by: atFault[side] ? 'BOTH' : 'CONTRA' }
}

/** The type of a leg. */
const kindOf = (leg: Leg): TransactionType => (leg === 'CASH' ? 'CASH_ONLY' : 'SWAP_ONLY')

/** An agreement as the executing broker's users see it, with both passwords (docs/rules.md §9). */
export function agreementView(
  state: State,
  agreement: ConnectionAgreement,
  names: Names,
  at: number,
): AgreementView {
  const { agreementId, securityId, legs, firmIds, received } = agreement
  const equity = names.equities.get(securityId)
  const firmName = (side: Direction): string => names.firms.get(firmIds[side])?.name ?? firmIds[side]
  const buy = confirmationOf(agreement, 'BUY', names)
  const sell = confirmationOf(agreement, 'SELL', names)
  return {
    id: agreementId,
    connectionAgreementId: agreementId,
    securityUUID: securityId,
    securityName: securityNameOf(names, securityId),
    securityLocalName: equity ? `${equity.security.ric} - ${equity.localName}` : securityId,
    locationQuantity: agreement.locationQuantity,
    midPrice: toYen(agreement.midPrice),
    jpynotional: Math.round(toYen(notionalOf(agreement.locationQuantity, agreement.midPrice))),
    connectionAgreementType: legs.BUY === legs.SELL ? kindOf(legs.BUY) : 'CASH_SWAP',
    buyTransactionType: kindOf(legs.BUY),
    sellTransactionType: kindOf(legs.SELL),
    buyOrganizationName: firmName('BUY'),
    sellOrganizationName: firmName('SELL'),
    ...traderFields(agreement, names),
    buyPw: names.passwordOf(agreement, 'BUY') ?? '',
    sellPw: names.passwordOf(agreement, 'SELL') ?? '',
    buyStatus: received.BUY,
    sellStatus: received.SELL,
    buyConfirmedBy: buy.by,
    sellConfirmedBy: sell.by,
    buyConfirmedAt: buy.at,
    sellConfirmedAt: sell.at,
    locateTime: agreement.locateTime,
    agreedAt: agreement.agreedAt,
    notExecuted: notExecutedReportOf(agreement, names),
    executions: agreement.executions.map(({ executionId, at: reportedAt, brokerUserId, ...terms }) => ({
      executionId,
      ...executionShown(terms),
      reportedAt,
      reportedBy: personName(names, brokerUserId),
    })),
    executionReportPossible: isExecutionReportable(state, agreement, at),
    undoPossible: isAgreementDay(agreement, at),
  }
}

/** The traders of both sides, each if its institution shows them to brokers. */
function traderFields({ traderIds, firmIds }: ConnectionAgreement, names: Names) {
  const traderOf = (side: Direction) =>
    names.firms.get(firmIds[side])?.showsTraders ? names.people.get(traderIds[side]) : undefined
  const [buyer, seller] = [traderOf('BUY'), traderOf('SELL')]
  return {
    buyTraderName: buyer ? writtenName(buyer) : null,
    sellTraderName: seller ? writtenName(seller) : null,
    buyTraderPhone: buyer?.phone ?? null,
    sellTraderPhone: seller?.phone ?? null,
  }
}

const executionShown = ({ quantity, price, executedAt }: ExecutionTerms) => ({
  quantity,
  price: toYen(price),
  executedAt,
})

function confirmationOf({ lastChange }: ConnectionAgreement, side: Direction, names: Names) {
  const change = lastChange[side]
  if (!change?.received) return { by: null, at: null }
  return { by: personName(names, change.brokerUserId), at: change.at }
}

function notExecutedReportOf(
  { notExecuted }: ConnectionAgreement,
  names: Names,
): AgreementView['notExecuted'] {
  if (!notExecuted) return null
  const { at, atFault, brokerUserId } = notExecuted
  return {
    reportedAt: at,
    sides: directions.filter((side) => atFault[side]),
    reportedBy: personName(names, brokerUserId),
  }
}

/** First and last name of a user, or null for an unknown id. */
export function personName(names: Names, userId: string | null): string | null {
  const person = userId === null ? undefined : names.people.get(userId)
  return person ? writtenName(person) : null
}
