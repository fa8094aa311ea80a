import { sizeFrom } from '@aitai/client/adverts/advert-size.ts'
import { concernedAdverts } from '@aitai/client/adverts/all/all-actions.ts'
import { openCounts } from '@aitai/client/adverts/open-counts.ts'
import { agreedRates, completedAs, listedSize, type ShownAdvert } from '@aitai/client/adverts/shown-advert.ts'
import { costColumns } from '@aitai/client/costs/cost-columns.ts'
import { columnOf, type HistoryTextContext } from '@aitai/client/history/grid/history-columns.ts'
import { historyTotalLines } from '@aitai/client/history/history-totals.ts'
import { formatDollars, formatYen } from '@aitai/client/ui/format/amounts.ts'
import { formatIoiShare, formatNumber } from '@aitai/client/ui/format/format.ts'
import { netOf, sideTotals } from '@aitai/client/ui/totals/side-totals.ts'
import { advertList } from '@aitai/contract/routes/adverts.ts'
import { ioiCounts } from '@aitai/contract/routes/credibility.ts'
import { pastDay, pastDays } from '@aitai/contract/routes/history.ts'
import type { CostAnalysis } from '@aitai/contract/schemas/cost-analysis.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import { executedTotal, shareOfIoi } from '@aitai/engine/cost-analysis/ioi-figures.ts'
import { isOpen } from '@aitai/engine/model/advert.ts'
import { analysisOf, type DayOfLocates } from './comparison.ts'
import { reader } from './csv-export.ts'
import type { Member } from './member.ts'

/*
 * One figure is the same wherever it is shown: the list of the desk, the history with its totals, summary and mail,
 * the analysis with its file, the profile, the calendar, the popup, the bell and the phone (docs/glossary.md,
 * "Figures"). What is shown is computed by the product's own code; the expected sums are computed here from the
 * replies of the server.
 */

/** The trader's IOIs as screens show them, and the locates that were agreed on. */
interface Day {
  readonly shown: readonly ShownAdvert[]
  readonly agreed: ReadonlyMap<string, LocateNotification>
}

const agreedIn = (locates: readonly LocateNotification[]): Day['agreed'] =>
  new Map(
    locates
      .filter(({ connectionAgreementId }) => connectionAgreementId !== null)
      .map((locate) => [locate.advertisementId, locate]),
  )

const contextOf = ({ agreed }: Day, pastDate: string | null): HistoryTextContext => ({
  ...reader,
  equities: new Map(),
  brokers: [],
  pastDay: pastDate,
  agreed,
})

/** Compares two values of one figure. */
function compared(what: string, one: unknown, other: unknown): readonly string[] {
  const [a, b] = [JSON.stringify(one), JSON.stringify(other)]
  return a === b ? [] : [`${what}: ${a} on one screen, ${b} on another`]
}

/** Figures of the current day that differ between two screens. Call it while no locate is open. */
export async function figureDifferences(trader: Member, of: DayOfLocates): Promise<readonly string[]> {
  const { day, locates } = of
  const adverts = await trader.call(advertList)
  const analysis = await analysisOf(trader, day.date)
  const agreed = agreedIn(locates)
  const shown = adverts.map((advert) => completedAs(advert, agreed.get(advert.id)))
  return [
    ...rowDifferences({ shown, agreed }, analysis),
    ...totalDifferences({ shown, agreed }),
    ...openDifferences(shown),
    ...(await countDifferences(trader, of, { shown, agreed }, analysis)),
  ]
}

