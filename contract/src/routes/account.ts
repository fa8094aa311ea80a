import { route } from './route.ts'

export const snapshotKey = route({
  name: 'snapshotKey',
  method: 'GET',
  path: '/user/snapshot-key',
  for: 'trader',
})

export const accountSecurity = route({
  name: 'accountSecurity',
  method: 'GET',
  path: '/user/security',
  for: 'signedIn',
})

export const endOthers = route({
  name: 'endOthers',
  method: 'POST',
  path: '/user/end-others',
  for: 'signedIn',
})

export const contactAccountManager = route({
  name: 'contactAccountManager',
  method: 'GET',
  path: '/staff/contact-account-manager',
  for: 'member',
  changes: true,
})
