import { afterEach, expect, test, vi } from 'vitest'
import { runSequentially } from './run-sequentially.ts'

afterEach(() => {
  vi.useRealTimers()
})

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

/** A run of ten items and some more with a call each, on a clock that the test moves; returns the calls. */
function startRun(more: number, answerOf: (call: number) => ReturnType<typeof refusal> | null = () => null) {
  vi.useFakeTimers()
  const called: number[] = []
  const run = { called, isStopped: false }
  const done = runSequentially({
    items: Array.from({ length: 10 + more }, (_, item) => item),
    send: (item, paced) =>
      paced(async () => {
        called.push(item)
        return answerOf(called.length)
      }),
    isStopped: () => run.isStopped,
    onProgress: () => undefined,
  })
  return { run, done, after: (ms: number) => vi.advanceTimersByTimeAsync(ms) }
}

test('ten calls are made at once, and then four a second, so that half of the rate is left to the user', async () => {
  const { run, done, after } = startRun(6)

  await after(249)
  expect(run.called).toHaveLength(10)
  await after(1)
  expect(run.called).toHaveLength(11)
  await after(1_000)
  expect(run.called).toHaveLength(15)
  await after(250)
  expect((await done).map(({ outcome }) => outcome)).toEqual(Array(16).fill('done'))
})

test('a call that the rate limit refuses is repeated after the wait that the server names, and the rest is slower', async () => {
  const answers = [{ ...refusal(429), retryAfter: 3 }, refusal(429)]
  const { run, done, after } = startRun(0, (call) => answers[call - 1] ?? null)

  await after(2_999)
  expect(run.called).toEqual([0])
  await after(1)
  expect(run.called).toEqual([0, 0])
  await after(1_000)
  expect(run.called).toEqual([0, 0, 0, 1])
  await after(999)
  expect(run.called).toHaveLength(4)
  await after(8_000)
  expect((await done).map(({ outcome }) => outcome)).toEqual(Array(10).fill('done'))
  expect(run.called.slice(3)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('an item that was waiting for its call when the run stopped is reported as not attempted', async () => {
  const { run, done, after } = startRun(2)

  await after(100)
  run.isStopped = true
  await after(250)
  expect((await done).map(({ outcome }) => outcome)).toEqual([...Array(10).fill('done'), 'left', 'left'])
  expect(run.called).toHaveLength(10)
})

test('an item with several calls is finished after a stop', async () => {
  const calls: string[] = []
  let isStopped = false
  const results = await runSequentially({
    items: ['a', 'b'],
    send: async (item, paced) => {
      await paced(async () => {
        calls.push(`${item}1`)
        isStopped = true
        return null
      })
      return paced(async () => {
        calls.push(`${item}2`)
        return null
      })
    },
    isStopped: () => isStopped,
    onProgress: () => undefined,
  })

  expect(calls).toEqual(['a1', 'a2'])
  expect(results.map(({ outcome }) => outcome)).toEqual(['done', 'left'])
})
