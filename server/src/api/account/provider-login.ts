import { beginProviderLogin as beginRoute, providerLogin } from '@aitai/contract/routes/session.ts'
import { endByLogoutToken } from '../../accounts/sign-on/back-channel-logout.ts'
import { ProviderUnavailable } from '../../accounts/sign-on/provider-client.ts'
import { beginProviderLogin, completeProviderLogin } from '../../accounts/sign-on/provider-sign-in.ts'
import type { AppContext } from '../../context.ts'
import { failed, invalid } from '../../http/failures.ts'
import { allowMethods } from '../../http/methods.ts'
import { networkOf } from '../../http/networks.ts'
import { publicRoutes } from '../../http/public-routes.ts'
import { serve } from '../serve.ts'
import { userInfo } from '../users.ts'

/** Single sign-on by OpenID Connect (docs/decisions/0157-single-sign-on.md). */
export function providerLoginCalls(app: AppContext): void {
  serve(app, beginRoute, async ({ email }) => await beginProviderLogin(app, email))

  serve(app, providerLogin, async ({ attempt, query }, { address }) => {
    const network = networkOf(address)
    const { userId, sid, provider } = await completeProviderLogin(app, { attempt, query, network })
    const proof = {
      passwordVersion: null,
      provider: { ...provider, sid },
      network: app.fingerprint('network', network),
    }
    const { token, startedAt } = await app.sessions.open(userId, 'session', proof)
    return { token, user: await userInfo(app, { userId, kind: 'session', startedAt }) }
  })
}

const maxBytes = 16 * 1_024

/**
 * Takes the logout tokens of providers, which send them as a form and without an origin. It reveals to nobody whether a
 * session has ended.
 */
export async function serveBackChannelLogout(app: AppContext): Promise<void> {
  const { path, methods } = publicRoutes.backChannelLogout
  await app.http.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxBytes },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    const onRequest = async ({ ip }: { readonly ip: string }): Promise<void> =>
      app.limits.visits.check(networkOf(ip))
    // Only what is refused counts: a directory that signs many people out at once does not send a token again.
    const refused = (ip: string): Error => {
      app.limits.visits.charge(networkOf(ip))
      return invalid('logout_token')
    }
    scope.post(path, { onRequest }, async ({ body, ip }, reply) => {
      const token = body instanceof URLSearchParams ? body.get('logout_token') : null
      if (!token) throw refused(ip)
      const isDone = await endByLogoutToken(app, token).catch((error: unknown) => {
        throw error instanceof ProviderUnavailable ? failed(503, 'PROVIDER_UNAVAILABLE') : error
      })
      if (!isDone) throw refused(ip)
      return reply.header('cache-control', 'no-store').send({ status: 'OK' })
    })
  })
  allowMethods(app.http, path, methods)
}
