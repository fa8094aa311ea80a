import type { Configuration } from 'openid-client'
import { isLoopbackHost } from '../../loopback.ts'
import type { SignInProvider } from './provider-rows.ts'

/** How far clocks may differ, and how long a provider may take, in seconds. */
export const clockToleranceSeconds = 30
const timeoutSeconds = 5
/** How long what a provider says of itself is used to begin a sign-in, and to end sessions. */
const discoveryMs = 10 * 60_000

/** The provider cannot be reached, or does not answer as one. */
export class ProviderUnavailable extends Error {
  constructor(cause: unknown) {
    super('the sign-in provider does not answer', { cause })
    this.name = 'ProviderUnavailable'
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

/** Whether an issuer may be used: by https, and by http on this machine. */
export function isUsableIssuer(issuer: string): boolean {
  if (!URL.canParse(issuer)) return false
  const { protocol, hostname, search, hash } = new URL(issuer)
  return search + hash === '' && (protocol === 'https:' || isLocal(protocol, hostname))
}

const isLocal = (protocol: string, hostname: string): boolean =>
  protocol === 'http:' && isLoopbackHost(hostname)

/** The client of all providers. It asks each of them who it is, and verifies everything that it signs. */
export class ProviderClient {
  readonly #redirectUri: string
  readonly #configurations = new Map<string, { readonly at: number; readonly of: Promise<Configuration> }>()

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

  /** Where to send the browser. Throws ProviderUnavailable. */
  async authorizationUrl(provider: SignInProvider, binding: RequestBinding, email: string): Promise<string> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await load()
    return buildAuthorizationUrl(await this.configurationOf(provider), {
      redirect_uri: this.#redirectUri,
      scope: 'openid email',
      state: binding.state,
      nonce: binding.nonce,
      code_challenge: await calculatePKCECodeChallenge(binding.verifier),
      code_challenge_method: 'S256',
      login_hint: email,
    }).href
  }

  /**
   * Exchanges the code in the query with which the browser came back, and verifies the ID token: signature, issuer,
   * audience, times, nonce. Returns null if anything is wrong. Throws ProviderUnavailable.
   */
  async identity(
    provider: SignInProvider,
    binding: RequestBinding,
    query: string,
  ): Promise<ProviderIdentity | null> {
    const oidc = await load()
    // Asked anew, so that a new key of the provider is known at once: the library would wait for a minute.
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
      })
      const claims = tokens.claims()
      if (!claims) return null
      const { sub, sid } = claims
      // With a code, most providers leave the address to this call.
      const { email, email_verified } =
        claims.email === undefined && configuration.serverMetadata().userinfo_endpoint
          ? await oidc.fetchUserInfo(configuration, tokens.access_token, sub)
          : claims
      const isVerified = typeof email === 'string' && email_verified === true
      return { subject: sub, email: isVerified ? email : null, sid: typeof sid === 'string' ? sid : '' }
    } catch (error) {
      if (isRefusal(oidc, error)) return null
      throw new ProviderUnavailable(error)
    }
  }
}

async function discover({ issuer, clientId, clientSecret }: SignInProvider): Promise<Configuration> {
  const oidc = await load()
  const { protocol, hostname } = new URL(issuer)
  return await oidc.discovery(
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
}

/** Whether something was wrong with a response, rather than that there was none. */
function isRefusal(oidc: Awaited<ReturnType<typeof load>>, error: unknown): boolean {
  if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError) return true
  return error instanceof oidc.ClientError && error.code !== 'OAUTH_TIMEOUT'
}
