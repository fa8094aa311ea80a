import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { Provider } from 'react-redux'
import { expect, test } from 'vitest'
import { createStore } from '../../shared/store/store.ts'
import { AdvertList } from './AdvertList.tsx'

const advertsOf = (count: number): Advert[] =>
  Array.from(
    { length: count },
    (_, n) =>
      ({
        id: `advert-${n}`,
        securityId: 's',
        securityName: `${1000 + n}.T - Name`,
        direction: 'BUY',
        shareQuantity: 100,
        advertisementStatus: 'SENT',
      }) as Advert,
  )

const nothing = (): void => {}

interface ListProps {
  adverts: readonly Advert[]
  equities: ReadonlyMap<string, Equity>
}

function List({ adverts, equities }: ListProps) {
  const [selected, setSelected] = useState<Advert | null>(adverts[0] ?? null)
  return (
    <AdvertList
      adverts={adverts}
      equities={equities}
      selected={selected}
      edited={new Set()}
      onSelect={setSelected}
      onOpen={nothing}
    />
  )
}

const rowHeight = 28

/** jsdom has no layout, so the list is given what a browser computes: the height of its content, and scrolling. */
function showList(adverts: readonly Advert[], equities: ReadonlyMap<string, Equity> = new Map()) {
  const store = createStore()
  const list = (shown: readonly Advert[]) => (
    <Provider store={store}>
      <List adverts={shown} equities={equities} />
    </Provider>
  )
  const { rerender } = render(list(adverts))
  const element = screen.getByRole('listbox')
  const contentHeight = () => Number.parseFloat((element.firstElementChild as HTMLElement).style.height)
  Object.defineProperty(element, 'scrollHeight', { get: contentHeight })
  element.scrollTo = (options?: ScrollToOptions | number) => {
    element.scrollTop = typeof options === 'object' ? (options.top ?? 0) : 0
    fireEvent.scroll(element)
  }
  return { rerender: (shown: readonly Advert[]) => rerender(list(shown)) }
}

const rows = () => screen.getAllByRole('option')
const list = () => screen.getByRole('listbox')
const selectedRow = () => document.getElementById(list().getAttribute('aria-activedescendant') ?? '')

test('only visible rows of 2,000 adverts are rendered, each with its position and the total number', () => {
  showList(advertsOf(2_000))

  expect(rows().length).toBeLessThan(200)
  expect(rows()[0]?.getAttribute('aria-posinset')).toBe('1')
  expect(rows()[0]?.getAttribute('aria-setsize')).toBe('2000')
})

test('End selects the last of 2,000 adverts, Home the first, and the list scrolls to them', () => {
  showList(advertsOf(2_000))

  fireEvent.keyDown(list(), { key: 'End' })
  expect(selectedRow()?.textContent).toContain('2999.T')
  expect(rows().at(-2)?.textContent).toContain('2998.T')
  expect(list().scrollTop).toBe(2_000 * rowHeight - list().clientHeight)
  fireEvent.keyDown(list(), { key: 'ArrowUp' })
  expect(selectedRow()?.textContent).toContain('2998.T')
  fireEvent.keyDown(list(), { key: 'Home' })
  expect(selectedRow()?.textContent).toContain('1000.T')
  expect(list().scrollTop).toBe(0)
})

test('the selected row stays rendered when the list is scrolled away from it', () => {
  showList(advertsOf(2_000))

  act(() => list().scrollTo({ top: 1_000 * rowHeight }))

  expect(rows()[1]?.getAttribute('aria-posinset')).not.toBe('2')
  expect(selectedRow()?.textContent).toContain('1000.T')
})

test('a click on a row leaves the focus to the list, whose keys go on from that row', async () => {
  showList(advertsOf(2_000))
  const row = rows()[2]
  if (!row) throw new Error('no third row')
  await userEvent.click(row)

  expect(document.activeElement).toBe(list())
  fireEvent.keyDown(list(), { key: 'ArrowDown' })
  expect(selectedRow()?.textContent).toContain('1003.T')
})

test('a list that shrinks while scrolled to its end shows the remaining rows', () => {
  const { rerender } = showList(advertsOf(2_000))
  fireEvent.keyDown(list(), { key: 'End' })
  rerender(advertsOf(9))

  expect(rows()).toHaveLength(9)
})

test('a poll that changes nothing but the remaining time renders no row', () => {
  let renders = 0
  const equity = {
    get ric() {
      renders += 1
      return '1000.T'
    },
    localName: 'Name',
  } as Equity
  const adverts = advertsOf(8)
  const { rerender } = showList(adverts, new Map([['s', equity]]))
  const first = renders
  rerender(adverts.map((advert) => ({ ...advert, timeRemaining: 1_000 })))

  expect(first).toBeGreaterThan(0)
  expect(renders).toBe(first)
  rerender(adverts.map((advert, n) => (n === 0 ? { ...advert, shareQuantity: 200 } : advert)))
  expect(renders).toBeGreaterThan(first)
})

test('a row says what its numbers count, because the list box has no column names', () => {
  const [advert] = advertsOf(1)
  if (!advert) throw new Error('no advert')
  showList([{ ...advert, shareQuantity: 2_000, jpynotional: 108_200_000 }])

  expect(rows()[0]?.textContent).toContain('2,000 shares')
  expect(rows()[0]?.textContent).toContain('JPY 108.2m')
})