/** Each completed IOI in the list, the history, the popup and the analysis. */
function rowDifferences(today: Day, { agreements }: CostAnalysis): readonly string[] {
  const context = contextOf(today, null)
  const costs = new Map(agreements.map((each) => [each.advertisementId, each]))
  return today.shown.flatMap((advert) => {
    const locate = today.agreed.get(advert.id)
    if (!locate) return []
    const cell = (id: Parameters<typeof columnOf>[0]): string => columnOf(id).shown(advert, context)
    const value = (id: Parameters<typeof columnOf>[0]) => columnOf(id).value(advert, context)
    const row = costs.get(advert.id)
    const share = formatIoiShare(shareOfIoi(locate.locateQuantity, locate.shareQuantity), 'En')
    const listed = listedSize(advert)
    return [
      ...compared('quantity of the IOI', advert.shareQuantity, locate.shareQuantity),
      ...compared('located shares', cell('locatedQuantity'), formatNumber(listed.shareQuantity)),
      ...compared('share located', cell('percentLocated'), share),
      ...compared('located value', value('locatedNotional'), listed.jpynotional),
      ...compared(
        'value of the IOI, and of what was located',
        Math.round((advert.jpynotional * locate.locateQuantity) / locate.shareQuantity),
        locate.jpynotional,
      ),
      ...compared(
        'fields of the editor',
        sizeFrom('shares', locate.locateQuantity, agreedRates(locate)).usdnotional,
        locate.usdnotional,
      ),
      ...(row ? costDifferences(row, locate, { cell, value }) : []),
    ]
  })
}

interface HistoryRow {
  readonly cell: (id: Parameters<typeof columnOf>[0]) => string
  readonly value: (id: Parameters<typeof columnOf>[0]) => number | string | null
}

/** An agreement in the analysis, its file, the history and the bell. */
function costDifferences(
  row: CostAnalysis['agreements'][number],
  locate: LocateNotification,
  history: HistoryRow,
): readonly string[] {
  const column = (id: string) => costColumns.find((each) => each.id === id)
  const cost = (id: string) => column(id)?.shown(row, reader)
  const inFile = (id: string) => column(id)?.value(row, reader)
  const executed = executedTotal(locate.executions)
  return [
    ...compared('located shares', cost('located'), history.cell('locatedQuantity')),
    ...compared('share located', cost('shareLocated'), history.cell('percentLocated')),
    ...compared('share located in files', inFile('shareLocated'), history.value('percentLocated')),
    ...compared('time to locate', cost('timeToLocate'), history.cell('timeToLocate')),
    ...compared('time to locate in files', inFile('timeToLocate'), history.value('timeToLocate')),
    ...compared('mid', inFile('mid'), history.value('midPrice')),
    ...compared('executed shares', row.executedQuantity, executed?.quantity ?? null),
    ...compared(
      'share executed',
      row.shareExecuted,
      executed && shareOfIoi(executed.quantity, locate.shareQuantity),
    ),
    ...compared('quantity of the analysis', row.quantity, executed?.quantity ?? locate.locateQuantity),
    ...(executed ? [] : compared('value', Math.round(row.value), locate.jpynotional)),
  ]
}

/** The totals of the day against its rows, and of the located part against the locates. */
function totalDifferences(today: Day): readonly string[] {
  const rows = { all: today.shown, rows: today.shown, selected: [] }
  const lines = historyTotalLines(rows, reader.text, 'En')
  const sent = today.shown.filter(({ advertisementStatus }) => advertisementStatus !== 'UNSENT')
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)
  const expected = (['BUY', 'SELL'] as const).flatMap((side) => {
    const ofSide = sent.filter(({ direction }) => direction === side)
    const located = [...today.agreed.values()].filter(({ direction }) => direction === side)
    const size = (sizes: readonly (readonly [shares: number, jpy: number, usd: number])[]): string =>
      [
        `${formatNumber(sum(sizes.map(([shares]) => shares)))} shares`,
        formatYen(sum(sizes.map(([, jpy]) => jpy)), 'En'),
        formatDollars(sum(sizes.map(([, , usd]) => usd)), 'En'),
      ].join(' · ')
    if (ofSide.length === 0) return []
    return [
      `${side}: ${ofSide.length} ${ofSide.length === 1 ? 'IOI' : 'IOIs'} · ${size(
        ofSide.map((each) => [each.shareQuantity, each.jpynotional, each.usdnotional]),
      )}`,
      ...(located.length === 0
        ? []
        : [
            `${side}, of which located: ${size(
              located.map((each) => [each.locateQuantity, each.jpynotional, each.usdnotional]),
            )}`,
          ]),
    ]
  })
  const net = netOf(sideTotals(sent))
  const signed = sum(
    sent.map(({ direction, jpynotional }) => (direction === 'BUY' ? jpynotional : -jpynotional)),
  )
  return [
    ...compared(
      'totals of the day',
      lines.filter((line) => !line.startsWith('Day net')),
      expected,
    ),
    ...(net ? compared('day net', net.jpynotional, Math.abs(signed)) : []),
    ...compared(
      'a line of the day net',
      lines.some((line) => line.startsWith('Day net')),
      net !== null,
    ),
  ]
}

