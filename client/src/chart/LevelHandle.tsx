import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { percentOf } from '@aitai/engine/adverts/percent.ts'
import { sideOfClose } from '@aitai/engine/adverts/trigger-levels.ts'
import type { Direction } from '@aitai/engine/model/advert.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef } from 'react'
import {
  formatLevel,
  levelMovedBy,
  levelWithin,
  offsetAt,
} from '../adverts/advanced/price-conditions/trigger-levels.ts'
import { formatMove, withPercentSign } from '../ui/format/format.ts'
import { formatPercent } from '../ui/format/percent.ts'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import type { ChartLevel, EdgePosition } from './levels.ts'
import type { PlotArea } from './PriceChart.tsx'
import type { PlotFrame } from './plot/plot-content.ts'

interface Props {
  line: ChartLevel
  direction: Direction
  equity: Equity
  area: PlotArea
  /** Where it is shown if it is beyond the scale of prices; with its focus, which it keeps. */
  edge: EdgePosition | null
  onMove: (level: Yen) => void
}

const ticksOfKey: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: 10,
  PageDown: -10,
}

const edgeArrows = { above: '↑', below: '↓' } as const

/** How high the tag of a level is, in pixels (chart.css). */
const tagHeight = 20

/** Where a level stands in the plot. */
const positionOf = (level: Yen, edge: EdgePosition | null, frame: PlotFrame): CSSProperties => ({
  top: edge
    ? frame.top + (edge.edge === 'above' ? edge.rank * tagHeight : frame.height - edge.rank * tagHeight)
    : frame.top + ((frame.high - level) / (frame.high - frame.low)) * frame.height,
  left: frame.left,
  width: frame.width,
})

interface TagProps {
  label: string
  level: Yen
  equity: Equity
  edge: EdgePosition | null
}

/** The name and the price of a level; beyond the scale an arrow and its distance from the close as well. */
function LevelTag({ label, level, equity, edge }: TagProps) {
  const language = useLanguage()
  return (
    <>
      {edge && `${edgeArrows[edge.edge]} `}
      {label} {formatLevel(level, equity)}
      {edge && ` ${formatMove((level / equity.closePrice - 1) * 100, language)}`}
    </>
  )
}

/** A level as a line with a handle, which is dragged onto a tick or moved by a tick with the arrow keys. */
export function LevelHandle({ line, direction, equity, area, edge, onMove }: Props) {
  const text = useText()
  const { kind, level, isMovable } = line
  const { frame, priceAt, holdScale } = area
  const shown = useLevelText(line, direction, equity)
  // Where the pointer took the line, so that it does not jump to the pointer.
  const dragStart = useRef<number | null>(null)

  const move = (to: Yen): void => {
    if (to !== level) onMove(to)
  }
  const take = (event: PointerEvent<HTMLDivElement>): void => {
    if (!isMovable || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    dragStart.current = edge ? 0 : priceAt(event.clientY) - level
    holdScale(true)
  }
  const drag = ({ clientY }: PointerEvent): void => {
    if (dragStart.current !== null) move(levelWithin(priceAt(clientY) - dragStart.current, equity))
  }
  const release = (): void => {
    if (dragStart.current === null) return
    dragStart.current = null
    holdScale(false)
  }
  const step = (event: KeyboardEvent): void => {
    const ticks = ticksOfKey[event.key]
    const end = event.key === 'Home' ? equity.minPrice : event.key === 'End' ? equity.maxPrice : null
    if (!isMovable || (ticks === undefined && end === null)) return
    event.preventDefault()
    move(ticks === undefined ? levelWithin(end ?? level, equity) : levelMovedBy(level, ticks, equity))
  }
  return (
    <div
      className="level-handle"
      data-kind={kind}
      data-movable={isMovable || undefined}
      data-edge={edge?.edge}
      data-stacked={(edge !== null && edge.rank > 0) || undefined}
      style={positionOf(level, edge, frame)}
      role="slider"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={text(`advert.panel.${kind}`)}
      aria-valuemin={equity.minPrice}
      aria-valuemax={equity.maxPrice}
      aria-valuenow={level}
      aria-valuetext={shown}
      aria-disabled={!isMovable}
      title={isMovable ? text('chart.level.hint') : undefined}
      onPointerDown={take}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
      onKeyDown={step}
    >
      <span className="level-tag" aria-hidden>
        <LevelTag label={text(`chart.level.${kind}`)} {...{ level, equity, edge }} />
      </span>
    </div>
  )
}

interface EdgeLevelProps {
  label: string
  level: Yen
  equity: Equity
  edge: EdgePosition
  frame: PlotFrame
}

/** A level that cannot be moved and is beyond the scale. Within it, the plot draws a line. */
export function EdgeLevel({ label, level, equity, edge, frame }: EdgeLevelProps) {
  return (
    <div
      className="level-handle"
      data-kind="line"
      data-edge={edge.edge}
      data-stacked={edge.rank > 0 || undefined}
      style={positionOf(level, edge, frame)}
    >
      <span className="level-tag">
        <LevelTag {...{ label, equity, edge }} level={Math.round(level * 10) / 10} />
      </span>
    </div>
  )
}

/** The price and its offset from the close, as a screen reader says it. */
function useLevelText({ kind, level }: ChartLevel, direction: Direction, equity: Equity): string {
  const text = useText()
  const language = useLanguage()
  const distance =
    kind === 'limit'
      ? percentOf(Math.round((level / equity.closePrice - 1) * 10_000))
      : offsetAt(level, kind, direction, equity)
  const isAbove =
    kind === 'limit' ? distance > 0 : (sideOfClose(kind, direction) === 'above') === distance > 0
  const key = level === equity.closePrice ? '.at' : isAbove ? '.above' : ''
  return text(`chart.level.value${key}`, {
    price: formatLevel(level, equity),
    offset: withPercentSign(formatPercent(Math.abs(distance)), language),
  })
}
