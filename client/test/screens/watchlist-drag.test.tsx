import type { Watchlist } from '@aitai/contract/schemas/preferences.ts'
import { textIn } from '@aitai/messages/texts.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { saveWatchlist, startWithOneTrader } from '../../../server/test/support/journeys.ts'
import { openAs, pageServer } from '../support/controlled-server.tsx'

const rics = ['7203.T', '6758.T', '8306.T', '9984.T', '4502.T'] as const

/** A desk with "Basket A" (7203, 6758), an empty "Watching" and 8306, 9984 in no group. */
async function openWithGroups() {
  const { alder, desk } = await startWithOneTrader(await pageServer())
  const ids = rics.map((ric) => desk.securityId(ric))
  const group = (name: string, securityIds: string[]) => ({
    id: `id of ${name}`,
    name,
    isCollapsed: false,
    securityIds,
  })
  const body = {
    securityIds: ids.slice(2, 4),
    groups: [group('Basket A', ids.slice(0, 2)), group('Watching', [])],
  }
  await saveWatchlist(alder, body)
  await openAs(alder)
  await waitFor(() => expect(document.querySelector('.watchlist-group-toggle')).not.toBeNull())
  const named = (some: readonly string[]) => some.map((id) => rics[ids.indexOf(id)]?.slice(0, 4)).join(' ')
  const stored = async (): Promise<string[]> => {
    const { securityIds, groups } = await alder.callsOk<Watchlist>('/user-defaults/get-watchlist')
    return [...groups.map((each) => `${each.name}: ${named(each.securityIds)}`), named(securityIds)]
  }
  return { stored }
}

const rowOf = (text: string): HTMLElement => {
  const row = [...document.querySelectorAll<HTMLElement>('.watchlist-section tr')].find((each) =>
    each.textContent.startsWith(text),
  )
  if (!row) throw new Error(`no row ${text}`)
  return row
}

/** jsdom has no layout: an element is where the test says, and every box is 0 high at 0. */
function under(element: Element | null): void {
  document.elementFromPoint = () => element
}
interface DragOptions {
  readonly half?: 'upper' | 'lower'
  readonly pointerType?: string
  readonly release?: () => void
}

function drag(from: Element, to: Element, options: DragOptions = {}): void {
  const { half = 'lower', pointerType = 'mouse' } = options
  const point = { pointerId: 1, button: 0, pointerType }
  fireEvent.pointerDown(from, { ...point, clientX: 100, clientY: 100 })
  // A press takes the focus from another element. Not from the search, whose results do not take it.
  fireEvent.blur(document.body)
  under(to)
  const y = half === 'lower' ? 50 : -50
  fireEvent.pointerMove(from, { ...point, clientX: 40, clientY: y })
  if (options.release) return options.release()
  fireEvent.pointerUp(from, { ...point, clientX: 40, clientY: y })
}

test('a row is dropped before or after another, into an open or empty group, and announced', async () => {
  const { stored } = await openWithGroups()
  drag(rowOf('8306.T'), rowOf('7203.T'), { half: 'upper' })
  await waitFor(async () =>
    expect(await stored()).toEqual(['Basket A: 8306 7203 6758', 'Watching: ', '9984']),
  )
  await screen.findByText(
    textIn('En', 'watchlist.moved.in', { security: '8306.T', group: 'Basket A', position: 1, count: 3 }),
  )
  drag(rowOf('8306.T'), rowOf('7203.T'), { half: 'lower' })
  await waitFor(async () =>
    expect(await stored()).toEqual(['Basket A: 7203 8306 6758', 'Watching: ', '9984']),
  )
  drag(rowOf('7203.T'), rowOf('Watching'))
  await waitFor(async () => expect(await stored()).toEqual(['Basket A: 8306 6758', 'Watching: 7203', '9984']))
  drag(rowOf('6758.T'), rowOf('Not in a group'))
  await waitFor(async () => expect(await stored()).toEqual(['Basket A: 8306', 'Watching: 7203', '6758 9984']))
})