/** What is open at the foot of the list, on the phone and in Pause all. */
function openDifferences(shown: readonly ShownAdvert[]): readonly string[] {
  const counts = openCounts(shown)
  const listed = sideTotals(shown.filter(isOpen)).reduce((total, { count }) => total + count, 0)
  return [
    ...compared('open IOIs', counts.open, listed),
    ...compared('open IOIs by status', counts.open, counts.live + counts.paused + counts.located),
    ...compared('IOIs of Pause all', counts.live, concernedAdverts('pause', shown).length),
  ]
}

/** The counts of the profile, the analysis, the calendar and the history. The trader's account is of the first day. */
async function countDifferences(
  trader: Member,
  { day, locates }: DayOfLocates,
  { shown }: Day,
  analysis: CostAnalysis,
): Promise<readonly string[]> {
  const { answers, iois, ioisByDay, notExecuted } = analysis
  const profile = await trader.call(ioiCounts)
  const calendar = (await trader.call(pastDays)).find((each) => each.day === day.date)
  const ofDay = ioisByDay.find((each) => each.day === day.date)
  const sent = shown.filter(({ advertisementStatus }) => advertisementStatus !== 'UNSENT')
  const completed = shown.filter(({ advertisementStatus }) => advertisementStatus === 'COMPLETED')
  const { accepted, declined, unanswered, withdrawn } = answers
  return [
    ...compared(
      'answers',
      [accepted, declined, unanswered],
      [profile.accept, profile.decline, profile.timeout],
    ),
    ...compared('locates', accepted + declined + unanswered + withdrawn, profile.locate),
    ...compared('locates of the list', locates.length, profile.locate),
    ...compared('acceptance', answers.acceptanceOfLocates, rateOf(profile.accept, profile.locate)),
    ...compared('sent', [iois.sent, ofDay?.sent ?? 0, calendar?.sent ?? 0], Array(3).fill(sent.length)),
    ...compared('sent by the profile', profile.upload, sent.length),
    ...compared(
      'completed',
      [iois.completed, ofDay?.completed ?? 0, calendar?.completed ?? 0],
      Array(3).fill(completed.length),
    ),
    ...compared('agreements', analysis.total.agreements + notExecuted, completed.length),
  ]
}

const rateOf = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null)

/** What the past day shows of completed IOIs otherwise than the day did. */
export async function pastFigureDifferences(
  trader: Member,
  { day, locates }: DayOfLocates,
): Promise<readonly string[]> {
  const past = await trader.call(pastDay, { params: { day: day.date } })
  const agreed = agreedIn(past.locates)
  const then = agreedIn(locates)
  const context = contextOf({ shown: [], agreed }, day.date)
  const contextThen = contextOf({ shown: [], agreed: then }, null)
  const ids = ['locatedQuantity', 'locatedNotional', 'percentLocated', 'midPrice', 'timeToLocate'] as const
  return [...then].flatMap(([advertId, locate]) => {
    const advert = past.adverts.find(({ id }) => id === advertId)
    if (!advert) return [`a completed IOI is not in the past day`]
    return [
      ...ids.flatMap((id) =>
        compared(id, columnOf(id).shown(advert, context), columnOf(id).shown(advert, contextThen)),
      ),
      ...compared('dollars', agreed.get(advertId)?.usdnotional, locate.usdnotional),
    ]
  })
}
