import { route } from './route.ts'

export const login = route({
  name: 'login',
  method: 'POST',
  path: '/login',
  for: 'anyone',
})

export const credentialLogin = route({
  name: 'credentialLogin',
  method: 'POST',
  path: '/login/credential',
  for: 'anyone',
})

export const logout = route({
  name: 'logout',
  method: 'POST',
  path: '/logout',
  for: 'firstLogin',
})

export const myDetails = route({
  name: 'myDetails',
  method: 'GET',
  path: '/user/my-details',
  for: 'firstLogin',
})

export const twoFactorOptions = route({
  name: 'twoFactorOptions',
  method: 'GET',
  path: '/2fa/methods',
  for: 'twoFactor',
})

export const requestTwoFactor = route({
  name: 'requestTwoFactor',
  method: 'POST',
  path: '/2fa/request',
  for: 'twoFactor',
})

export const verifyTwoFactor = route({
  name: 'verifyTwoFactor',
  method: 'POST',
  path: '/2fa/verify',
  for: 'twoFactor',
})

export const beginPasskeyLogin = route({
  name: 'beginPasskeyLogin',
  method: 'POST',
  path: '/login/passkey/begin',
  for: 'anyone',
})

export const passkeyLogin = route({
  name: 'passkeyLogin',
  method: 'POST',
  path: '/login/passkey',
  for: 'anyone',
})

export const beginPasskeyStep = route({
  name: 'beginPasskeyStep',
  method: 'POST',
  path: '/2fa/passkey/begin',
  for: 'twoFactor',
})

export const verifyPasskey = route({
  name: 'verifyPasskey',
  method: 'POST',
  path: '/2fa/passkey',
  for: 'twoFactor',
})

export const beginProviderLogin = route({
  name: 'beginProviderLogin',
  method: 'POST',
  path: '/login/provider/begin',
  for: 'anyone',
})

export const providerLogin = route({
  name: 'providerLogin',
  method: 'POST',
  path: '/login/provider',
  for: 'anyone',
})
