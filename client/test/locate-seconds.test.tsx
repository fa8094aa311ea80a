import { act, render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { TimeLeft } from '../src/adverts/status/TimeLeft.tsx'
import { CountdownRing } from '../src/locates/popup/CountdownRing.tsx'
import { serverClock } from '../src/shared/connection/server-clock.ts'

test('the list of IOIs shows the seconds of the popup of a locate at every moment', () => {
  vi.useFakeTimers()
  const locateTime = serverClock.now()
  const deadline = locateTime + 12_300
  const advert = {
    advertisementStatus: 'ACCEPT/DECLINE?',
    expiryDate: null,
    locateDeadline: deadline,
  } as const
  const { container } = render(
    <>
      <TimeLeft advert={advert} />
      <CountdownRing locate={{ locateTime, deadline }} />
    </>,
  )
  const shown = (selector: string) => container.querySelector(selector)?.textContent ?? ''
  const seen = new Set<string>()
  for (let ms = 0; ms <= 12_600; ms += 100) {
    expect(shown('.time-left')).toBe(`0:${shown('.countdown-number').padStart(2, '0')}`)
    seen.add(shown('.countdown-number'))
    act(() => void vi.advanceTimersByTime(100))
  }
  expect(seen.size).toBeGreaterThanOrEqual(12)
  expect(shown('.time-left')).toBe('0:00')
})
