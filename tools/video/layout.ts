/** The film's picture, and what is where in it, in pixels. */
export const frame = { width: 1280, height: 800 } as const

/** As large as each filmed window is, in its own pixels; its shots have so many for each of them. */
export const windowSize = { width: 1280, height: 704, density: 2 } as const

/** The line above each window that says whose it is. */
export const titleBarHeight = 32

export type Rect = readonly [left: number, top: number, width: number, height: number]

const top = 60
/** Below it stand the captions. */
const height = 640
const margin = 32
const gap = 16
const whole = ((height - titleBarHeight) * windowSize.width) / windowSize.height
const half = (frame.width - 2 * margin - gap) / 2

/** Where a window stands: alone, or beside another; from where it comes, and to where it goes. */
export const windowPositions = {
  whole: [(frame.width - whole) / 2, top, whole, height],
  left: [margin, top, half, height],
  right: [margin + half + gap, top, half, height],
  beyondRight: [frame.width + gap, top, half, height],
  beyondLeft: [-half - gap, top, half, height],
  farLeft: [-2 * half - 2 * gap, top, half, height],
  comingWhole: [frame.width + gap, top, whole, height],
} as const satisfies Record<string, Rect>

/** The size of a window's content within its frame. */
export const contentSize = ([, , width, whole]: Rect): {
  readonly width: number
  readonly height: number
} => ({
  width,
  height: whole - titleBarHeight,
})

export type Camera = readonly [x: number, y: number, scale: number]

/** A camera that looks at nothing beyond the window, and never from so far that it would show its edges. */
export function clampCamera([x, y, scale]: Camera, rect: Rect): Camera {
  const view = contentSize(rect)
  const near = Math.max(scale, view.width / windowSize.width, view.height / windowSize.height)
  const clamped = (at: number, seen: number, whole: number): number =>
    Math.min(Math.max(at, seen / 2), whole - seen / 2)
  return [
    clamped(x, view.width / near, windowSize.width),
    clamped(y, view.height / near, windowSize.height),
    near,
  ]
}
