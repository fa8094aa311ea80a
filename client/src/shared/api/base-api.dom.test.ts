import { expect, test, vi } from 'vitest'
import { keepUnusedDataFor } from '../intervals.ts'
import { createStore } from '../store/store.ts'
import { accountsApi } from './accounts-api.ts'

// spec: 9.27
test('data is cached for a minute; focus, reconnecting and another screen do not fetch it again', async () => {
  const store = createStore()
  const fetchSpy = vi.spyOn(globalThis, 'fetch')
  const first = store.dispatch(accountsApi.endpoints.webVersion.initiate())
  await first
  const another = store.dispatch(accountsApi.endpoints.webVersion.initiate())
  await another
  window.dispatchEvent(new Event('focus'))
  window.dispatchEvent(new Event('online'))
  document.dispatchEvent(new Event('visibilitychange'))
  await another

  expect(fetchSpy).toHaveBeenCalledTimes(1)
  expect(keepUnusedDataFor).toBe(60)
  fetchSpy.mockRestore()
})
