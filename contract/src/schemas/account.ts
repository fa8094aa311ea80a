import Type, { type Static } from 'typebox'
import {
  authenticators,
  confirmationCodes,
  passkeys,
  providerUses,
  signInNetworks,
  signInResults,
} from '../codes.ts'
import { callSchemas } from './call-schemas.ts'
import {
  base64url,
  CredentialDescriptor,
  described,
  nullable,
  oneOf,
  PublicKeyType,
  passkeyResponse,
  Time,
} from './common.ts'
import { PasskeyRequest, PasskeyResponse, ProviderRedirect, ProviderReturn } from './session.ts'

export const AccountSecurity = Type.Object({
  phone: described(
    'The phone that receives codes, masked except for its last two digits; null without two-factor authentication.',
    nullable(Type.String()),
  ),
  authenticators: described(
    'The authenticator apps, the oldest first.',
    Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        addedAt: Time,
        usedAt: described('The last sign-in with it; null if there was none.', nullable(Time)),
      }),
    ),
  ),
  passkeys: described(
    'The passkeys, the oldest first.',
    Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        addedAt: Time,
        usedAt: described('The last sign-in with it; null if there was none.', nullable(Time)),
      }),
    ),
  ),
  provider: described(
    'How the user signs in with the provider of their institution, of their broker or of the operator: with it alone, so that nothing else is accepted here, or besides other ways; null for a user who does not.',
    nullable(oneOf(providerUses)),
  ),
  isPasskeyRequired: described(
    'Whether the institution, the broker or the operator requires a passkey, so that no code signs the user in.',
    Type.Boolean(),
  ),
  recoveryCodes: described('Number of recovery codes that can still be used.', Type.Integer()),
  signIns: described(
    'The latest sign-in attempts, newest first, at most 20.',
    Type.Array(
      Type.Object({
        at: Time,
        result: oneOf(signInResults),
        isThis: described('Whether the attempt started the current session.', Type.Boolean()),
        network: described(
          'Whether the attempt came from the network from which the current session was started. Networks are stored as keyed hashes, so that no address can be shown.',
          oneOf(signInNetworks),
        ),
      }),
    ),
  ),
  othersOpen: described(
    'Number of other sessions, sign-ins that wait for a code, and unused links to set a new password.',
    Type.Integer(),
  ),
})
export type AccountSecurity = Static<typeof AccountSecurity>

export const accountSecurity = callSchemas({
  summary: "The user's two-factor phone, latest sign-in attempts and other open sessions",
  reply: AccountSecurity,
})

export const endOthers = callSchemas({
  summary: 'End all other sessions, waiting sign-ins and unused password links of the user',
  reply: Type.Object({ ended: Type.Integer() }),
})

const currentPassword = described('The current password.', Type.String({ maxLength: 1024 }))

const recoveryCodes = Type.Array(Type.String())

export const beginAuthenticator = callSchemas({
  summary: 'Begin to add an authenticator app, which its first code confirms within ten minutes',
  body: Type.Object({
    name: described(
      'By which the user recognizes it.',
      Type.String({ minLength: 1, maxLength: authenticators.longestName }),
    ),
    password: currentPassword,
  }),
  reply: Type.Object({
    key: described('The key, base32. It is sent once.', Type.String()),
    link: described('The same as an otpauth link, for a QR code.', Type.String()),
  }),
  failures: {
    400: ['PASSWORD_WRONG'],
    403: ['CONFIRMATION_REQUIRED'],
    409: ['MANAGED_BY_PROVIDER', 'TOO_MANY_AUTHENTICATORS'],
  },
})

export const confirmAuthenticator = callSchemas({
  summary: 'Add the authenticator app that was begun in this session',
  body: Type.Object({ otp: described('Its first code.', Type.String({ maxLength: 64 })) }),
  reply: Type.Object({
    recoveryCodes: described(
      'The recovery codes of a user who had none; they are sent once. Null for a user who has some.',
      nullable(recoveryCodes),
    ),
  }),
  failures: { 400: ['AUTHENTICATOR_CODE'], 409: ['AUTHENTICATOR_SETUP'] },
})

export const removeAuthenticator = callSchemas({
  summary: 'Remove an authenticator app',
  body: Type.Object({ id: Type.String({ maxLength: 64 }), password: currentPassword }),
  reply: Type.Object({ status: Type.Literal('OK') }),
  failures: {
    400: ['PASSWORD_WRONG'],
    403: ['CONFIRMATION_REQUIRED'],
    404: ['NOT_FOUND'],
    409: ['MANAGED_BY_PROVIDER'],
  },
})

export const renewRecoveryCodes = callSchemas({
  summary: 'Replace the recovery codes; those before become invalid',
  body: Type.Object({ password: currentPassword }),
  reply: Type.Object({ recoveryCodes: described('They are sent once.', recoveryCodes) }),
  failures: {
    400: ['PASSWORD_WRONG'],
    403: ['CONFIRMATION_REQUIRED'],
    409: ['MANAGED_BY_PROVIDER', 'TWO_FACTOR_OFF'],
  },
})

export const contactAccountManager = callSchemas({
  summary: 'Ask the account manager, by mail, to get in touch',
  reply: Type.Object({ status: Type.Literal('OK') }),
})

