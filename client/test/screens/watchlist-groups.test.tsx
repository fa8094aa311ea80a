import type { Watchlist } from '@aitai/contract/schemas/preferences.ts'
import { type Language, languages, textIn } from '@aitai/messages/texts.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { saveWatchlist, startWithOneTrader } from '../../../server/test/support/journeys.ts'
import { findButton } from '../support/advert-editor.ts'
import { onRequest, openAs, pageServer } from '../support/controlled-server.tsx'

const rics = ['7203.T', '6758.T', '8306.T', '9984.T', '4502.T'] as const

/** A desk with "Basket A" (7203, 6758), an empty "Watching" and 8306, 9984 in no group. */
async function openWithGroups(language: Language = 'En', isCollapsed = false) {
  const { alder, desk } = await startWithOneTrader(await pageServer())
  const [toyota, sony, bank, softbank] = rics.map((ric) => desk.securityId(ric)) as [
    string,
    string,
    string,
    string,
  ]
  const list: Watchlist = {
    securityIds: [bank, softbank],
    groups: [
      { id: 'a', name: 'Basket A', isCollapsed, securityIds: [toyota, sony] },
      { id: 'w', name: 'Watching', isCollapsed: false, securityIds: [] },
    ],
  }
  await saveWatchlist(alder, list)
  const priced = new Set<string>()
  onRequest('/get-quote/', (request, send) => {
    priced.add(request.url)
    return send(request)
  })
  await openAs(alder, '/adverts-home', language)
  const text = (
    ...[key, values]: Parameters<typeof textIn> extends [unknown, ...infer Rest] ? Rest : never
  ): string => textIn(language, key, values)
  await waitFor(() => expect(document.querySelector('.watchlist-group-toggle')).not.toBeNull())
  const ricOf = new Map(rics.map((ric) => [desk.securityId(ric), ric]))
  /** As stored: "7203.T 6758.T | … ". */
  const stored = async (): Promise<string[]> => {
    const { securityIds, groups } = await alder.callsOk<Watchlist>('/user-defaults/get-watchlist')
    const named = (ids: readonly string[]) => ids.map((id) => ricOf.get(id)?.slice(0, 4)).join(' ')
    return [...groups.map((group) => `${group.name}: ${named(group.securityIds)}`), `– ${named(securityIds)}`]
  }
  return { text, stored, priced, ids: { toyota, sony, bank } }
}

/** The rows of the list from top to bottom, a group by its name. */
const shown = (): string[] =>
  [...document.querySelectorAll('.watchlist-section tr')].map(
    (row) =>
      row.querySelector('.watchlist-group-name')?.textContent ??
      row.querySelector('.desk-card-choice b')?.textContent ??
      '(empty)',
  )

const rowOf = (ric: string): HTMLElement => {
  const row = [...document.querySelectorAll<HTMLElement>('.watchlist-section tr')].find(
    (each) => each.querySelector('.desk-card-choice b')?.textContent === ric,
  )
  if (!row) throw new Error(`${ric} is not in the watchlist`)
  return row
}
const nameOf = (ric: string): HTMLElement => within(rowOf(ric)).getAllByRole('button')[0] as HTMLElement
const focused = (): string => document.activeElement?.closest('tr')?.textContent?.slice(0, 6) ?? ''

test.each(languages)(
  'Alt and an arrow move a row within its group and into the next, with the focus, announced (%s)',
  async (language) => {
    const { text, stored } = await openWithGroups(language)
    const none = text('watchlist.group.none')
    expect(shown()).toEqual(['Basket A', '7203.T', '6758.T', 'Watching', '(empty)', none, '8306.T', '9984.T'])
    const press = (key: string): void => {
      fireEvent.keyDown(document.activeElement ?? document.body, { key, altKey: true })
    }
    const announced = (group: string, position: number, count: number) =>
      screen.findByText(text('watchlist.moved.in', { security: '7203.T', group, position, count }))

    nameOf('7203.T').focus()
    press('ArrowUp')
    expect(shown().slice(0, 3)).toEqual(['Basket A', '7203.T', '6758.T'])
    press('ArrowDown')
    await announced('Basket A', 2, 2)
    expect(shown().slice(0, 3)).toEqual(['Basket A', '6758.T', '7203.T'])
    expect(document.activeElement).toBe(nameOf('7203.T'))
    press('ArrowDown')
    await announced('Watching', 1, 1)
    expect(shown()).toEqual(['Basket A', '6758.T', 'Watching', '7203.T', none, '8306.T', '9984.T'])
    expect(document.activeElement).toBe(nameOf('7203.T'))
    press('ArrowDown')
    await announced(none, 1, 3)
    await waitFor(async () =>
      expect(await stored()).toEqual(['Basket A: 6758', 'Watching: ', '– 7203 8306 9984']),
    )
  },
)

