import { expect, test } from 'vitest'
import { limitShares } from './limit-shares.ts'

const advert = { shareQuantity: 10_000, jpynotional: 30_000_000, advertisementStatus: 'LIVE' } as const
const limits = { largestNotional: 100_000_000, largestLiveNotional: 580_000_000, liveNotional: 0 }
const equity = { closePrice: 2_900 }

// rule: 22.2
test('an IOI uses its value of the limit on one, and its value at the close of that on all', () => {
  expect(limitShares(advert, equity, limits)).toEqual({ ofOne: 0.3, ofAll: 0.05 })
  expect(limitShares({ ...advert, advertisementStatus: 'ACCEPT/DECLINE?' }, equity, limits).ofAll).toBe(0.05)
})

test('a paused IOI uses nothing of the limit on all, and without a limit nothing is used of it', () => {
  expect(limitShares({ ...advert, advertisementStatus: 'PAUSED' }, equity, limits)).toEqual({
    ofOne: 0.3,
    ofAll: 0,
  })
  expect(
    limitShares(advert, equity, { ...limits, largestNotional: null, largestLiveNotional: null }),
  ).toEqual({
    ofOne: null,
    ofAll: null,
  })
  expect(limitShares(advert, undefined, limits).ofAll).toBeNull()
})
