import { route } from '../route.ts'

export const operationsInstitutions = route({
  name: 'operationsInstitutions',
  method: 'GET',
  path: '/operations/institutions',
  for: 'console',
})

export const addFirm = route({
  name: 'addFirm',
  method: 'POST',
  path: '/operations/institutions/add',
  for: 'operations',
})

export const changeFirm = route({
  name: 'changeFirm',
  method: 'POST',
  path: '/operations/institutions/change',
  for: 'operations',
})

export const renameFirm = route({
  name: 'renameFirm',
  method: 'POST',
  path: '/operations/institutions/rename',
  for: 'operations',
})

export const disableFirm = route({
  name: 'disableFirm',
  method: 'POST',
  path: '/operations/institutions/disable',
  for: 'operations',
})

export const enableFirm = route({
  name: 'enableFirm',
  method: 'POST',
  path: '/operations/institutions/enable',
  for: 'operations',
})

export const addBroker = route({
  name: 'addBroker',
  method: 'POST',
  path: '/operations/brokers/add',
  for: 'operations',
})

export const changeBroker = route({
  name: 'changeBroker',
  method: 'POST',
  path: '/operations/brokers/change',
  for: 'operations',
})

export const disableBroker = route({
  name: 'disableBroker',
  method: 'POST',
  path: '/operations/brokers/disable',
  for: 'operations',
})

export const enableBroker = route({
  name: 'enableBroker',
  method: 'POST',
  path: '/operations/brokers/enable',
  for: 'operations',
})

export const assignBroker = route({
  name: 'assignBroker',
  method: 'POST',
  path: '/operations/brokers/assign',
  for: 'operations',
})

export const unassignBroker = route({
  name: 'unassignBroker',
  method: 'POST',
  path: '/operations/brokers/unassign',
  for: 'operations',
})
