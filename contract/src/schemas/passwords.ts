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
  failures: { 400: ['PASSWORD_WRONG', 'PASSWORD_MISMATCH', 'PASSWORD_SAME', ...passwordFaults] },
})

export const forgotPassword = callSchemas({
  summary: 'Mail a link to set a new password; the reply is the same for an unknown address',
  // Longer than any address: an invalid address gets the same reply as an unknown one.
  params: Type.Object({ email: Type.String({ minLength: 1, maxLength: 2_048 }) }),
  reply: Done,
})

export const passwordResetTokenStatus = callSchemas({
  summary: 'Whether a link to set a new password is still valid; does not use it up',
  params: Type.Object({ resetToken: Type.String({ minLength: 1, maxLength: 256 }) }),
  reply: Type.Object({ passwordResetTokenStatus: oneOf(passwordTokenStatuses) }),
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