test('a group is dropped before or after another', async () => {
  const { stored } = await openWithGroups()
  drag(rowOf('Watching'), rowOf('7203.T'), { half: 'upper' })
  await waitFor(async () =>
    expect(await stored()).toEqual(['Watching: ', 'Basket A: 7203 6758', '8306 9984']),
  )
  drag(rowOf('Watching'), rowOf('8306.T'))
  await waitFor(async () =>
    expect(await stored()).toEqual(['Basket A: 7203 6758', 'Watching: ', '8306 9984']),
  )
})

test('while a row is dragged a line shows where it would be; Escape gives up, and so does a release elsewhere', async () => {
  const { stored } = await openWithGroups()
  const before = await stored()
  const marked = (): string[] =>
    [...document.querySelectorAll<HTMLElement>('[data-drop]')].map(
      (row) => `${row.textContent.slice(0, 6)} ${row.dataset.drop}`,
    )
  drag(rowOf('8306.T'), rowOf('7203.T'), {
    half: 'upper',
    release: () => {
      expect(marked()).toEqual(['7203.T before'])
      expect(document.querySelector('.drag-ghost')?.textContent).toBe('8306.T')
      fireEvent.keyDown(document.body, { key: 'Escape' })
    },
  })
  expect(marked()).toEqual([])
  expect(document.querySelector('.drag-ghost')).toBeNull()
  drag(rowOf('8306.T'), document.body)
  drag(rowOf('8306.T'), rowOf('8306.T'))
  expect(await stored()).toEqual(before)
})

test('a press that does not move is a click, and the click at the end of a drag is none', async () => {
  const { stored } = await openWithGroups()
  const toggle = rowOf('Basket A').querySelector('button') as HTMLElement
  const point = { pointerId: 1, button: 0, pointerType: 'mouse', clientX: 100, clientY: 100 }
  fireEvent.pointerDown(toggle, point)
  fireEvent.pointerMove(toggle, { ...point, clientX: 103 })
  fireEvent.pointerUp(toggle, { ...point, clientX: 103 })
  fireEvent.click(toggle)
  expect(toggle.ariaExpanded).toBe('false')
  await waitFor(async () => expect(await stored()).toHaveLength(3))

  drag(toggle, document.body)
  fireEvent.click(toggle)
  expect(toggle.ariaExpanded).toBe('false')
})

test('a finger drags by the handle alone', async () => {
  const { stored } = await openWithGroups()
  const before = await stored()
  drag(rowOf('8306.T'), rowOf('7203.T'), { pointerType: 'touch' })
  expect(document.querySelector('.drag-ghost')).toBeNull()
  expect(await stored()).toEqual(before)
  drag(rowOf('8306.T').querySelector('.watchlist-grip') as Element, rowOf('7203.T'), { pointerType: 'touch' })
  await waitFor(async () =>
    expect(await stored()).toEqual(['Basket A: 7203 8306 6758', 'Watching: ', '9984']),
  )
})

test('a result of either search is dropped into a group, or moves there, and the search is empty again', async () => {
  const { stored } = await openWithGroups()
  const found = async (
    label: 'advert.search.label' | 'watchlist.add',
    typed: string,
  ): Promise<HTMLElement> => {
    const field = screen.getByRole('combobox', { name: textIn('En', label) })
    await userEvent.clear(field)
    await userEvent.type(field, typed)
    const [option] = await screen.findAllByRole('option', { name: new RegExp(`^${typed}`) })
    return option as HTMLElement
  }
  drag(await found('advert.search.label', '4502'), rowOf('7203.T'))
  await waitFor(async () =>
    expect(await stored()).toEqual(['Basket A: 7203 4502 6758', 'Watching: ', '8306 9984']),
  )
  expect(screen.getByRole('combobox', { name: textIn('En', 'advert.search.label') })).toHaveProperty(
    'value',
    '',
  )
  drag(await found('watchlist.add', '9984'), rowOf('Watching'))
  await waitFor(async () =>
    expect(await stored()).toEqual(['Basket A: 7203 4502 6758', 'Watching: 9984', '8306']),
  )
})
