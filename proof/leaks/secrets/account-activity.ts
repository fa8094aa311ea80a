import type { PasskeyCreation } from '@aitai/contract/schemas/account.ts'
import type { PasskeyRequest } from '@aitai/contract/schemas/session.ts'
import { Secret, TOTP } from 'otpauth'
import { SoftwareAuthenticator } from '../../../server/test/accounts/software-authenticator.ts'
import { type Installation, type Member, publicUrl } from './installation.ts'
import { subscribe } from './market.ts'
import { type ScanAccounts, signIn, unknownMember } from './people.ts'

/** Exercises the account routes with valid and invalid input, so that every secret passes through them. */
export async function exerciseAccounts(installation: Installation, people: ScanAccounts): Promise<void> {
  await enterWrongCredentials(installation, people)
  await changePassword(installation, people.hinoki)
  await resetForgottenPassword(installation, people.cypress)
  await signInAgain(installation, people.kaede)
  await sendForgedTokens(installation, people)
  await useAuthenticator(installation, people.hinoki)
  await usePasskey(installation, people.cypress)
}

/** Signs in with wrong, swapped and malformed values: a secret typed into the wrong field is still a secret. */
async function enterWrongCredentials(
  installation: Installation,
  { alder, birch }: ScanAccounts,
): Promise<void> {
  const { secrets } = installation
  const nobody = unknownMember(installation)
  const wrong = secrets.password('that is wrong')
  const attempts = [
    { email: alder.email, password: wrong },
    { email: alder.email, password: birch.email },
    { email: alder.password, password: alder.email },
    { email: nobody.email, password: alder.password },
    { email: `${alder.email}\r\n${nobody.email}`, password: `${wrong}\u0000` },
    { email: String(alder.token), password: String(birch.token) },
  ]
  for (const body of attempts) await installation.call(nobody, '/login', { body })
  await installation.call(nobody, '/login', { body: { email: [alder.email], password: { [wrong]: wrong } } })
}

async function changePassword(installation: Installation, member: Member): Promise<void> {
  const { secrets } = installation
  const password = secrets.password('a changed one')
  const body = { oldPassword: member.password, password, passwordConfirmation: password }
  const guessed = { ...body, oldPassword: secrets.password('a guessed old one') }
  await installation.callExpecting(member, '/user/update-password', { body: guessed }, 400)
  const differs = { ...body, passwordConfirmation: secrets.password('typed differently') }
  await installation.callExpecting(member, '/user/update-password', { body: differs }, 400)
  const own = { ...body, password: member.email, passwordConfirmation: member.email }
  await installation.callExpecting(member, '/user/update-password', { body: own }, 400)
  await installation.callExpecting(member, '/user/update-password', { body })
  member.password = password
}

/** Requests two links, of which only the newer one works, and one for an unknown address. */
async function resetForgottenPassword(installation: Installation, member: Member): Promise<void> {
  const { secrets } = installation
  const nobody = unknownMember(installation)
  const forgot = (email: string): Promise<unknown> =>
    installation.callExpecting(nobody, `/password/forgot-password/${encodeURIComponent(email)}`)
  const link = async (except: readonly string[]): Promise<string> => {
    await forgot(member.email)
    const token = await installation.waitForMessage(member.email, /resetToken=([\w-]+)/, except)
    return secrets.plant('reset token', 'of a link', token)
  }
  const first = await link([])
  const second = await link([first])
  await forgot(nobody.email)
  for (const token of [first, second])
    await installation.callExpecting(nobody, `/password/get-password-reset-token-status/${token}`)
  const password = secrets.password('by a link')
  const body = { password, confirmPassword: password, resetToken: second }
  await installation.callExpecting(
    nobody,
    '/password/reset-password',
    { body: { ...body, resetToken: first } },
    400,
  )
  await installation.callExpecting(nobody, '/password/reset-password', { body })
  await installation.callExpecting(nobody, '/password/reset-password', { body }, 400)
  await installation.callExpecting(member, '/user/my-details', {}, 401)
  member.password = password
  await signIn(installation, member)
}

/** Signs in again, which ends the first session and its socket; then logs out and signs in once more. */
async function signInAgain(installation: Installation, member: Member): Promise<void> {
  const before = { ...member }
  const end = await subscribe(installation, member)
  await signIn(installation, member)
  await installation.callExpecting(before, '/user/my-details', {}, 401)
  await end()
  await installation.callExpecting(member, '/logout', { method: 'POST' })
  await installation.callExpecting(member, '/user/my-details', {}, 401)
  await signIn(installation, member)
}

