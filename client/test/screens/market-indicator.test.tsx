import { languages, textIn } from '@aitai/messages/texts.ts'
import { act } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { advanceTime, hourMs, minuteMs, startWithOneTrader } from '../../../server/test/support/journeys.ts'
import { intervals } from '../../src/shared/intervals.ts'
import { formatHourRange, zoneName } from '../../src/ui/format/format.ts'
import { openAs, pageServer, switchLanguage } from '../support/controlled-server.tsx'

/** Stops the clock and the intervals of the page; returns a function that lets time pass. */
function stopTime(): (ms: number) => void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const start = performance.now()
  let passed = 0
  vi.spyOn(performance, 'now').mockImplementation(() => start + passed)
  return (ms) =>
    act(() => {
      passed += ms
      vi.advanceTimersByTime(Math.min(ms, 10_000))
    })
}

const patient = { timeout: 30_000 }

const market = (): HTMLElement => document.querySelector<HTMLElement>('.market-state') as HTMLElement
const countdown = (): string | undefined =>
  document.querySelector('.status-banner-expiry b')?.textContent ?? undefined

// spec: 4.indicator.1, 4.indicator.2, 4.indicator.3, 4.indicator.4, 4.indicator.6, 4.indicator.7, 9.6, 9.7
test('the indicator is open, paused and closed by the hours of Tokyo, and is evaluated every 10 seconds', async () => {
  // Polls would evaluate it as well.
  Object.assign(intervals, { hoursPoll: 0, advertListPoll: 0, quotePoll: 0 })
  const { desk, alder } = await startWithOneTrader(await pageServer({ CALENDAR: 'jpx' }))
  await alder.advertises('BUY', '7203.T', 10_000, { duration: 'END_OF_DAY' })
  // From ten o'clock to five seconds before the lunch break of the exchange.
  await advanceTime(desk, alder, 90 * minuteMs - 5_000)
  const pass = stopTime()
  const page = await openAs(alder)
  await vi.waitFor(() => expect(countdown()).toBe('05:30:05'), patient)
  await vi.waitFor(() => expect(market().dataset.market).toBe('open'), patient)

  pass(1_000)
  expect(countdown()).toBe('05:30:04')
  pass(10_000)
  expect(market().dataset.market).toBe('paused')
  expect(market().textContent).toContain(textIn('En', 'market.paused'))

  pass(hourMs)
  expect(market().dataset.market).toBe('open')
  // To a minute after the end of the platform's hours.
  pass(4.5 * hourMs + minuteMs)
  expect(market().dataset.market).toBe('closed')
  const now = Date.UTC(2026, 10, 18, 8, 1)
  for (const language of languages.toReversed()) {
    switchLanguage(page, language)
    const hours = { ranges: formatHourRange('23:00 to 08:00', now, language), zone: zoneName(now, language) }
    expect(market().textContent).toContain(textIn(language, 'market.currentlyClosed', hours))
  }
  expect(market().textContent).toMatch(/currently closed/i)
})
