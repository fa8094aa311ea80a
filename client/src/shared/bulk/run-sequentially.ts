import { createRateLimiter } from '@aitai/contract/bulk-file/rate-limiter.ts'
import type { CallFailure } from '../api/failure.ts'

/** Result for one item: done, refused, or not attempted because the run stopped. */
export interface RunResult<Item> {
  readonly item: Item
  readonly outcome: 'done' | 'refused' | 'left'
  readonly failure: CallFailure | null
}

type Call = () => Promise<CallFailure | null>

/** Makes a call at the rate of the run, and again while the server refuses it for its rate. */
export type PacedCall = (call: Call) => Promise<CallFailure | null>

interface Run<Item> {
  readonly items: readonly Item[]
  /** Makes the calls for one item, each with `paced`; resolves to its failure, or null. */
  readonly send: (item: Item, paced: PacedCall) => Promise<CallFailure | null>
  /** Checked before each item; a run never stops within one. */
  readonly isStopped: () => boolean
  readonly onProgress: (results: readonly RunResult<Item>[]) => void
}

/** No response, or the session has ended: the remaining calls would fail too. */
const isLost = ({ status }: CallFailure): boolean => status === 0 || status === 401

/** Of an item whose first call was still waiting when the run stopped. */
const stopped: CallFailure = { status: 0, errorCode: 'stopped', message: '' }

/**
 * Sends one item after the other and reports progress. A refusal does not stop the rest. The calls leave half of the
 * server's rate to the user, as those of an upload do, so that a locate can be answered meanwhile.
 */
export async function runSequentially<Item>({
  items,
  send,
  isStopped,
  onProgress,
}: Run<Item>): Promise<RunResult<Item>[]> {
  const results: RunResult<Item>[] = []
  const limiter = createRateLimiter(() => performance.now())
  let lost = false
  for (const item of items) {
    const failure: CallFailure | null =
      lost || isStopped() ? stopped : await send(item, pacedCalls(limiter, isStopped))
    if (failure === stopped) {
      results.push({ item, outcome: 'left', failure: null })
      continue
    }
    lost = failure !== null && isLost(failure)
    results.push({ item, outcome: failure ? 'refused' : 'done', failure })
    onProgress([...results])
  }
  return results
}

/** How often to wait on 429 before it counts as a refusal. */
const maxWaits = 20
const defaultWaitSeconds = 1

/** The calls of one item. */
function pacedCalls(limiter: ReturnType<typeof createRateLimiter>, isStopped: () => boolean): PacedCall {
  let isBegun = false
  return async (call) => {
    await wait(limiter.next())
    for (let waits = 0; ; waits += 1) {
      if (isStopped() && !isBegun) return stopped
      const failure = await call()
      if (failure?.status !== 429 || waits === maxWaits) {
        isBegun = true
        return failure
      }
      limiter.slower()
      await wait((failure.retryAfter ?? defaultWaitSeconds) * 1_000)
    }
  }
}

const wait = (milliseconds: number): Promise<void> =>
  milliseconds <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, milliseconds))
