import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DayRange } from './DayRange.tsx'

const quote = { open: 2_900, high: 2_960, low: 2_840, lastPrice: 2_960 }

test('the range of a day begins at its low and marks the last price at its high', () => {
  render(<DayRange quote={quote as never} tick={0.5} />)

  const drawn = screen.getByRole('img', { name: 'Open 2,900.0, high 2,960.0, low 2,840.0' })
  const body = drawn.querySelector('.day-range-body')
  // 80 wide, 3 beside each end: the first price in the middle, the last at the right end.
  expect(body?.getAttribute('x')).toBe('40')
  expect(body?.getAttribute('width')).toBe('37')
  expect(drawn.querySelector('.day-range-last')?.getAttribute('cx')).toBe('77')
})

test.each([
  ['before the first price', { ...quote, open: null, high: null, low: null }],
  ['while only one price is known', { ...quote, high: 2_900, low: 2_900 }],
])('there is no range %s', (_, each) => {
  render(<DayRange quote={each as never} tick={0.5} />)

  expect(screen.queryByRole('img')).toBeNull()
})
