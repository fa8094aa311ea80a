import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInStore } from '../../../test/support/render-in-store.tsx'
import { serverClock } from '../../shared/connection/server-clock.ts'
import { intervals } from '../../shared/intervals.ts'
import { LocateAnswer } from './LocateAnswer.tsx'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.unstubAllGlobals()
})

/** A server behind a network that loses some responses, or with a limit; returns the requests that it received. */
function serverBehind(answers: readonly ('lost' | 'taken' | 'too many')[]) {
  const requests: string[] = []
  vi.stubGlobal('fetch', (request: Request) => {
    const answer = answers[requests.length] ?? 'taken'
    requests.push(new URL(request.url, 'http://localhost').pathname)
    if (answer === 'lost') return Promise.reject(new TypeError('lost'))
    const headers = { 'content-type': 'application/json', 'retry-after': '2' }
    return Promise.resolve(
      answer === 'too many'
        ? new Response(JSON.stringify({ errorCode: 'TOO_MANY', message: 'x' }), { status: 429, headers })
        : new Response('{}', { headers }),
    )
  })
  return requests
}

function rendersAnswer() {
  const locate = {
    locateNotificationId: 'l1',
    direction: 'BUY',
    deadline: serverClock.now() + 30_000,
    answer: null,
    outcome: null,
  } as LocateNotification
  renderInStore(
    <LocateAnswer locate={locate} isOver={false} hasFocus={false} isTakeover={false} hasList={false} />,
  )
  act(() => vi.advanceTimersByTime(intervals.popupInert))
}
const button = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`) })
const accepting = '/api/locate-notification/connect-acceptance'
const declining = '/api/locate-notification/connect-rejection'

test('of a hundred quick clicks on either button, the first one is the answer', async () => {
  const requests = serverBehind(['taken'])
  rendersAnswer()
  const [accept, decline] = [button('Accept'), button('Decline')]
  for (let click = 0; click < 100; click += 1) {
    fireEvent.click(accept)
    fireEvent.click(decline)
  }
  await vi.waitFor(() => expect(requests).toEqual([accepting]))
})

test('an answer lost on the network is repeated unchanged until the server confirms it', async () => {
  const requests = serverBehind(['lost', 'lost', 'lost', 'taken'])
  rendersAnswer()
  fireEvent.click(button('Accept'))
  await act(async () => {
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(intervals.lostAnswerRetry)
      expect(requests).toHaveLength(4)
    })
  })
  await act(() => vi.advanceTimersByTimeAsync(10 * intervals.lostAnswerRetry))

  expect(requests).toEqual([accepting, accepting, accepting, accepting])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an answer beyond the rate of calls is sent again when the server allows it', async () => {
  const requests = serverBehind(['too many', 'too many', 'taken'])
  rendersAnswer()
  fireEvent.click(button('Decline'))
  await act(() => vi.advanceTimersByTimeAsync(1_900))
  expect(requests).toHaveLength(1)
  await act(async () => {
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(500)
      expect(requests).toHaveLength(3)
    })
  })
  await act(() => vi.advanceTimersByTimeAsync(10_000))

  expect(requests).toEqual([declining, declining, declining])
  expect(screen.queryByRole('alert')).toBeNull()
})
