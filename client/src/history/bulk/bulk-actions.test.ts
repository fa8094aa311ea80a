import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { type AdvertStatus, advertStatuses } from '@aitai/engine/model/advert.ts'
import { expect, test } from 'vitest'
import type { ShownAdvert } from '../../adverts/shown-advert.ts'
import { bulkDisabledReason, eligibleAdverts, pauseOrResume } from './bulk-actions.ts'

/** Actions depend only on the status of an advert. */
const advert = (given: Partial<Advert>): Advert => given as Advert
const withStatus = (advertisementStatus: AdvertStatus) =>
  advert({ id: advertisementStatus, advertisementStatus })

const withNext = (id: string, isResidual: boolean, submitTime = 1): ShownAdvert => ({
  ...advert({ id, advertisementStatus: 'COMPLETED', securityId: '7203', submitTime }),
  nextIoi: { isResidual, ofOrder: null },
})

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

test('a draft without a side is not sent, and residuals are of those that something may follow', () => {
  const draft = { ...advert({ id: 'draft', advertisementStatus: 'UNSENT' }), hasNoSide: true }
  const left = withNext('left', true)
  const full = advert({ id: 'full', advertisementStatus: 'COMPLETED' })

  expect(eligibleAdverts('send', [draft])).toEqual([])
  expect(bulkDisabledReason('send', [draft])).toBe('history.why.side')
  expect(eligibleAdverts('residual', [draft, left, full])).toEqual([left])
  expect(bulkDisabledReason('residual', [full])).toBe('history.why.residual')
})

test('of several completed IOIs in a security one is followed: one with a residual, else the newest', () => {
  const [first, second, third] = [withNext('1', false, 1), withNext('2', false, 2), withNext('3', false, 3)]
  const residual = withNext('residual', true, 0)
  const other = { ...withNext('other', false, 1), securityId: '6758' }
  const idsOf = (...rows: readonly ShownAdvert[]) => eligibleAdverts('residual', rows).map(({ id }) => id)

  expect(idsOf(first, third, second, other)).toEqual(['3', 'other'])
  expect(idsOf(third, residual, other)).toEqual(['residual', 'other'])
  expect(idsOf(residual, { ...residual, id: 'another' })).toHaveLength(1)
})
