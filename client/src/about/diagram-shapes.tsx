import './diagrams.css'
import type { ReactNode } from 'react'

interface Place {
  x: number
  y: number
}

/** The ground of a picture. All are drawn on 360 × 220. */
export function DiagramFrame({ children }: { children: ReactNode }) {
  return (
    <svg className="picture" viewBox="0 0 360 220" aria-hidden="true" focusable="false">
      {children}
    </svg>
  )
}

/** Somebody, with a word in it and, below, what is wanted. */
export function DiagramParty({
  x,
  y,
  word,
  wish,
  side,
}: Place & { word: string; wish?: string; side?: 'buy' | 'sell' }) {
  return (
    <g className="picture-party" data-side={side}>
      <rect x={x - 40} y={y - 16} width="80" height="32" rx="4" />
      <text x={x} y={y + 4}>
        {word}
      </text>
      {wish ? (
        <text className="picture-wish" x={x} y={y + 32}>
          {wish}
        </text>
      ) : null}
    </g>
  )
}

/** Somebody who looks on: an eye. */
export function DiagramObserver({ x, y }: Place) {
  return (
    <g className="picture-eye" transform={`translate(${x} ${y})`}>
      <path d="M-9 0C-5 -6 5 -6 9 0 5 6 -5 6 -9 0z" />
      <circle r="2.6" />
    </g>
  )
}

/** A word under or beside something. */
export function DiagramLabel({ x, y, children }: Place & { children: ReactNode }) {
  return (
    <text className="picture-word" x={x} y={y}>
      {children}
    </text>
  )
}
