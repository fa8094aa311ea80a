import { languages, textIn } from '@aitai/messages/texts.ts'
import { render, screen } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { later } from '../src/later.ts'
import { LastResort, ScreenError } from '../src/ScreenError.tsx'
import { startTexts } from '../src/ui/text.ts'

/** What an import does after a newer build has taken the files of this one away, or without network. */
const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
const Missing = later(gone, 'desks')

// React tells the console of what was thrown as well.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => vi.restoreAllMocks())

test.each(languages)(
  'a page that cannot be fetched says so, and that nothing was sent, in %s',
  async (language) => {
    startTexts(language)
    const routes = [{ path: '/', element: <Missing />, errorElement: <ScreenError /> }]
    render(<RouterProvider router={createMemoryRouter(routes)} />)

    const face = await screen.findByRole('alert')
    expect(face.textContent).toContain(textIn(language, 'error.notFetchedTitle'))
    expect(face.textContent).toContain(textIn(language, 'error.notFetchedHint'))
    expect(screen.getByRole('button').textContent).toBe(textIn(language, 'error.reload'))
  },
)

test('a popup over all pages that cannot be fetched has the same face, instead of a white page', async () => {
  startTexts('En')
  render(
    <LastResort>
      <p>the page</p>
      <Suspense>
        <Missing />
      </Suspense>
    </LastResort>,
  )

  const face = await screen.findByRole('alert')
  expect(face.textContent).toContain(textIn('En', 'error.notFetchedTitle'))
})

test('a bug is not taken for a part that is missing', async () => {
  startTexts('En')
  const Broken = later(async () => () => {
    throw new Error('a bug')
  })
  render(
    <LastResort>
      <Suspense>
        <Broken />
      </Suspense>
    </LastResort>,
  )

  expect((await screen.findByRole('alert')).textContent).toContain(textIn('En', 'error.screenTitle'))
})

test('what failed when it was fetched ahead is asked for again when it is drawn', async () => {
  startTexts('En')
  const asked = vi.fn(gone as () => Promise<() => ReactNode>)
  const Part = later(asked)
  Part.fetch()
  await expect(asked.mock.results[0]?.value).rejects.toThrow('Failed to fetch')
  asked.mockResolvedValue(() => <p>here</p>)
  render(
    <Suspense>
      <Part />
    </Suspense>,
  )

  expect(await screen.findByText('here')).toBeTruthy()
})
