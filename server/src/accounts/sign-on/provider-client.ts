import type { JWTVerifyGetKey } from 'jose'
import type { Configuration } from 'openid-client'
import { isLoopbackHost } from '../../loopback.ts'
import type { SignInProvider } from './provider-rows.ts'

/** How far clocks may differ, and how long a provider may take, in seconds. */
export const clockToleranceSeconds = 30
const timeoutSeconds = 5
/** How long the metadata of a provider is used to begin a sign-in, and to end sessions. */
const discoveryMs = 10 * 60_000
/** How often an unknown key id makes this process fetch a provider's keys: a forged token can name any key id. */
const keysAtMostEveryMs = 60_000

/** The provider cannot be reached, or does not answer as one. */
export class ProviderUnavailable extends Error {
  constructor(cause: unknown) {
    super('the sign-in provider does not answer', { cause })
    this.name = 'ProviderUnavailable'
  }
}

/** The provider does not accept this platform as its client: the client id or its secret is wrong. */
export class ProviderMisconfigured extends Error {
  constructor(cause: unknown) {
    super('the sign-in provider does not accept the client id or its secret', { cause })
    this.name = 'ProviderMisconfigured'
  }
}

/** What a provider says of the user. */
export interface ProviderIdentity {
  readonly subject: string
  /** Null unless the provider has verified it. */
  readonly email: string | null
  /** The provider's session; empty if it names none. */
  readonly sid: string
}

/** What an authorization request is bound to. */
export interface RequestBinding {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

const load = () => import('openid-client')

/**
 * Why an issuer cannot be used; null if it can: by https, and by http on this machine. One that stands for every
 * directory of Entra ID cannot: whoever has a directory there could name addresses of an institution in it.
 */
export function issuerFault(issuer: string): string | null {
  const fault = 'An issuer is an https address without a query.'
  if (!URL.canParse(issuer)) return fault
  const { protocol, hostname, pathname, search, hash } = new URL(issuer)
  if (search + hash !== '' || !(protocol === 'https:' || isLocal(protocol, hostname))) return fault
  return sharedTenants.test(pathname) && /(^|\.)microsoftonline\.(com|us)$/.test(hostname)
    ? 'Name the one directory (tenant) of Entra ID, not all of them.'
    : null
}

/** The names for any directory of Entra ID, and the directory of private Microsoft accounts. */
const sharedTenants = /^\/(common|organizations|consumers|9188040d-6c67-4c5b-b112-36a304b66dad)(\/|$)/i

/** Whether two texts are one address: an operator may leave out the slash with which a provider ends its own. */
export const isSameIssuer = (a: string, b: string): boolean =>
  URL.canParse(a) && URL.canParse(b) && new URL(a).href === new URL(b).href

const isLocal = (protocol: string, hostname: string): boolean =>
  protocol === 'http:' && isLoopbackHost(hostname)

/** The client of all providers. It fetches the metadata of each, and verifies everything that it signs. */
export class ProviderClient {
  readonly #redirectUri: string
  readonly #configurations = new Map<string, { readonly at: number; readonly of: Promise<Configuration> }>()

  readonly #keys = new Map<string, JWTVerifyGetKey>()

  /** @param redirectUri the one address to which providers lead users back */
  constructor(redirectUri: string) {
    this.#redirectUri = redirectUri
  }

  /** The provider's own description. Throws ProviderUnavailable. */
  async configurationOf(provider: SignInProvider): Promise<Configuration> {
    const key = JSON.stringify(provider)
    const known = this.#configurations.get(key)
    if (known && Date.now() - known.at < discoveryMs) return await known.of
    const of = discover(provider)
    this.#configurations.set(key, { at: Date.now(), of })
    try {
      return await of
    } catch (error) {
      this.#configurations.delete(key)
      throw new ProviderUnavailable(error)
    }
  }

  /** The keys that a provider publishes at this address, fetched again once a minute at most for an unknown key id. */
  async keysAt(address: string): Promise<JWTVerifyGetKey> {
    const known = this.#keys.get(address)
    if (known) return known
    const { createRemoteJWKSet } = await import('jose')
    const options = { timeoutDuration: timeoutSeconds * 1_000, cooldownDuration: keysAtMostEveryMs }
    // Another call may have stored it in the meantime.
    const keys = this.#keys.get(address) ?? createRemoteJWKSet(new URL(address), options)
    this.#keys.set(address, keys)
    return keys
  }

