import { ratedKinds } from '@aitai/engine/rating/rating-explanation.ts'
import Type, { type Static } from 'typebox'
import { call } from './call.ts'
import { described, oneOf, Role, Time } from './common-schemas.ts'

export const UserInfo = Type.Object({
  email: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  username: Type.String(),
  organization_name: described('The institution of a trader, the firm of a broker.', Type.String()),
  numUserBrokers: Type.Integer(),
  role: Role,
  firstLogin: Type.Boolean(),
  credibilityRating: described(
    '1 to 100, for traders; brokers have none.',
    Type.Union([Type.Integer(), Type.Null()]),
  ),
  sessionEndsAt: described(
    'When this session ends however busy it is, in milliseconds UTC. The client warns 10 minutes before.',
    Type.Integer(),
  ),
  sessionIdleMinutes: described(
    'After so many minutes without any request the session ends as well.',
    Type.Integer(),
  ),
})
export type UserInfo = Static<typeof UserInfo>

export const login = call({
  method: 'POST',
  path: '/login',
  for: 'anyone',
  summary: 'Sign in with e-mail and password',
  body: Type.Object({ email: Type.String({ maxLength: 320 }), password: Type.String({ maxLength: 1024 }) }),
  reply: Type.Object({ token: Type.String(), user: UserInfo }),
  failures: { 401: ['2FA_REQUIRED', 'NOT_SIGNED_IN'], 403: ['ACCESS_DENIED'] },
})

export const logout = call({
  method: 'POST',
  path: '/logout',
  for: 'firstLogin',
  summary: 'End this session; adverts that were sent are paused',
  reply: Type.Object({ status: Type.Literal('OK') }),
})

export const myDetails = call({
  method: 'GET',
  path: '/user/my-details',
  for: 'firstLogin',
  summary: 'Who is signed in',
  reply: UserInfo,
})

export const IoiCounts = Type.Object({
  upload: Type.Integer(),
  cancel: Type.Integer(),
  locate: Type.Integer(),
  accept: Type.Integer(),
  decline: Type.Integer(),
  timeout: Type.Integer(),
  triggerCancel: Type.Integer(),
})
export type IoiCounts = Static<typeof IoiCounts>

export const ioiCounts = call({
  method: 'GET',
  path: '/user/ioi-counts',
  for: 'trader',
  summary: "The trader's own counts",
  reply: IoiCounts,
})

export const CredibilityLedger = Type.Object({
  rating: described('1 to 100.', Type.Integer()),
  stars: described('1 to 5.', Type.Integer()),
  events: described(
    'The newest first, 20 at most. Who a contra was is in none of them (rules 15).',
    Type.Array(
      Type.Object({
        at: Time,
        kind: oneOf(ratedKinds),
        score: Type.Integer(),
        weight: Type.Integer(),
        points: described('Score times weight.', Type.Integer()),
      }),
    ),
  ),
  missing: described(
    'The places that no event fills yet, together.',
    Type.Object({
      count: Type.Integer(),
      score: Type.Integer(),
      weight: Type.Integer(),
      points: Type.Integer(),
    }),
  ),
  fullWeight: described('What all points together are divided by.', Type.Integer()),
  next: described(
    'What the next answer would make of the rating, given to a contra that is not among the rated ones.',
    Type.Object({ accept: Type.Integer(), decline: Type.Integer(), timeout: Type.Integer() }),
  ),
})
export type CredibilityLedger = Static<typeof CredibilityLedger>

export const credibilityLedger = call({
  method: 'GET',
  path: '/user/credibility-ledger',
  for: 'trader',
  summary: 'The scored events behind the own rating, and what the next answer would make of it',
  reply: CredibilityLedger,
})

export const requestTwoFactor = call({
  method: 'POST',
  path: '/2fa/request',
  for: 'twoFactor',
  summary: 'Send a new code by SMS',
  reply: Type.Object({ status: Type.Literal('SENT') }),
})

export const verifyTwoFactor = call({
  method: 'POST',
  path: '/2fa/verify',
  for: 'twoFactor',
  summary: 'Exchange the code for a session',
  body: Type.Object({ otp: Type.String({ maxLength: 16 }) }),
  reply: Type.Object({ status: Type.Literal('verified'), access_token: Type.String() }),
  failures: { 401: ['2FA_CODE_INVALID'] },
})

/** How long a password may be, in characters as people count them. */
export const passwordLength = { min: 12, max: 128 } as const

/**
 * What can be wrong with a new password: too short or long, of what is known of its owner, tried first by
 * all.
 */
export const passwordFaults = ['PASSWORD_LENGTH', 'PASSWORD_GUESSABLE', 'PASSWORD_COMMON'] as const
export type PasswordFault = (typeof passwordFaults)[number]

export const updateTempPassword = call({
  method: 'POST',
  path: '/user/update-temp-password',
  for: 'onlyFirstLogin',
  summary: 'Set the first own password',
  body: Type.Object({
    password: Type.String({ maxLength: 1024 }),
    passwordConfirmation: Type.String({ maxLength: 1024 }),
  }),
  reply: Type.Object({ status: Type.Literal('OK') }),
  failures: { 400: ['PASSWORD_MISMATCH', 'PASSWORD_SAME', ...passwordFaults] },
})

export const snapshotKey = call({
  method: 'GET',
  path: '/user/snapshot-key',
  for: 'trader',
  summary: 'The key with which a browser keeps what its trader may restore; the same at every sign-in',
  reply: Type.Object({ key: described('256 bits, base64', Type.String()) }),
})
