import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { UploadButtons } from './UploadButtons.tsx'
import type { Uploads } from './use-uploads.ts'

/** The buttons in a layout of the desk: in another layout they are other elements. */
function renderButtons() {
  const uploads = { restorable: { restoreAvailable: false, because: 'none' }, focusOn: { current: null } }
  const inLayout = (layout: string | null) => (
    <>
      <input aria-label="Search" />
      {layout && <UploadButtons key={layout} uploads={uploads as unknown as Uploads} />}
    </>
  )
  const { rerender } = render(inLayout('minimal'))
  return { moveTo: (layout: string | null) => rerender(inLayout(layout)) }
}

const button = () => screen.getByRole('button', { name: 'Bulk upload' })
const search = () => screen.getByLabelText('Search')

test.each([
  ['at once', []],
  ['later', [null]],
])('the focus stays on a button that another layout shows %s', (_, layouts) => {
  const { moveTo } = renderButtons()
  button().focus()
  for (const layout of [...layouts, 'basic']) moveTo(layout)
  expect(document.activeElement).toBe(button())
})

test('a button that moves does not take the focus from anything else', () => {
  const { moveTo } = renderButtons()
  search().focus()
  moveTo('basic')
  expect(document.activeElement).toBe(search())

  button().focus()
  moveTo(null)
  search().focus()
  moveTo('minimal')
  expect(document.activeElement).toBe(search())
})