  /**
   * Where to send the browser. With `isNew` the user has to sign in there again, also with a session there. Throws
   * ProviderUnavailable.
   */
  async authorizationUrl(
    provider: SignInProvider,
    binding: RequestBinding,
    { email, isNew }: { readonly email: string; readonly isNew: boolean },
  ): Promise<string> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await load()
    return buildAuthorizationUrl(await this.configurationOf(provider), {
      redirect_uri: this.#redirectUri,
      scope: 'openid email',
      state: binding.state,
      nonce: binding.nonce,
      code_challenge: await calculatePKCECodeChallenge(binding.verifier),
      code_challenge_method: 'S256',
      login_hint: email,
      ...(isNew ? { prompt: 'login', max_age: '0' } : {}),
    }).href
  }

  /**
   * Exchanges the code in the query with which the browser came back, and verifies the ID token: signature, issuer,
   * audience, times, nonce, and with `maxAge` that the user has signed in there at most so many seconds ago. Returns
   * null if anything is wrong. Throws ProviderUnavailable or ProviderMisconfigured.
   */
  async identity(
    provider: SignInProvider,
    binding: RequestBinding,
    { query, maxAge }: { readonly query: string; readonly maxAge?: number },
  ): Promise<ProviderIdentity | null> {
    const oidc = await load()
    // Fetched again, so that a new key of the provider is known at once: the library would wait for a minute.
    const configuration = await discover(provider).catch((error: unknown) => {
      throw new ProviderUnavailable(error)
    })
    const address = new URL(this.#redirectUri)
    address.search = query
    try {
      const tokens = await oidc.authorizationCodeGrant(configuration, address, {
        pkceCodeVerifier: binding.verifier,
        expectedState: binding.state,
        expectedNonce: binding.nonce,
        idTokenExpected: true,
        ...(maxAge === undefined ? {} : { maxAge }),
      })
      const claims = tokens.claims()
      if (!claims) return null
      const { sub, sid } = claims
      // With a code, most providers leave the address to this call.
      const about =
        claims.email === undefined && configuration.serverMetadata().userinfo_endpoint
          ? await oidc.fetchUserInfo(configuration, tokens.access_token, sub)
          : claims
      return {
        subject: sub,
        email: verifiedEmail(about, provider),
        sid: typeof sid === 'string' ? sid : '',
      }
    } catch (error) {
      if (isClientRefused(oidc, error)) throw new ProviderMisconfigured(error)
      if (isRefusal(oidc, error)) return null
      throw new ProviderUnavailable(error)
    }
  }
}

/**
 * The address, if the provider says that it is verified, or is trusted to have no other ones and does not say that it
 * is not. Entra ID has a claim of its own for it, `xms_edov`, which comes in several forms.
 */
function verifiedEmail(
  { email, email_verified, xms_edov }: Readonly<Record<string, unknown>>,
  { trustsAddresses }: SignInProvider,
): string | null {
  if (typeof email !== 'string') return null
  const claim = email_verified ?? xms_edov
  const isVerified = claim === true || (email_verified === undefined && /^(1|true)$/.test(String(claim)))
  return isVerified || (claim === undefined && trustsAddresses) ? email : null
}

async function discover({ issuer, clientId, clientSecret }: SignInProvider): Promise<Configuration> {
  const oidc = await load()
  const { protocol, hostname } = new URL(issuer)
  const configuration = await oidc.discovery(
    new URL(issuer),
    clientId,
    { [oidc.clockTolerance]: clockToleranceSeconds },
    oidc.ClientSecretBasic(clientSecret),
    {
      timeout: timeoutSeconds,
      execute: [
        // The signature too, and not only the connection on which the token came.
        oidc.enableNonRepudiationChecks,
        ...(isLocal(protocol, hostname) ? [oidc.allowInsecureRequests] : []),
      ],
    },
  )
  // The library lets the servers of Entra ID name another issuer, which may stand for all its directories.
  if (!isSameIssuer(configuration.serverMetadata().issuer, issuer))
    throw new Error('the provider names another issuer')
  return configuration
}

/** Whether a provider refused this platform rather than the user. The first is how it refuses a client secret. */
const isClientRefused = (oidc: Awaited<ReturnType<typeof load>>, error: unknown): boolean =>
  error instanceof oidc.WWWAuthenticateChallengeError ||
  (error instanceof oidc.ResponseBodyError && ['invalid_client', 'unauthorized_client'].includes(error.error))

/** Whether something was wrong with a response, rather than that there was none. */
function isRefusal(oidc: Awaited<ReturnType<typeof load>>, error: unknown): boolean {
  if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError) return true
  return error instanceof oidc.ClientError && error.code !== 'OAUTH_TIMEOUT'
}
