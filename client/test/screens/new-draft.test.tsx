import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { startWithOneTrader } from '../../../server/test/support/journeys.ts'
import { api } from '../../src/shared/api/desk-api.ts'
import { enterQuantity, searchSecurity, sizeField } from '../support/advert-editor.ts'
import { onRequest, openAs, pageServer } from '../support/controlled-server.tsx'

test('a poll from before a draft sends neither the focus nor what is typed to another IOI', async () => {
  const { alder } = await startWithOneTrader(await pageServer())
  const { store } = await openAs(alder)
  await searchSecurity('7203.T')
  await enterQuantity('10,000')
  const shown = () => document.querySelector('.terms-title span')?.textContent
  expect(shown()).toBe('7203.T')
  const focused: (string | undefined)[] = []
  const note = (): void => void focused.push(shown() ?? undefined)
  ;(await sizeField('quantity')).addEventListener('focus', note)

  const { promise: isSent, resolve: sent } = Promise.withResolvers<void>()
  const { promise: isDue, resolve: arrive } = Promise.withResolvers<void>()
  onRequest('/create-advert', async (request, send) => {
    // The poll has the list without the draft, and arrives after it was created.
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
  await searchSecurity('6758.T')
  await waitFor(async () => expect(await alder.adverts()).toHaveLength(2))
  arrive()

  await screen.findByText('6758.T', { selector: '.terms-title span' })
  await waitFor(async () => expect(document.activeElement).toBe(await sizeField('quantity')))
  expect(shown()).toBe('6758.T')
  expect(focused).toEqual([])
})
