import { route } from './route.ts'

export const costAnalysis = route({
  name: 'costAnalysis',
  method: 'GET',
  path: '/cost-analysis/own-agreements/:period',
  for: 'trader',
})
