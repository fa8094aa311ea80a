import type { AccountSecurity, PasskeyCreation } from '@aitai/contract/schemas/account.ts'
import type { PasskeyRequest } from '@aitai/contract/schemas/session.ts'
import { expect } from 'vitest'
import type { TestServer } from '../support/test-server.ts'
import { type ApiResponse, password, type TestUser } from '../support/test-user.ts'
import { type ResponseFaults, SoftwareAuthenticator } from './software-authenticator.ts'

/** The address that users type; the servers of the tests listen elsewhere. */
export const site = 'https://desk.example'
export const oneFirmAtSite = { firms: ['Alder'], brokers: ['Hinoki'], env: { PUBLIC_URL: site } }

export const email = 'passkey@alder.example'

interface Failure {
  readonly errorCode?: string
  readonly field?: string
}

type SignedIn = { token?: string; user?: { email: string }; access_token?: string } & Failure

/** A signed-in user without a second factor. */
export async function someone(desk: TestServer, address = email): Promise<TestUser> {
  await desk.addUser({ email: address, role: 'TRADER', firm: 'Alder', language: 'en' })
  return await desk.person(address).signsIn()
}

export const begins = (user: TestUser, body: object = {}) =>
  user.calls<PasskeyCreation & Failure>('/user/passkeys/begin', {
    body: { name: 'Laptop', password, ...body },
  })

export const confirms = (user: TestUser, credential: unknown) =>
  user.calls<{ recoveryCodes: string[] | null } & Failure>('/user/passkeys/confirm', { body: { credential } })

/** Adds a passkey of a new authenticator. */
export async function adds(user: TestUser, device = new SoftwareAuthenticator(site), name = 'Laptop') {
  const options = (await begins(user, { name })).body
  const { status, body } = await confirms(user, device.creates(options))
  expect(status).toBe(200)
  return { device, recoveryCodes: body.recoveryCodes }
}

/** A challenge for a sign-in by passkey alone. */
export const challenges = (user: TestUser): Promise<PasskeyRequest> =>
  user.callsOk('/login/passkey/begin', { method: 'POST', token: null })

export const presents = (user: TestUser, credential: unknown, headers = {}): Promise<ApiResponse<SignedIn>> =>
  user.calls('/login/passkey', { body: { credential }, token: null, headers })

/** Signs in by the passkey alone. */
export const signsInAlone = async (
  user: TestUser,
  device: SoftwareAuthenticator,
  faults: ResponseFaults = {},
) => presents(user, device.signs(await challenges(user), faults))

/** The first half of a sign-in: the token that the right password gives. */
export async function half(user: TestUser): Promise<string> {
  const refused = await user.isRefused('/login', { body: { email: user.email, password }, token: null })
  expect(refused).toMatchObject({ status: 401, reason: '2FA_REQUIRED' })
  return refused.token ?? ''
}

export const stepChallenge = (user: TestUser, token: string): Promise<PasskeyRequest> =>
  user.callsOk('/2fa/passkey/begin', { method: 'POST', token })

export const presentsAtStep = (user: TestUser, token: string, credential: unknown) =>
  user.calls<SignedIn>('/2fa/passkey', { body: { credential }, token })

/** The second step after the password. */
export const completes = async (
  user: TestUser,
  token: string,
  device: SoftwareAuthenticator,
  faults: ResponseFaults = {},
) => presentsAtStep(user, token, device.signs(await stepChallenge(user, token), faults))

export const security = (user: TestUser) => user.callsOk<AccountSecurity>('/user/security')

export const offers = (user: TestUser, token: string) =>
  user.callsOk<{ methods: string[] }>('/2fa/methods', { token }).then(({ methods }) => methods)
