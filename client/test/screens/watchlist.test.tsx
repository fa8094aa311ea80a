import { languages, textIn } from '@aitai/messages/texts.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  agreePair,
  saveWatchlist,
  startWithOneTrader,
  startWithTwoTraders,
} from '../../../server/test/support/journeys.ts'
import { findButton } from '../support/advert-editor.ts'
import { onRequest, openAs, pageServer } from '../support/controlled-server.tsx'

const path = '/user-defaults/set-watchlist'

/** A window that has room for a third column. */
function showWideWindow(): void {
  const { matchMedia } = window
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...matchMedia(query),
    matches: query.includes('1800px'),
  }))
  onTestFinished(() => void vi.stubGlobal('matchMedia', matchMedia))
}

/** The buttons of the suggested securities that add one to the watchlist. */
const addButtons = async (): Promise<HTMLElement[]> => {
  const list = await screen.findByRole('region', { name: textIn('En', 'watchlist.title') })
  await waitFor(() => expect(within(list).getAllByRole('row').length).toBeGreaterThan(3))
  return within(list).getAllByRole('button', { name: /^Add .* to the watchlist$/ })
}

test('of changes that overlap the last one is stored, and one is under way at a time', async () => {
  const { alder } = await startWithOneTrader(await pageServer())
  const sent: string[][] = []
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const note = async (request: Request): Promise<void> =>
    void sent.push(((await request.clone().json()) as { securityIds: string[] }).securityIds)
  onRequest(path, async (request, send) => {
    await note(request)
    onRequest(path, async (next, pass) => {
      await note(next)
      return pass(next)
    })
    await held
    return send(request)
  })
  await openAs(alder)

  for (let added = 0; added < 3; added += 1) {
    const [first] = await addButtons()
    act(() => first?.click())
    await waitFor(() => expect(document.querySelectorAll('.watchlist-section tr')).toHaveLength(added + 1))
  }
  expect(sent.map((ids) => ids.length)).toEqual([1])
  release()

  const stored = async () =>
    (await alder.callsOk<{ securityIds: string[] }>('/user-defaults/get-watchlist')).securityIds
  await waitFor(async () => expect(await stored()).toHaveLength(3))
  expect(sent.map((ids) => ids.length)).toEqual([1, 3])
  expect(document.querySelectorAll('.watchlist-section tr')).toHaveLength(3)
})

test.each(languages)(
  'a list is shown before it is added: what is added, there already, unknown (%s)',
  async (language) => {
    const { alder, desk } = await startWithOneTrader(await pageServer())
    await saveWatchlist(alder, { securityIds: [desk.securityId('7203.T')], groups: [] })
    const stored: unknown[] = []
    onRequest(path, async (request, send) => {
      stored.push(await request.clone().json())
      return send(request)
    })
    await openAs(alder, '/adverts-home', language)
    await waitFor(() => expect(document.querySelectorAll('.watchlist-section tr')).toHaveLength(1))
    const text = (
      ...[key, values]: Parameters<typeof textIn> extends [unknown, ...infer Rest] ? Rest : never
    ) => textIn(language, key, values)

    await userEvent.click(await findButton(text('watchlist.import')))
    const popup = within(await screen.findByRole('dialog', { name: text('watchlist.import.title') }))
    const field = popup.getByRole('textbox', { name: text('watchlist.import.field') })
    await waitFor(() => expect(document.activeElement).toBe(field))
    popup.getByText(text('watchlist.import.hint', { room: 199, most: 200 }))
    expect(popup.getByRole('button', { name: text('watchlist.import.add', { count: 0 }) }).ariaDisabled).toBe(
      'true',
    )
    fireEvent.change(field, { target: { value: '６７５８、7203\n8306 JT\nこんにちは' } })
    await popup.findByText(text('watchlist.import.counts', { added: 2, present: 1, unknown: 1 }))
    const shown = (key: Parameters<typeof textIn>[1]) =>
      within(popup.getByRole('region', { name: textIn(language, key) }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent.split(' ')[0])
    expect(shown('watchlist.import.added')).toEqual(['6758.T', '8306.T'])
    expect(shown('watchlist.import.present')).toEqual(['7203.T'])
    expect(shown('watchlist.import.unknown')).toEqual(['こんにちは'])

    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
    await screen.findByText(text('watchlist.import.done', { count: 2 }))
    const ids = ['7203.T', '6758.T', '8306.T'].map((ric) => desk.securityId(ric))
    await waitFor(async () =>
      expect(await alder.callsOk('/user-defaults/get-watchlist')).toMatchObject({
        securityIds: ids,
        groups: [],
      }),
    )
    expect(stored).toEqual([{ securityIds: ids, groups: [], version: expect.any(String) }])
  },
)

test('a list that is pasted where one security is added opens the preview; one code does not', async () => {
  const { alder } = await startWithOneTrader(await pageServer())
  await openAs(alder)
  const add = await screen.findByRole('combobox', { name: textIn('En', 'watchlist.add') })
  await findButton(textIn('En', 'watchlist.import'))
  const pasted = (text: string) => ({
    clipboardData: { getData: (type: string) => (type === 'text/plain' ? text : '') },
  })
  expect(fireEvent.paste(add, pasted('7203'))).toBe(true)
  expect(fireEvent.paste(add, pasted('Toyota Motor'))).toBe(true)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(fireEvent.paste(add, pasted('7203\n6758'))).toBe(false)
  const popup = within(await screen.findByRole('dialog'))
  expect(popup.getByRole('textbox')).toHaveProperty('value', '7203\n6758')
})

test.each(languages)(
  "beside the desk a watched security shows the trader's own agreements of today, and nobody else's (%s)",
  async (language) => {
    showWideWindow()
    const both = await startWithTwoTraders(await pageServer())
    const { desk, alder, birch } = both
    const securityIds = ['7203.T', '6758.T', '8306.T'].map((ric) => desk.securityId(ric))
    for (const trader of [alder, birch]) await saveWatchlist(trader, { securityIds, groups: [] })
    await agreePair(both, '7203.T', 10_000)
    // Open, so it is in the list and no position.
    await alder.advertises('BUY', '6758.T', 5_000)

    const cells = async (trader: typeof alder): Promise<string[]> => {
      const page = await openAs(trader, '/adverts-home', language)
      const column = await screen.findByRole('columnheader', { name: textIn(language, 'watchlist.position') })
      const position = [...(column.parentElement?.children ?? [])].indexOf(column)
      const rows = [...document.querySelectorAll('.watchlist-section tr')]
      page.unmount()
      return rows.map((row) => row.children[position]?.textContent ?? '')
    }
    const detail = (side: 'BUY' | 'SELL') =>
      textIn(language, 'watchlist.position.side', {
        side: textIn(language, `common.${side}`),
        agreed: '10,000',
        executed: '0',
      })
    expect(await cells(alder)).toEqual([`+10,000 ${detail('BUY')}`, '–', '–'])
    expect(await cells(birch)).toEqual([`−10,000 ${detail('SELL')}`, '–', '–'])
  },
)
