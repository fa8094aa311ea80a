import type { DayBars, Equity, MarketQuote } from '@aitai/contract/schemas/reference.ts'
import { tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import { memo, useMemo, useState } from 'react'
import { formatLevel } from '../adverts/advanced/price-conditions/trigger-levels.ts'
import type { TriggerContext } from '../adverts/advanced/price-conditions/triggers.ts'
import { serverClock } from '../shared/connection/server-clock.ts'
import { formatNumber, formatTradingDay } from '../ui/format/format.ts'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import type { AdvertMark } from './advert-marks.ts'
import { ChartMarks } from './ChartMarks.tsx'
import { breaksBetween, type ChartData, chartData, rowsOf, shownRange, tokyoClock } from './chart-data.ts'
import { LevelHandle } from './LevelHandle.tsx'
import { type ChartTerm, chartLevels, chartTerms, indexKnockoutLevel } from './levels.ts'
import { PriceChart } from './PriceChart.tsx'
import type { PlotContent, ReferenceLine } from './price-plot.ts'

interface Props {
  equity: Equity
  day: DayBars
  quote: MarketQuote | undefined
  /** What happened to the selected IOI. */
  marks: readonly AdvertMark[]
  context: TriggerContext
  /** Whether the terms can no longer be edited. */
  locked: boolean
  onChange: (name: ChartTerm, value: Yen) => void
}

/** The day of a security: price, VWAP, volume, reference prices, the levels of the selected IOI and its history. */
export function MarketChart({ equity, day, quote, marks, context, locked, onChange }: Props) {
  const text = useText()
  const language = useLanguage()
  const data = useMemo(() => chartData(day.bars), [day.bars])
  const levels = chartLevels(context, locked)
  const content = usePlotContent(equity, day, context, quote?.indexMovePercentage ?? null)
  const [hovered, setHovered] = useState<number | null>(null)
  return (
    <figure className="market-chart">
      <figcaption>
        <span className="chart-key" data-series="price">
          {text('chart.price')}
        </span>
        <span className="chart-key" data-series="vwap">
          {text('chart.vwap')}
        </span>
        <span className="chart-key" data-series="close">
          {text('chart.close')}
        </span>
        <span>
          {isToday(day)
            ? text('chart.zone')
            : text('chart.day', { day: formatTradingDay(language, dayNumber(day)) })}
        </span>
        <Readout data={data} index={hovered} equity={equity} />
      </figcaption>
      <PriceChart data={data} content={content} onHover={setHovered}>
        {(area) => (
          <>
            <ChartMarks marks={marks} frame={area.frame} />
            {levels.map((line) => (
              <LevelHandle
                key={line.kind}
                {...{ line, equity, area }}
                direction={context.terms.direction}
                onMove={(level) => onChange(chartTerms[line.kind], level)}
              />
            ))}
          </>
        )}
      </PriceChart>
      <BarsTable data={data} equity={equity} />
    </figure>
  )
}

/** The number of the trading day that is shown. */
const dayNumber = ({ day }: DayBars): number => tradingDay(Date.parse(`${day}T00:00:00+09:00`))

/** Before the open the chart shows the day before. */
const isToday = (day: DayBars): boolean => dayNumber(day) === tradingDay(serverClock.now())

/** Reference prices and levels as the plot draws them; the same object until one of them changes. */
function usePlotContent(
  equity: Equity,
  { sessions, bars, previousClose, minPrice, maxPrice }: DayBars,
  context: TriggerContext,
  indexMove: number | null,
): PlotContent {
  const text = useText()
  const range = shownRange({ sessions, bars })
  const { terms } = context
  const drawnLevels = chartLevels(context, true).map(({ level }) => level)
  const indexLevel = indexKnockoutLevel(context, equity, indexMove)
  const lines: ReferenceLine[] = [
    { label: text('chart.close'), price: previousClose, isContained: true },
    { label: text('chart.limit.max'), price: maxPrice, isContained: false },
    { label: text('chart.limit.min'), price: minPrice, isContained: false },
    { label: text('chart.indexKnockout'), price: indexLevel, isContained: false },
  ].flatMap(({ price, ...line }) => (price === null ? [] : [{ ...line, price }]))
  const key = JSON.stringify([range, lines, drawnLevels, sessions, terms.direction])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key has everything that is drawn
  return useMemo(
    () => ({
      range,
      lines,
      levels: drawnLevels,
      breaks: breaksBetween(sessions),
      tick: equity.tickSize,
      formatPrice: (price, beside) => formatLevel(toTenth(price), equity, beside.map(toTenth)),
    }),
    [key, equity],
  )
}

/** An average, or a price at which the axis is divided, may be finer than any tick. */
const toTenth = (price: Yen): Yen => Math.round(price * 10) / 10

/** The minute under the pointer, in Tokyo time. */
function Readout({ data, index, equity }: { data: ChartData; index: number | null; equity: Equity }) {
  const text = useText()
  const price = index === null ? null : data.price[index]
  if (index === null || price === null || price === undefined) return null
  const vwap = data.vwap[index]
  return (
    <span className="chart-readout" aria-hidden>
      {tokyoClock(data.time[index] ?? 0)} <b>{formatLevel(price, equity)}</b>
      {vwap ? ` ${text('chart.vwap')} ${formatLevel(toTenth(vwap), equity)}` : ''}
      {` ${text('chart.volume')} ${formatNumber(data.volume[index] ?? 0)}`}
    </span>
  )
}

interface BarsTableProps {
  data: ChartData
  equity: Equity
}

/**
 * What the canvas shows, for a screen reader. Rendered with each new minute, not with each price: nobody hears a cell
 * that changes every second.
 */
const BarsTable = memo(
  BarsTableOfMinutes,
  (a, b) =>
    a.equity === b.equity && a.data.time.length === b.data.time.length && a.data.time[0] === b.data.time[0],
)

function BarsTableOfMinutes({ data, equity }: BarsTableProps) {
  const text = useText()
  return (
    // Within an element that is clipped: a table is as high as its rows, and made the page scroll.
    <div className="visually-hidden">
      <table>
        <caption>{text('chart.table')}</caption>
        <thead>
          <tr>
            <th scope="col">{text('chart.table.time')}</th>
            <th scope="col">{text('chart.price')}</th>
            <th scope="col">{text('chart.vwap')}</th>
            <th scope="col">{text('chart.volume')}</th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(data).map(({ time, price, vwap, volume }) => (
            <tr key={time}>
              <th scope="row">{tokyoClock(time)}</th>
              <td>{price === null ? '–' : formatLevel(price, equity)}</td>
              <td>{vwap === null ? '–' : formatLevel(toTenth(vwap), equity)}</td>
              <td>{formatNumber(volume)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
