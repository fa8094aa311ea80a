import type { DayBars, Equity, MarketQuote, PastBars } from '@aitai/contract/schemas/reference.ts'
import { dayOfDate, tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import type { Direction } from '@aitai/engine/model/advert.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import type { Language } from '@aitai/messages/language.ts'
import { memo, useMemo, useState } from 'react'
import { formatLevel } from '../adverts/advanced/price-conditions/trigger-levels.ts'
import type { TriggerContext } from '../adverts/advanced/price-conditions/triggers.ts'
import { serverClock } from '../shared/connection/server-clock.ts'
import type { IndexBars } from '../shared/prices/use-market.ts'
import type { ChartStyle } from '../shared/store/settings.ts'
import { PlainButton } from '../ui/controls/PlainButton.tsx'
import { formatChange, formatNumber, formatShortDay, formatTradingDay } from '../ui/format/format.ts'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import type { AdvertMark } from './advert-marks.ts'
import { percentFrom } from './beside-index.ts'
import { ChartControls } from './ChartControls.tsx'
import { ChartMarks } from './ChartMarks.tsx'
import { type ChartData, rowsOf, tokyoClock } from './chart-data.ts'
import { type ChartView, chartView } from './chart-view.ts'
import { EdgeLevel, LevelHandle } from './LevelHandle.tsx'
import {
  type ChartLevel,
  type ChartTerm,
  chartLevels,
  chartTerms,
  edgePositions,
  indexKnockoutLevel,
} from './levels.ts'
import { type PlotArea, PriceChart } from './PriceChart.tsx'
import type { PlotContent, ReferenceLine } from './plot/plot-content.ts'

interface Props {
  equity: Equity
  day: DayBars
  /** The days before it, if they are shown too. */
  past: PastBars | undefined
  /** Fetches the days before again, after a failure. */
  onRetry: (() => void) | undefined
  /** Those of TOPIX, if they are shown too. */
  index: IndexBars | undefined
  style: ChartStyle
  quote: MarketQuote | undefined
  /** What happened to the selected IOI. */
  marks: readonly AdvertMark[]
  context: TriggerContext
  /** Whether the terms can no longer be edited. */
  locked: boolean
  onChange: (name: ChartTerm, value: Yen) => void
}

/** The market of a security: price, VWAP, volume, reference prices, the levels of the selected IOI and its history. */
export function MarketChart(props: Props) {
  const { equity, day, past, index, onRetry, style, quote, marks, context, locked, onChange } = props
  const text = useText()
  const language = useLanguage()
  // The day is another object with each price; its bars are not.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rest of the day changes with its bars
  const view = useMemo(() => chartView(day, past, style, index), [day.bars, past, style, index])
  const { data } = view
  const levels = chartLevels(context, locked)
  const indexLevel = indexKnockoutLevel(context, equity, quote?.indexMovePercentage ?? null)
  const content = usePlotContent(props, view, indexLevel)
  const [hovered, setHovered] = useState<number | null>(null)
  return (
    <figure className="market-chart">
      <figcaption>
        <span className="chart-key" data-series="price" data-style={style}>
          {text('chart.price')}
        </span>
        {view.base === null ? (
          <span className="chart-key" data-series="vwap">
            {text('chart.vwap')}
          </span>
        ) : (
          <span className="chart-key" data-series="index">
            {text('chart.index')}
          </span>
        )}
        <span className="chart-key" data-series="close">
          {text('chart.close')}
        </span>
        <span>
          {past || isToday(day)
            ? text('chart.zone')
            : text('chart.day', { day: formatTradingDay(language, dayNumber(day)) })}
        </span>
        {onRetry && (
          <span role="status">
            {text('chart.past.failed')}{' '}
            <PlainButton kind="quiet" onClick={onRetry}>
              {text('chart.retry')}
            </PlainButton>
          </span>
        )}
        <ChartControls />
      </figcaption>
      <PriceChart data={data} content={content} onHover={setHovered}>
        {(area) => (
          <>
            <Readout {...{ view, style, equity }} index={hovered} />
            <ChartMarks marks={marks} frame={area.frame} axis={view.axis} />
            <Levels {...{ equity, area, levels, indexLevel, onChange }} direction={context.terms.direction} />
          </>
        )}
      </PriceChart>
      <BarsTable {...{ data, equity, style }} base={view.base} hasDays={past !== undefined} />
    </figure>
  )
}

interface LevelsProps extends Pick<Props, 'equity' | 'onChange'> {
  area: PlotArea
  levels: readonly ChartLevel[]
  /** Of an index-relative knockout. */
  indexLevel: Yen | null
  direction: Direction
}

/** The levels of the IOI over the plot. That of an index-relative knockout is a line of the plot, unless beyond it. */
function Levels({ equity, area, levels, indexLevel, direction, onChange }: LevelsProps) {
  const text = useText()
  const all = [...levels.map(({ level }) => level), ...(indexLevel === null ? [] : [indexLevel])]
  const edges = edgePositions(all, area.frame)
  const indexEdge = edges[levels.length]
  return (
    <>
      {levels.map((line, i) => (
        <LevelHandle
          key={line.kind}
          {...{ line, equity, area, direction }}
          edge={edges[i] ?? null}
          onMove={(level) => onChange(chartTerms[line.kind], level)}
        />
      ))}
      {indexEdge && indexLevel !== null && (
        <EdgeLevel
          label={text('chart.indexKnockout')}
          level={indexLevel}
          edge={indexEdge}
          frame={area.frame}
          equity={equity}
        />
      )}
    </>
  )
}

/** The number of the trading day that is shown. */
const dayNumber = ({ day }: DayBars): number => dayOfDate(day)

/** Before the open the chart shows the day before. */
const isToday = (day: DayBars): boolean => dayNumber(day) === tradingDay(serverClock.now())

/** Reference prices and levels as the plot draws them; the same object until one of them changes. */
function usePlotContent(
  { equity, day: { sessions, previousClose, minPrice, maxPrice }, context, style }: Props,
  { axis, intervalSeconds, base }: ChartView,
  indexLevel: Yen | null,
): PlotContent {
  const text = useText()
  const language = useLanguage()
  const { terms } = context
  const drawnLevels = chartLevels(context, true).map(({ level }) => level)
  const lines: ReferenceLine[] = [
    { label: text('chart.close'), price: previousClose, isContained: true },
    { label: text('chart.limit.max'), price: maxPrice, isContained: false },
    { label: text('chart.limit.min'), price: minPrice, isContained: false },
    { label: text('chart.indexKnockout'), price: indexLevel, isContained: false },
  ].flatMap(({ price, ...line }) => (price === null ? [] : [{ ...line, price }]))
  const key = JSON.stringify([
    axis,
    intervalSeconds,
    base,
    style,
    lines,
    drawnLevels,
    sessions,
    terms.direction,
  ])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key has everything that is drawn
  return useMemo(
    () => ({
      axis,
      style,
      intervalSeconds,
      dayLabel: ({ start }) => formatShortDay(language, tradingDay(start * 1_000)),
      lines,
      levels: drawnLevels,
      tick: equity.tickSize,
      base,
      formatPrice: (price, beside) =>
        base === null
          ? formatLevel(toTenth(price), equity, beside.map(toTenth))
          : formatChange(percentFrom(base, price), language),
    }),
    [key, equity, language],
  )
}

/** An average, or a price at which the axis is divided, may be finer than any tick. */
const toTenth = (price: Yen): Yen => Math.round(price * 10) / 10

interface ReadoutProps {
  view: ChartView
  style: ChartStyle
  equity: Equity
  index: number | null
}

/**
 * The interval under the pointer, in Tokyo time, over the corner of the plot. Beside the index, the performance of both
 * since the start: of the whole while the pointer is elsewhere.
 */
function Readout({ view: { axis, data, base }, style, equity, index: hovered }: ReadoutProps) {
  const text = useText()
  const language = useLanguage()
  const isOfPointer = hovered !== null && typeof data.price[hovered] === 'number'
  const newest = base === null ? null : data.price.findLastIndex((price) => price !== null)
  const index = isOfPointer ? hovered : newest
  const price = index === null ? null : data.price[index]
  if (index === null || price === null || price === undefined) return null
  const time = data.time[index] ?? 0
  const vwap = data.vwap[index]
  const beside = data.index[index]
  const level = (yen: Yen | null | undefined): string => formatLevel(yen ?? price, equity)
  return (
    <p className="chart-readout" aria-hidden={isOfPointer}>
      {isOfPointer && axis.days.length > 0 && `${formatShortDay(language, tradingDay(time * 1_000))} `}
      {isOfPointer && `${tokyoClock(time)} `}
      {isOfPointer && (
        <b>
          {style === 'candles'
            ? text('chart.readout', {
                open: level(data.open[index]),
                high: level(data.high[index]),
                low: level(data.low[index]),
                close: level(price),
              })
            : level(price)}
        </b>
      )}
      {base === null ? (
        <>
          {vwap ? ` ${text('chart.vwap')} ${formatLevel(toTenth(vwap), equity)}` : ''}
          {` ${text('chart.volume')} ${formatNumber(data.volume[index] ?? 0)}`}
        </>
      ) : (
        ` ${relativeText(text, language, { base, price, index: beside ?? null })}`
      )}
    </p>
  )
}

/** The performance of security and index since the start, and their difference. */
function relativeText(
  text: ReturnType<typeof useText>,
  language: Language,
  { base, price, index }: { base: Yen; price: Yen; index: Yen | null },
): string {
  const own = percentFrom(base, price)
  if (index === null) return formatChange(own, language)
  const ofIndex = percentFrom(base, index)
  return text('chart.relative', {
    own: formatChange(own, language),
    index: formatChange(ofIndex, language),
    difference: formatChange(own - ofIndex, language),
  })
}

interface BarsTableProps {
  data: ChartData
  equity: Equity
  style: ChartStyle
  /** The price from which security and index are measured; null without the index. */
  base: Yen | null
  /** Whether there are several days. */
  hasDays: boolean
}

/**
 * What the canvas shows, for a screen reader. Rendered with each new minute, not with each price: nobody hears a cell
 * that changes every second.
 */
const BarsTable = memo(
  BarsTableOfMinutes,
  (a, b) =>
    a.equity === b.equity &&
    a.style === b.style &&
    a.hasDays === b.hasDays &&
    a.base === b.base &&
    a.data.time.length === b.data.time.length &&
    a.data.time[0] === b.data.time[0],
)

function BarsTableOfMinutes({ data, equity, style, base, hasDays }: BarsTableProps) {
  const text = useText()
  const language = useLanguage()
  const level = (price: Yen | null): string => (price === null ? '–' : formatLevel(price, equity))
  const change = (price: Yen | null): string =>
    base === null || price === null ? '–' : formatChange(percentFrom(base, price), language)
  const isOfCandles = style === 'candles'
  return (
    // Within an element that is clipped: a table is as high as its rows, and made the page scroll.
    <div className="visually-hidden">
      <table>
        <caption>{text(hasDays ? 'chart.table.days' : 'chart.table')}</caption>
        <thead>
          <tr>
            <th scope="col">{text('chart.table.time')}</th>
            {isOfCandles && (
              <>
                <th scope="col">{text('chart.open')}</th>
                <th scope="col">{text('chart.high')}</th>
                <th scope="col">{text('chart.low')}</th>
              </>
            )}
            <th scope="col">{text('chart.price')}</th>
            <th scope="col">{text('chart.vwap')}</th>
            <th scope="col">{text('chart.volume')}</th>
            {base !== null && (
              <>
                <th scope="col">{text('chart.fromStart')}</th>
                <th scope="col">{text('chart.index')}</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {rowsOf(data).map(({ time, open, high, low, price, vwap, volume, index }) => (
            <tr key={time}>
              <th scope="row">
                {hasDays && `${formatShortDay(language, tradingDay(time * 1_000))} `}
                {tokyoClock(time)}
              </th>
              {isOfCandles && (
                <>
                  <td>{level(open)}</td>
                  <td>{level(high)}</td>
                  <td>{level(low)}</td>
                </>
              )}
              <td>{level(price)}</td>
              <td>{level(vwap === null ? null : toTenth(vwap))}</td>
              <td>{formatNumber(volume)}</td>
              {base !== null && (
                <>
                  <td>{change(price)}</td>
                  <td>{change(index)}</td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
