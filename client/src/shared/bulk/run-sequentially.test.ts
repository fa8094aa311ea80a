import { expect, test, vi } from 'vitest'
import { callWithinRateLimit, runSequentially } from './run-sequentially.ts'

const refusal = (status: number) => ({ status, errorCode: 'ADVERT-ERROR-002', message: 'no' })

test('items are processed one by one, each result is reported at once, and a refusal does not stop the rest', async () => {
  const progress: number[] = []
  const results = await runSequentially({
    items: ['1', '2', '3'],
    send: async (id) => (id === '2' ? refusal(409) : null),
    isStopped: () => false,
    onProgress: (done) => progress.push(done.length),
  })

  expect(results.map(({ outcome }) => outcome)).toEqual(['done', 'refused', 'done'])
  expect(results[1]?.failure?.errorCode).toBe('ADVERT-ERROR-002')
  expect(progress).toEqual([1, 2, 3])
})

test('after a stop or a lost connection the remaining items are reported as not attempted', async () => {
  const items = ['1', '2', '3']
  const requests: string[] = []
  const run = (failing: number | null, stopAfter: number) => {
    requests.length = 0
    return runSequentially({
      items,
      send: async (id) => {
        requests.push(id)
        return failing === null ? null : refusal(failing)
      },
      isStopped: () => requests.length >= stopAfter,
      onProgress: () => undefined,
    })
  }

  expect((await run(null, 1)).map(({ outcome }) => outcome)).toEqual(['done', 'left', 'left'])
  expect(requests).toEqual(['1'])
  expect((await run(0, 9)).map(({ outcome }) => outcome)).toEqual(['refused', 'left', 'left'])
  expect(requests).toEqual(['1'])
})

test('a call that the rate limit refuses is repeated after the wait that the server names', async () => {
  vi.useFakeTimers()
  const answers = [{ ...refusal(429), retryAfter: 3 }, refusal(429), null]
  let calls = 0
  const done = callWithinRateLimit(async () => answers[calls++] ?? null)

  await vi.advanceTimersByTimeAsync(2_999)
  expect(calls).toBe(1)
  await vi.advanceTimersByTimeAsync(1 + 1_000)
  expect(await done).toBeNull()
  expect(calls).toBe(3)
  vi.useRealTimers()
})
