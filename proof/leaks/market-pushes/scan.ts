import type { Random } from '../../harness/random.ts'
import { followPrices, mostFollowed, type PriceSocket, type ReceivedUpdate } from './price-socket.ts'

export interface Attacker {
  readonly url: string
  /** The tokens of its sessions; the first one observes, the others follow further securities. */
  readonly tokens: readonly string[]
  /** The securities that it observes, which sort after all others. */
  readonly observed: readonly string[]
}

/** Where a batch begins in the updates of one socket: its position, or null if none is to be seen. */
export type FindBoundary = (ticks: readonly (readonly ReceivedUpdate[])[]) => number | null

/** How an attacker reads how many securities are followed in all. */
export interface Reading {
  readonly boundaryIn: FindBoundary
  /** How many ticks one reading takes. */
  readonly ticks: number
  /** After this many readings without a boundary, there is no visible boundary. */
  readonly most: number
}

/** The size of the batches in which a server read what was followed. */
const batchSize = 50

/** The first update that has another time in its body than the one before. */
const boundaryByContent: FindBoundary = ([updates = []]) => {
  const sorted = [...updates].sort((a, b) => a.position - b.position)
  return sorted.find(({ at }, i) => i > 0 && at !== sorted[i - 1]?.at)?.position ?? null
}

/** A longer gap is the work of somebody else. In milliseconds. */
const longestGap = 2

/** The update before which there is the longest gap on average. */
const boundaryByTime: FindBoundary = (ticks) => {
  const gaps = new Map<number, number>()
  for (const updates of ticks)
    for (const [i, { position, receivedAt, write }] of updates.entries()) {
      const before = updates[i - 1]
      if (!before || before.write === write || position > batchSize) continue
      const gap = Math.min(longestGap, receivedAt - before.receivedAt)
      gaps.set(position, (gaps.get(position) ?? 0) + gap)
    }
  const [longest] = [...gaps].sort(([, a], [, b]) => b - a)
  return longest ? longest[0] : null
}

export const readings = {
  // Two batches may be read in the same millisecond.
  content: { boundaryIn: boundaryByContent, ticks: 1, most: 4 },
  time: { boundaryIn: boundaryByTime, ticks: 8, most: 1 },
} as const satisfies Record<string, Reading>

/** How many sockets a session may have. */
const socketsPerSession = 3
const mostTries = 4

/** The sockets that follow a group, beside the one that observes. */
export async function followGroup(
  { url, tokens }: Attacker,
  group: readonly string[],
): Promise<readonly PriceSocket[]> {
  const parts: string[][] = []
  for (let i = 0; i < group.length; i += mostFollowed) parts.push(group.slice(i, i + mostFollowed))
  return await Promise.all(
    parts.map((part, i) => followPrices(url, tokens[1 + Math.floor(i / socketsPerSession)] ?? '', part)),
  )
}

/** What a new socket that observes receives in its first ticks. */
async function observeTicks(attacker: Attacker, ticks: number): Promise<ReceivedUpdate[][]> {
  const socket = await followPrices(attacker.url, attacker.tokens[0] ?? '', attacker.observed)
  const found: ReceivedUpdate[][] = []
  for (let from = 0; found.length < ticks; from = socket.updates.length) {
    await socket.received(from + (found.length === 0 ? attacker.observed.length : 1))
    // The others of the same tick arrive within a fraction of a second.
    await new Promise((resolve) => setTimeout(resolve, found.length === 0 ? 0 : 300))
    found.push(socket.updates.slice(from))
  }
  socket.close()
  return found
}

export interface ScanResult {
  readonly named: readonly string[]
  readonly readings: number
  /** Readings in which a boundary was to be seen. */
  readonly withBoundary: number
}

/**
 * Names `hidden` securities among the candidates. A group that the attacker follows, too, moves the end of a batch by
 * the number of its securities that nobody had followed. A reading without a boundary is replaced by chance.
 */
export async function scan(
  attacker: Attacker,
  candidates: readonly string[],
  hidden: number,
  { boundaryIn, ticks, most }: Reading,
  random: Random,
): Promise<ScanResult> {
  const counts = { readings: 0, withBoundary: 0 }

  /** Of a group, how many are followed by others: what two readings say, or null. */
  async function followedOf(group: readonly string[]): Promise<number | null> {
    const sockets = await followGroup(attacker, group)
    try {
      const seen = new Set<number>()
      let missing = 0
      for (let n = 0; n < mostTries; n += 1) {
        const boundary = boundaryIn(await observeTicks(attacker, ticks))
        counts.readings += 1
        if (boundary === null) {
          missing += 1
          if (missing === most) return null
          continue
        }
        counts.withBoundary += 1
        const before = batchSize - boundary
        const followed = (((hidden + group.length - before) % batchSize) + batchSize) % batchSize
        if (seen.has(followed)) return followed
        seen.add(followed)
      }
      return null
    } finally {
      for (const socket of sockets) socket.close()
    }
  }

  async function find(group: readonly string[], count: number): Promise<readonly string[]> {
    if (count <= 0) return []
    if (group.length <= count) return group
    const left = group.slice(0, Math.ceil(group.length / 2))
    const right = group.slice(left.length)
    const read = await followedOf(left)
    const chosen = new Set(random.shuffled(group).slice(0, count))
    const inLeft = read ?? left.filter((id) => chosen.has(id)).length
    const bounded = Math.min(count, left.length, Math.max(0, count - right.length, inLeft))
    return [...(await find(left, bounded)), ...(await find(right, count - bounded))]
  }

  return { named: await find(candidates, hidden), ...counts }
}
