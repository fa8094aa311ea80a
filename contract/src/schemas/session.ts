import Type, { type Static } from 'typebox'
import { codeMethods, staffGrants, twoFactorMethods } from '../codes.ts'
import { callSchemas } from './call-schemas.ts'
import {
  base64url,
  CredentialDescriptor,
  described,
  nullable,
  oneOf,
  passkeyResponse,
  Role,
  yenInteger,
} from './common.ts'

export const UserInfo = Type.Object({
  email: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  username: Type.String(),
  organization_name: described('The institution of a trader, the firm of a broker.', Type.String()),
  numUserBrokers: Type.Integer(),
  role: Role,
  firstLogin: Type.Boolean(),
  needsPasskey: described(
    'Whether this session can only add a passkey, without which the user cannot sign in.',
    Type.Boolean(),
  ),
  isDeskHead: described(
    'Whether the trader may also see and act on the adverts of the other traders of the institution.',
    Type.Boolean(),
  ),
  grants: described(
    'What a user of staff may do at the console; empty for everybody else.',
    Type.Array(oneOf(staffGrants)),
  ),
  credibilityRating: described(
    '1 to 100, for traders; null for brokers.',
    Type.Union([Type.Integer(), Type.Null()]),
  ),
  largestNotional: described(
    "The largest notional of one IOI that the trader's institution may send, in yen (ADVERT-ERROR-014 above it); null for none, and for brokers.",
    nullable(yenInteger()),
  ),
  sessionEndsAt: described(
    'When this session ends even if it is in use: milliseconds since 1970, UTC. The client warns 10 minutes before.',
    Type.Integer(),
  ),
  sessionIdleMinutes: described('Minutes without a request after which the session ends.', Type.Integer()),
})
export type UserInfo = Static<typeof UserInfo>

export const login = callSchemas({
  summary: 'Sign in with e-mail and password',
  body: Type.Object({ email: Type.String({ maxLength: 320 }), password: Type.String({ maxLength: 1024 }) }),
  reply: Type.Object({ token: Type.String(), user: UserInfo }),
  failures: { 401: ['2FA_REQUIRED', 'NOT_SIGNED_IN'], 403: ['ACCESS_DENIED'] },
})

export const credentialLogin = callSchemas({
  summary: 'Sign an order management system in as a user, with a credential of the operator',
  body: Type.Object({
    email: Type.String({ maxLength: 320 }),
    credential: Type.String({ maxLength: 1024 }),
  }),
  reply: Type.Object({ token: Type.String(), user: UserInfo }),
  failures: { 401: ['NOT_SIGNED_IN'], 403: ['ACCESS_DENIED'] },
})

export const logout = callSchemas({
  summary: 'End this session; adverts that were sent are paused',
  reply: Type.Object({ status: Type.Literal('OK') }),
})

export const myDetails = callSchemas({
  summary: 'The signed-in user',
  reply: UserInfo,
})

export const twoFactorOptions = callSchemas({
  summary: 'How the second step of this sign-in can be made',
  reply: Type.Object({
    methods: described(
      'The first is the usual one. Where it is SMS, a code was sent with the password; otherwise one is sent on request.',
      Type.Array(oneOf(twoFactorMethods)),
    ),
  }),
})

export const requestTwoFactor = callSchemas({
  summary: 'Send a new code by SMS',
  reply: Type.Object({ status: Type.Literal('SENT') }),
  failures: { 409: ['SMS_OFF'] },
})

export const verifyTwoFactor = callSchemas({
  summary: 'Exchange the code for a session',
  body: Type.Object({
    otp: described('A code of six digits, or a recovery code.', Type.String({ maxLength: 64 })),
    method: described(
      'What the code comes from. If omitted: SMS if a code was sent at this sign-in, otherwise the authenticator app.',
      Type.Optional(oneOf(codeMethods)),
    ),
  }),
  reply: Type.Object({ status: Type.Literal('verified'), access_token: Type.String() }),
  failures: { 401: ['2FA_CODE_INVALID'] },
})

/** Options for the browser, as `PublicKeyCredential.parseRequestOptionsFromJSON` reads them. */
export const PasskeyRequest = Type.Object({
  rpId: Type.String(),
  challenge: base64url(64),
  timeout: described('Milliseconds.', Type.Integer()),
  allowCredentials: described(
    'Empty for a sign-in by passkey alone: the authenticator offers those that it has.',
    Type.Array(CredentialDescriptor),
  ),
  userVerification: Type.Literal('required'),
})
export type PasskeyRequest = Static<typeof PasskeyRequest>

/** What `toJSON` of a credential returns after a sign-in. */
export const PasskeyResponse = Type.Object({
  ...passkeyResponse,
  response: Type.Object({
    clientDataJSON: base64url(8_192),
    authenticatorData: base64url(4_096),
    signature: base64url(2_048),
    userHandle: Type.Optional(nullable(base64url(88))),
  }),
})
export type PasskeyResponse = Static<typeof PasskeyResponse>

export const beginPasskeyLogin = callSchemas({
  summary: 'Begin to sign in with a passkey alone; the challenge is valid for five minutes, once',
  reply: PasskeyRequest,
})

export const passkeyLogin = callSchemas({
  summary: 'Sign in with a passkey alone, which counts as both factors',
  body: Type.Object({ credential: PasskeyResponse }),
  reply: Type.Object({ token: Type.String(), user: UserInfo }),
  failures: { 401: ['NOT_SIGNED_IN'], 403: ['PASSKEY_REFUSED'] },
})

export const beginPasskeyStep = callSchemas({
  summary: 'Begin the second step of a sign-in with a passkey of the user',
  reply: PasskeyRequest,
})

export const verifyPasskey = callSchemas({
  summary: 'Exchange the response of the passkey for a session',
  body: Type.Object({ credential: PasskeyResponse }),
  reply: Type.Object({ status: Type.Literal('verified'), access_token: Type.String() }),
  failures: { 401: ['PASSKEY_REFUSED'] },
})

/** Where the browser goes, and with what it completes what it has begun. */
export const ProviderRedirect = Type.Object({
  url: described('Where to send the browser.', Type.String()),
  attempt: described('With which this browser completes it.', Type.String()),
})

/** What the browser brings back from the provider. */
export const ProviderReturn = Type.Object({
  attempt: Type.String({ maxLength: 256 }),
  query: described(
    'The query of the address to which the provider led back.',
    Type.String({ maxLength: 8_192 }),
  ),
})

export const beginProviderLogin = callSchemas({
  summary: "Begin to sign in with the institution's own provider, if the domain of the address leads to one",
  body: Type.Object({ email: Type.String({ maxLength: 320 }) }),
  reply: Type.Object({
    redirect: described(
      'Null if it leads to none. The reply depends on the domain alone. Valid for ten minutes, once.',
      nullable(ProviderRedirect),
    ),
    passwordAllowed: described(
      'Whether people of this domain may also have a password here, by the domain alone.',
      Type.Boolean(),
    ),
  }),
  failures: { 503: ['PROVIDER_UNAVAILABLE'] },
})

export const providerLogin = callSchemas({
  summary: 'Complete a sign-in with the provider of the institution',
  body: ProviderReturn,
  reply: Type.Object({ token: Type.String(), user: UserInfo }),
  failures: {
    401: ['NOT_SIGNED_IN'],
    403: ['PROVIDER_REFUSED'],
    503: ['PROVIDER_UNAVAILABLE', 'PROVIDER_MISCONFIGURED'],
  },
})
