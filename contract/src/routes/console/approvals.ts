import { route } from '../route.ts'

export const operationsApprovals = route({
  name: 'operationsApprovals',
  method: 'GET',
  path: '/operations/approvals',
  for: 'console',
})

export const approveRequest = route({
  name: 'approveRequest',
  method: 'POST',
  path: '/operations/approve',
  for: 'console',
})

export const rejectRequest = route({
  name: 'rejectRequest',
  method: 'POST',
  path: '/operations/reject',
  for: 'console',
})
