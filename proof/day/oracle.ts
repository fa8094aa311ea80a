import { midOf, newestAt, type ScriptedQuote } from './price-script.ts'
import { exchangeIsOpen, isAfterClose, minuteMs, secondMs } from './tokyo-day.ts'

/**
 * Cost analysis from the text of the rules (docs/rules.md §24), from the scripted prices and from what a trader sees.
 * It shares no code with the engine's and was written without reading that.
 */

/** What a trader and the script know of one agreement. */
export interface SeenAgreement {
  readonly day: string
  readonly advertisementId: string
  readonly locateNotificationId: string
  readonly securityId: string
  readonly direction: 'BUY' | 'SELL'
  readonly brokerName: string
  /** Milliseconds UTC. */
  readonly submitTime: number
  readonly locateTime: number
  readonly shareQuantity: number
  readonly locatedQuantity: number
  /** Yen. */
  readonly midAtLocate: number
  /** What the broker reported and did not withdraw, as last corrected. */
  readonly fills: readonly { readonly quantity: number; readonly price: number }[]
}

type Figure = number | null

export interface Reversion {
  readonly after1: Figure
  readonly after5: Figure
  readonly after15: Figure
  readonly after30: Figure
}

/** The figures of one agreement. Times in milliseconds, prices and savings in yen, the rest in basis points. */
export interface ExpectedCosts extends Omit<SeenAgreement, 'fills'> {
  readonly quantity: number
  readonly isExecuted: boolean
  readonly arrivalMid: Figure
  readonly price: number
  readonly value: number
  readonly halfSpread: Figure
  readonly halfSpreadSaved: Figure
  readonly intervalVwap: Figure
  readonly againstArrival: Figure
  readonly againstVwap: Figure
  readonly reversion: Reversion
  readonly timeToLocate: number
  readonly executedQuantity: Figure
  /** Fractions of the quantity that was sent. */
  readonly shareLocated: number
  readonly shareExecuted: Figure
}

const quoteAgeMs = 10 * secondMs
const oldestMidMs = 5 * minuteMs

/** The figures of an agreement as they are at a time, by default later, with the quotes of its security. */
export function expectedCosts(
  seen: SeenAgreement,
  quotes: readonly ScriptedQuote[],
  now: number = Number.POSITIVE_INFINITY,
): ExpectedCosts {
  const { fills, ...known } = seen
  const { direction, submitTime, locateTime, midAtLocate, locatedQuantity, shareQuantity } = seen
  const gain = direction === 'BUY' ? 1 : -1
  const arrivalMid = arrivalMidOf(submitTime, quotes)
  const basis = arrivalMid ?? midAtLocate
  const inBasisPoints = (yen: number): number => (yen / basis) * 10_000

  const executed = fills.reduce((sum, { quantity }) => sum + quantity, 0)
  const paid = fills.reduce((sum, { quantity, price }) => sum + quantity * price, 0)
  const quantity = executed > 0 ? executed : locatedQuantity
  const price = executed > 0 ? paid / executed : midAtLocate
  // Contras are located at the official close only after the exchange has closed.
  const spread = isAfterClose(locateTime) ? null : spreadAt(locateTime, quotes)
  const intervalVwap = intervalVwapOf(submitTime, locateTime, quotes)
  const against = (benchmark: Figure): Figure =>
    benchmark === null ? null : inBasisPoints(gain * (benchmark - price))
  const reversionAfter = (minutes: number): Figure => {
    const moment = locateTime + minutes * minuteMs
    if (moment > now) return null
    const mid = midOfMinuteEndedBy(moment, locateTime, quotes)
    return mid === null ? null : inBasisPoints(gain * (midAtLocate - mid))
  }

  return {
    ...known,
    quantity,
    isExecuted: executed > 0,
    arrivalMid,
    price,
    value: price * quantity,
    halfSpread: spread === null ? null : inBasisPoints(spread / 2),
    halfSpreadSaved: spread === null ? null : (spread / 2) * quantity,
    intervalVwap,
    againstArrival: against(arrivalMid),
    againstVwap: against(intervalVwap),
    reversion: {
      after1: reversionAfter(1),
      after5: reversionAfter(5),
      after15: reversionAfter(15),
      after30: reversionAfter(30),
    },
    timeToLocate: locateTime - submitTime,
    executedQuantity: executed > 0 ? executed : null,
    shareLocated: locatedQuantity / shareQuantity,
    shareExecuted: executed > 0 ? executed / shareQuantity : null,
  }
}

function arrivalMidOf(submitTime: number, quotes: readonly ScriptedQuote[]): Figure {
  if (!exchangeIsOpen(submitTime)) return null
  const quote = newestAt(quotes, submitTime)
  return quote && submitTime - quote.at <= quoteAgeMs ? midOf(quote) : null
}

function spreadAt(at: number, quotes: readonly ScriptedQuote[]): Figure {
  const quote = newestAt(quotes, at)
  return quote && quote.bid !== null && quote.ask !== null ? quote.ask - quote.bid : null
}

/** The volume and the turnover of each minute, by its start. What was traded before the first look is in none. */
function tradesByMinute(
  quotes: readonly ScriptedQuote[],
): ReadonlyMap<number, { shares: number; yen: number }> {
  const minutes = new Map<number, { shares: number; yen: number }>()
  for (const [i, { at, last, volume }] of quotes.entries()) {
    const before = quotes[i - 1]?.volume ?? null
    if (volume === null || before === null || last === null) continue
    const minute = Math.floor(at / minuteMs) * minuteMs
    const sum = minutes.get(minute) ?? { shares: 0, yen: 0 }
    sum.shares += volume - before
    sum.yen += (volume - before) * last
    minutes.set(minute, sum)
  }
  return minutes
}

