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

export const beginAuthenticator = route({
  name: 'beginAuthenticator',
  method: 'POST',
  path: '/user/authenticators/begin',
  for: 'signedIn',
})

export const confirmAuthenticator = route({
  name: 'confirmAuthenticator',
  method: 'POST',
  path: '/user/authenticators/confirm',
  for: 'signedIn',
})

export const removeAuthenticator = route({
  name: 'removeAuthenticator',
  method: 'POST',
  path: '/user/authenticators/remove',
  for: 'signedIn',
})

export const renewRecoveryCodes = route({
  name: 'renewRecoveryCodes',
  method: 'POST',
  path: '/user/recovery-codes',
  for: 'signedIn',
})

export const contactAccountManager = route({
  name: 'contactAccountManager',
  method: 'GET',
  path: '/staff/contact-account-manager',
  for: 'member',
  changes: true,
})
