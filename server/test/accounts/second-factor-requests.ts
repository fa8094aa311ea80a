import type { AccountSecurity, PasskeyCreation } from '@aitai/contract/schemas/account.ts'
import type { PasskeyRequest } from '@aitai/contract/schemas/session.ts'
import type { TestServer } from '../support/test-server.ts'
import { password, type TestUser } from '../support/test-user.ts'
import { codeAt } from './authenticator-app.ts'
import { returns, signsInAt, startProvider } from './sign-on/test-provider.ts'
import { SoftwareAuthenticator } from './software-authenticator.ts'

interface UserFixture {
  readonly desk: TestServer
  readonly people: { readonly anonymous: TestUser }
  /** A new user, signed in. */
  newcomer(): Promise<TestUser>
}

const beganAuthenticator = (user: TestUser) =>
  user.callsOk<{ key: string }>('/user/authenticators/begin', { body: { name: 'Phone', password } })

async function withAuthenticator(scene: UserFixture): Promise<{ by: TestUser; id: string }> {
  const by = await scene.newcomer()
  const { key } = await beganAuthenticator(by)
  await by.callsOk('/user/authenticators/confirm', { body: { otp: codeAt(key, scene.desk.clock.now()) } })
  const { authenticators } = await by.callsOk<AccountSecurity>('/user/security')
  return { by, id: authenticators[0]?.id ?? '' }
}

const beganPasskey = (user: TestUser) =>
  user.callsOk<PasskeyCreation>('/user/passkeys/begin', { body: { name: 'Laptop', password } })

const deviceAt = ({ desk }: UserFixture) =>
  new SoftwareAuthenticator(new URL(desk.app.config.publicUrl).origin)

async function withPasskey(scene: UserFixture) {
  const by = await scene.newcomer()
  const device = deviceAt(scene)
  const credential = device.creates(await beganPasskey(by))
  await by.callsOk('/user/passkeys/confirm', { body: { credential } })
  const { passkeys } = await by.callsOk<AccountSecurity>('/user/security')
  return { by, device, id: passkeys[0]?.id ?? '' }
}

/** A user with a passkey whose log-in waits for it. */
async function awaitedPasskey(scene: UserFixture) {
  const { by, device } = await withPasskey(scene)
  const { token = '' } = await by.isRefused('/login', { body: { email: by.email, password }, token: null })
  by.token = token
  return { by, device }
}

let providers = 0

/** A user whose institution has a provider. */
async function withProvider({ desk }: UserFixture) {
  providers += 1
  const email = `own${providers}@quince.example`
  await desk.addUser({ email, role: 'TRADER', firm: 'Quince' })
  const of = { firm: 'Quince', domains: ['quince.example'], othersAllowed: true }
  return { email, provider: await startProvider(desk, of) }
}

/** The same, signed in there. */
async function providerUser(scene: UserFixture) {
  const { email, provider } = await withProvider(scene)
  const by = scene.desk.person(email)
  await signsInAt(provider, by)
  return { by, provider }
}

/** A valid request to each call about authenticator apps, passkeys and recovery codes. */
export const secondFactorRequests = {
  beginAuthenticator: async (scene: UserFixture) => ({
    by: await scene.newcomer(),
    body: { name: 'Phone', password },
  }),
  confirmAuthenticator: async (scene: UserFixture) => {
    const by = await scene.newcomer()
    const { key } = await beganAuthenticator(by)
    return { by, body: { otp: codeAt(key, scene.desk.clock.now()) } }
  },
  removeAuthenticator: async (scene: UserFixture) => {
    const { by, id } = await withAuthenticator(scene)
    return { by, body: { id, password } }
  },
  beginPasskeyLogin: ({ people }: UserFixture) => ({ by: people.anonymous }),
  passkeyLogin: async (scene: UserFixture) => {
    const { anonymous } = scene.people
    const { device } = await withPasskey(scene)
    const request = await anonymous.callsOk<PasskeyRequest>('/login/passkey/begin', { method: 'POST' })
    return { by: anonymous, body: { credential: device.signs(request) } }
  },
  beginProviderLogin: ({ people }: UserFixture) => ({
    by: people.anonymous,
    body: { email: 'somebody@nowhere.example' },
  }),
  providerLogin: async (scene: UserFixture) => {
    const { anonymous } = scene.people
    const { email, provider } = await withProvider(scene)
    return { by: anonymous, body: await returns(provider, anonymous, email) }
  },
  beginPasskeyStep: async (scene: UserFixture) => ({ by: (await awaitedPasskey(scene)).by }),
  verifyPasskey: async (scene: UserFixture) => {
    const { by, device } = await awaitedPasskey(scene)
    const request = await by.callsOk<PasskeyRequest>('/2fa/passkey/begin', { method: 'POST' })
    return { by, body: { credential: device.signs(request) } }
  },
  beginPasskey: async (scene: UserFixture) => ({
    by: await scene.newcomer(),
    body: { name: 'Laptop', password },
  }),
  confirmPasskey: async (scene: UserFixture) => {
    const by = await scene.newcomer()
    return { by, body: { credential: deviceAt(scene).creates(await beganPasskey(by)) } }
  },
  renamePasskey: async (scene: UserFixture) => {
    const { by, id } = await withPasskey(scene)
    return { by, body: { id, name: 'Desk', password } }
  },
  removePasskey: async (scene: UserFixture) => {
    const { by, id } = await withPasskey(scene)
    return { by, body: { id, password } }
  },
  beginConfirmation: async (scene: UserFixture) => ({ by: (await withPasskey(scene)).by }),
  confirmByCode: async (scene: UserFixture) => {
    const by = await scene.newcomer()
    const { key } = await beganAuthenticator(by)
    const at = scene.desk.clock.now()
    await by.callsOk('/user/authenticators/confirm', { body: { otp: codeAt(key, at - 30_000) } })
    return { by, body: { otp: codeAt(key, at), method: 'APP' } }
  },
  confirmByPasskey: async (scene: UserFixture) => {
    const { by, device } = await withPasskey(scene)
    const request = await by.callsOk<PasskeyRequest>('/user/confirm/begin', { method: 'POST' })
    return { by, body: { credential: device.signs(request) } }
  },
  beginProviderConfirmation: async (scene: UserFixture) => ({ by: (await providerUser(scene)).by }),
  confirmByProvider: async (scene: UserFixture) => {
    const { by, provider } = await providerUser(scene)
    const { redirect } = await by.callsOk<{ redirect: { url: string; attempt: string } }>(
      '/user/confirm/provider/begin',
      { method: 'POST' },
    )
    const { search } = await provider.leadsBack(redirect.url, by.email)
    return { by, body: { attempt: redirect.attempt, query: search.slice(1) } }
  },
  renewRecoveryCodes: async (scene: UserFixture) => ({
    by: (await withAuthenticator(scene)).by,
    body: { password },
  }),
}
