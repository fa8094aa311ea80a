import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Broker, Equity } from '@aitai/contract/schemas/reference.ts'
import { renewalsOf } from '@aitai/engine/adverts/automatic.ts'
import { shareOfIoi, timeToLocate } from '@aitai/engine/cost-analysis/ioi-figures.ts'
import type { TextKey } from '@aitai/messages/en.ts'
import type { ShownAdvert } from '../../adverts/shown-advert.ts'
import { displayedStatus, timeLeft } from '../../adverts/status/advert-status.ts'
import { serverClock } from '../../shared/connection/server-clock.ts'
import { durationChoice, durationText } from '../../ui/advert-terms/duration-text.ts'
import { formatNotional } from '../../ui/format/amounts.ts'
import { equityNameIn, splitSecurityName } from '../../ui/format/equity-name.ts'
import {
  formatHourMinute,
  formatIoiShare,
  formatMid,
  formatNumber,
  formatPrice,
  formatTimeLeft,
  formatTimeToLocate,
  ioiSharePercent,
  secondsToLocate,
  withPercentSign,
} from '../../ui/format/format.ts'
import { createRowFilter, type Filters as TableFilters } from '../../ui/table/row-filters.ts'
import type { TableColumn, TableTextContext } from '../../ui/table/table-columns.ts'
import { columnPresets, type HistoryColumnId } from './column-presets.ts'

/** What is needed to show a row as text. */
export interface HistoryTextContext extends TableTextContext {
  readonly equities: ReadonlyMap<string, Equity>
  readonly brokers: readonly Broker[]
  /** The past trading day that is shown, an ISO date in Tokyo; null for today. */
  readonly pastDay: string | null
  /** The locates of completed adverts by the advert's id, with executing broker and password. */
  readonly agreed: ReadonlyMap<string, LocateNotification>
}

export interface HistoryColumn extends TableColumn<Advert, HistoryTextContext, HistoryColumnId> {
  readonly header: Extract<TextKey, `history.column.${string}`>
  /** The initial width in pixels. Each set of columns fits in 1280 pixels (`columnPresets`). */
  readonly width: number
  /** Whether it shares the room that is left. */
  readonly fills?: boolean
  /** Whether its value follows the price or the clock: a change is then no event of the IOI. */
  readonly followsMarket?: boolean
  readonly choice?: (advert: Advert) => ChoiceKey
}

type ColumnDefinition = Omit<HistoryColumn, 'id' | 'header'>

/** The text key of a value in a choice column. */
export type ChoiceKey = Extract<
  TextKey,
  `common.${string}` | `advert.status.${string}` | `advert.duration.${string}` | 'advert.ownExpiry.choice'
>

const nothing = '–'

/** What is left of an advert, as a fraction; null for a draft without a quantity. */
export const shareLeft = ({
  quantityRemaining,
  shareQuantity,
}: Pick<Advert, 'quantityRemaining' | 'shareQuantity'>): number | null =>
  shareOfIoi(quantityRemaining, shareQuantity)

/** The located shares of the IOI, as a fraction; null until it is completed. */
function shareLocated({ id }: Advert, { agreed }: HistoryTextContext): number | null {
  const locate = agreed.get(id)
  return locate ? shareOfIoi(locate.locateQuantity, locate.shareQuantity) : null
}

// Shared by all rows, because creating a formatter costs as much as formatting a hundred times.
const timeOfDay = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })

const shownNumber = (value: number): string => (value > 0 ? formatNumber(value) : nothing)
const shownTime = (time: number | null): string => (time === null ? nothing : timeOfDay.format(time))
const shownPercent = (percent: number | null, { language }: HistoryTextContext): string =>
  percent === null ? nothing : withPercentSign(percent, language)

const expiryTime = ({ expiryDate }: Advert): number | null => (expiryDate ? Date.parse(expiryDate) : null)

