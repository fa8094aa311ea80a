import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { QuoteBook } from './quote-book.ts'
import type { Quotes } from './quotes.ts'
import { BadReplay, type ReplayRow, replayRows } from './replay-file.ts'

/** A summary of a file of quotes. */
export interface ReplaySummary {
  readonly rows: number
  /** From the first row to the last, by the times in the file. */
  readonly lengthMs: number
  /** The number of rows of each security. */
  readonly rowsOf: ReadonlyMap<string, number>
}

/**
 * Reads a whole file of quotes before the replay starts, so that an invalid line is found at the start and not
 * in the middle of the day. Throws BadReplay, or the file system's error.
 */
export async function checkReplay(file: string): Promise<ReplaySummary> {
  const rowsOf = new Map<string, number>()
  let rows = 0
  let lengthMs = 0
  for await (const row of replayRows(file)) {
    rows += 1
    lengthMs = row.offsetMs
    if (row.of === 'security') rowsOf.set(row.ric, (rowsOf.get(row.ric) ?? 0) + 1)
  }
  if (rows === 0) throw new BadReplay(1, 'no quote follows the header')
  return { rows, lengthMs, rowsOf }
}

interface Replay {
  readonly file: string
  /** Factor by which the replay is faster than the recording. */
  readonly speed: number
  /** Receives the quotes. */
  readonly book: QuoteBook
  /** Milliseconds UTC. */
  readonly now: () => number
  readonly log: Logger
  /** A delay, in milliseconds, beyond which quotes are stale on arrival: the speed is too high. */
  readonly behindMs: number
  /** How often the clock is checked, in milliseconds. */
  readonly everyMs?: number
}

/**
 * Replays quotes from a file once. The first row is published at the start, each other row after its offset in
 * the file divided by the speed, dated by the server's clock so that it is fresh. After the last row the market
 * goes stale. `ended` resolves when the file is closed.
 */
export function replayedQuotes(replay: Replay): Quotes & { readonly ended: () => Promise<void> } {
  const { book, log } = replay
  const stopped = new AbortController()
  let playing: Promise<void> | null = null

  async function begin(): Promise<void> {
    try {
      await play(replay, stopped.signal)
      log.warn('the replay is over: there are no more quotes, and the market goes stale')
    } catch (err) {
      if (!stopped.signal.aborted) log.error({ err }, 'the replay ended early: the market goes stale')
    }
  }

  return {
    ...book,
    start() {
      playing ??= begin()
    },
    stop: () => stopped.abort(),
    ended: async () => playing ?? undefined,
  }
}

async function play({ everyMs = 20, ...replay }: Replay, signal: AbortSignal): Promise<void> {
  const { speed, book, now, log, behindMs } = replay
  const beganAt = now()
  let isBehind = false
  for await (const row of replayRows(replay.file)) {
    const at = beganAt + Math.floor(row.offsetMs / speed)
    // Must not keep the process alive.
    while (at > now()) await wait(everyMs, undefined, { signal, ref: false })
    signal.throwIfAborted()
    publish(book, row, at)
    if (isBehind || now() - at <= behindMs) continue
    isBehind = true
    log.warn(
      { speed, line: row.line },
      'the replay cannot keep up with its speed: its quotes are stale on arrival',
    )
  }
}

function publish(book: QuoteBook, row: ReplayRow, at: number): void {
  if (row.of === 'index') book.updateIndex(row.last, row.close, at)
  else if (row.of === 'dollar') book.updateUsdJpy(row.rate)
  else {
    const { ric, bid, ask, last, officialClose, condition, reported } = row
    const update = { ric, at, bid, ask, last, officialClose, condition }
    book.update(reported ? { ...update, reported } : update, at)
  }
}
