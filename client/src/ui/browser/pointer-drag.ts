import './pointer-drag.css'

export interface Point {
  readonly x: number
  readonly y: number
}

export interface PointerDrag {
  /** What is dragged, shown beside the pointer. */
  readonly label: string
  /** The element that scrolls while the pointer is at its upper or lower edge. */
  readonly scrolls?: Element | null | undefined
  readonly onMove: (point: Point) => void
  readonly onDrop: (point: Point) => void
  /** After a drop, and when the drag is given up by Escape or by the system. */
  readonly onEnd: () => void
}

/** A press that moves less than this is a click. */
const clickPixels = 6
/** So near to an edge it scrolls, in pixels, and so far in each frame. */
const edgePixels = 40
const scrollPixels = 10

/**
 * Follows a press that may become a drag, with a mouse, a pen or a finger; call it on `pointerdown`. What a finger
 * drags needs `touch-action: none`, or the browser scrolls instead. While something is dragged the page has
 * `data-dragging`. The click at the end of a drag does nothing.
 */
export function followDrag(press: PointerEvent, drag: PointerDrag): void {
  const from = pointOf(press)
  let at = from
  let ghost: HTMLElement | null = null
  let frame = 0

  const begin = (): void => {
    ghost = showGhost(drag.label)
    document.documentElement.dataset.dragging = ''
    getSelection()?.removeAllRanges()
    frame = requestAnimationFrame(scroll)
  }
  const moveTo = (point: Point): void => {
    at = point
    if (ghost) ghost.style.translate = `${point.x + 12}px ${point.y + 12}px`
    drag.onMove(point)
  }
  const scroll = (): void => {
    const step = scrollStep(drag.scrolls ?? document.scrollingElement, at)
    if (step) {
      step.element.scrollBy(0, step.by)
      moveTo(at)
    }
    frame = requestAnimationFrame(scroll)
  }
  const end = (): void => {
    listening.abort()
    cancelAnimationFrame(frame)
    if (!ghost) return
    ghost.remove()
    delete document.documentElement.dataset.dragging
    drag.onEnd()
  }
  const listening = new AbortController()
  const listen = <Name extends 'pointermove' | 'pointerup' | 'pointercancel' | 'keydown' | 'blur'>(
    name: Name,
    act: (event: WindowEventMap[Name]) => unknown,
  ): void => addEventListener(name, act, { signal: listening.signal, capture: true })

  listen('pointermove', (event) => {
    if (event.pointerId !== press.pointerId) return
    const point = pointOf(event)
    if (!ghost && Math.hypot(point.x - from.x, point.y - from.y) < clickPixels) return
    if (!ghost) begin()
    moveTo(point)
  })
  listen('pointerup', (event) => {
    if (event.pointerId !== press.pointerId) return
    if (ghost) {
      ignoreNextClick()
      drag.onDrop(pointOf(event))
    }
    end()
  })
  listen('pointercancel', (event) => event.pointerId === press.pointerId && end())
  listen('keydown', (event) => {
    if (!ghost || event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    ignoreNextClick()
    end()
  })
  // The window alone: the press itself takes the focus from an element.
  listen('blur', ({ target }) => target === window && end())
}

const pointOf = ({ clientX, clientY }: MouseEvent): Point => ({ x: clientX, y: clientY })

function showGhost(label: string): HTMLElement {
  const ghost = document.createElement('div')
  ghost.className = 'drag-ghost'
  ghost.textContent = label
  ghost.ariaHidden = 'true'
  document.body.append(ghost)
  return ghost
}

function scrollStep(element: Element | null, { y }: Point): { element: Element; by: number } | null {
  if (!element) return null
  const isPage = element === document.scrollingElement
  const { top, bottom } = isPage ? { top: 0, bottom: innerHeight } : element.getBoundingClientRect()
  if (y < top + edgePixels) return { element, by: -scrollPixels }
  return y > Math.min(bottom, innerHeight) - edgePixels ? { element, by: scrollPixels } : null
}

/** The browser sends a click after a release, to whatever is pressed and released on. */
function ignoreNextClick(): void {
  const listening = new AbortController()
  addEventListener(
    'click',
    (event) => {
      event.preventDefault()
      event.stopPropagation()
    },
    { capture: true, signal: listening.signal },
  )
  // After Escape the click comes with the release, later.
  addEventListener('pointerup', () => setTimeout(() => listening.abort()), { signal: listening.signal })
  addEventListener('pointerdown', () => listening.abort(), { capture: true, signal: listening.signal })
}
