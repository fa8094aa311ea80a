import type { Agent } from 'node:http'
import type { RealProvider } from '../../../server/test/accounts/sign-on/real-provider.ts'
import { type Probe, type ProbeResponse, send, unknownEmailLike } from './probes.ts'

/** Where a sign-in at a provider leads, and its token. */
interface SignInRedirect {
  readonly url: string
  readonly attempt: string
}

const begin = (url: string, agent: Agent, email: string): Promise<ProbeResponse> =>
  send(url, agent, { method: 'POST', path: '/login/provider/begin', body: { email } })

function redirectIn({ bytes }: ProbeResponse): SignInRedirect | null {
  const [, , body] = JSON.parse(bytes) as [number, unknown, string]
  return (JSON.parse(body) as { redirect: SignInRedirect | null }).redirect
}

/**
 * The response with what is random in it, and the address that was typed, replaced by their lengths: everything else
 * has to be equal.
 */
export function withoutRandomValues(response: ProbeResponse): ProbeResponse {
  const redirect = redirectIn(response)
  if (!redirect) return response
  const { searchParams } = new URL(redirect.url)
  const values = ['state', 'nonce', 'code_challenge', 'login_hint'].map(
    (name) => searchParams.get(name) ?? '',
  )
  let { bytes } = response
  for (const value of [...values, redirect.attempt])
    for (const form of [value, encodeURIComponent(value)])
      if (form !== '') bytes = bytes.replaceAll(form, `(${form.length} characters)`)
  return { ...response, bytes }
}

const complete = (url: string, agent: Agent, body: object): Promise<ProbeResponse> =>
  send(url, agent, { method: 'POST', path: '/login/provider', body })

/** The start of a sign-in, which also decides what the button of the login page says. */
export const beginProbe = (name: string, url: string, agent: Agent): Probe => ({
  name,
  unknownLike: unknownEmailLike,
  probe: async (email) => withoutRandomValues(await begin(url, agent, email)),
})

/** A sign-in that began with an address, and comes back with a code that the provider does not know. */
export const forgedCodeProbe = (url: string, agent: Agent, issuer: string): Probe => ({
  name: 'provider, forged code',
  unknownLike: unknownEmailLike,
  probe: async (email) => {
    const redirect = redirectIn(await begin(url, agent, email))
    if (!redirect) throw new Error(`${email} leads to no provider`)
    const state = new URL(redirect.url).searchParams.get('state') ?? ''
    const query = new URLSearchParams({ code: 'a forged code', state, iss: issuer })
    return await complete(url, agent, { attempt: redirect.attempt, query: query.toString() })
  },
})

/**
 * Somebody whom the provider has signed in, and who may not sign in here: a user who has been disabled, or nobody. The
 * provider's own pages take most of the time, and are not measured.
 */
export const refusedUserProbe = (url: string, agent: Agent, provider: RealProvider): Probe => ({
  name: 'provider, refused user',
  mostPairs: 200,
  unknownLike: unknownEmailLike,
  probe: async (email) => {
    const redirect = redirectIn(await begin(url, agent, email))
    if (!redirect) throw new Error(`${email} leads to no provider`)
    const { search } = await provider.leadsBack(redirect.url, email)
    return await complete(url, agent, { attempt: redirect.attempt, query: search.slice(1) })
  },
})
