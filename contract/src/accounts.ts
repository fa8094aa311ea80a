import Type, { type Static } from 'typebox'
import { call } from './call.ts'
import { described, nullable, oneOf, Time } from './common-schemas.ts'
import { passwordFaults } from './user.ts'

const Password = Type.String({ maxLength: 1024 })
const Done = Type.Object({ status: Type.Literal('OK') })

export const updatePassword = call({
  method: 'POST',
  path: '/user/update-password',
  for: 'signedIn',
  summary: 'Change the own password; every other session of the user ends',
  body: Type.Object({ oldPassword: Password, password: Password, passwordConfirmation: Password }),
  reply: Done,
  failures: { 400: ['PASSWORD_WRONG', 'PASSWORD_MISMATCH', 'PASSWORD_SAME', ...passwordFaults] },
})

export const forgotPassword = call({
  method: 'GET',
  path: '/password/forgot-password/:email',
  for: 'anyone',
  summary: 'Mail a link to set a new password; the same answer whether the address is known or not',
  // Longer than any address is: what is none is answered like one that nobody has.
  params: Type.Object({ email: Type.String({ minLength: 1, maxLength: 2_048 }) }),
  reply: Done,
  changes: true,
})

/** What a link to set a new password is worth. Only the first opens the form (specification 8). */
export const passwordTokenStatuses = ['PASSWORD_TOKEN_OK', 'PASSWORD_TOKEN_EXPIRED'] as const

export const passwordResetTokenStatus = call({
  method: 'GET',
  path: '/password/get-password-reset-token-status/:resetToken',
  for: 'anyone',
  summary: 'Whether a link to set a new password can still be used; does not use it up',
  params: Type.Object({ resetToken: Type.String({ minLength: 1, maxLength: 256 }) }),
  reply: Type.Object({ passwordResetTokenStatus: oneOf(passwordTokenStatuses) }),
})

export const resetPassword = call({
  method: 'POST',
  path: '/password/reset-password',
  for: 'anyone',
  summary: 'Set a new password by a link; ends all sessions of the user',
  body: Type.Object({
    password: Password,
    confirmPassword: Password,
    resetToken: Type.String({ maxLength: 256 }),
  }),
  reply: Done,
  failures: { 400: ['PASSWORD_TOKEN_EXPIRED', 'PASSWORD_MISMATCH', ...passwordFaults] },
})

/** How somebody tried to get into an account, and whether they did. */
export const signInResults = ['SIGNED_IN', 'WRONG_PASSWORD', 'WRONG_CODE'] as const

export const AccountSecurity = Type.Object({
  phone: described(
    'Where codes go, but for its last two digits hidden; null where none is asked for.',
    nullable(Type.String()),
  ),
  signIns: described(
    'The newest first, 20 at most.',
    Type.Array(
      Type.Object({
        at: Time,
        result: oneOf(signInResults),
        isThis: described('Whether it began the session that asks.', Type.Boolean()),
      }),
    ),
  ),
  othersOpen: described(
    'What else could still become or end as a session: other sessions, sign-ins that wait for a code, links to a new password.',
    Type.Integer(),
  ),
})
export type AccountSecurity = Static<typeof AccountSecurity>

export const accountSecurity = call({
  method: 'GET',
  path: '/user/security',
  for: 'signedIn',
  summary: 'Where codes go, how the account was entered lately, and what else is open',
  reply: AccountSecurity,
})

export const endOthers = call({
  method: 'POST',
  path: '/user/end-others',
  for: 'signedIn',
  summary: 'End all of the account that is open beside this session: sessions, waiting sign-ins, links',
  reply: Type.Object({ ended: Type.Integer() }),
})

export const contactAccountManager = call({
  method: 'GET',
  path: '/staff/contact-account-manager',
  for: 'member',
  summary: 'Ask the account manager, by mail, to get in touch',
  reply: Done,
  changes: true,
})