type LevelTerm = 'limitPrice' | 'advertisingTrigger' | 'knockoutTrigger' | 'indexRelativeKOTrigger'
/** The level if its trigger is active. An advert also stores the level of an inactive trigger. */
const levelOf = (advert: Advert, name: LevelTerm): number | null =>
  name === 'limitPrice' || advert[`${name}Activated`] ? advert[name] : null

function securityOf(advert: Advert, { equities, language }: HistoryTextContext): string {
  const equity = equities.get(advert.securityId)
  const known = splitSecurityName(advert.securityName)
  return `${equity?.ric ?? known.ric} ${equity ? equityNameIn(language, equity) : known.name}`
}

function brokersOf({ brokerIds, ranked }: Advert, { brokers, text }: HistoryTextContext): string {
  const names = brokerIds.map((id, i) => {
    const name = brokers.find(({ brokerID }) => brokerID === id)?.brokerName ?? id
    return ranked ? `${i + 1}. ${name}` : name
  })
  return names.join(text('advert.review.listSeparator'))
}

/**
 * The trader's own password and the executing broker, which stay readable until the end of the day; before them, what
 * the broker has reported. The password precedes the name, so that a narrow column cuts the name first.
 */
function connectionOf({ id }: Advert, { agreed, text }: HistoryTextContext): string {
  const locate = agreed.get(id)
  if (!locate) return nothing
  const { notExecuted, receivedAt } = locate
  const report = notExecuted
    ? text(`history.notExecuted.${notExecuted.by}`, { time: formatHourMinute(notExecuted.reportedAt) })
    : null
  const received =
    receivedAt === null ? null : text('history.received', { time: formatHourMinute(receivedAt) })
  return [report, locate.password, locate.brokerName, received].filter(Boolean).join(' · ')
}

const priceColumn = (id: 'limitPrice' | 'advertisingTrigger' | 'knockoutTrigger'): ColumnDefinition => ({
  kind: 'number',
  width: 96,
  value: (advert) => levelOf(advert, id),
  shown: (advert, { equities }) => {
    const level = levelOf(advert, id)
    const tick = equities.get(advert.securityId)?.tickSize ?? 1
    return level === null ? nothing : formatPrice(level, tick)
  },
})

const sharesColumn = (id: 'shareQuantity' | 'quantityRemaining', width: number): ColumnDefinition => ({
  kind: 'number',
  width,
  value: (advert) => advert[id],
  shown: (advert) => (advert.shareQuantity > 0 && advert[id] === 0 ? '0' : shownNumber(advert[id])),
})

const notionalColumn = (
  of: (advert: Advert, context: HistoryTextContext) => number | undefined,
): ColumnDefinition => ({
  kind: 'number',
  width: 88,
  followsMarket: true,
  value: (advert, context) => of(advert, context) || null,
  shown: (advert, context) => {
    const notional = of(advert, context)
    return notional ? formatNotional(notional, context.language) : nothing
  },
})

/** A part of an IOI, in the file with one decimal too. */
const shareColumn = (
  width: number,
  of: (advert: Advert, context: HistoryTextContext) => number | null,
): ColumnDefinition => ({
  kind: 'number',
  unit: 'percent',
  width,
  value: (advert, context) => ioiSharePercent(of(advert, context)),
  shown: (advert, context) => formatIoiShare(of(advert, context), context.language),
})

const timeColumn = (
  time: (advert: Advert, context: HistoryTextContext) => number | null,
): ColumnDefinition => ({
  kind: 'time',
  width: 122,
  value: time,
  shown: (advert, context) => shownTime(time(advert, context)),
})

/** A text of the locate that completed an IOI. */
function agreedTextColumn(
  width: number,
  textOf: (locate: LocateNotification) => string | null,
): ColumnDefinition {
  const shown: HistoryColumn['shown'] = ({ id }, { agreed }) => {
    const locate = agreed.get(id)
    return (locate && textOf(locate)) ?? nothing
  }
  return { kind: 'text', width, value: shown, shown }
}

