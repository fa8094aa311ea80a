import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { type AdvertStatus, advertStatuses } from '@aitai/engine/model/advert.ts'
import { expect, test } from 'vitest'
import { bulkDisabledReason, eligibleAdverts, pauseOrResume } from './bulk-actions.ts'

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

test('a draft without a side is not sent, and residuals are of those that may have one', () => {
  const draft = { ...advert({ id: 'draft', advertisementStatus: 'UNSENT' }), hasNoSide: true }
  const left = advert({ id: 'left', advertisementStatus: 'COMPLETED', residualPossible: true })
  const full = advert({ id: 'full', advertisementStatus: 'COMPLETED', residualPossible: false })

  expect(eligibleAdverts('send', [draft])).toEqual([])
  expect(bulkDisabledReason('send', [draft])).toBe('history.why.side')
  expect(eligibleAdverts('residual', [draft, left, full])).toEqual([left])
  expect(bulkDisabledReason('residual', [full])).toBe('history.why.residual')
})