test('a group moves by Alt and an arrow, collapses, and a row that steps into a collapsed one opens it', async () => {
  const { stored } = await openWithGroups()
  const toggle = (name: string): HTMLElement => screen.getByRole('button', { name: new RegExp(`^${name}`) })
  toggle('Watching').focus()
  fireEvent.keyDown(toggle('Watching'), { key: 'ArrowUp', altKey: true })
  expect(shown().slice(0, 3)).toEqual(['Watching', '(empty)', 'Basket A'])
  expect(document.activeElement).toBe(toggle('Watching'))
  await screen.findByText('Group Watching is now 1 of 2.')

  await userEvent.click(toggle('Basket A'))
  expect(toggle('Basket A').ariaExpanded).toBe('false')
  expect(shown()).toEqual(['Watching', '(empty)', 'Basket A', 'Not in a group', '8306.T', '9984.T'])
  nameOf('8306.T').focus()
  fireEvent.keyDown(nameOf('8306.T'), { key: 'ArrowUp', altKey: true })
  expect(shown().slice(2)).toEqual(['Basket A', '7203.T', '6758.T', '8306.T', 'Not in a group', '9984.T'])
  await waitFor(async () =>
    expect(await stored()).toEqual(['Watching: ', 'Basket A: 7203 6758 8306', '– 9984']),
  )
})

test('a collapsed group has no rows, asks for no prices, and stays collapsed', async () => {
  const { ids, priced } = await openWithGroups('En', true)
  await waitFor(() => expect([...priced].some((url) => url.endsWith(ids.bank))).toBe(true))

  expect(shown()).toEqual(['Basket A', 'Watching', '(empty)', 'Not in a group', '8306.T', '9984.T'])
  expect(screen.getByRole('button', { name: /^Basket A/ }).textContent).toContain('2 securities')
  expect([...priced].filter((url) => url.endsWith(ids.toyota) || url.endsWith(ids.sony))).toEqual([])
})

test.each(languages)(
  'a row moves by its menu: to a group, to a new one, out of its group, out of the list (%s)',
  async (language) => {
    const { text, stored } = await openWithGroups(language)
    const choose = async (ric: string, item: string): Promise<void> => {
      const button = within(rowOf(ric)).getByRole('button', { expanded: false })
      button.focus()
      await userEvent.keyboard('{Enter}')
      const menu = within(await screen.findByRole('menu'))
      await waitFor(() => expect(document.activeElement?.role).toBe('menuitem'))
      await userEvent.click(await menu.findByRole('menuitem', { name: item }))
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    }
    await choose('8306.T', 'Basket A')
    expect(shown().slice(0, 4)).toEqual(['Basket A', '7203.T', '6758.T', '8306.T'])
    await waitFor(() => expect(focused()).toBe('8306.T'))

    await choose('7203.T', text('watchlist.group.none'))
    await choose('6758.T', text('watchlist.menu.remove'))
    await choose('9984.T', text('watchlist.menu.new'))
    const popup = within(await screen.findByRole('dialog', { name: text('watchlist.group.new') }))
    const field = popup.getByRole('textbox', { name: text('watchlist.group.name') })
    // The Enter that ends a composition is no answer.
    fireEvent.change(field, { target: { value: 'ばすけっと' } })
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true, keyCode: 229 })
    fireEvent.change(field, { target: { value: 'ｂａｓｋｅｔ a' } })
    fireEvent.keyDown(field, { key: 'Enter' })
    await popup.findByText(text('watchlist.name.taken'))
    fireEvent.change(field, { target: { value: '　バスケットＢ ' } })
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(async () =>
      expect(await stored()).toEqual(['Basket A: 8306', 'Watching: ', 'バスケットB: 9984', '– 7203']),
    )
    await waitFor(() => expect(focused()).toBe('バスケットB'))
  },
)

