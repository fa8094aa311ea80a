import { socketPath } from '@aitai/contract/routes/live.ts'
import { Client } from '@stomp/stompjs'
import { act, waitFor } from '@testing-library/react'
import SockJS from 'sockjs-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { retryRequested } from '../src/shared/connection/connection-state.ts'
import { marketFeed } from '../src/shared/connection/market-feed.ts'
import { intervals } from '../src/shared/intervals.ts'
import { newSessionToken, renderApp } from './support/render-app.tsx'
import { moveToOwnServer } from './support/start-server.ts'

moveToOwnServer()

const waiting = { timeout: 30_000 }

/** Connects another socket of a session. The server closes the oldest one beyond three. */
function openSocket(userToken: string): Promise<Client> {
  return new Promise((connected) => {
    const client = new Client({
      webSocketFactory: () => new SockJS(socketPath),
      connectHeaders: { Authorization: `Bearer ${userToken}` },
      onConnect: () => connected(client),
    })
    onTestFinished(() => client.deactivate({ force: true }))
    client.activate()
  })
}

test('prices are pushed to the watchlist, the editor and the chart, and polled only while the socket is down', async () => {
  // Time passes only when the test says so.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }).setTimerTickMode('interval', 10)
  const userToken = await newSessionToken('trader@birch.example')
  localStorage.setItem('userToken', userToken)
  const { store, unmount } = renderApp('/adverts-home')
  onTestFinished(unmount)
  const isIn = (state: string) =>
    waitFor(() => expect(store.getState().connection.state).toBe(state), waiting)
  const fetched = vi.spyOn(globalThis, 'fetch')
  const calls = () =>
    fetched.mock.calls.filter(([input]) => (input as Request).url.includes('/get-quote/')).length

  /** The securities whose prices are on the screen, once all of them have been fetched. */
  async function shownSecurities(): Promise<readonly string[]> {
    const queries = () =>
      Object.values(store.getState().api.queries).filter((query) => query?.endpointName === 'getQuote')
    await vi.waitFor(() => {
      expect(queries()).not.toEqual([])
      for (const query of queries()) expect(query?.status).toBe('fulfilled')
    }, waiting)
    return queries().map(
      (query) => (query as { originalArgs: { securityId: string } }).originalArgs.securityId,
    )
  }
  const arePushed = async (securities: readonly string[]): Promise<void> =>
    vi.waitFor(() => {
      for (const securityId of securities) expect(marketFeed.isPushed(securityId)).toBe(true)
      for (const securityId of securities) expect(marketFeed.newest(securityId)).not.toBeNull()
    }, waiting)
  /** The calls of one interval of polling. */
  async function callsOfInterval(): Promise<number> {
    vi.setTimerTickMode('manual')
    const before = calls()
    await act(() => vi.advanceTimersByTimeAsync(intervals.quotePoll))
    await shownSecurities()
    vi.setTimerTickMode('interval', 10)
    return calls() - before
  }

  await isIn('live')
  const watched = await shownSecurities()
  expect(watched.length).toBeGreaterThan(1)
  await arePushed(watched)
  expect([await callsOfInterval(), await callsOfInterval()]).toEqual([0, 0])

  act(() => document.querySelector<HTMLElement>('.desk-card-choice')?.click())
  await vi.waitFor(
    () => expect(document.querySelector('.market-mid dd')?.textContent).toMatch(/^\d/),
    waiting,
  )
  await vi.waitFor(() => expect(document.querySelector('.market-facts')).not.toBeNull(), waiting)
  // The editor shows one of those that are watched: the watchlist stays beside it.
  const shown = await shownSecurities()
  expect(shown.length).toBe(watched.length)
  await arePushed(shown)
  expect([await callsOfInterval(), await callsOfInterval()]).toEqual([0, 0])

  const others = [await openSocket(userToken), await openSocket(userToken), await openSocket(userToken)]
  await isIn('resting')
  expect([await callsOfInterval(), await callsOfInterval()]).toEqual([shown.length, shown.length])

  await Promise.all(others.map((client) => client.deactivate({ force: true })))
  act(() => void store.dispatch(retryRequested()))
  await isIn('live')
  expect([await callsOfInterval(), await callsOfInterval()]).toEqual([0, 0])
}, 120_000)
