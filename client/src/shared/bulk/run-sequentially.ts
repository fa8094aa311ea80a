import type { CallFailure } from '../api/failure.ts'

/** Result for one item: done, refused, or not attempted because the run stopped. */
export interface RunResult<Item> {
  readonly item: Item
  readonly outcome: 'done' | 'refused' | 'left'
  readonly failure: CallFailure | null
}

interface Run<Item> {
  readonly items: readonly Item[]
  /** Makes the call for one item; resolves to its failure, or null. */
  readonly send: (item: Item) => Promise<CallFailure | null>
  /** Checked before each item; a run never stops within one. */
  readonly isStopped: () => boolean
  readonly onProgress: (results: readonly RunResult<Item>[]) => void
}

/** No response, or the session has ended: the remaining calls would fail too. */
const isLost = ({ status }: CallFailure): boolean => status === 0 || status === 401

/** Sends one item after the other and reports progress. A refusal does not stop the rest. */
export async function runSequentially<Item>({
  items,
  send,
  isStopped,
  onProgress,
}: Run<Item>): Promise<RunResult<Item>[]> {
  const results: RunResult<Item>[] = []
  let lost = false
  for (const item of items) {
    if (lost || isStopped()) {
      results.push({ item, outcome: 'left', failure: null })
      continue
    }
    const failure = await send(item)
    lost = failure !== null && isLost(failure)
    results.push({ item, outcome: failure ? 'refused' : 'done', failure })
    onProgress([...results])
  }
  return results
}

/** How often to wait on 429 before it counts as a refusal. */
const maxWaits = 20
const defaultWaitSeconds = 1

/** Repeats a call while the rate limit refuses it, each time after the wait that the server names. */
export async function callWithinRateLimit(
  call: () => Promise<CallFailure | null>,
): Promise<CallFailure | null> {
  for (let waits = 0; ; waits += 1) {
    const failure = await call()
    if (failure?.status !== 429 || waits === maxWaits) return failure
    const seconds = failure.retryAfter ?? defaultWaitSeconds
    await new Promise((later) => setTimeout(later, seconds * 1_000))
  }
}
