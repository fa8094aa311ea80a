import type { Watchlist } from '@aitai/contract/schemas/preferences.ts'
import { type Language, languages, textIn } from '@aitai/messages/texts.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { loadWatchlist, saveWatchlist, startWithOneTrader } from '../../../server/test/support/journeys.ts'
import { findButton } from '../support/advert-editor.ts'
import { beforeRequest, openAs, pageServer } from '../support/controlled-server.tsx'

const path = '/user-defaults/set-watchlist'
const rics = ['7203.T', '6758.T', '8306.T', '9984.T', '4502.T'] as const

/** A desk with "Basket A" (7203, 6758), an empty "Watching" and 8306, 9984, 4502 in no group. */
async function openWithGroups(language: Language = 'En') {
  const { alder, desk } = await startWithOneTrader(await pageServer())
  const ids = rics.map((ric) => desk.securityId(ric))
  const group = (name: string, securityIds: string[]) => ({
    id: `id of ${name}`,
    name,
    isCollapsed: false,
    securityIds,
  })
  const list: Watchlist = {
    securityIds: ids.slice(2),
    groups: [group('Basket A', ids.slice(0, 2)), group('Watching', [])],
  }
  await saveWatchlist(alder, list)
  await openAs(alder, '/adverts-home', language)
  await waitFor(() => expect(document.querySelector('.watchlist-group-toggle')).not.toBeNull())
  const named = (some: readonly string[]) => some.map((id) => rics[ids.indexOf(id)]?.slice(0, 4)).join(' ')
  const stored = async (): Promise<string[]> => {
    const { securityIds, groups } = await loadWatchlist(alder)
    return [...groups.map((each) => `${each.name}: ${named(each.securityIds)}`), named(securityIds)]
  }
  const text = (
    ...[key, values]: Parameters<typeof textIn> extends [unknown, ...infer Rest] ? Rest : never
  ): string => textIn(language, key, values)
  return { alder, ids, stored, text }
}

const rowOf = (ric: string): HTMLElement => {
  const row = [...document.querySelectorAll<HTMLElement>('.watchlist-section tr')].find(
    (each) => each.querySelector('.desk-card-choice b')?.textContent === ric,
  )
  if (!row) throw new Error(`${ric} is not in the watchlist`)
  return row
}
const nameOf = (ric: string): HTMLElement => within(rowOf(ric)).getAllByRole('button')[0] as HTMLElement
const chosen = (): string[] =>
  [...document.querySelectorAll('.watchlist-section [aria-selected="true"] .desk-card-choice b')].map(
    ({ textContent }) => textContent.slice(0, 4),
  )
const focusedRic = (): string | undefined =>
  document.activeElement?.closest('tr')?.querySelector('.desk-card-choice b')?.textContent
const pressKey = (key: string, modifiers: object = {}): void => {
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...modifiers })
}

test('rows are chosen by Control, Shift and a click, which opens no security, and by keys', async () => {
  const { text } = await openWithGroups()
  fireEvent.click(nameOf('7203.T'), { ctrlKey: true })
  fireEvent.click(rowOf('8306.T'), { metaKey: true })
  expect(chosen()).toEqual(['7203', '8306'])
  fireEvent.click(nameOf('4502.T'), { shiftKey: true })
  expect(chosen()).toEqual(['8306', '9984', '4502'])
  fireEvent.click(rowOf('9984.T'), { ctrlKey: true })
  fireEvent.click(rowOf('4502.T'))
  expect(chosen()).toEqual(['8306', '4502'])
  expect(screen.queryByRole('heading', { name: /^(7203|4502)/ })).toBeNull()
  await screen.findByRole('toolbar', { name: text('watchlist.chosen.count', { count: '2' }) })

  nameOf('6758.T').focus()
  pressKey('Escape')
  expect(chosen()).toEqual([])
  pressKey(' ')
  expect(chosen()).toEqual(['6758'])
  pressKey('ArrowDown', { shiftKey: true })
  expect(focusedRic()).toBe('8306.T')
  pressKey('ArrowDown', { shiftKey: true })
  expect(chosen()).toEqual(['6758', '8306', '9984'])
  pressKey('ArrowUp', { shiftKey: true })
  expect(chosen()).toEqual(['6758', '8306'])
  pressKey('ArrowUp')
  expect(focusedRic()).toBe('6758.T')
  pressKey(' ')
  expect(chosen()).toEqual(['8306'])
  pressKey('a', { ctrlKey: true })
  expect(chosen()).toEqual(['7203', '6758', '8306', '9984', '4502'])
  // A group that is collapsed has no rows, and what is not seen is not chosen.
  await userEvent.click(screen.getByRole('button', { name: /^Basket A/ }))
  expect(chosen()).toEqual(['8306', '9984', '4502'])
  await userEvent.click(await findButton(text('watchlist.chosen.none')))
  expect(chosen()).toEqual([])
  expect(focusedRic()).toBe('8306.T')
  await findButton(text('watchlist.group.new'))
})

