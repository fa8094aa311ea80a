import { textIn } from '@aitai/messages/texts.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { startWithOneTrader } from '../../../server/test/support/journeys.ts'
import { api } from '../../src/shared/api/desk-api.ts'
import { enter, enterQuantity, press, searchSecurity, send } from '../support/advert-editor.ts'
import { onRequest, openAs, pageServer } from '../support/controlled-server.tsx'

const en = (key: Parameters<typeof textIn>[1]): string => textIn('En', key)
const limit = (): HTMLInputElement => document.getElementById('term-limitPrice') as HTMLInputElement
const toggleOf = (key: Parameters<typeof textIn>[1]): HTMLElement =>
  screen.getByRole('switch', { name: en(key) })
const errorOfLimit = (): string => limit().closest('.saltFormField')?.textContent ?? ''

// rule: 25.8, 25.10
test('a limit price starts at the mid, moves by ticks, is refused over the knockout, and the IOI waits beyond it', async () => {
  const { alder } = await startWithOneTrader(await pageServer())
  await openAs(alder)
  await searchSecurity('7203.T')
  await enterQuantity('10,000')
  await press('advert.panel.open')
  expect([limit().disabled, limit().value]).toEqual([true, ''])
  act(() => toggleOf('advert.panel.limit').click())
  expect([limit().disabled, limit().value]).toEqual([false, '2,905.5'])
  for (const [key, shown] of [
    ['ArrowDown', '2,905.0'],
    ['PageDown', '2,900.0'],
    ['ArrowUp', '2,900.5'],
  ] as const) {
    fireEvent.keyDown(limit(), { key })
    expect(limit().value).toBe(shown)
  }
  act(() => toggleOf('advert.panel.knockout').click())
  enter(limit(), '3,050')
  expect(errorOfLimit()).toContain(en('LIMIT-ORDER'))
  enter(limit(), '2,800')
  expect(errorOfLimit()).not.toContain(en('LIMIT-ORDER'))
  await send('send')

  await waitFor(async () =>
    expect((await alder.adverts())[0]).toMatchObject({
      limitPrice: 2_800,
      isBeyondLimit: true,
      advertisementStatus: 'SENT',
    }),
  )
  await screen.findAllByText(en('advert.status.BEYOND_LIMIT'))
  act(() => toggleOf('advert.panel.limit').click())
  expect(limit().value).toBe('')
})

test('a limit price that cannot be read stays to be corrected, and nothing is sent with the one before', async () => {
  const { alder } = await startWithOneTrader(await pageServer())
  await openAs(alder)
  await searchSecurity('7203.T')
  await enterQuantity('10,000')
  await press('advert.panel.open')
  act(() => toggleOf('advert.panel.limit').click())
  for (const typed of ['2,80o', '']) {
    enter(limit(), typed)
    expect([limit().value, limit().disabled]).toEqual([typed, false])
    expect(errorOfLimit()).toContain(en('advert.panel.level.invalid'))
    await press('advert.action.review.send')
    await waitFor(() => expect(document.activeElement).toBe(limit()))
    expect(screen.queryByRole('dialog')).toBeNull()
  }
  // Back in the panel, what cannot be read is gone, and the switch is on.
  await press('advert.panel.close')
  await press('advert.panel.open')
  expect(limit().value).toBe('')
  expect(errorOfLimit()).toContain('2,405')
  fireEvent.keyDown(limit(), { key: 'ArrowDown' })
  expect(limit().value).toBe('2,905.0')
  enter(limit(), '2,800')
  await send('send')
  await waitFor(async () => expect((await alder.adverts())[0]?.limitPrice).toBe(2_800))
})

test('a limit price that is changed back before the list has its update is not replaced by it', async () => {
  const { alder } = await startWithOneTrader(await pageServer())
  const { id } = await alder.advertises('BUY', '7203.T', 10_000, { limitPrice: 2_800 })
  const { store } = await openAs(alder)
  await press('advert.panel.open')
  const { promise: isDue, resolve: arrive } = Promise.withResolvers<void>()
  onRequest('/modify-advert', async (request, sendUpdate) => {
    onRequest('/advert/advert-list', async (list, sendList) => {
      const updated = await sendList(list)
      await isDue
      return updated
    })
    return sendUpdate(request)
  })
  enter(limit(), '2,850')
  await send('update')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await alder.advert(id)).limitPrice).toBe(2_850)
  enter(limit(), '2,800')
  arrive()

  const listed = api.endpoints.advertList.select()
  await waitFor(() => expect(listed(store.getState()).data?.[0]?.limitPrice).toBe(2_850))
  expect(limit().value).toBe('2,800.0')
  await send('update')
  await waitFor(async () => expect((await alder.advert(id)).limitPrice).toBe(2_800))
})
