import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { toyota } from '../../test/support/fixtures.ts'
import { LevelHandle } from './LevelHandle.tsx'
import type { PlotArea } from './PriceChart.tsx'

const frame = { left: 0, top: 10, width: 600, height: 200, low: 2_800, high: 3_000, from: 0, to: 1 }
const area: PlotArea = { frame, priceAt: () => 2_900, holdScale: () => {} }

function Handle() {
  const [level, setLevel] = useState(2_900)
  return (
    <LevelHandle
      line={{ kind: 'knockout', level, isMovable: true }}
      direction="BUY"
      equity={toyota}
      area={area}
      onMove={setLevel}
    />
  )
}

test('a level beyond the axis stays at its edge with an arrow and its distance, and keeps the focus', () => {
  render(<Handle />)
  const handle = screen.getByRole('slider')
  handle.focus()
  fireEvent.keyDown(handle, { key: 'End' })
  expect(handle.getAttribute('aria-valuenow')).toBe('3405')
  expect(document.activeElement).toBe(handle)
  expect(handle.style.top).toBe('10px')
  expect(handle.textContent).toMatch(/^↑ .*3,405 \+17\.2 %$/)

  fireEvent.keyDown(handle, { key: 'Home' })
  expect(document.activeElement).toBe(handle)
  expect(handle.style.top).toBe('210px')
  expect(handle.textContent).toMatch(/^↓ .*2,405\.5 −17\.2 %$/)
})

test('a level at the edge that is dragged comes to the pointer', () => {
  render(<Handle />)
  const handle = screen.getByRole('slider')
  // jsdom has no pointer to capture.
  handle.setPointerCapture = () => {}
  fireEvent.keyDown(handle, { key: 'End' })
  fireEvent.pointerDown(handle, { button: 0, clientY: 10 })
  fireEvent.pointerMove(handle, { clientY: 110 })

  expect(handle.getAttribute('aria-valuenow')).toBe('2900')
})