/** Sends forged tokens, a session token where a feed token belongs, and a code that nobody requested. */
async function sendForgedTokens(installation: Installation, { alder, birch }: ScanAccounts): Promise<void> {
  const { secrets } = installation
  const otp = secrets.plant('code', 'that is nobody’s', '731064')
  await installation.callExpecting(birch, '/2fa/verify', { body: { otp } }, 403)
  const forged = secrets.plant(
    'session token',
    'a forged one',
    `ioi_s_${secrets.word('malformed input', 'forged')}`,
  )
  await installation.callExpecting(alder, '/user/my-details', { token: forged }, 401)
  await installation.callExpecting(alder, '/feed/quotes', { body: { quotes: [] } }, 403)
  const guessed = secrets.plant('feed token', 'a guessed one', secrets.word('malformed input', 'guessed'))
  await installation.callExpecting(alder, '/feed/quotes', { body: { quotes: [] }, token: guessed }, 401)
}

/** Adds an authenticator app, signs in with a recovery code, and replaces the others. */
async function useAuthenticator(installation: Installation, member: Member): Promise<void> {
  const { secrets } = installation
  const { email, password } = member
  const name = secrets.word('name of an authenticator', 'of an app')
  const { key } = await installation.callExpecting<{ key: string }>(member, '/user/authenticators/begin', {
    body: { name, password },
  })
  secrets.plant('authenticator key', 'of an app', key)
  const otp = new TOTP({ secret: Secret.fromBase32(key) }).generate()
  const first = await installation.callExpecting<{ recoveryCodes: string[] }>(
    member,
    '/user/authenticators/confirm',
    { body: { otp } },
  )
  const { token } = await installation.callExpecting<{ token: string }>(
    member,
    '/login',
    { body: { email, password }, token: null },
    401,
  )
  secrets.plant('two-factor token', 'of a user with an app', token)
  const verified = await installation.callExpecting<{ access_token: string }>(member, '/2fa/verify', {
    body: { otp: first.recoveryCodes[0], method: 'RECOVERY_CODE' },
    token,
  })
  member.token = secrets.plant('session token', 'of a recovery code', verified.access_token)
  const second = await installation.callExpecting<{ recoveryCodes: string[] }>(
    member,
    '/user/recovery-codes',
    { body: { password } },
  )
  for (const code of [...first.recoveryCodes, ...second.recoveryCodes])
    secrets.plant('recovery code', 'of a user with an app', code)
}

/** Adds a passkey, gives a wrong and a right response, confirms the session and signs in with it. */
async function usePasskey(installation: Installation, member: Member): Promise<void> {
  const { secrets } = installation
  const name = secrets.word('name of a passkey', 'of a user')
  const device = new SoftwareAuthenticator(publicUrl)
  const planted = <Options extends { readonly challenge: string }>(options: Options): Options => {
    secrets.plant('passkey challenge', 'of a user', options.challenge)
    return options
  }
  const creation = await installation.callExpecting<PasskeyCreation>(member, '/user/passkeys/begin', {
    body: { name, password: member.password },
  })
  const added = await installation.callExpecting<{ recoveryCodes: string[] }>(
    member,
    '/user/passkeys/confirm',
    { body: { credential: device.creates(planted(creation)) } },
  )
  for (const code of added.recoveryCodes) secrets.plant('recovery code', 'of a user with a passkey', code)
  const challengeAt = async (path: string): Promise<PasskeyRequest> =>
    planted(await installation.callExpecting<PasskeyRequest>(member, path, { method: 'POST' }))
  const confirmed = { credential: device.signs(await challengeAt('/user/confirm/begin')) }
  await installation.callExpecting(member, '/user/confirm/passkey', { body: confirmed })
  await installation.callExpecting(member, '/user/confirm/passkey', { body: confirmed }, 400)
  const response = { credential: device.signs(await challengeAt('/login/passkey/begin')) }
  const stranger = new SoftwareAuthenticator(publicUrl)
  const wrong = { credential: stranger.signs(await challengeAt('/login/passkey/begin')) }
  await installation.callExpecting(member, '/login/passkey', { body: wrong }, 403)
  const { token } = await installation.callExpecting<{ token: string }>(member, '/login/passkey', {
    body: response,
  })
  member.token = secrets.plant('session token', 'of a passkey', token)
}
