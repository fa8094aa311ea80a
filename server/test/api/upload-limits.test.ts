import { expect, test } from 'vitest'
import { csvOf, plainRow, postFile } from '../support/csv-uploads.ts'
import { startTestServer } from '../support/test-server.ts'

test('six files and restored lists a minute are validated for a user; then 429, with the time to wait', async () => {
  // As a venue runs it: other tests send more.
  const desk = await startTestServer({ env: { BULK_PER_MINUTE: '' } })
  const [alder, birch] = [await desk.trader('alder'), await desk.trader('birch')]
  const file = csvOf(desk, [plainRow])
  const list = () => alder.calls('/advert/prepare-restore', { body: [] })

  for (let round = 0; round < 3; round += 1) {
    expect((await postFile(alder, file)).status).toBe(200)
    expect((await list()).status).toBe(200)
  }
  for (const refused of [await postFile(alder, file), await list()]) {
    expect(refused).toMatchObject({ status: 429, body: { errorCode: 'TOO_MANY' } })
    expect(refused.headers.get('retry-after')).toBe('10')
  }
  // Refused files count too, because they were read.
  expect((await postFile(birch, 'nonsense')).status).toBe(200)
  expect((await alder.drafts('7203.T')).advertisementStatus).toBe('UNSENT')
  desk.clock.advance(10_000)
  expect((await list()).status).toBe(200)
  expect((await list()).status).toBe(429)
})
