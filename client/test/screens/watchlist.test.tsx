import { textIn } from '@aitai/messages/texts.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { startWithOneTrader } from '../../../server/test/support/journeys.ts'
import { onRequest, openAs, pageServer } from '../support/controlled-server.tsx'

const path = '/user-defaults/set-watchlist'

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
    await waitFor(() => expect(document.querySelectorAll('.first-watched tr')).toHaveLength(added + 1))
  }
  expect(sent.map((ids) => ids.length)).toEqual([1])
  release()

  const stored = async () =>
    (await alder.asks<{ securityIds: string[] }>('/user-defaults/get-watchlist')).securityIds
  await waitFor(async () => expect(await stored()).toHaveLength(3))
  expect(sent.map((ids) => ids.length)).toEqual([1, 3])
  expect(document.querySelectorAll('.first-watched tr')).toHaveLength(3)
})
