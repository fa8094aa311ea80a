import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import {
  startWithOneTrader,
  startWithTwoTraders,
  untilStatus,
} from '../../../server/test/support/journeys.ts'
import { api } from '../../src/shared/api/desk-api.ts'
import { enterQuantity, press, searchSecurity, sizeField } from '../support/advert-editor.ts'
import { onRequest, openAs, type Page, pageServer, selectAdvert } from '../support/controlled-server.tsx'

/** The security in the editor. */
const shown = () => document.querySelector('.terms-title span')?.textContent

/**
 * Starts a poll of the list just before the next draft is created. It has the list without the draft, and arrives once
 * the returned function is called.
 */
function pollBeforeDraft({ store }: Page): () => void {
  const { promise: isSent, resolve: sent } = Promise.withResolvers<void>()
  const { promise: isDue, resolve: arrive } = Promise.withResolvers<void>()
  onRequest('/create-advert', async (request, send) => {
    onRequest('/advert/advert-list', async (poll, sendPoll) => {
      const withoutDraft = await sendPoll(poll)
      sent()
      await isDue
      return withoutDraft
    })
    void store.dispatch(
      api.endpoints.advertList.initiate(undefined, { forceRefetch: true, subscribe: false }),
    )
    await isSent
    return send(request)
  })
  return arrive
}

test('a poll from before a draft sends neither the focus nor what is typed to another IOI', async () => {
  const { alder } = await startWithOneTrader(await pageServer())
  const page = await openAs(alder)
  await searchSecurity('7203.T')
  await enterQuantity('10,000')
  expect(shown()).toBe('7203.T')
  const focused: (string | undefined)[] = []
  const note = (): void => void focused.push(shown() ?? undefined)
  ;(await sizeField('quantity')).addEventListener('focus', note)

  const arrive = pollBeforeDraft(page)
  await searchSecurity('6758.T')
  await waitFor(async () => expect(await alder.adverts()).toHaveLength(2))
  arrive()

  await screen.findByText('6758.T', { selector: '.terms-title span' })
  await waitFor(async () => expect(document.activeElement).toBe(await sizeField('quantity')))
  expect(shown()).toBe('6758.T')
  expect(focused).toEqual([])
})

// rule: 27.8
test('a poll from before the next IOI of an order shows no other IOI in the editor', async () => {
  const { alder, birch } = await startWithTwoTraders(await pageServer())
  const order = { orderReference: 'PT-15', parentQuantity: 50_000 }
  const { id } = await alder.advertises('BUY', '7203.T', 20_000, order)
  const contra = await birch.advertises('SELL', '7203.T', 20_000)
  await alder.accepts(await alder.isLocated(id))
  await birch.accepts(await birch.isLocated(contra.id))
  await untilStatus(alder, id, 'COMPLETED')
  // The newest, which the editor shows where the selected one is not in the list.
  await alder.advertises('BUY', '6758.T', 5_000)
  const page = await openAs(alder)
  await selectAdvert('7203.T')
  await waitFor(() => expect(shown()).toBe('7203.T'))
  const others = new Set<string>()
  const observer = new MutationObserver(() => {
    const security = shown()
    if (security && security !== '7203.T') others.add(security)
  })
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  onTestFinished(() => observer.disconnect())

  const arrive = pollBeforeDraft(page)
  await press('order.next', { shares: '30,000' })
  await waitFor(async () => expect(await alder.adverts()).toHaveLength(3))
  arrive()

  await waitFor(async () => expect((await sizeField('quantity')).value).toBe('30,000'))
  expect([...others]).toEqual([])
})
