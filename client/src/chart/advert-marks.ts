import type { AdvertEvent, AdvertEventType } from '@aitai/contract/schemas/history.ts'

/** What the chart and the timeline show of an IOI's own history. */
const markKinds = [
  'sent',
  'changed',
  'triggered',
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
}

const kindOf: Readonly<Partial<Record<AdvertEventType, MarkKind>>> = {
  SENT: 'sent',
  CHANGED: 'changed',
  TRIGGERED: 'triggered',
  PAUSED: 'paused',
  RESUMED: 'resumed',
  LOCATED: 'located',
  COMPLETED: 'completed',
  EXECUTED: 'executed',
  ENDED: 'ended',
}

/** The events that are shown, in order. */
export const marksOf = (events: readonly AdvertEvent[]): readonly AdvertMark[] =>
  events.flatMap(({ type, at, deskHeadName }) => {
    const kind = kindOf[type]
    return kind ? [{ kind, at, ...(deskHeadName ? { deskHeadName } : {}) }] : []
  })
