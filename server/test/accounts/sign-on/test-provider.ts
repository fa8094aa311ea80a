import { onTestFinished } from 'vitest'
import { type OwnerRequest, setProvider } from '../../../src/admin/users/sign-on.ts'
import type { TestServer } from '../../support/test-server.ts'
import type { TestUser } from '../../support/test-user.ts'
import { client, type ProviderAccount, RealProvider } from './real-provider.ts'

export const begins = (user: TestUser, email: string) =>
  user.callsOk<{ redirect: { url: string; attempt: string } | null; passwordAllowed: boolean }>(
    '/login/provider/begin',
    { body: { email }, token: null },
  )

/** What the browser sends after a sign-in at the provider under a name. */
export async function returns(provider: RealProvider, user: TestUser, name: string, email = name) {
  const { redirect } = await begins(user, email)
  if (!redirect) throw new Error(`${email} leads to no provider`)
  const back = await provider.leadsBack(redirect.url, name)
  return { attempt: redirect.attempt, query: back.search.slice(1) }
}

interface ProviderOptions extends OwnerRequest {
  readonly domains?: readonly string[]
  readonly othersAllowed?: boolean
  readonly addressesTrusted?: boolean
  readonly accounts?: Readonly<Record<string, ProviderAccount>>
}

/** Starts a provider and sets it, for Alder if for nobody else; it stops with the test. */
export async function startProvider(desk: TestServer, options: ProviderOptions = {}): Promise<RealProvider> {
  const { publicUrl } = desk.app.config
  const provider = await RealProvider.start({ publicUrl, url: desk.url }, options.accounts)
  onTestFinished(() => provider.stop())
  const { accounts: _, domains = ['alder.example'], ...rest } = options
  const isNamed = 'firm' in rest || 'broker' in rest || 'staff' in rest
  const set = {
    ...(isNamed ? {} : { firm: 'Alder' }),
    ...rest,
    domains,
    issuer: provider.issuer,
    ...client,
    reason: 'a test of sign-on',
  }
  const reply = await setProvider(desk.admin, set)
  if ('refusal' in reply) throw new Error(reply.refusal.message)
  return provider
}

/** Sends what the browser brings back from the provider. */
export const completes = (user: TestUser, body: object) =>
  user.calls<{ token?: string; errorCode?: string }>('/login/provider', { body, token: null })

/** Signs a user in at the provider under a name. */
export async function signsInAt(provider: RealProvider, user: TestUser, name = user.email) {
  const { status, body } = await completes(user, await returns(provider, user, name, user.email))
  user.token = body.token ?? null
  return { status, errorCode: body.errorCode }
}

/** Sends a logout token to a server, as a provider does, and returns the status of the reply. */
export async function notifies({ url }: Pick<TestServer, 'url'>, token: string): Promise<number> {
  const body = new URLSearchParams({ logout_token: token })
  return (await fetch(`${url}/api/back-channel-logout`, { method: 'POST', body })).status
}
