import { route } from '../route.ts'

export const operationsToday = route({
  name: 'operationsToday',
  method: 'GET',
  path: '/operations/today',
  for: 'console',
})

export const operationsHalts = route({
  name: 'operationsHalts',
  method: 'GET',
  path: '/operations/halts',
  for: 'console',
})

export const operationsSecurity = route({
  name: 'operationsSecurity',
  method: 'GET',
  path: '/operations/security/:ric',
  for: 'operations',
})

export const haltTarget = route({
  name: 'haltTarget',
  method: 'POST',
  path: '/operations/halt',
  for: 'operations',
})

export const resumeTarget = route({
  name: 'resumeTarget',
  method: 'POST',
  path: '/operations/resume',
  for: 'operations',
})
