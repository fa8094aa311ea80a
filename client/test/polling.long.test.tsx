import { textIn } from '@aitai/messages/texts.ts'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { historyToggled } from '../src/adverts/desk-slice.ts'
import { newSessionToken, renderApp, renderPage } from './support/render-app.tsx'
import { moveToOwnServer } from './support/start-server.ts'

moveToOwnServer()

const waiting = { timeout: 30_000 }

interface NotedRequest {
  readonly address: string
  readonly requestedAt: number
  /** Null while it is under way. */
  answeredAt: number | null
}

/** The requests of the page, in the time that the test advances. Called before the page is opened. */
function noteRequests(): readonly NotedRequest[] {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'], shouldAdvanceTime: true })
  const noted: NotedRequest[] = []
  const send = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request: NotedRequest = {
      address: (input as Request).url,
      requestedAt: performance.now(),
      answeredAt: null,
    }
    noted.push(request)
    try {
      const reply = await send(input, init)
      await reply.clone().text()
      return reply
    } finally {
      request.answeredAt = performance.now()
    }
  })
  return noted
}

/** Opens a screen whose socket is live, with timers that the test advances. */
async function openScreen(email: string, path: string) {
  localStorage.setItem('userToken', await newSessionToken(email))
  const requests = noteRequests()
  const page = renderApp(path)
  await waitFor(() => expect(page.store.getState().connection.state).toBe('live'), waiting)
  return { ...page, requests }
}

/**
 * Expects a call to be made again, twice, when its interval has passed since the reply: not before, and at most as
 * much later as it takes to read the reply.
 */
async function expectPolled(noted: readonly NotedRequest[], address: string, everyMs: number): Promise<void> {
  const before = noted.length
  const polled = () => noted.slice(before).filter((request) => request.address.includes(address))
  const isUnderWay = ({ answeredAt }: NotedRequest): boolean => answeredAt === null
  await vi.waitFor(
    async () => {
      // No time passes while any reply is under way: its own time limit would pass, too.
      if (!noted.some(isUnderWay)) await act(() => vi.advanceTimersByTimeAsync(everyMs / 40))
      expect(polled().filter((request) => !isUnderWay(request)).length).toBeGreaterThanOrEqual(3)
    },
    { ...waiting, interval: 10 },
  )
  for (const next of [1, 2]) {
    const passed = (polled()[next]?.requestedAt ?? 0) - (polled()[next - 1]?.answeredAt ?? 0)
    expect(passed).toBeGreaterThan(everyMs * 0.99)
    expect(passed).toBeLessThan(everyMs * 1.15)
  }
}

// spec: 2.profile.2, 7.reference.6, 9.4
test('the IOI counts are polled every 5 seconds', async () => {
  const page = await openScreen('trader@alder.example', '/profile/ioi-counts')
  await screen.findByRole('heading', { name: 'IOI counts' })

  await expectPolled(page.requests, '/user/ioi-counts', 5_000)
  page.unmount()
})

// spec: 7.account.17, 9.2
test('the version is polled every hour', async () => {
  const requests = noteRequests()
  const page = await renderPage()
  await screen.findByRole('heading', { name: 'Sign in' })

  await expectPolled(requests, '/version/web', 3_600_000)
  page.unmount()
})

// spec: 7.locates.6, 9.5
test('the agreements are polled every 10 seconds', async () => {
  const page = await openScreen('broker@hinoki.example', '/brokers-home')

  await expectPolled(page.requests, '/connection-agreement/broker-user-execution-listing', 10_000)
  page.unmount()
})

// spec: 4.statuses.21, 9.5
test('the history is refreshed every 10 seconds', async () => {
  const page = await openScreen('trader@alder.example', '/adverts-home')
  act(() => void page.store.dispatch(historyToggled(true)))

  await expectPolled(page.requests, '/advert/advert-list', 10_000)
  page.unmount()
})

// spec: 9.27
test('the cache holds unused data for 60 seconds; focus, reconnecting and another screen do not fetch it again', async () => {
  const page = await openScreen('trader@cypress.example', '/adverts-home')
  const before = page.requests.length
  const calls = () =>
    page.requests.slice(before).filter(({ address }) => address.includes('/user/snapshot-key')).length
  const goTo = async (path: string): Promise<void> => {
    await act(() => page.router.navigate(path))
    await vi.waitFor(() => expect(page.path()).toBe(path), waiting)
  }
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await screen.findByRole('button', { name: 'Restore' }, waiting)
  act(() => {
    dispatchEvent(new Event('focus'))
    dispatchEvent(new Event('online'))
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await goTo('/profile/security')
  await pass(50_000)
  await goTo('/adverts-home')
  await screen.findByRole('button', { name: 'Restore' }, waiting)
  await pass(1_000)
  expect(calls()).toBe(0)

  await goTo('/profile/security')
  await pass(61_000)
  await goTo('/adverts-home')
  await vi.waitFor(() => expect(calls()).toBe(1), waiting)
  page.unmount()
})

// spec: 8.login.1, 7.account.3
test('a refused sign-in shows its translated text', async () => {
  renderApp('/', 'Jp')
  await userEvent.type(await screen.findByLabelText('メールアドレス'), 'trader@alder.example')
  await userEvent.type(document.querySelector('input[type=password]') as Element, 'not-the-password')
  await userEvent.click(document.querySelector('button[type=submit]') as Element)

  const alert = await screen.findByRole('alert', {}, waiting)
  expect(alert.textContent).toBe(textIn('Jp', 'ACCESS_DENIED'))
})