export const snapshotKey = callSchemas({
  summary:
    'The key with which the browser encrypts the adverts a trader may restore; the same at every sign-in',
  reply: Type.Object({ key: described('256 bits, base64.', Type.String()) }),
})

/** Options for the browser, as `PublicKeyCredential.parseCreationOptionsFromJSON` reads them. */
export const PasskeyCreation = Type.Object({
  rp: Type.Object({ id: Type.String(), name: Type.String() }),
  user: Type.Object({ id: base64url(88), name: Type.String(), displayName: Type.String() }),
  challenge: base64url(64),
  pubKeyCredParams: Type.Array(Type.Object({ type: PublicKeyType, alg: Type.Integer() })),
  timeout: described('Milliseconds.', Type.Integer()),
  excludeCredentials: Type.Array(CredentialDescriptor),
  authenticatorSelection: Type.Object({
    residentKey: Type.Literal('required'),
    requireResidentKey: Type.Literal(true),
    userVerification: Type.Literal('required'),
  }),
  attestation: Type.Literal('none'),
})
export type PasskeyCreation = Static<typeof PasskeyCreation>

/** What `toJSON` of a new credential returns. */
export const NewPasskeyResponse = Type.Object({
  ...passkeyResponse,
  response: Type.Object({
    clientDataJSON: base64url(8_192),
    attestationObject: base64url(16_384),
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 10 })),
  }),
})
export type NewPasskeyResponse = Static<typeof NewPasskeyResponse>

const passkeyName = described(
  'By which the user recognizes it.',
  Type.String({ minLength: 1, maxLength: passkeys.longestName }),
)
const passkeyId = Type.String({ maxLength: 64 })

export const beginPasskey = callSchemas({
  summary: 'Begin to add a passkey, which the browser then creates within five minutes',
  body: Type.Object({ name: passkeyName, password: currentPassword }),
  reply: PasskeyCreation,
  failures: {
    400: ['PASSWORD_WRONG'],
    403: ['CONFIRMATION_REQUIRED'],
    409: ['MANAGED_BY_PROVIDER', 'TOO_MANY_PASSKEYS'],
  },
})

export const confirmPasskey = callSchemas({
  summary: 'Add the passkey that was begun in this session',
  body: Type.Object({ credential: NewPasskeyResponse }),
  reply: Type.Object({
    recoveryCodes: described(
      'The recovery codes of a user who had none; they are sent once. Null for a user who has some, and where a passkey is required.',
      nullable(Type.Array(Type.String())),
    ),
  }),
  failures: { 409: ['PASSKEY_NOT_ADDED', 'TOO_MANY_PASSKEYS'] },
})

export const renamePasskey = callSchemas({
  summary: 'Give a passkey another name',
  body: Type.Object({ id: passkeyId, name: passkeyName, password: currentPassword }),
  reply: Type.Object({ status: Type.Literal('OK') }),
  failures: { 400: ['PASSWORD_WRONG'], 404: ['NOT_FOUND'], 409: ['MANAGED_BY_PROVIDER'] },
})

export const removePasskey = callSchemas({
  summary: 'Remove a passkey; not the last one where a passkey is required',
  body: Type.Object({ id: passkeyId, password: currentPassword }),
  reply: Type.Object({ status: Type.Literal('OK') }),
  failures: {
    400: ['PASSWORD_WRONG'],
    403: ['CONFIRMATION_REQUIRED'],
    404: ['NOT_FOUND'],
    409: ['LAST_PASSKEY', 'MANAGED_BY_PROVIDER'],
  },
})

export const beginConfirmation = callSchemas({
  summary: 'Begin to confirm with a passkey that it is still the user who is signed in',
  reply: PasskeyRequest,
})

export const confirmByCode = callSchemas({
  summary: 'Confirm for five minutes, with a code, that it is still the user who is signed in',
  body: Type.Object({
    otp: described('A code of six digits, or a recovery code.', Type.String({ maxLength: 64 })),
    method: described('What the code comes from.', oneOf(confirmationCodes)),
  }),
  reply: Type.Object({ status: Type.Literal('OK') }),
  failures: { 400: ['CONFIRMATION_CODE'], 409: ['MANAGED_BY_PROVIDER'] },
})

export const confirmByPasskey = callSchemas({
  summary: 'The same with a passkey, which has signed the challenge',
  body: Type.Object({ credential: PasskeyResponse }),
  reply: Type.Object({ status: Type.Literal('OK') }),
  failures: { 400: ['CONFIRMATION_PASSKEY'], 409: ['MANAGED_BY_PROVIDER'] },
})

export const beginProviderConfirmation = callSchemas({
  summary: 'Begin to confirm, by a new sign-in at the provider, that it is still the user who is signed in',
  reply: Type.Object({
    redirect: described('Null for a user who does not sign in with one.', nullable(ProviderRedirect)),
  }),
  failures: { 503: ['PROVIDER_UNAVAILABLE'] },
})

export const confirmByProvider = callSchemas({
  summary: 'The same with what the browser brings back from the provider',
  body: ProviderReturn,
  reply: Type.Object({ status: Type.Literal('OK') }),
  failures: { 400: ['CONFIRMATION_PROVIDER'], 503: ['PROVIDER_UNAVAILABLE', 'PROVIDER_MISCONFIGURED'] },
})
