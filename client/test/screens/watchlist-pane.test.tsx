import { languages, textIn } from '@aitai/messages/texts.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { saveWatchlist, startWithOneTrader } from '../../../server/test/support/journeys.ts'
import { findButton, searchSecurity } from '../support/advert-editor.ts'
import { onRequest, openAs, pageServer } from '../support/controlled-server.tsx'

async function startWithWatchlist() {
  const started = await startWithOneTrader(await pageServer())
  const securityIds = ['6758.T', '8306.T'].map((ric) => started.desk.securityId(ric))
  await saveWatchlist(started.alder, { securityIds, groups: [] })
  return started
}

test.each(languages)('the watchlist stays when the first IOI is drafted (%s)', async (language) => {
  const { alder } = await startWithWatchlist()
  await openAs(alder, '/adverts-home', language)
  const region = () => screen.findByRole('region', { name: textIn(language, 'watchlist.title') })
  const rows = async () => (await region()).querySelectorAll('.watchlist-section tr')
  await waitFor(async () => expect(await rows()).toHaveLength(2))

  await searchSecurity('7203.T', language)
  await screen.findByRole('listbox', { name: textIn(language, 'advert.list.title') })
  await waitFor(async () => expect(await rows()).toHaveLength(2))
  const columns = within(await region()).getAllByRole('columnheader')
  expect(columns.map(({ textContent }) => textContent)).toEqual(
    (
      [
        ...(['security', 'position', 'bid', 'ask', 'mid', 'move'] as const),
        ...(['share', 'range', 'volume', 'adv'] as const),
      ] as const
    ).map((column) => textIn(language, `watchlist.${column}`)),
  )
})

test('it can be closed and opened again, and follows no prices while it is closed', async () => {
  const { alder } = await startWithWatchlist()
  await alder.advertises('BUY', '7203.T', 10_000)
  const { store } = await openAs(alder)
  const toggle = () => findButton(textIn('En', 'watchlist.title'))
  await waitFor(() => expect(document.querySelectorAll('.watchlist-section tr')).toHaveLength(2))
  expect((await toggle()).ariaExpanded).toBe('true')

  await userEvent.click(await toggle())
  expect((await toggle()).ariaExpanded).toBe('false')
  expect(document.activeElement).toBe(await toggle())
  expect(document.querySelector('.watchlist')).toBeNull()
  expect(store.getState().settings.watchlist).toBe('off')
  await userEvent.click(await toggle())
  await waitFor(() => expect(document.querySelectorAll('.watchlist-section tr')).toHaveLength(2))
})

test('what is being stored while it is closed is there when it is opened again', async () => {
  const { alder } = await startWithWatchlist()
  await alder.advertises('BUY', '7203.T', 10_000)
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  onRequest('/user-defaults/set-watchlist', async (request, send) => {
    await held
    return send(request)
  })
  await openAs(alder)
  const toggle = () => findButton(textIn('En', 'watchlist.title'))
  const rows = () => document.querySelectorAll('.watchlist-section tr')
  await waitFor(() => expect(rows()).toHaveLength(2))
  await userEvent.click(screen.getByRole('button', { name: /^Remove 6758\.T/ }))
  await waitFor(() => expect(rows()).toHaveLength(1))
  await userEvent.click(await toggle())
  release()

  const stored = () => alder.callsOk<{ securityIds: string[] }>('/user-defaults/get-watchlist')
  await waitFor(async () => expect((await stored()).securityIds).toHaveLength(1))
  await userEvent.click(await toggle())
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(rows()[0]?.textContent).toContain('8306.T')
})

test('its height is changed by keys, within limits, and stored', async () => {
  const { alder } = await startWithWatchlist()
  await alder.advertises('BUY', '7203.T', 10_000)
  const { store } = await openAs(alder)
  const handle = await screen.findByRole('separator', { name: textIn('En', 'watchlist.resize') })
  const pane = handle.parentElement
  if (!pane) throw new Error('no pane')
  // jsdom has no layout: the pane is as high as its property says.
  const percent = () => Number(pane.style.getPropertyValue('--pane-height'))
  Object.defineProperty(pane, 'offsetHeight', { get: () => (percent() / 100) * innerHeight })

  expect(handle.getAttribute('aria-valuenow')).toBe('36')
  fireEvent.keyDown(handle, { key: 'ArrowUp' })
  expect([handle.getAttribute('aria-valuenow'), percent()]).toEqual(['40', 40])
  expect(store.getState().settings.watchlistHeight).toBe(40)
  fireEvent.keyDown(handle, { key: 'ArrowDown' })
  expect(handle.getAttribute('aria-valuenow')).toBe('36')
  fireEvent.keyDown(handle, { key: 'End' })
  fireEvent.keyDown(handle, { key: 'ArrowUp' })
  expect(handle.getAttribute('aria-valuenow')).toBe(handle.getAttribute('aria-valuemax'))
  fireEvent.keyDown(handle, { key: 'Home' })
  expect(handle.getAttribute('aria-valuenow')).toBe(handle.getAttribute('aria-valuemin'))
})
