import { expect, test } from 'vitest'
import { intervals } from './intervals.ts'

// spec: 2.header.13, 2.profile.2, 4.statuses.21, 4.indicator.4, 7.account.5, 7.account.17
// spec: 7.reference.6, 7.locates.6, 9.2, 9.3, 9.4, 9.5, 9.6, 9.7
test('what repeats does so as often as the specification says', () => {
  const { userDetailsPoll, ioiCountsPoll, agreementsPoll, advertListPoll, marketHoursCheck } = intervals
  expect([userDetailsPoll, ioiCountsPoll, agreementsPoll]).toEqual([900_000, 5_000, 10_000])
  expect([advertListPoll, marketHoursCheck]).toEqual([10_000, 10_000])
  const { versionPoll, countdownTick, loginCarousel, aboutCarousel } = intervals
  expect([versionPoll, countdownTick, loginCarousel, aboutCarousel]).toEqual([3_600_000, 1_000, 3_000, 5_000])
})
