import { languages, textIn } from '@aitai/messages/texts.ts'
import { render, screen } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { lazyWithTexts } from '../ui/text/lazy.ts'
import { changeLanguage } from '../ui/text/use-text.ts'
import { RootErrorBoundary, ScreenError } from './ScreenError.tsx'

/** The failure of an import after a newer build has removed its files, or without network. */
const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
const Missing = lazyWithTexts(gone, 'desks')

// React logs thrown errors to the console too.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))

test.each(languages)(
  'a page that cannot be loaded says so, and that nothing was sent, in %s',
  async (language) => {
    changeLanguage(language)
    const routes = [{ path: '/', element: <Missing />, errorElement: <ScreenError /> }]
    render(<RouterProvider router={createMemoryRouter(routes)} />)

    const face = await screen.findByRole('alert')
    expect(face.textContent).toContain(textIn(language, 'error.notFetchedTitle'))
    expect(face.textContent).toContain(textIn(language, 'error.notFetchedHint'))
    expect(screen.getByRole('button').textContent).toBe(textIn(language, 'error.reload'))
  },
)

test('a popup that cannot be loaded shows the same error instead of a white page', async () => {
  render(
    <RootErrorBoundary>
      <p>the page</p>
      <Suspense>
        <Missing />
      </Suspense>
    </RootErrorBoundary>,
  )

  const face = await screen.findByRole('alert')
  expect(face.textContent).toContain(textIn('En', 'error.notFetchedTitle'))
})

test('a bug is not reported as a missing part', async () => {
  const Broken = lazyWithTexts(async () => () => {
    throw new Error('a bug')
  })
  render(
    <RootErrorBoundary>
      <Suspense>
        <Broken />
      </Suspense>
    </RootErrorBoundary>,
  )

  expect((await screen.findByRole('alert')).textContent).toContain(textIn('En', 'error.screenTitle'))
})

test('a failed preload is repeated when the component is rendered', async () => {
  const load = vi.fn(gone as () => Promise<() => ReactNode>)
  const Part = lazyWithTexts(load)
  Part.fetch()
  await expect(load.mock.results[0]?.value).rejects.toThrow('Failed to fetch')
  load.mockResolvedValue(() => <p>here</p>)
  render(
    <Suspense>
      <Part />
    </Suspense>,
  )

  expect(await screen.findByText('here')).toBeTruthy()
})
