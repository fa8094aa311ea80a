import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { type AdvertStatus, advertStatuses } from '@aitai/engine/model/advert.ts'
import { expect, test } from 'vitest'
import { bulkDisabledReason, eligibleAdverts, pauseOrResume, runSequentially } from './bulk-actions.ts'

/** Actions depend only on the status of an advert. */
const advert = (given: Partial<Advert>): Advert => given as Advert
const withStatus = (advertisementStatus: AdvertStatus) =>
  advert({ id: advertisementStatus, advertisementStatus })

// spec: 4.statuses.13
test.each([
  ['cancel', advertStatuses.filter((status) => status !== 'DEAD' && status !== 'COMPLETED')],
  ['pause', ['SENT', 'LIVE']],
  ['resume', ['PAUSED']],
  ['send', advertStatuses.filter((status) => status !== 'COMPLETED')],
] as const)('%s is for these of the selection, and says why when it is for none', (action, statuses) => {
  const selected = advertStatuses.map(withStatus)
  const others = selected.filter(({ id }) => !(statuses as readonly string[]).includes(id))

  expect(eligibleAdverts(action, selected).map(({ id }) => id)).toEqual([...statuses])
  expect(bulkDisabledReason(action, selected)).toBeNull()
  expect(bulkDisabledReason(action, [])).toBe('history.why.nothing')
  if (others.length > 0) expect(bulkDisabledReason(action, others)).toBe(`history.why.${action}`)
})

test('the pause/resume button offers Resume only if no selected advert can be paused', () => {
  expect(pauseOrResume([withStatus('PAUSED'), withStatus('LIVE')])).toBe('pause')
  expect(pauseOrResume([withStatus('PAUSED'), withStatus('DEAD')])).toBe('resume')
  expect(pauseOrResume([])).toBe('pause')
})

const refusal = (status: number) => ({ status, errorCode: 'ADVERT-ERROR-002', message: 'no' })

test('adverts are processed one by one, each result is reported at once, and a refusal does not stop the rest', async () => {
  const progress: number[] = []
  const results = await runSequentially({
    adverts: ['1', '2', '3'].map((id) => advert({ id })),
    ask: async ({ id }) => (id === '2' ? refusal(409) : null),
    isStopped: () => false,
    onProgress: (done) => progress.push(done.length),
  })

  expect(results.map(({ outcome }) => outcome)).toEqual(['done', 'refused', 'done'])
  expect(results[1]?.failure?.errorCode).toBe('ADVERT-ERROR-002')
  expect(progress).toEqual([1, 2, 3])
})

test('after a stop or a lost connection the remaining adverts are reported as not attempted', async () => {
  const adverts = ['1', '2', '3'].map((id) => advert({ id }))
  const requests: string[] = []
  const run = (failing: number | null, stopAfter: number) => {
    requests.length = 0
    return runSequentially({
      adverts,
      ask: async ({ id }) => {
        requests.push(id)
        return failing === null ? null : refusal(failing)
      },
      isStopped: () => requests.length >= stopAfter,
      onProgress: () => undefined,
    })
  }

  expect((await run(null, 1)).map(({ outcome }) => outcome)).toEqual(['done', 'left', 'left'])
  expect(requests).toEqual(['1'])
  expect((await run(0, 9)).map(({ outcome }) => outcome)).toEqual(['refused', 'left', 'left'])
  expect(requests).toEqual(['1'])
})

test('a draft without a side is not sent, and residuals are of those that may have one', () => {
  const draft = { ...advert({ id: 'draft', advertisementStatus: 'UNSENT' }), hasNoSide: true }
  const left = advert({ id: 'left', advertisementStatus: 'COMPLETED', residualPossible: true })
  const full = advert({ id: 'full', advertisementStatus: 'COMPLETED', residualPossible: false })

  expect(eligibleAdverts('send', [draft])).toEqual([])
  expect(bulkDisabledReason('send', [draft])).toBe('history.why.side')
  expect(eligibleAdverts('residual', [draft, left, full])).toEqual([left])
  expect(bulkDisabledReason('residual', [full])).toBe('history.why.residual')
})