test.each(languages)(
  'a group is renamed, and removed without its securities, or with them after a question (%s)',
  async (language) => {
    const { text, stored } = await openWithGroups(language)
    const choose = async (group: string, item: string): Promise<void> => {
      await userEvent.click(await findButton(text('watchlist.menu.group', { group })))
      const menu = within(await screen.findByRole('menu'))
      await userEvent.click(await menu.findByRole('menuitem', { name: item }))
    }
    await choose('Watching', text('watchlist.menu.rename'))
    const field = await screen.findByRole('textbox', { name: text('watchlist.group.name') })
    expect(field).toHaveProperty('value', 'Watching')
    fireEvent.change(field, { target: { value: '監視' } })
    fireEvent.keyDown(field, { key: 'Enter' })
    await screen.findByText(text('watchlist.group.renamed', { group: '監視' }))
    await choose('監視', text('watchlist.menu.removeEmpty'))
    await waitFor(async () => expect(await stored()).toEqual(['Basket A: 7203 6758', '– 8306 9984']))

    await choose('Basket A', text('watchlist.menu.removeAll', { count: 2 }))
    await screen.findByText(text('watchlist.group.remove.question', { group: 'Basket A', count: 2 }))
    await userEvent.click(await findButton(text('watchlist.import.cancel')))
    await choose('Basket A', text('watchlist.menu.removeGroup'))
    await waitFor(async () => expect(await stored()).toEqual(['– 8306 9984 7203 6758']))
    expect(shown()).toEqual(['8306.T', '9984.T', '7203.T', '6758.T'])
  },
)

test('a group goes with its securities when the question is answered', async () => {
  const { text, stored } = await openWithGroups()
  await userEvent.click(await findButton(text('watchlist.menu.group', { group: 'Basket A' })))
  const menu = within(await screen.findByRole('menu'))
  await userEvent.click(menu.getByRole('menuitem', { name: text('watchlist.menu.removeAll', { count: 2 }) }))
  await userEvent.click(await findButton(text('watchlist.group.remove.confirm')))
  await waitFor(async () => expect(await stored()).toEqual(['Watching: ', '– 8306 9984']))
})

test.each(languages)(
  'a list goes into a new group, with what is in the watchlist already if that is chosen (%s)',
  async (language) => {
    const { text, stored } = await openWithGroups(language)
    await userEvent.click(await findButton(text('watchlist.import')))
    const popup = within(await screen.findByRole('dialog', { name: text('watchlist.import.title') }))
    fireEvent.change(popup.getByRole('textbox', { name: text('watchlist.import.field') }), {
      target: { value: '9984\n6758\n7203\n0000' },
    })
    const add = (count: number) =>
      popup.findByRole('button', { name: text('watchlist.import.add', { count }) })
    expect((await add(0)).ariaDisabled).toBe('true')
    await userEvent.selectOptions(
      popup.getByRole('combobox', { name: text('watchlist.import.group') }),
      text('watchlist.menu.new'),
    )
    await userEvent.click(popup.getByRole('checkbox', { name: text('watchlist.import.move', { count: 3 }) }))
    expect((await add(3)).ariaDisabled).toBe('true')
    const name = popup.getByRole('textbox', { name: text('watchlist.group.name') })
    fireEvent.change(name, { target: { value: 'Basket　Ｂ' } })
    fireEvent.keyDown(name, { key: 'Enter', ctrlKey: true })
    await waitFor(async () =>
      expect(await stored()).toEqual(['Basket A: ', 'Watching: ', 'Basket B: 9984 6758 7203', '– 8306']),
    )
  },
)

test('a security is added to the chosen group', async () => {
  const { text, stored } = await openWithGroups()
  await userEvent.selectOptions(
    await screen.findByRole('combobox', { name: text('watchlist.add.group') }),
    'Watching',
  )
  await userEvent.type(screen.getByRole('combobox', { name: text('watchlist.add') }), '4502')
  await screen.findAllByRole('option', { name: /4502/ })
  await userEvent.keyboard('{Enter}')
  await screen.findByText(text('watchlist.added.to', { security: '4502.T', group: 'Watching' }))
  await waitFor(async () =>
    expect(await stored()).toEqual(['Basket A: 7203 6758', 'Watching: 4502', '– 8306 9984']),
  )
})
