import type { Frame } from './stomp-frames.ts'

export type StompVersion = '1.1' | '1.2'

/** The newest version that both know, or null. A client that names none speaks 1.0. */
export function stompVersionOf({ headers }: Frame): StompVersion | null {
  const offered = (headers.get('accept-version') ?? '').split(',').map((each) => each.trim())
  return (['1.2', '1.1'] as const).find((version) => offered.includes(version)) ?? null
}

/** Milliseconds between heart-beats in each direction, 0 for none. */
export interface HeartBeats {
  readonly outMs: number
  readonly inMs: number
}

/** What both sides agree on: each direction as seldom as the more patient of the two wants it. */
export function heartBeatsOf({ headers }: Frame, ownMs: number): HeartBeats {
  const asked = /^(\d{1,9}),(\d{1,9})$/.exec(headers.get('heart-beat') ?? '')
  const [can, wants] = [Number(asked?.[1] ?? 0), Number(asked?.[2] ?? 0)]
  return { outMs: wants === 0 ? 0 : Math.max(wants, ownMs), inMs: can === 0 ? 0 : Math.max(can, ownMs) }
}

/**
 * What an ACK or NACK is about: `id` in 1.2, `message-id` in 1.1. Ours are the same: the id of the notice.
 */
export const ackedIdOf = ({ headers }: Frame): string | null =>
  headers.get('id') ?? headers.get('message-id') ?? null