function intervalVwapOf(from: number, to: number, quotes: readonly ScriptedQuote[]): Figure {
  let shares = 0
  let yen = 0
  for (const [start, trades] of tradesByMinute(quotes)) {
    const covered = (Math.min(to, start + minuteMs) - Math.max(from, start)) / minuteMs
    if (covered <= 0) continue
    shares += covered * trades.shares
    yen += covered * trades.yen
  }
  return shares > 0 ? yen / shares : null
}

/** The last mid of the newest minute that has one and had ended by then, after `from` and at most 5 minutes before. */
function midOfMinuteEndedBy(moment: number, from: number, quotes: readonly ScriptedQuote[]): Figure {
  const newestEnd = Math.floor(moment / minuteMs) * minuteMs
  for (let end = newestEnd; end > from && moment - end <= oldestMidMs; end -= minuteMs) {
    const mids = quotes.filter(({ at }) => at >= end - minuteMs && at < end).map(midOf)
    const last = mids.findLast((mid) => mid !== null)
    if (last !== undefined && last !== null) return last
  }
  return null
}

/** Totals of a day, a security, a broker or of everything. */
export interface ExpectedSummary {
  readonly key: string
  readonly agreements: number
  readonly executed: number
  readonly shares: number
  readonly value: number
  readonly halfSpreadSaved: number
  readonly halfSpread: Figure
  readonly againstArrival: Figure
  readonly againstVwap: Figure
  readonly reversion: Reversion
  /** Of how many agreements each is the average. */
  readonly reversionCount: Readonly<Record<keyof Reversion, number>>
  readonly timeToLocate: Figure
}

/** As in the list of agreements. */
const roundedBp = (bp: number): number => Math.round(bp * 100) / 100

/** Adds up yen and shares, and averages rounded basis points by value over those agreements that have the figure. */
export function expectedSummary(key: string, costs: readonly ExpectedCosts[]): ExpectedSummary {
  const sum = (figure: (each: ExpectedCosts) => number): number =>
    costs.reduce((total, each) => total + figure(each), 0)
  const byValue = (figure: (each: ExpectedCosts) => Figure): Figure => {
    let [weighted, weight] = [0, 0]
    for (const each of costs) {
      const value = figure(each)
      if (value === null) continue
      weighted += roundedBp(value) * each.value
      weight += each.value
    }
    return weight > 0 ? weighted / weight : null
  }
  const known = (after: keyof Reversion): number =>
    costs.filter(({ reversion }) => reversion[after] !== null).length
  return {
    key,
    agreements: costs.length,
    executed: costs.filter(({ isExecuted }) => isExecuted).length,
    shares: sum(({ quantity }) => quantity),
    value: sum(({ value }) => value),
    halfSpreadSaved: sum(({ halfSpreadSaved }) => halfSpreadSaved ?? 0),
    halfSpread: byValue(({ halfSpread }) => halfSpread),
    againstArrival: byValue(({ againstArrival }) => againstArrival),
    againstVwap: byValue(({ againstVwap }) => againstVwap),
    reversion: {
      after1: byValue(({ reversion }) => reversion.after1),
      after5: byValue(({ reversion }) => reversion.after5),
      after15: byValue(({ reversion }) => reversion.after15),
      after30: byValue(({ reversion }) => reversion.after30),
    },
    reversionCount: {
      after1: known('after1'),
      after5: known('after5'),
      after15: known('after15'),
      after30: known('after30'),
    },
    timeToLocate: costs.length > 0 ? sum(({ timeToLocate }) => timeToLocate) / costs.length : null,
  }
}

/** One summary for each key, in no particular order. */
export function expectedSummaries(
  costs: readonly ExpectedCosts[],
  keyOf: (each: ExpectedCosts) => string,
): readonly ExpectedSummary[] {
  return [...Map.groupBy(costs, keyOf)].map(([key, group]) => expectedSummary(key, group))
}

/** A locate as its own side saw it. */
export interface SeenLocate {
  readonly advertisementId: string
  readonly answer: 'ACCEPT' | 'DECLINE' | null
  readonly isAgreement: boolean
  /** It was withdrawn from both, so an answer that had not come is not one that lapsed. */
  readonly isWithdrawn: boolean
  /** The broker has reported that nothing was executed. */
  readonly isNotExecuted: boolean
}

/** The trader's answers, and the trader's IOIs by how far they got. */
export function expectedCounts(sentIds: readonly string[], locates: readonly SeenLocate[]) {
  const answered = (answer: SeenLocate['answer']): number =>
    locates.filter((locate) => locate.answer === answer).length
  const [accepted, declined] = [answered('ACCEPT'), answered('DECLINE')]
  const withdrawn = locates.filter(({ answer, isWithdrawn }) => answer === null && isWithdrawn).length
  const iois = (select: (locate: SeenLocate) => boolean): number =>
    new Set(locates.filter(select).map(({ advertisementId }) => advertisementId)).size
  return {
    answers: {
      accepted,
      declined,
      unanswered: locates.filter(({ answer, isWithdrawn }) => answer === null && !isWithdrawn).length,
      withdrawn,
      // None is open any more.
      acceptanceOfLocates: locates.length > 0 ? accepted / locates.length : null,
      acceptanceOfAnswers: accepted + declined > 0 ? accepted / (accepted + declined) : null,
    },
    iois: {
      sent: new Set(sentIds).size,
      located: iois(() => true),
      accepted: iois(({ answer }) => answer === 'ACCEPT'),
      completed: iois(({ isAgreement }) => isAgreement),
    },
    notExecuted: locates.filter(({ isNotExecuted }) => isNotExecuted).length,
  }
}
