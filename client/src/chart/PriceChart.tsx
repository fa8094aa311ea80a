import type { Yen } from '@aitai/engine/model/price.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ChartData } from './chart-data.ts'
import type { PlotContent, PlotFrame } from './plot/plot-content.ts'
import { createPricePlot, type PricePlot } from './plot/price-plot.ts'

/** What is laid over the plot needs to know where prices and times are. */
export interface PlotArea {
  readonly frame: PlotFrame
  readonly priceAt: (clientY: number) => Yen
  readonly holdScale: (isHeld: boolean) => void
}

interface Props {
  data: ChartData
  content: PlotContent
  /** The index of the point under the pointer, or null. */
  onHover: (index: number | null) => void
  /** Elements over the plot: handles and marks. */
  children: (area: PlotArea) => ReactNode
}

/** The canvas of the chart, drawn by uPlot, with elements over it. */
export function PriceChart({ data, content, onHover, children }: Props) {
  const element = useRef<HTMLDivElement>(null)
  const plot = useRef<PricePlot>(null)
  const [frame, setFrame] = useState<PlotFrame | null>(null)
  const latest = useRef({ data, content, onHover })
  latest.current = { data, content, onHover }

  useEffect(() => {
    const host = element.current
    if (!host || !canDraw()) return
    const created = createPricePlot(host, latest.current, {
      onFrame: (drawn) => setFrame((before) => (isSameFrame(before, drawn) ? before : drawn)),
      onHover: (index) => latest.current.onHover(index),
    })
    plot.current = created
    const resized = new ResizeObserver(() => created.resize(host.clientWidth, host.clientHeight))
    resized.observe(host)
    const recoloured = new MutationObserver(() => created.redraw())
    recoloured.observe(document.documentElement, { attributeFilter: ['data-mode', 'data-palette', 'lang'] })
    return () => {
      resized.disconnect()
      recoloured.disconnect()
      created.destroy()
      plot.current = null
    }
  }, [])

  useEffect(() => plot.current?.update(data, content), [data, content])

  return (
    <div className="price-chart">
      <div ref={element} className="price-chart-canvas" />
      {frame &&
        children({
          frame,
          priceAt: (clientY) =>
            plot.current?.priceAt(clientY - (element.current?.getBoundingClientRect().top ?? 0)) ?? 0,
          holdScale: (isHeld) => plot.current?.holdScale(isHeld),
        })}
    </div>
  )
}

/** A browser without a canvas has the table beside it. */
const canDraw = (): boolean => document.createElement('canvas').getContext('2d') !== null

const isSameFrame = (a: PlotFrame | null, b: PlotFrame): boolean =>
  a !== null && (Object.keys(b) as (keyof PlotFrame)[]).every((name) => a[name] === b[name])