test.each(languages)(
  'the chosen rows move to a group and to a new one together, and are removed (%s)',
  async (language) => {
    const { text, stored } = await openWithGroups(language)
    const choose = (...some: string[]): void => {
      for (const ric of some) fireEvent.click(rowOf(ric), { ctrlKey: true })
    }
    const moveTo = async (item: string): Promise<void> => {
      await userEvent.click(await findButton(text('watchlist.chosen.move')))
      const menu = within(await screen.findByRole('menu'))
      await userEvent.click(await menu.findByRole('menuitem', { name: item }))
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    }
    choose('9984.T', '7203.T')
    await moveTo('Watching')
    await screen.findByText(text('watchlist.chosen.moved', { count: '2', group: 'Watching' }))
    await waitFor(async () =>
      expect(await stored()).toEqual(['Basket A: 6758', 'Watching: 7203 9984', '8306 4502']),
    )
    // They stay chosen, and the menu of one of them is that of all.
    expect(chosen()).toEqual(['7203', '9984'])
    const grip = rowOf('9984.T').querySelector<HTMLElement>('.watchlist-grip')
    await userEvent.click(grip as HTMLElement)
    const menu = within(await screen.findByRole('menu'))
    await userEvent.click(await menu.findByRole('menuitem', { name: text('watchlist.menu.new') }))
    const field = await screen.findByRole('textbox', { name: text('watchlist.group.name') })
    fireEvent.change(field, { target: { value: 'New' } })
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(async () =>
      expect(await stored()).toEqual(['Basket A: 6758', 'Watching: ', 'New: 7203 9984', '8306 4502']),
    )
    choose('8306.T')
    await userEvent.click(await findButton(text('watchlist.chosen.remove')))
    await screen.findByText(text('watchlist.chosen.removed', { count: '3' }))
    await waitFor(async () =>
      expect(await stored()).toEqual(['Basket A: 6758', 'Watching: ', 'New: ', '4502']),
    )
    expect(chosen()).toEqual([])
  },
)

test('dragging one of the chosen rows moves all of them, and another row itself alone', async () => {
  const { stored } = await openWithGroups()
  for (const ric of ['6758.T', '8306.T', '4502.T']) fireEvent.click(rowOf(ric), { ctrlKey: true })
  const drag = (from: Element, to: Element, label: string): void => {
    const point = { pointerId: 1, button: 0, pointerType: 'mouse' }
    fireEvent.pointerDown(from, { ...point, clientX: 100, clientY: 100 })
    document.elementFromPoint = () => to
    // jsdom has no layout: every row is at 0, so that this is its upper half.
    fireEvent.pointerMove(from, { ...point, clientX: 40, clientY: -50 })
    expect(document.querySelector('.drag-ghost')?.textContent).toBe(label)
    fireEvent.pointerUp(from, { ...point, clientX: 40, clientY: -50 })
  }
  drag(rowOf('8306.T'), rowOf('7203.T'), '8306.T +2')
  await waitFor(async () =>
    expect(await stored()).toEqual(['Basket A: 6758 8306 4502 7203', 'Watching: ', '9984']),
  )
  drag(rowOf('7203.T'), rowOf('9984.T'), '7203.T')
  await waitFor(async () =>
    expect(await stored()).toEqual(['Basket A: 6758 8306 4502', 'Watching: ', '7203 9984']),
  )
})

/** What another window does before each save of this one arrives; returns how many this one has sent. */
function beforeEachSave(act: () => Promise<void>): () => number {
  let sent = 0
  const interceptNext = (): void =>
    beforeRequest(path, async () => {
      interceptNext()
      sent += 1
      await act()
    })
  interceptNext()
  return () => sent
}

