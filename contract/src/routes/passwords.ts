import { route } from './route.ts'

export const updateTempPassword = route({
  name: 'updateTempPassword',
  method: 'POST',
  path: '/user/update-temp-password',
  for: 'onlyFirstLogin',
})

export const updatePassword = route({
  name: 'updatePassword',
  method: 'POST',
  path: '/user/update-password',
  for: 'signedIn',
})

export const forgotPassword = route({
  name: 'forgotPassword',
  method: 'GET',
  path: '/password/forgot-password/:email',
  for: 'anyone',
  changes: true,
})

export const passwordResetTokenStatus = route({
  name: 'passwordResetTokenStatus',
  method: 'GET',
  path: '/password/get-password-reset-token-status/:resetToken',
  for: 'anyone',
})

/** `forgotPassword` with the address in the body: logs of proxies hold the paths of requests. */
export const sendResetLink = route({
  name: 'sendResetLink',
  method: 'POST',
  path: '/password/send-reset-link',
  for: 'anyone',
})

/** `passwordResetTokenStatus` with the token in the body, for the same reason. */
export const checkResetToken = route({
  name: 'checkResetToken',
  method: 'POST',
  path: '/password/check-reset-token',
  for: 'anyone',
})

export const resetPassword = route({
  name: 'resetPassword',
  method: 'POST',
  path: '/password/reset-password',
  for: 'anyone',
})
