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

/** A server behind a network that loses some responses; returns the requests that it received. */
function serverBehind(answers: readonly ('lost' | 'taken')[]) {
  const requests: string[] = []
  vi.stubGlobal('fetch', (request: Request) => {
    const answer = answers[requests.length] ?? 'taken'
    requests.push(new URL(request.url, 'http://localhost').pathname)
    if (answer === 'lost') return Promise.reject(new TypeError('lost'))
    return Promise.resolve(new Response('{}', { headers: { 'content-type': 'application/json' } }))
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
