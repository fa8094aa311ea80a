import { languages, textIn } from '@aitai/messages/texts.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { minuteMs } from '../../../server/test/support/journeys.ts'
import { startTestServer } from '../../../server/test/support/test-server.ts'
import { press } from '../support/advert-editor.ts'
import { openAs, pageServer, switchLanguage } from '../support/controlled-server.tsx'

/** A trader at the desk. */
async function start() {
  const desk = await startTestServer({ firms: ['Alder'], brokers: ['Hinoki'], ...(await pageServer()) })
  const page = await openAs(await desk.trader('alder'))
  return { desk, page }
}

// spec: 2.trader.31, 4.login.11, 8.session.2, 8.session.3
test.each([
  {
    reason: 'a timeout',
    end: async ({ desk }: Awaited<ReturnType<typeof start>>) => {
      desk.clock.advance(60 * minuteMs)
      await desk.app.sweep()
    },
    title: 'auth.timedOutTitle',
    text: 'SESSION_TIMED_OUT',
    words: /session has timed out/,
  },
  {
    reason: 'another sign-in',
    end: ({ desk }: Awaited<ReturnType<typeof start>>) => desk.trader('alder'),
    title: 'auth.endedTitle',
    text: 'SESSION_REPLACED',
    words: /account was signed in elsewhere/,
  },
] as const)('a session that $reason ends says so above the login page, in both languages', async (ended) => {
  const started = await start()
  await ended.end(started)

  for (const language of languages.toReversed()) {
    switchLanguage(started.page, language)
    const popup = await screen.findByRole('dialog', { name: textIn(language, ended.title) })
    expect(popup.querySelector('[role=alert]')?.textContent).toBe(textIn(language, ended.text))
  }
  expect(screen.getByRole('alert').textContent).toMatch(ended.words)
  expect(started.page.path()).toBe('/')
  expect(localStorage.getItem('userToken')).toBeNull()
  await press('auth.signInAgain')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

// spec: 4.other.7
test('leaving the page disconnects the live socket', async () => {
  const { desk } = await start()
  // The socket of the page of a test before may end a moment later.
  await waitFor(() => expect(desk.app.live.sockets()).toBe(1))
  // The page of a test stays, and reconnects after a random part of a second.
  vi.spyOn(Math, 'random').mockReturnValue(0.999)
  dispatchEvent(new Event('pagehide'))

  await waitFor(() => expect(desk.app.live.sockets()).toBe(0))
})

// spec: 4.other.6, 9.9
test('a lost socket is retried after 10 seconds, and then every 20', async () => {
  const { desk, page } = await start()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
  const tries: number[] = []
  let isWaiting = false
  page.store.subscribe(() => {
    const { nextTryAt } = page.store.getState().connection
    if (isWaiting && nextTryAt === null) tries.push(Date.now())
    isWaiting = nextTryAt !== null
  })
  await desk.running.stop()
  const lostAt = Date.now()
  // At once (docs/decisions/0049-reconnecting.md), then as specified.
  await vi.waitFor(
    async () => {
      await act(() => vi.advanceTimersByTimeAsync(200))
      expect(tries).toHaveLength(4)
    },
    { timeout: 30_000, interval: 10 },
  )

  const [first = 0, second = 0, third = 0, fourth = 0] = tries.map((at) => at - lostAt)
  expect(first).toBeLessThan(2_000)
  expect(second).toBeGreaterThan(9_000)
  expect(second).toBeLessThan(13_000)
  for (const delay of [third - second, fourth - third]) {
    expect(delay).toBeGreaterThanOrEqual(20_000)
    expect(delay).toBeLessThan(23_000)
  }
  page.unmount()
})
