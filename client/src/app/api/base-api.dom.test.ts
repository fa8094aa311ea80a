import { expect, test, vi } from 'vitest'
import { keepUnusedDataFor } from '../../intervals.ts'
import { createStore } from '../store/store.ts'
import { accountsApi } from './accounts-api.ts'

// spec: 9.27
test('answered data is kept for a minute, and neither focus, return nor another screen asks again', async () => {
  const store = createStore()
  const asked = vi.spyOn(globalThis, 'fetch')
  const first = store.dispatch(accountsApi.endpoints.webVersion.initiate())
  await first
  const another = store.dispatch(accountsApi.endpoints.webVersion.initiate())
  await another
  window.dispatchEvent(new Event('focus'))
  window.dispatchEvent(new Event('online'))
  document.dispatchEvent(new Event('visibilitychange'))
  await another

  expect(asked).toHaveBeenCalledTimes(1)
  expect(keepUnusedDataFor).toBe(60)
  asked.mockRestore()
})
