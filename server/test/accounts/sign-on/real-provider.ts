import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt, exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose'
import { Provider } from 'oidc-provider'

export const client = {
  clientId: 'aitai',
  clientSecret: 'a-client-secret-of-the-provider-0123456789',
} as const

/** What the provider says of an account; its name is the subject. */
export interface ProviderAccount {
  readonly email?: string
  readonly email_verified?: boolean
  /** What Entra ID says instead. */
  readonly xms_edov?: boolean | string | number
}

/** By the name with which one signs in there; otherwise every name is a verified address. */
type Accounts = Readonly<Record<string, ProviderAccount>>

/** The platform that the provider knows as its client. */
interface Platform {
  readonly publicUrl: string
  /** Where it listens. */
  readonly url: string
}

const newKey = async (kid: string): Promise<JWK> => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' }
}

export type SignIdToken = (claims: JWTPayload, key: JWK) => Promise<string>

const signedByKey: SignIdToken = async (claims, key) =>
  await new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: key.kid ?? '' })
    .sign(await importJWK(key, 'RS256'))

/** A real provider on a port of this machine, which an institution uses. */
export class RealProvider {
  readonly issuer: string
  readonly #platform: Platform
  readonly #server: Server
  readonly #accounts: Accounts | undefined
  readonly #clientSecret: string
  #handler: RequestListener = () => {}
  /** The keys with which it signs, the present one first. */
  keys: JWK[] = []
  isDown = false
  /** Requests of addresses that begin with this path are sent elsewhere. */
  redirects: { readonly path: string; readonly to: string } | null = null
  /** The paths that were requested. */
  readonly requests: string[] = []

  private constructor(
    platform: Platform,
    server: Server,
    accounts: Accounts | undefined,
    clientSecret: string = client.clientSecret,
  ) {
    this.#clientSecret = clientSecret
    this.#platform = platform
    this.#server = server
    this.#accounts = accounts
    this.issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  }

  static async start(platform: Platform, accounts?: Accounts, clientSecret?: string): Promise<RealProvider> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const provider = new RealProvider(platform, server, accounts, clientSecret)
    server.on('request', (request, response) => {
      provider.requests.push(request.url ?? '')
      if (provider.isDown) return void request.socket.destroy()
      const { redirects } = provider
      if (redirects && request.url?.startsWith(redirects.path)) {
        response.writeHead(307, { location: redirects.to + request.url }).end()
        return
      }
      provider.#handler(request, response)
    })
    await provider.rotates('first')
    return provider
  }

  /** Starts again with a new key, as after a rotation: the old one is not published any more. */
  async rotates(kid: string): Promise<void> {
    this.keys = [await newKey(kid)]
    const { publicUrl, url } = this.#platform
    const provider = new Provider(this.issuer, {
      jwks: { keys: this.keys },
      clients: [
        {
          client_id: client.clientId,
          client_secret: this.#clientSecret,
          redirect_uris: [`${publicUrl}/sign-in/provider`],
          backchannel_logout_uri: `${url}/api/back-channel-logout`,
          backchannel_logout_session_required: true,
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified', 'xms_edov'] },
      cookies: { keys: ['a key of cookies'] },
      // As some providers, it offers one that is made with the client secret.
      enabledJWA: { idTokenSigningAlgValues: ['RS256', 'HS256'] },
      features: { backchannelLogout: { enabled: true } },
      // Its own refuses addresses of this machine.
      fetch: (url: string, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown }) =>
        fetch(url, options),
      findAccount: (_: unknown, id: string) => ({
        accountId: id,
        claims: () => ({ sub: id, ...(this.#accounts?.[id] ?? { email: id, email_verified: true }) }),
      }),
    })
    this.#handler = provider.callback()
  }

  /** Signs in at the provider with this name, as a browser would, and returns the address that it leads back to. */
  async leadsBack(url: string, name: string): Promise<URL> {
    const cookies = new Map<string, string>()
    const visit = async (address: string, form?: URLSearchParams): Promise<string> => {
      const response = await fetch(new URL(address, this.issuer), {
        redirect: 'manual',
        headers: { cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; ') },
        ...(form ? { method: 'POST', body: form } : {}),
      })
      for (const line of response.headers.getSetCookie()) {
        const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(key, value)
      }
      return response.headers.get('location') ?? ''
    }
    let at = await visit(url)
    for (let step = 0; step < 10 && !at.includes('/sign-in/provider'); step += 1) {
      if (!at.includes('/interaction/')) at = await visit(at)
      else {
        const isLogin = !cookies.has('decided')
        cookies.set('decided', 'login')
        const login = new URLSearchParams({ prompt: 'login', login: name, password: 'any' })
        at = await visit(at, isLogin ? login : new URLSearchParams({ prompt: 'consent' }))
      }
    }
    this.cookies = cookies
    return new URL(at)
  }

  /** Those of the browser that signed in last. */
  cookies: ReadonlyMap<string, string> = new Map()

  /** Ends the session of that browser at the provider, which notifies its clients. */
  async signsOut(): Promise<void> {
    const headers = { cookie: [...this.cookies].map(([key, value]) => `${key}=${value}`).join('; ') }
    const requested = await fetch(`${this.issuer}/session/end`, { headers })
    const page = await requested.text()
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? ''
    const more = requested.headers.getSetCookie().map((line) => line.split(';')[0])
    await fetch(`${this.issuer}/session/end/confirm`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: [headers.cookie, ...more].join('; ') },
      body: new URLSearchParams({ xsrf, logout: 'yes' }),
    })
  }

  /** A logout token of a user by name, with changed claims. */
  async logoutToken(
    name: string,
    changes: Readonly<Record<string, unknown>> = {},
    key = this.keys[0],
  ): Promise<string> {
    const claims = {
      iss: this.issuer,
      aud: client.clientId,
      iat: Math.floor(Date.now() / 1000),
      jti: crypto.randomUUID(),
      sub: name,
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      ...changes,
    }
    return await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: key?.kid ?? '', typ: 'logout+jwt' })
      .sign(await importJWK(key ?? {}, 'RS256'))
  }

  /**
   * Changes the claims of its ID tokens on the way to this process, and signs them with the present key, or otherwise.
   * Returns what ends that.
   */
  changesIdTokens(
    change: (claims: JWTPayload) => JWTPayload | Promise<JWTPayload>,
    sign: SignIdToken = signedByKey,
  ): () => void {
    const { fetch: network } = globalThis
    const [key = {}] = this.keys
    globalThis.fetch = async (input, init) => {
      const response = await network(input, init)
      if (!String(input instanceof Request ? input.url : input).endsWith('/token')) return response
      const body = (await response.json()) as { id_token: string }
      const signed = await sign(await change(decodeJwt(body.id_token)), key)
      return Response.json({ ...body, id_token: signed })
    }
    return () => {
      globalThis.fetch = network
    }
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}
