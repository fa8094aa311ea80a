import { route } from './route.ts'

export const ioiCounts = route({
  name: 'ioiCounts',
  method: 'GET',
  path: '/user/ioi-counts',
  for: 'trader',
})

export const credibilityLedger = route({
  name: 'credibilityLedger',
  method: 'GET',
  path: '/user/credibility-ledger',
  for: 'trader',
})
