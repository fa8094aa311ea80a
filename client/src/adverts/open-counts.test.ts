import { advertStatuses } from '@aitai/engine/model/advert.ts'
import { expect, test } from 'vitest'
import { openCounts } from './open-counts.ts'

const withStatus = (advertisementStatus: (typeof advertStatuses)[number]) => ({ advertisementStatus })

test('of one IOI in each status, two are live, one is paused and two are located; drafts and ends do not count', () => {
  expect(openCounts(advertStatuses.map(withStatus))).toEqual({ open: 5, live: 2, paused: 1, located: 2 })
})

test('paused IOIs are open and not live', () => {
  expect(openCounts([...Array(4).fill(withStatus('PAUSED')), ...Array(3).fill(withStatus('LIVE'))])).toEqual({
    open: 7,
    live: 3,
    paused: 4,
    located: 0,
  })
})
