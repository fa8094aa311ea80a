import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Button } from './Button.tsx'

test('a disabled button submits no form by click or key and gives its reason; an enabled one submits', async () => {
  const onSubmit = vi.fn((event: { preventDefault(): void }) => event.preventDefault())
  const user = userEvent.setup()
  const form = (why: string | null) => (
    <form id="terms" onSubmit={onSubmit}>
      <Button type="submit" dimmedBecause={why}>
        Update
      </Button>
    </form>
  )
  const { rerender } = render(form('Nothing was changed.'))
  const button = screen.getByRole('button', { name: 'Update' })

  button.focus()
  await user.keyboard('{Enter}')
  await user.click(button)
  expect(onSubmit).not.toHaveBeenCalled()
  expect(button.getAttribute('aria-describedby')).not.toBeNull()
  rerender(form(null))
  expect(screen.getByRole('button', { name: 'Update' })).toBe(button)
  await user.click(screen.getByRole('button', { name: 'Update' }))
  expect(onSubmit).toHaveBeenCalledTimes(1)
})