/** In milliseconds; null on a past day, where no clock runs any more. */
const timeLeftToday = (advert: Advert, { pastDay }: HistoryTextContext): number | null =>
  pastDay === null ? timeLeft(advert, serverClock.now()) : null

/** From the submit to the locate that completed it, in milliseconds. */
function timeToLocateOf({ id, submitTime }: Advert, { agreed }: HistoryTextContext): number | null {
  const locate = agreed.get(id)
  return locate && submitTime !== null ? timeToLocate(submitTime, locate.locateTime) : null
}

const choiceColumn = (width: number, choice: (advert: Advert) => ChoiceKey): ColumnDefinition => {
  const shown: HistoryColumn['shown'] = (advert, { text }) => text(choice(advert))
  return { kind: 'choice', width, value: shown, shown, choice }
}

/** How often something may still be done automatically, and of how many times; nothing if it is never done. */
const automaticColumn = (
  of: (advert: Advert) => readonly [left: number, times: number],
): ColumnDefinition => ({
  kind: 'number',
  width: 96,
  value: (advert) => {
    const [left, times] = of(advert)
    return times === 0 ? null : left
  },
  shown: (advert) => {
    const [left, times] = of(advert)
    return times === 0 ? nothing : `${left} / ${times}`
  },
})

/** What each column shows. */
const definitions: Readonly<Record<HistoryColumnId, ColumnDefinition>> = {
  security: {
    kind: 'text',
    width: 132,
    fills: true,
    value: securityOf,
    shown: securityOf,
    // A security is found by each of its names, whatever the language of the screen.
    alsoFoundBy: ({ securityId }, { equities }) => {
      const equity = equities.get(securityId)
      return equity ? [equity.name, equity.localName, equity.kana, ...equity.shortNames] : []
    },
  },
  direction: choiceColumn(68, (advert: ShownAdvert) =>
    advert.hasNoSide ? 'common.noSide' : `common.${advert.direction}`,
  ),
  shareQuantity: sharesColumn('shareQuantity', 88),
  quantityRemaining: sharesColumn('quantityRemaining', 88),
  percentRemaining: shareColumn(68, shareLeft),
  percentLocated: shareColumn(84, shareLocated),
  status: choiceColumn(104, (advert) => displayedStatus(advert).text),
  locatedQuantity: {
    kind: 'number',
    width: 88,
    value: ({ id }, { agreed }) => agreed.get(id)?.locateQuantity ?? null,
    shown: ({ id }, { agreed }) => shownNumber(agreed.get(id)?.locateQuantity ?? 0),
  },
  midPrice: {
    kind: 'number',
    width: 96,
    value: ({ id }, { agreed }) => agreed.get(id)?.midPrice ?? null,
    shown: ({ id }, { agreed }) => {
      const mid = agreed.get(id)?.midPrice
      return mid === undefined ? nothing : formatMid(mid)
    },
  },
  locatedNotional: {
    ...notionalColumn(({ id }, { agreed }) => agreed.get(id)?.jpynotional),
    width: 100,
    followsMarket: false,
  },
  jpynotional: notionalColumn(({ jpynotional }) => jpynotional),
  timeLeft: {
    kind: 'number',
    unit: 'duration',
    width: 88,
    followsMarket: true,
    // Whole seconds, for a copy or a file.
    value: (advert, context) => {
      const left = timeLeftToday(advert, context)
      return left === null ? null : Math.ceil(left / 1_000)
    },
    shown: (advert, context) => formatTimeLeft(timeLeftToday(advert, context), context.language),
  },
  timeToLocate: {
    kind: 'number',
    unit: 'duration',
    width: 100,
    value: (advert, context) => {
      const ms = timeToLocateOf(advert, context)
      return ms === null ? null : secondsToLocate(ms)
    },
    shown: (advert, context) => {
      const ms = timeToLocateOf(advert, context)
      return ms === null ? nothing : formatTimeToLocate(ms)
    },
  },
  connection: {
    kind: 'text',
    width: 100,
    fills: true,
    value: connectionOf,
    shown: connectionOf,
  },
  executingBroker: agreedTextColumn(150, ({ brokerName }) => brokerName),
  brokerContact: { ...agreedTextColumn(150, ({ brokerContact }) => brokerContact), fills: true },
  locateTime: timeColumn(({ id }, { agreed }) => agreed.get(id)?.locateTime ?? null),
  submitTime: { ...timeColumn(({ submitTime }) => submitTime), width: 110 },
  expiryDate: timeColumn(expiryTime),
  usdnotional: notionalColumn(({ usdnotional }) => usdnotional),
  transactionType: choiceColumn(108, ({ transactionType }) => `common.${transactionType}`),
  duration: {
    ...choiceColumn(104, ({ duration }) => durationChoice(duration)),
    value: ({ duration }, { text }) => durationText(text, duration),
    shown: ({ duration }, { text }) => durationText(text, duration),
  },
  minimumQuantity: {
    kind: 'number',
    unit: 'percent',
    width: 76,
    value: ({ minimumQuantity }) => minimumQuantity,
    shown: ({ minimumQuantity }, context) => shownPercent(minimumQuantity, context),
  },
  credibilityHurdle: {
    kind: 'number',
    width: 72,
    value: ({ credibilityHurdle }) => credibilityHurdle,
    shown: ({ credibilityHurdle }) => formatNumber(credibilityHurdle),
  },
  orderReference: {
    kind: 'text',
    width: 132,
    value: ({ orderReference }) => orderReference,
    shown: ({ orderReference }) => orderReference ?? nothing,
  },
  parentQuantity: {
    kind: 'number',
    width: 108,
    value: ({ parentQuantity }) => parentQuantity,
    shown: ({ parentQuantity }) => (parentQuantity === null ? nothing : formatNumber(parentQuantity)),
  },
  doneElsewhere: {
    kind: 'number',
    width: 108,
    value: ({ doneElsewhere }) => doneElsewhere,
    shown: ({ doneElsewhere }) => (doneElsewhere === 0 ? nothing : formatNumber(doneElsewhere)),
  },
  autoRenewals: automaticColumn((advert) => [advert.renewalsLeft, renewalsOf(advert)]),
  autoResumes: automaticColumn((advert) => [advert.resumesLeft, advert.autoResumes]),
  limitPrice: priceColumn('limitPrice'),
  advertisingTrigger: priceColumn('advertisingTrigger'),
  knockoutTrigger: priceColumn('knockoutTrigger'),
  indexRelativeKOTrigger: {
    kind: 'number',
    width: 80,
    value: (advert) => levelOf(advert, 'indexRelativeKOTrigger'),
    shown: (advert, context) => shownPercent(levelOf(advert, 'indexRelativeKOTrigger'), context),
  },
  brokers: {
    kind: 'text',
    width: 140,
    fills: true,
    value: brokersOf,
    shown: brokersOf,
  },
}

/** All columns in their default order: those of the overview, then the others. */
export const historyColumnIds: readonly HistoryColumnId[] = [
  ...new Set<HistoryColumnId>([
    ...columnPresets.overview,
    ...(Object.keys(definitions) as HistoryColumnId[]),
  ]),
]
export const historyColumns: readonly HistoryColumn[] = historyColumnIds.map((id) => ({
  id,
  header: `history.column.${id}`,
  ...definitions[id],
}))

export const isColumnId = (id: string): id is HistoryColumnId => Object.hasOwn(definitions, id)

const byId = new Map(historyColumns.map((column) => [column.id, column]))

/** A column of the table by its id. */
export const columnOf = (id: HistoryColumnId): HistoryColumn => byId.get(id) as HistoryColumn

/** The filters of the history table. */
export type HistoryFilters = TableFilters<HistoryColumnId>

/** Whether an advert passes the filters. */
export const passesHistoryFilters = createRowFilter(historyColumns)
