import { type KeyboardEvent, type PointerEvent, useRef } from 'react'

interface Props {
  label: string
  /** The height of the pane below the handle, in percent of the window. */
  percent: number
  /** Called with the new percentage: after each key, and at the end of a drag. */
  onResize: (percent: number) => void
}

const [least, most] = [15, 70]
const stepPercent = 4

const within = (percent: number): number => Math.round(Math.min(most, Math.max(least, percent)))

/** The upper edge of a pane: dragged, or moved with the arrow keys. The pane is its parent element. */
export function ResizeHandle({ label, percent, onResize }: Props) {
  const handle = useRef<HTMLHRElement>(null)
  const pane = (): HTMLElement | null => handle.current?.parentElement ?? null
  /** May be less than was chosen: the list above keeps its rows. */
  const shownPercent = (): number => ((pane()?.offsetHeight ?? 0) / innerHeight) * 100

  /** Changes the element alone: the rows of the pane are not rendered for each pixel. */
  const follow = ({ clientY, pointerId }: PointerEvent): void => {
    if (!handle.current?.hasPointerCapture(pointerId)) return
    const bottom = pane()?.getBoundingClientRect().bottom ?? 0
    const dragged = within(((bottom - clientY) / innerHeight) * 100)
    pane()?.style.setProperty(paneHeight, String(dragged))
  }
  const resize = (next: number): void => {
    pane()?.style.setProperty(paneHeight, String(within(next)))
    onResize(within(next))
  }
  const release = (): void => {
    const isMoved = pane()?.style.getPropertyValue(paneHeight) !== String(percent)
    if (isMoved) resize(shownPercent())
  }
  const pressKey = (event: KeyboardEvent): void => {
    const next = nextByKey(event.key, shownPercent())
    if (next === null) return
    event.preventDefault()
    resize(next)
  }
  return (
    <hr
      ref={handle}
      className="resize-handle"
      tabIndex={0}
      aria-label={label}
      aria-orientation="horizontal"
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={percent}
      title={label}
      onKeyDown={pressKey}
      onPointerDown={({ button, currentTarget, pointerId }) =>
        button === 0 && currentTarget.setPointerCapture(pointerId)
      }
      onPointerMove={follow}
      onLostPointerCapture={release}
    />
  )
}

/** The custom property of the pane with its height, in percent of the window. */
export const paneHeight = '--pane-height'

function nextByKey(key: string, percent: number): number | null {
  if (key === 'ArrowUp') return percent + stepPercent
  if (key === 'ArrowDown') return percent - stepPercent
  if (key === 'Home') return least
  return key === 'End' ? most : null
}
