import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { QuoteBook } from './quote-book.ts'
import type { Quotes } from './quotes.ts'
import { BadReplay, type ReplayRow, replayRows } from './replay-file.ts'

/** What there is in a file of quotes. */
export interface ReplaySummary {
  readonly rows: number
  /** From the first row to the last, by the clock of the file. */
  readonly lengthMs: number
  /** How many rows each security has. */
  readonly rowsOf: ReadonlyMap<string, number>
}

/**
 * Reads a file of quotes to its end, and keeps none of it. Throws BadReplay, or the error of the file system:
 * a desk must not learn at noon that a line of the afternoon cannot be read.
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
  /** So many times as fast as it was recorded. */
  readonly speed: number
  /** What is told of the market goes here. */
  readonly book: QuoteBook
  /** Milliseconds UTC. */
  readonly now: () => number
  readonly log: Logger
  /** A quote that comes in later than this is not fresh any more: the speed is too high. Milliseconds. */
  readonly behindMs: number
  /** How often the clock is looked at, in milliseconds. */
  readonly everyMs?: number
}

/**
 * Quotes from a file, once through. The first row is told when it starts; a row comes as long after it as in
 * the file, divided by the speed, and is dated so: fresh by the clock of the server, not that of the file.
 * After the last row nothing more comes, and the market goes stale. Stopping it waits for the file to be
 * closed.
 */
export function replayedQuotes(replay: Replay): Quotes & { readonly ended: () => Promise<void> } {
  const { book, log } = replay
  const stopped = new AbortController()
  let playing: Promise<void> | null = null

  async function begin(): Promise<void> {
    try {
      await play(replay, stopped.signal)
      log.warn('the replay is over: no quotes come any more, and the market goes stale')
    } catch (err) {
      if (!stopped.signal.aborted) log.error({ err }, 'the replay broke off: the market goes stale')
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
    // What nobody asks for must not keep the process alive.
    while (at > now()) await wait(everyMs, undefined, { signal, ref: false })
    signal.throwIfAborted()
    tell(book, row, at)
    if (isBehind || now() - at <= behindMs) continue
    isBehind = true
    log.warn({ speed, line: row.line }, 'the replay is behind its speed: its quotes are stale when they come')
  }
}

function tell(book: QuoteBook, row: ReplayRow, at: number): void {
  if (row.of === 'index') book.takeIndex(row.last, row.close, at)
  else if (row.of === 'dollar') book.takeUsdJpy(row.rate)
  else {
    const { ric, bid, ask, last, officialClose, condition } = row
    book.take({ ric, at, bid, ask, last, officialClose, condition }, at)
  }
}
