import { route } from '../route.ts'

export const operationsPolicyReports = route({
  name: 'operationsPolicyReports',
  method: 'GET',
  path: '/operations/policy-reports',
  for: 'console',
})
