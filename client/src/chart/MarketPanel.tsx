import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { AdvertEvent } from '@aitai/contract/schemas/history.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import { useMemo } from 'react'
import type { TriggerContext } from '../adverts/advanced/price-conditions/triggers.ts'
import { useAdvertEventsQuery } from '../shared/api/desk-api.ts'
import { useDayBars, useIndexBars, usePastBars, useQuote } from '../shared/prices/use-market.ts'
import { useAppSelector } from '../shared/store/store.ts'
import { useText } from '../ui/text/use-text.ts'
import { marksOf } from './advert-marks.ts'
import { AdvertTimeline } from './ChartMarks.tsx'
import type { ChartTerm } from './levels.ts'
import { MarketChart } from './MarketChart.tsx'
import { MarketFacts } from './MarketFacts.tsx'

export interface MarketPanelProps {
  advert: Advert
  equity: Equity
  context: TriggerContext
  /** Whether the terms can no longer be edited. */
  locked: boolean
  onChange: (name: ChartTerm, value: Yen) => void
}

const noEvents: readonly AdvertEvent[] = []

/** The chart of the day, what a size is compared with, and what happened to the selected IOI. */
export function MarketPanel({ advert, equity, ...props }: MarketPanelProps) {
  const text = useText()
  const { equityId: securityId } = equity
  const quote = useQuote(securityId)
  const day = useDayBars(securityId)
  const { chartDays, chartStyle, chartIndex } = useAppSelector((state) => state.settings)
  // The day stays on the screen until the days before it have arrived.
  const { past, hasFailed, retry } = usePastBars(day, chartDays === '5')
  const index = useIndexBars(day?.day, { isWanted: chartIndex === 'on', withPast: past !== undefined })
  const { data: events = noEvents } = useAdvertEventsQuery(
    { id: advert.id },
    { skip: advert.advertisementStatus === 'UNSENT' },
  )
  const marks = useMemo(() => marksOf(events), [events])
  return (
    <>
      {day && day.bars.at.length > 0 ? (
        <MarketChart
          {...{ equity, day, past, index, quote, marks }}
          style={chartStyle}
          onRetry={hasFailed ? retry : undefined}
          {...props}
        />
      ) : (
        <p className="chart-note">{text(day ? 'chart.empty' : 'chart.loading')}</p>
      )}
      <MarketFacts {...{ equity, quote }} shareQuantity={props.context.terms.shareQuantity} />
      <AdvertTimeline marks={marks} />
    </>
  )
}