test('a change is made again on top of what another window has stored meanwhile, and nothing is lost', async () => {
  const { alder, ids, stored, text } = await openWithGroups()
  const [, , bank = '', , takeda = ''] = ids
  // The other window is always first: with a group, a removed security, and a renamed group.
  const theirs: ((list: Watchlist) => Watchlist)[] = [
    ({ securityIds, groups }) => ({
      securityIds: securityIds.filter((id) => id !== takeda),
      groups: [...groups, { id: 't', name: 'T', isCollapsed: false, securityIds: [takeda] }],
    }),
    (list) => ({ ...list, securityIds: list.securityIds.filter((id) => id !== bank) }),
    (list) => ({
      ...list,
      groups: list.groups.map((each) => (each.name === 'Watching' ? { ...each, name: 'Seen' } : each)),
    }),
  ]
  const count = beforeEachSave(async () => {
    const change = theirs.shift()
    if (change) await saveWatchlist(alder, change(await loadWatchlist(alder)))
  })
  fireEvent.click(within(rowOf('9984.T')).getByRole('button', { name: /^Remove 9984/ }))
  nameOf('6758.T').focus()
  fireEvent.keyDown(nameOf('6758.T'), { key: 'ArrowUp', altKey: true })
  await waitFor(async () => expect(await stored()).toEqual(['Basket A: 6758 7203', 'Seen: ', 'T: 4502', '']))
  await waitFor(() =>
    expect(document.querySelectorAll('.watchlist-section .desk-card-choice')).toHaveLength(3),
  )
  expect(screen.getByRole('button', { name: /^Seen/ })).toBeDefined()
  expect(count()).toBe(4)
  expect(screen.queryByText(text('watchlist.failed'))).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a row goes to the group that was meant, although another window has just renamed it', async () => {
  const { alder, stored } = await openWithGroups()
  const count = beforeEachSave(async () => {
    if (count() > 1) return
    const { version: _, ...list } = await loadWatchlist(alder)
    const groups = list.groups.map((each) => (each.name === 'Watching' ? { ...each, name: 'Seen' } : each))
    await saveWatchlist(alder, { ...list, groups })
  })
  nameOf('8306.T').focus()
  pressKey('ArrowUp', { altKey: true })
  await waitFor(async () =>
    expect(await stored()).toEqual(['Basket A: 7203 6758', 'Seen: 8306', '9984 4502']),
  )
  expect(count()).toBe(2)
})

test('a change that another window always forestalls is given up, and the list is that of the server', async () => {
  const { alder, stored, text } = await openWithGroups()
  const count = beforeEachSave(async () => {
    const { groups, securityIds } = await loadWatchlist(alder)
    await saveWatchlist(alder, {
      securityIds,
      groups: groups.map((each, i) => (i === 0 ? { ...each, name: `Basket ${count()}` } : each)),
    })
  })
  fireEvent.click(within(rowOf('9984.T')).getByRole('button', { name: /^Remove 9984/ }))
  await screen.findByText(text('watchlist.failed'))
  expect(await stored()).toEqual([`Basket ${count()}: 7203 6758`, 'Watching: ', '8306 9984 4502'])
  await waitFor(() => expect(rowOf('9984.T')).toBeDefined())
})

test('Alt and an arrow move all chosen rows, from one group to the next, and the focus stays in its row', async () => {
  const { stored } = await openWithGroups()
  nameOf('9984.T').focus()
  pressKey(' ')
  pressKey('ArrowDown', { shiftKey: true })
  expect(chosen()).toEqual(['9984', '4502'])

  pressKey('ArrowUp', { altKey: true })
  await waitFor(async () => expect((await stored()).at(-1)).toBe('9984 4502 8306'))
  expect(chosen()).toEqual(['9984', '4502'])
  expect(focusedRic()).toBe('4502.T')

  pressKey('ArrowUp', { altKey: true })
  await waitFor(async () =>
    expect(await stored()).toEqual(['Basket A: 7203 6758', 'Watching: 9984 4502', '8306']),
  )
  pressKey('ArrowDown', { altKey: true })
  await waitFor(async () => expect((await stored()).at(-1)).toBe('9984 4502 8306'))
  pressKey('ArrowDown', { altKey: true })
  await waitFor(async () => expect((await stored()).at(-1)).toBe('8306 9984 4502'))
  expect(focusedRic()).toBe('4502.T')
})

test('Alt and an arrow in a row that is not chosen move that row alone', async () => {
  const { stored } = await openWithGroups()
  fireEvent.click(nameOf('8306.T'), { ctrlKey: true })
  nameOf('4502.T').focus()

  pressKey('ArrowUp', { altKey: true })

  await waitFor(async () => expect((await stored()).at(-1)).toBe('8306 4502 9984'))
  expect(chosen()).toEqual(['8306'])
})
