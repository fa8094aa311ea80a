import { expect, test } from 'vitest'
import { fileOf, plainRow, posts } from './bulk-files.ts'
import { startDesk } from './desk.ts'

test('six files and restored lists a minute are judged for a user; then 429, with the time to wait', async () => {
  // As a venue runs it: the desks of other tests ask for more.
  const desk = await startDesk({ env: { BULK_PER_MINUTE: '' } })
  const [alder, birch] = [await desk.trader('alder'), await desk.trader('birch')]
  const file = fileOf(desk, [plainRow])
  const list = () => alder.calls('/advert/prepare-restore', { body: [] })

  for (let round = 0; round < 3; round += 1) {
    expect((await posts(alder, file)).status).toBe(200)
    expect((await list()).status).toBe(200)
  }
  for (const refused of [await posts(alder, file), await list()]) {
    expect(refused).toMatchObject({ status: 429, body: { errorCode: 'TOO_MANY' } })
    expect(refused.headers.get('retry-after')).toBe('10')
  }
  // Refused files count, too: they were read.
  expect((await posts(birch, 'nonsense')).status).toBe(200)
  expect((await alder.drafts('7203.T')).advertisementStatus).toBe('UNSENT')
  desk.clock.advance(10_000)
  expect((await list()).status).toBe(200)
  expect((await list()).status).toBe(429)
})
