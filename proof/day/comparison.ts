import { costAnalysis } from '@aitai/contract/routes/cost-analysis.ts'
import { listLocateNotifications } from '@aitai/contract/routes/locates.ts'
import type { CostAnalysis } from '@aitai/contract/schemas/cost-analysis.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { DayRun, SentIoi } from './day-run.ts'
import type { Member } from './member.ts'
import {
  type ExpectedCosts,
  expectedCosts,
  expectedCounts,
  expectedSummaries,
  expectedSummary,
  type SeenAgreement,
} from './oracle.ts'
import { midOf, newestAt } from './price-script.ts'
import type { ScriptedDay } from './scripted-days.ts'
import { clockText, dateOf, isAfterClose } from './tokyo-day.ts'

/** A day of the script, and a trader's locates of it, oldest first. */
export interface DayOfLocates {
  readonly day: ScriptedDay
  readonly locates: readonly LocateNotification[]
}

/** The trader's locates of the current day, oldest first. */
export const locatesOf = async (trader: Member): Promise<readonly LocateNotification[]> =>
  [...(await trader.call(listLocateNotifications))].reverse()

/** The IOIs that a trader sent on a day. */
export const sentOn = (run: DayRun, trader: Member, { date }: ScriptedDay): readonly SentIoi[] =>
  (run.sent.get(trader.email) ?? []).filter(({ submitTime }) => dateOf(submitTime) === date)

/** The analysis of one day or of several that a trader's own data and the script lead to. */
export function expectedAnalysis(run: DayRun, trader: Member, days: readonly DayOfLocates[]) {
  const inOrder = days.flatMap(({ day, locates }) =>
    locates
      .filter(({ outcome, notExecuted }) => outcome === 'ACCEPTED' && notExecuted === null)
      .map((locate) => costsOfLocate(run, trader, day, locate)),
  )
  // Those of one moment by RIC.
  const agreements = inOrder
    .toSorted((a, b) => (a.ric < b.ric ? -1 : 1))
    .sort((a, b) => a.locateTime - b.locateTime)
    .map(({ ric: _, ...costs }) => costs)
  const seen = days
    .flatMap(({ locates }) => locates)
    .map(({ advertisementId, answer, outcome, notExecuted }) => ({
      advertisementId,
      answer,
      isAgreement: outcome === 'ACCEPTED',
      isWithdrawn: outcome === 'WITHDRAWN',
      isNotExecuted: notExecuted !== null,
    }))
  const sent = days.flatMap(({ day }) => sentOn(run, trader, day))
  return {
    from: days[0]?.day.date,
    to: days.at(-1)?.day.date,
    agreements,
    total: expectedSummary('', agreements),
    byDay: expectedSummaries(agreements, (each) => each.day),
    bySecurity: expectedSummaries(agreements, (each) => each.securityId),
    byBroker: expectedSummaries(agreements, (each) => each.brokerName),
    byDirection: expectedSummaries(agreements, (each) => each.direction),
    ...expectedCounts(
      sent.map(({ id }) => id),
      seen,
    ),
  }
}

function costsOfLocate(
  run: DayRun,
  trader: Member,
  day: ScriptedDay,
  locate: LocateNotification,
): ExpectedCosts & { readonly ric: string } {
  const own = sentOn(run, trader, day).find(({ id }) => id === locate.advertisementId)
  const security = day.securities.find(({ ric }) => ric === own?.ioi.ric)
  if (!own || !security) throw new Error('an agreement of an IOI that was not sent')
  const agreement: SeenAgreement = {
    day: day.date,
    advertisementId: own.id,
    locateNotificationId: locate.locateNotificationId,
    securityId: run.server.securityId(security.ric),
    direction: own.ioi.direction,
    brokerName: locate.brokerName ?? '',
    submitTime: own.submitTime,
    locateTime: locate.locateTime,
    shareQuantity: own.ioi.shareQuantity,
    locatedQuantity: locate.locateQuantity,
    midAtLocate: locate.midPrice,
    fills: run.fills.get(locate.connectionAgreementId ?? '') ?? [],
  }
  return { ric: security.ric, ...expectedCosts(agreement, security.quotes, run.server.now()) }
}

