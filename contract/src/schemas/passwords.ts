import Type from 'typebox'
import { passwordFaults, passwordTokenStatuses } from '../codes.ts'
import { callSchemas } from './call-schemas.ts'
import { oneOf } from './common.ts'

const Password = Type.String({ maxLength: 1024 })
const Done = Type.Object({ status: Type.Literal('OK') })

export const updateTempPassword = callSchemas({
  summary: "Replace the temporary password with the user's first own password",
  body: Type.Object({ password: Password, passwordConfirmation: Password }),
  reply: Done,
  failures: { 400: ['PASSWORD_MISMATCH', 'PASSWORD_SAME', ...passwordFaults] },
})

export const updatePassword = callSchemas({
  summary: "Change the user's own password; all other sessions of the user end",
  body: Type.Object({ oldPassword: Password, password: Password, passwordConfirmation: Password }),
  reply: Done,
  failures: {
    400: ['PASSWORD_WRONG', 'PASSWORD_MISMATCH', 'PASSWORD_SAME', ...passwordFaults],
    403: ['CONFIRMATION_REQUIRED'],
    409: ['MANAGED_BY_PROVIDER'],
  },
})

// Longer than any address: an invalid address gets the same reply as an unknown one.
const LinkRecipient = Type.Object({ email: Type.String({ minLength: 1, maxLength: 2_048 }) })
const ResetToken = Type.Object({ resetToken: Type.String({ minLength: 1, maxLength: 256 }) })
const TokenStatus = Type.Object({ passwordResetTokenStatus: oneOf(passwordTokenStatuses) })

export const forgotPassword = callSchemas({
  summary: 'Mail a link to set a new password; the reply is the same for an unknown address',
  params: LinkRecipient,
  reply: Done,
})

export const passwordResetTokenStatus = callSchemas({
  summary: 'Whether a link to set a new password is still valid; does not use it up',
  params: ResetToken,
  reply: TokenStatus,
})

export const sendResetLink = callSchemas({
  summary: 'forgot-password with the address in the body, so that no log of a proxy holds it',
  body: LinkRecipient,
  reply: Done,
})

export const checkResetToken = callSchemas({
  summary: 'get-password-reset-token-status with the token in the body, so that no log of a proxy holds it',
  body: ResetToken,
  reply: TokenStatus,
})

export const resetPassword = callSchemas({
  summary: 'Set a new password with a link; all sessions of the user end',
  body: Type.Object({
    password: Password,
    confirmPassword: Password,
    resetToken: Type.String({ maxLength: 256 }),
  }),
  reply: Done,
  failures: { 400: ['PASSWORD_TOKEN_EXPIRED', 'PASSWORD_MISMATCH', ...passwordFaults] },
})
