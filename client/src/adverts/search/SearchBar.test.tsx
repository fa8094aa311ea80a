import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef } from 'react'
import { expect, test, vi } from 'vitest'
import { toyota } from '../../../test/support/fixtures.ts'
import { renderInStore } from '../../../test/support/render-in-store.tsx'
import { api } from '../../shared/api/desk-api.ts'
import { createStore } from '../../shared/store/store.ts'
import { SearchBar } from './SearchBar.tsx'

const equity = (ric: string, name: string, localName: string, kana: string): Equity => ({
  ...toyota,
  equityId: ric,
  ric,
  name,
  localName,
  kana,
  shortNames: [],
})
const toyotas = [
  equity('7203.T', 'Toyota Motor', 'トヨタ自動車', 'トヨタジドウシャ'),
  equity('8015.T', 'Toyota Tsusho', '豊田通商', 'トヨタツウショウ'),
  equity('3116.T', 'Toyota Boshoku', 'トヨタ紡織', 'トヨタボウショク'),
]

async function search() {
  const store = createStore()
  await store.dispatch(api.util.upsertQueryData('getEquities', undefined, toyotas))
  const onChoose = vi.fn()
  renderInStore(
    <SearchBar inputRef={createRef()} advertised={new Set(['8015.T'])} onChoose={onChoose} />,
    store,
  )
  return { onChoose, input: screen.getByRole<HTMLInputElement>('combobox') }
}
const chosen = () =>
  screen.getAllByRole('option').find((option) => option.ariaSelected === 'true')?.textContent

// spec: 2.trader.4
test('arrows move the highlight and stop at the ends, Enter selects, and the list closes', async () => {
  const { onChoose, input } = await search()
  await userEvent.type(input, 'toyota')
  expect(screen.getAllByRole('option')).toHaveLength(3)
  expect(input.getAttribute('aria-expanded')).toBe('true')
  expect(chosen()).toContain('7203.T')

  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  expect(chosen()).toContain('3116.T')
  expect(input.getAttribute('aria-activedescendant')).toBe(screen.getAllByRole('option')[2]?.id)
  await userEvent.keyboard('{ArrowUp}{Enter}')

  expect(onChoose.mock.calls.map(([each]) => each.ric)).toEqual(['8015.T'])
  expect(screen.queryAllByRole('option')).toEqual([])
  expect(input.value).toBe('')
})

test('the shortcut of the search types nothing into the search that has the focus', async () => {
  const { onChoose, input } = await search()
  await userEvent.type(input, '/7203{Enter}')

  expect(onChoose.mock.calls.map(([each]) => each.ric)).toEqual(['7203.T'])
})

test('Escape closes the list and does not clear the typed text', async () => {
  const { onChoose, input } = await search()
  await userEvent.type(input, 'toyota{Escape}{Enter}')

  expect(screen.queryAllByRole('option')).toEqual([])
  expect(input.value).toBe('toyota')
  expect(onChoose).not.toHaveBeenCalled()
})

test.each([
  ['composing', { isComposing: true }],
  ['composing in Safari', { keyCode: 229 }],
])('an Enter while %s belongs to the input method', async (_, marks) => {
  const { onChoose, input } = await search()
  fireEvent.change(input, { target: { value: 'とよた' } })
  fireEvent.keyDown(input, { key: 'Enter', ...marks })
  expect(onChoose).not.toHaveBeenCalled()

  fireEvent.keyDown(input, { key: 'Enter' })
  expect(onChoose).toHaveBeenCalledOnce()
})

test('a security with an open advert is marked', async () => {
  const { input } = await search()
  await userEvent.type(input, '8015')

  expect(screen.getByRole('option', { name: /8015\.T.*IOI open/ })).toBeTruthy()
})

test('an empty result shows a message', async () => {
  const { input } = await search()
  await userEvent.type(input, 'zzz')

  expect(screen.getByText('No security matches “zzz”.')).toBeTruthy()
})
