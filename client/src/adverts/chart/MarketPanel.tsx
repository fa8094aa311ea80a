import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { AdvertEvent } from '@aitai/contract/schemas/history.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { type ComponentProps, useEffect, useState } from 'react'
import { useAdvertEventsQuery, useGetQuoteQuery } from '../../app/api/desk-api.ts'
import { useDayBars, useNewestQuote } from '../../app/shared/use-market.ts'
import { intervals } from '../../intervals.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { useText } from '../../ui/text/use-text.ts'
import type { TriggerContext } from '../advanced/price-conditions/triggers.ts'
import { marksOf } from './advert-marks.ts'
import { AdvertTimeline } from './ChartMarks.tsx'
import { MarketFacts } from './MarketFacts.tsx'
import './chart.css'

type Chart = typeof import('./MarketChart.tsx').MarketChart

interface Props {
  advert: Advert
  equity: Equity
  context: TriggerContext
  locked: boolean
  onChange: ComponentProps<Chart>['onChange']
}

/** The market of the selected security: the chart of the day, and what a size is compared with. */
export function MarketPanel({ advert, equity, ...props }: Props) {
  const text = useText()
  const { equityId: securityId } = equity
  const { data: polled } = useGetQuoteQuery({ securityId }, { pollingInterval: intervals.quotePoll })
  const quote = useNewestQuote(securityId, polled)
  const day = useDayBars(securityId)
  const { data: events = noEvents } = useAdvertEventsQuery(
    { id: advert.id },
    { skip: advert.advertisementStatus === 'UNSENT' },
  )
  const marks = marksOf(events)
  const { Chart, hasFailed, load } = useChartCode()
  const isEmpty = day !== undefined && day.bars.at.length === 0
  return (
    <section className="market-panel" aria-label={text('chart.title')}>
      {Chart && day && !isEmpty ? (
        <Chart {...{ equity, day, quote, marks }} {...props} />
      ) : (
        <p className="chart-note">
          {hasFailed ? (
            <>
              {text('chart.failed')} <Button onClick={load}>{text('chart.retry')}</Button>
            </>
          ) : (
            text(isEmpty ? 'chart.empty' : 'chart.loading')
          )}
        </p>
      )}
      <MarketFacts {...{ equity, quote }} shareQuantity={props.context.terms.shareQuantity} />
      <AdvertTimeline marks={marks} />
    </section>
  )
}

const noEvents: readonly AdvertEvent[] = []

let loaded: Chart | null = null

/** Loads the chart's code on demand. The desk works without it, so the panel shows a failure instead. */
function useChartCode() {
  const [Chart, setChart] = useState<Chart | null>(() => loaded)
  const [hasFailed, setFailed] = useState(false)
  const load = (): void => {
    setFailed(false)
    import('./MarketChart.tsx').then(
      ({ MarketChart }) => {
        loaded = MarketChart
        setChart(() => MarketChart)
      },
      () => setFailed(true),
    )
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is first shown
  useEffect(() => {
    if (!Chart) load()
  }, [])
  return { Chart, hasFailed, load }
}
