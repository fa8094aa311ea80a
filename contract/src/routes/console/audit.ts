import { route } from '../route.ts'

/** A POST, because each search is recorded in the audit trail itself. */
export const searchAuditTrail = route({
  name: 'searchAuditTrail',
  method: 'POST',
  path: '/operations/audit/search',
  for: 'compliance',
})

export const verifyAuditTrail = route({
  name: 'verifyAuditTrail',
  method: 'POST',
  path: '/operations/audit/verify',
  for: 'compliance',
  // It reads both chains from their start.
  isBulk: true,
})

export const exportAuditTrail = route({
  name: 'exportAuditTrail',
  method: 'POST',
  path: '/operations/audit/export',
  for: 'compliance',
  isBulk: true,
})
