import { useEffect, useState } from 'react'
import { Button } from '../ui/controls/Button.tsx'
import { loadTexts, useText } from '../ui/text/use-text.ts'
import type { MarketPanelProps } from './MarketPanel.tsx'
import './chart.css'

type Panel = typeof import('./MarketPanel.tsx').MarketPanel

let loaded: Panel | null = null

/**
 * The market of the selected security. Its code, with the library that draws the chart, is loaded on demand. The desk
 * works without it, so the panel itself shows a failure.
 */
export function LazyMarketPanel(props: MarketPanelProps) {
  const text = useText()
  const [Panel, setPanel] = useState<Panel | null>(() => loaded)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (Panel || hasFailed) return
    Promise.all([import('./MarketPanel.tsx'), loadTexts('marketPanel')]).then(
      ([{ MarketPanel }]) => {
        loaded = MarketPanel
        setPanel(() => MarketPanel)
      },
      () => setFailed(true),
    )
  }, [Panel, hasFailed])
  return (
    <section className="market-panel" aria-label={text('chart.title')}>
      {Panel ? (
        <Panel {...props} />
      ) : (
        <p className="chart-note">
          {text(hasFailed ? 'chart.failed' : 'chart.loading')}
          {hasFailed && <Button onClick={() => setFailed(false)}>{text('chart.retry')}</Button>}
        </p>
      )}
    </section>
  )
}
