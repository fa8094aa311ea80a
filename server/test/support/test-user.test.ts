import { expect, test } from 'vitest'
import { startTestServer } from './test-server.ts'

test('waiting for a notification or a locate without a live socket fails at once and says what is missing', async () => {
  const server = await startTestServer({ firms: ['alder'] })
  const alder = await server.trader('alder')

  const missing = 'trader@alder.example has no live socket: call listens() before waiting for'
  await expect(alder.receives('ADVERT_SUBMITTED')).rejects.toThrow(`${missing} ADVERT_SUBMITTED`)
  await expect(alder.isLocated('any')).rejects.toThrow(`${missing} a locate`)
})
