import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { toyota } from '../../test/support/fixtures.ts'
import { EdgeLevel, LevelHandle } from './LevelHandle.tsx'
import { edgePositions } from './levels.ts'
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
      edge={edgePositions([level], frame)[0] ?? null}
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

test('a level that cannot be moved has arrow and distance at the edge too, beside those further away', () => {
  const [edge] = edgePositions([3_100.04, 3_200], frame)
  if (!edge) throw new Error('the level is within the scale')
  render(<EdgeLevel label="Knockout (index)" level={3_100.04} equity={toyota} {...{ edge, frame }} />)

  const shown = screen.getByText(/Knockout \(index\)/)
  expect(shown.textContent).toMatch(/^↑ Knockout \(index\) 3,100(\.0)? \+6\.7 %$/)
  expect(shown.parentElement?.style.top).toBe('30px')
  expect(screen.queryByRole('slider')).toBeNull()
})
