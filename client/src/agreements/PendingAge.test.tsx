import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { serverClock } from '../shared/connection/server-clock.ts'
import { PendingAge } from './PendingAge.tsx'
import { pendingThresholdsMs } from './pending-age.ts'

test('a pending side counts by seconds and becomes late in text and colour, without a render of its row', () => {
  vi.useFakeTimers()
  const agreedAt = serverClock.now() - pendingThresholdsMs.late + 2_000
  const agreement = { agreedAt, notExecuted: null } as ConnectionAgreement
  let renders = 0
  function Row() {
    renders += 1
    return <PendingAge agreement={agreement} />
  }
  render(<Row />)
  const age = screen.getByText('4:58').closest('.agreement-age')
  expect(age?.getAttribute('data-age')).toBe('waiting')

  act(() => void vi.advanceTimersByTime(1_000))
  screen.getByText('4:59')
  act(() => void vi.advanceTimersByTime(1_000))
  screen.getByText('5:00')
  expect(age?.getAttribute('data-age')).toBe('late')
  screen.getByLabelText('Pending for more than five minutes')
  expect(renders).toBe(1)
})
