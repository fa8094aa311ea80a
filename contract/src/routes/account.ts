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

export const beginPasskey = route({
  name: 'beginPasskey',
  method: 'POST',
  path: '/user/passkeys/begin',
  for: 'firstPasskey',
})

export const confirmPasskey = route({
  name: 'confirmPasskey',
  method: 'POST',
  path: '/user/passkeys/confirm',
  for: 'firstPasskey',
})

export const renamePasskey = route({
  name: 'renamePasskey',
  method: 'POST',
  path: '/user/passkeys/rename',
  for: 'signedIn',
})

export const removePasskey = route({
  name: 'removePasskey',
  method: 'POST',
  path: '/user/passkeys/remove',
  for: 'signedIn',
})

export const beginConfirmation = route({
  name: 'beginConfirmation',
  method: 'POST',
  path: '/user/confirm/begin',
  for: 'signedIn',
})

export const confirmByCode = route({
  name: 'confirmByCode',
  method: 'POST',
  path: '/user/confirm/code',
  for: 'signedIn',
})

export const confirmByPasskey = route({
  name: 'confirmByPasskey',
  method: 'POST',
  path: '/user/confirm/passkey',
  for: 'signedIn',
})

export const beginProviderConfirmation = route({
  name: 'beginProviderConfirmation',
  method: 'POST',
  path: '/user/confirm/provider/begin',
  for: 'signedIn',
})

export const confirmByProvider = route({
  name: 'confirmByProvider',
  method: 'POST',
  path: '/user/confirm/provider',
  for: 'signedIn',
})
