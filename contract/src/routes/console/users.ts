import { route } from '../route.ts'

export const operationsUsers = route({
  name: 'operationsUsers',
  method: 'GET',
  path: '/operations/users',
  for: 'console',
})

export const operationsUser = route({
  name: 'operationsUser',
  method: 'GET',
  path: '/operations/user/:userId',
  for: 'console',
})

export const addUser = route({
  name: 'addUser',
  method: 'POST',
  path: '/operations/users/add',
  for: 'accounts',
})

export const changeUser = route({
  name: 'changeUser',
  method: 'POST',
  path: '/operations/users/change',
  for: 'accounts',
})

export const disableUser = route({
  name: 'disableUser',
  method: 'POST',
  path: '/operations/users/disable',
  for: 'accounts',
})

export const enableUser = route({
  name: 'enableUser',
  method: 'POST',
  path: '/operations/users/enable',
  for: 'accounts',
})

export const resetUser = route({
  name: 'resetUser',
  method: 'POST',
  path: '/operations/users/reset',
  for: 'accounts',
})

export const unlockUser = route({
  name: 'unlockUser',
  method: 'POST',
  path: '/operations/users/unlock',
  for: 'accounts',
})

export const signOutUser = route({
  name: 'signOutUser',
  method: 'POST',
  path: '/operations/users/sign-out',
  for: 'accounts',
})

export const removeSecondFactors = route({
  name: 'removeSecondFactors',
  method: 'POST',
  path: '/operations/users/remove-second-factors',
  for: 'accounts',
})

export const addGrant = route({
  name: 'addGrant',
  method: 'POST',
  path: '/operations/users/grant',
  for: 'administrator',
})

export const revokeGrant = route({
  name: 'revokeGrant',
  method: 'POST',
  path: '/operations/users/revoke',
  for: 'administrator',
})
