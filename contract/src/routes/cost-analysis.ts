import { route } from './route.ts'

export const costAnalysis = route({
  name: 'costAnalysis',
  method: 'GET',
  path: '/cost-analysis/own-agreements/:period',
  for: 'trader',
})

export const ownExposure = route({
  name: 'ownExposure',
  method: 'GET',
  path: '/cost-analysis/exposure/:period',
  for: 'trader',
})

export const deskExposure = route({
  name: 'deskExposure',
  method: 'GET',
  path: '/desk/exposure/:period',
  for: 'deskHead',
})
