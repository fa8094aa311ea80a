import { costAnalysis } from '@aitai/contract/routes/cost-analysis.ts'
import { listLocateNotifications } from '@aitai/contract/routes/locates.ts'
import type { CostAnalysis } from '@aitai/contract/schemas/cost-analysis.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { PlayedDay, SentIoi } from './day-run.ts'
import type { Member } from './member.ts'
import {
  type ExpectedCosts,
  expectedCosts,
  expectedCounts,
  expectedSummaries,
  expectedSummary,
  type SeenAgreement,
} from './oracle.ts'
import { midOf, newestAt, type ScriptedSecurity } from './price-script.ts'
import { clockText, dayOfScript, exchangeCloses } from './tokyo-day.ts'

/** The analysis that a trader's own data and the script lead to, and the locates behind it, oldest first. */
export async function expectedAnalysis(
  day: PlayedDay,
  trader: Member,
  securities: readonly ScriptedSecurity[],
) {
  const locates = [...(await trader.ask(listLocateNotifications))].reverse()
  const sent = day.sent.get(trader.email) ?? []
  const agreements = locates
    .filter(({ outcome, notExecuted }) => outcome === 'ACCEPTED' && notExecuted === null)
    .map((locate) => costsOfLocate(day, sent, locate, securities))
  const seen = locates.map(({ advertisementId, answer, outcome, notExecuted }) => ({
    advertisementId,
    answer,
    isAgreement: outcome === 'ACCEPTED',
    isWithdrawn: outcome === 'WITHDRAWN',
    isNotExecuted: notExecuted !== null,
  }))
  return {
    locates,
    expected: {
      from: dayOfScript,
      to: dayOfScript,
      agreements,
      total: expectedSummary('', agreements),
      byDay: expectedSummaries(agreements, (each) => each.day),
      bySecurity: expectedSummaries(agreements, (each) => each.securityId),
      byBroker: expectedSummaries(agreements, (each) => each.brokerName),
      ...expectedCounts(
        sent.map(({ id }) => id),
        seen,
      ),
    },
  }
}

function costsOfLocate(
  day: PlayedDay,
  sent: readonly SentIoi[],
  locate: LocateNotification,
  securities: readonly ScriptedSecurity[],
): ExpectedCosts {
  const own = sent.find(({ id }) => id === locate.advertisementId)
  const security = securities.find(({ ric }) => ric === own?.ioi.ric)
  if (!own || !security) throw new Error('an agreement of an IOI that was not sent')
  const agreement: SeenAgreement = {
    day: dayOfScript,
    advertisementId: own.id,
    locateNotificationId: locate.locateNotificationId,
    securityId: day.server.securityId(security.ric),
    direction: own.ioi.direction,
    brokerName: locate.brokerName ?? '',
    submitTime: own.submitTime,
    locateTime: locate.locateTime,
    shareQuantity: own.ioi.shareQuantity,
    locatedQuantity: locate.locateQuantity,
    midAtLocate: locate.midPrice,
    fills: day.fills.get(locate.connectionAgreementId ?? '') ?? [],
  }
  return expectedCosts(agreement, security.quotes)
}

/** Locates that ended otherwise than the script says, by the table of docs/rules.md §8. */
export function outcomeDifferences(
  day: PlayedDay,
  trader: Member,
  locates: readonly LocateNotification[],
): readonly string[] {
  return (day.sent.get(trader.email) ?? []).flatMap(({ id, episode, ioi }) => {
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

/** Locates of which the socket has not told. */
export const pushDifferences = (
  { received }: Member,
  locates: readonly LocateNotification[],
): readonly string[] =>
  locates
    .filter(({ locateNotificationId: id }) => !received.some((each) => each.locateNotificationId === id))
    .map(({ locateTime }) => `the locate of ${clockText(locateTime)} was not pushed`)

/** Locates at another price than the script's mid, or the official close after hours (docs/rules.md §8, §13). */
export function marketDifferences(
  day: PlayedDay,
  trader: Member,
  locates: readonly LocateNotification[],
  securities: readonly ScriptedSecurity[],
): readonly string[] {
  const sent = day.sent.get(trader.email) ?? []
  return locates.flatMap(({ advertisementId, locateTime, midPrice }) => {
    const ric = sent.find(({ id }) => id === advertisementId)?.ioi.ric
    const quote = newestAt(securities.find((each) => each.ric === ric)?.quotes ?? [], locateTime)
    const price = locateTime >= exchangeCloses ? quote?.officialClose : quote && midOf(quote)
    return price === midPrice ? [] : [`${ric} was located at ${midPrice}, the script has ${price}`]
  })
}

/**
 * The agreements by the time of the locate, those of one moment in the order in which they are shown: the contract
 * leaves that open.
 */
export const inOrderOf = (
  { agreements: shown }: CostAnalysis,
  expected: readonly ExpectedCosts[],
): readonly ExpectedCosts[] => {
  const position = (id: string): number =>
    shown.findIndex(({ locateNotificationId }) => locateNotificationId === id)
  return expected.toSorted(
    (a, b) =>
      a.locateTime - b.locateTime || position(a.locateNotificationId) - position(b.locateNotificationId),
  )
}

export const analysisOf = (trader: Member): Promise<CostAnalysis> =>
  trader.ask(costAnalysis, { params: { period: dayOfScript } })

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
