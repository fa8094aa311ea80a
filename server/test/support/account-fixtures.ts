import type { TestDatabase } from './test-databases.ts'
import { startTestServer, type TestServer, type TestServerOptions } from './test-server.ts'
import type { TestUser } from './test-user.ts'

export const alderEmail = 'trader@alder.example'
/** Neither on the list of common passwords nor related to a user. */
export const unusedPassword = 'nine herons over the Kanda river'

/** The default rate limits. */
export const defaultRates = {
  FORGOTS_PER_NETWORK: '10',
  TOKEN_CHECKS_PER_NETWORK: '30',
  RESETS_PER_NETWORK: '10',
  CONTACTS_PER_USER: '3',
}

/** Behind a trusted proxy, so that a test may come from many networks. */
export const behindProxy = { TRUST_PROXY: '127.0.0.1,::1' }
export const fromNetwork = (network: string) => ({ 'x-forwarded-for': network })

export const oneFirm = { firms: ['Alder'], brokers: ['Hinoki'] }

/** A server over this database. */
export async function startServerOn(
  store: TestDatabase,
  options: TestServerOptions = oneFirm,
): Promise<TestServer> {
  const { databaseUrl } = await store.newLocation()
  const env = { ...options.env, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) }
  return startTestServer({ ...options, env })
}

/** Requests a password reset link. */
export const requestPasswordReset = (
  someone: TestUser,
  email = someone.email,
  headers: Readonly<Record<string, string>> = {},
) => someone.calls(`/password/forgot-password/${encodeURIComponent(email)}`, { headers })

/** The token in the newest mail to an address. */
export async function resetTokenFor(desk: TestServer, email: string): Promise<string> {
  const token = /resetToken=(ioi_r_[\w-]{43})\b/.exec(await desk.newestMessage(email))?.[1]
  if (!token) throw new Error(`the newest mail to ${email} has no link`)
  return token
}

export const resetTokenStatus = async (someone: TestUser, token: string): Promise<string> =>
  (
    await someone.callsOk<{ passwordResetTokenStatus: string }>(
      `/password/get-password-reset-token-status/${token}`,
    )
  ).passwordResetTokenStatus

export const postPasswordReset = (
  someone: TestUser,
  resetToken: string,
  password: string,
  confirmPassword = password,
) =>
  someone.calls<{ errorCode?: string; field?: string; message?: string }>('/password/reset-password', {
    body: { password, confirmPassword, resetToken },
    token: null,
  })

/** The number of messages to a recipient. */
export async function countMessagesTo(desk: TestServer, recipient: string): Promise<number> {
  const rows = await desk.app.database
    .selectFrom('outbox')
    .select('id')
    .where('recipient', '=', recipient)
    .execute()
  return rows.length
}

export const userIdOf = async (desk: TestServer, email: string): Promise<string> =>
  (
    await desk.app.database
      .selectFrom('person')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
  ).id
