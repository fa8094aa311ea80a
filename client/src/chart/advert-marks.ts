import type { AdvertEvent, AdvertEventType } from '@aitai/contract/schemas/history.ts'

/** What the chart and the timeline show of an IOI's own history. */
const markKinds = [
  'sent',
  'changed',
  'triggered',
  'waiting',
  'paused',
  'resumed',
  'located',
  'completed',
  'executed',
  'ended',
] as const
export type MarkKind = (typeof markKinds)[number]

/** Something that happened to the selected IOI. */
export interface AdvertMark {
  readonly kind: MarkKind
  /** Milliseconds UTC. */
  readonly at: number
  /** The desk head who did it instead of the owner. */
  readonly deskHeadName?: string
  /** Whether a rule of the owner did it. */
  readonly isAutomatic?: true
}

const kindOf: Readonly<Partial<Record<AdvertEventType, MarkKind>>> = {
  SENT: 'sent',
  CHANGED: 'changed',
  TRIGGERED: 'triggered',
  BEYOND_LIMIT: 'waiting',
  PAUSED: 'paused',
  RESUMED: 'resumed',
  LOCATED: 'located',
  COMPLETED: 'completed',
  EXECUTED: 'executed',
  ENDED: 'ended',
}

/** A locate that ends without an agreement pauses the IOI, unless it was withdrawn. */
const pauses = ({ type, outcome }: AdvertEvent): boolean =>
  type === 'LOCATE_ENDED' && outcome !== undefined && outcome !== 'WITHDRAWN'

/** The events that are shown, in order. */
export const marksOf = (events: readonly AdvertEvent[]): readonly AdvertMark[] =>
  events.flatMap((event) => {
    const { type, at, deskHeadName, isAutomatic } = event
    const kind = pauses(event) ? 'paused' : kindOf[type]
    if (!kind) return []
    return [{ kind, at, ...(deskHeadName ? { deskHeadName } : {}), ...(isAutomatic ? { isAutomatic } : {}) }]
  })

/** How wide and high a mark is, in pixels. */
export const markSize = 12

interface StackedMark {
  readonly mark: AdvertMark
  readonly x: number
  /** How many marks it stands on. */
  readonly level: number
}

/** The marks from left to right. Each that would cover the one before stands on it. */
export function stackedMarks(
  marks: readonly AdvertMark[],
  xOf: (mark: AdvertMark) => number,
): readonly StackedMark[] {
  const stacked: StackedMark[] = []
  for (const mark of marks) {
    const x = xOf(mark)
    const before = stacked.at(-1)
    const level = before && x - before.x < markSize ? before.level + 1 : 0
    stacked.push({ mark, x, level })
  }
  return stacked
}
