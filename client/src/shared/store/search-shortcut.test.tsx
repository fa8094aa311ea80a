import { fireEvent, render } from '@testing-library/react'
import { Provider } from 'react-redux'
import { beforeEach, expect, test } from 'vitest'
import { renderInStore } from '../../../test/support/render-in-store.tsx'
import { searchInputRef, useSearchShortcut } from './search-shortcut.ts'
import { createStore } from './store.ts'

function Desk({ hasSearch }: { hasSearch: boolean }) {
  useSearchShortcut(true)
  return (
    <>
      <button type="button">elsewhere</button>
      <input aria-label="a text" />
      {hasSearch ? (
        <input aria-label="search" ref={searchInputRef} onChange={({ target }) => heard.push(target.value)} />
      ) : null}
    </>
  )
}

let heard: string[] = []
beforeEach(() => {
  heard = []
})

const focused = (): string | null => document.activeElement?.getAttribute('aria-label') ?? null

/** Whether the default action of the key would still happen. */
const press = (key: string, more: KeyboardEventInit = {}, target: Element = document.body): boolean =>
  fireEvent.keyDown(target, { key, ...more })

test('a slash and Ctrl+K focus the search, and nothing else does', () => {
  const { getByLabelText } = renderInStore(<Desk hasSearch />)
  expect(press('x')).toBe(true)
  expect(focused()).toBeNull()
  expect(press('/')).toBe(false)
  expect(focused()).toBe('search')
  getByLabelText('a text').focus()
  // A slash is a character there, as after the search is reached by it.
  expect(press('/', {}, getByLabelText('a text'))).toBe(true)
  expect(press('k', {}, getByLabelText('a text'))).toBe(true)
  expect(focused()).toBe('a text')
  expect(press('K', { ctrlKey: true }, getByLabelText('a text'))).toBe(false)
  expect(focused()).toBe('search')
  expect(heard).toEqual([])
})

test('a slash and Ctrl+K leave the text of the search as it is', () => {
  const { getByLabelText } = renderInStore(<Desk hasSearch />)
  const search = getByLabelText('search') as HTMLInputElement
  fireEvent.change(search, { target: { value: '7203' } })

  press('/')
  press('k', { ctrlKey: true })
  expect(search.value).toBe('7203')
  expect(heard).toEqual(['7203'])
})

test('Ctrl+K pressed again before the search is there starts its text again, without an error', () => {
  const store = createStore()
  const desk = (hasSearch: boolean) => (
    <Provider store={store}>
      <Desk hasSearch={hasSearch} />
    </Provider>
  )
  const failed: unknown[] = []
  const note = (event: ErrorEvent) => {
    failed.push(event.error)
    event.preventDefault()
  }
  addEventListener('error', note)
  const { rerender } = render(desk(false))
  press('k', { ctrlKey: true })
  press('7')
  press('k', { ctrlKey: true })
  press('2')
  rerender(desk(true))
  removeEventListener('error', note)

  expect(failed).toEqual([])
  expect(heard).toEqual(['2'])
})

test('what is typed before the search is there is in it afterwards, once', () => {
  const store = createStore()
  const desk = (hasSearch: boolean) => (
    <Provider store={store}>
      <Desk hasSearch={hasSearch} />
    </Provider>
  )
  const { rerender, getByLabelText, getByRole } = render(desk(false))
  // Nothing was requested: the keys do what they do elsewhere.
  expect(press('7')).toBe(true)
  expect(press('/')).toBe(false)
  for (const key of ['7', '2']) expect(press(key)).toBe(false)
  // Neither a command of the browser nor a key for another field is a character of the search.
  expect(press('c', { ctrlKey: true })).toBe(true)
  expect(press('Tab')).toBe(true)
  expect(press('9', {}, getByLabelText('a text'))).toBe(true)

  rerender(desk(true))
  expect(focused()).toBe('search')
  expect(heard).toEqual(['72'])
  expect(press('5', {}, getByRole('button'))).toBe(true)
  rerender(desk(false))
  rerender(desk(true))
  expect(heard).toEqual(['72'])
})
