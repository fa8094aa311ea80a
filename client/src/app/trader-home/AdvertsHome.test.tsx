import { act, cleanup, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { renderInStore } from '../../../test/support/render-in-store.tsx'
import { createStore } from '../../shared/store/store.ts'
import { useUnsentChangesPrompt } from './AdvertsHome.tsx'

function Desk({ unsent }: { unsent: number }) {
  const { state, reset, proceed } = useUnsentChangesPrompt(unsent)
  if (state !== 'blocked') return <p>at the desk</p>
  return (
    <>
      <button type="button" onClick={reset}>
        stay
      </button>
      <button type="button" onClick={proceed}>
        leave
      </button>
    </>
  )
}

function open(unsent: number) {
  const store = createStore()
  const router = createMemoryRouter(
    [
      { path: '/adverts-home', element: <Desk unsent={unsent} /> },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: ['/adverts-home'] },
  )
  renderInStore(<RouterProvider router={router} />, store)
  const closing = (): boolean => {
    const event = new Event('beforeunload', { cancelable: true })
    dispatchEvent(event)
    return event.defaultPrevented
  }
  return { store, closing, goes: (to: string) => act(() => router.navigate(to)) }
}
const press = (name: string) => act(() => screen.getByRole('button', { name }).click())

test('leaving for another screen asks for confirmation while edits are unsent', async () => {
  const { goes } = open(2)
  await goes('/profile')
  await press('stay')
  expect(screen.getByText('at the desk')).toBeTruthy()

  await goes('/profile')
  await press('leave')
  expect(await screen.findByText('elsewhere')).toBeTruthy()
})

test('closing the tab asks for confirmation only while edits are unsent', () => {
  expect(open(1).closing()).toBe(true)
  cleanup()
  expect(open(0).closing()).toBe(false)
})

test('without unsent edits there is no prompt', async () => {
  const { goes } = open(0)
  await goes('/profile')

  expect(await screen.findByText('elsewhere')).toBeTruthy()
})

test('the number of edited adverts is stored for the log-off prompt until the edits are discarded', async () => {
  const { store, goes } = open(3)
  expect(store.getState().unsent.count).toBe(3)

  await goes('/profile')
  await press('leave')
  // Otherwise log-off on another screen would ask about them.
  expect(store.getState().unsent.count).toBe(0)
})
