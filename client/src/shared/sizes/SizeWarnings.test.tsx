import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { RetypedQuantity } from './SizeWarnings.tsx'

test.each([
  ['composing', { isComposing: true }],
  ['composing in Safari', { keyCode: 229 }],
])('an Enter while %s belongs to the input method, the next one confirms the quantity', (_, marks) => {
  const onEnter = vi.fn()
  render(
    <RetypedQuantity expected={30_000} label="Quantity" typed="３万" onType={vi.fn()} onEnter={onEnter} />,
  )
  const field = screen.getByRole('textbox', { name: 'Quantity' })

  fireEvent.keyDown(field, { key: 'Enter', ...marks })
  expect(onEnter).not.toHaveBeenCalled()
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(onEnter).toHaveBeenCalledOnce()
})