/** Locates that ended otherwise than the script says, by the table of docs/rules.md §8. */
export function outcomeDifferences(
  run: DayRun,
  trader: Member,
  { day, locates }: DayOfLocates,
): readonly string[] {
  return sentOn(run, trader, day).flatMap(({ id, episode, ioi }) => {
    const outcomes = locates
      .filter(({ advertisementId }) => advertisementId === id)
      .map(({ outcome }) => outcome)
    const scripted = episode.outcomes[episode.iois.indexOf(ioi)] ?? []
    const name = `${episode.kind}, ${ioi.ric} at ${clockText(ioi.submitAt)}`
    return outcomes.join() === scripted.join()
      ? []
      : [`${name}: expected [${scripted.join()}], got [${outcomes.join()}]`]
  })
}

/** Locates that were not pushed over the socket. */
export const pushDifferences = ({ received }: Member, { locates }: DayOfLocates): readonly string[] =>
  locates
    .filter(({ locateNotificationId: id }) => !received.some((each) => each.locateNotificationId === id))
    .map(({ locateTime }) => `the locate of ${clockText(locateTime)} was not pushed`)

/** Locates at another price than the script's mid, or the official close after hours (docs/rules.md §8, §13). */
export function marketDifferences(
  run: DayRun,
  trader: Member,
  { day: { securities }, locates }: DayOfLocates,
): readonly string[] {
  const sent = run.sent.get(trader.email) ?? []
  return locates.flatMap(({ advertisementId, locateTime, midPrice }) => {
    const ric = sent.find(({ id }) => id === advertisementId)?.ioi.ric
    const quote = newestAt(securities.find((each) => each.ric === ric)?.quotes ?? [], locateTime)
    const price = isAfterClose(locateTime) ? quote?.officialClose : quote && midOf(quote)
    return price === midPrice ? [] : [`${ric} was located at ${midPrice}, the script has ${price}`]
  })
}

/** The analysis of a day, or of `2026-11-18..2026-11-19`. */
export const analysisOf = (trader: Member, period: string): Promise<CostAnalysis> =>
  trader.call(costAnalysis, { params: { period } })

/** Every difference, by its path. Lists of summaries are compared by their keys, other lists by position. */
export function differences(expected: unknown, shown: unknown, path = ''): string[] {
  if (typeof expected === 'number' && typeof shown === 'number')
    return Math.abs(expected - shown) <= toleranceAt(path)
      ? []
      : [`${path}: expected ${expected}, shown ${shown}`]
  if (expected === null || typeof expected !== 'object' || shown === null || typeof shown !== 'object')
    return Object.is(expected, shown) ? [] : [`${path}: expected ${expected}, shown ${shown}`]
  if (Array.isArray(expected) && Array.isArray(shown)) {
    if (expected.length !== shown.length)
      return [`${path}: expected ${expected.length} items, shown ${shown.length}`]
    const [own, other] = [sorted(expected), sorted(shown)]
    return own.flatMap((each, i) => differences(each, other[i], `${path}[${i}]`))
  }
  return Object.entries(expected).flatMap(([name, value]) =>
    differences(value, (shown as Record<string, unknown>)[name], path ? `${path}.${name}` : name),
  )
}

const sorted = (items: readonly unknown[]): readonly unknown[] =>
  items.every((each) => typeof each === 'object' && each !== null && 'key' in each)
    ? (items as { key: string }[]).toSorted((a, b) => (a.key < b.key ? -1 : 1))
    : items

/** How exactly the API states a figure: prices to 0.0001 yen, basis points to 0.01, averages of times to 1 ms. */
function toleranceAt(path: string): number {
  const field = path.split('.').at(-1) ?? ''
  const isTotal = !path.startsWith('agreements')
  // Each minute's VWAP is stored to 0.0001 yen, which is up to 0.005 bp of the script's lowest prices.
  if (field === 'againstVwap') return isTotal ? 0.0151 : 0.01001
  if (/^(halfSpread|against\w+|after\d+)$/.test(field)) return isTotal ? 0.0101 : 0.00501
  if (field === 'timeToLocate') return isTotal ? 0.5 : 0
  if (field === 'intervalVwap') return 0.00011
  return 0.000051
}
