import {
  beginConfirmation,
  beginProviderConfirmation as beginProviderRoute,
  confirmByCode as codeRoute,
  confirmByPasskey as passkeyRoute,
  confirmByProvider as providerRoute,
} from '@aitai/contract/routes/account.ts'
import { confirmByCode, confirmByPasskey } from '../../accounts/second-factor/confirmation.ts'
import { beginProviderConfirmation, confirmByProvider } from '../../accounts/sign-on/provider-confirmation.ts'
import type { AppContext } from '../../context.ts'
import { serve } from '../serve.ts'

/**
 * Confirms a session before the user changes how to sign in, or another call asks for it
 * (docs/decisions/0153-required-passkeys.md).
 */
export function confirmationCalls(app: AppContext): void {
  serve(app, beginConfirmation, (_, { userId, tokenHash }) =>
    app.passkeys.request({ userId, tokenHash }, 'confirm'),
  )

  serve(app, codeRoute, async (given, session) => {
    await confirmByCode(app, session, given)
    return { status: 'OK' as const }
  })

  serve(app, passkeyRoute, async ({ credential }, session) => {
    await confirmByPasskey(app, session, credential)
    return { status: 'OK' as const }
  })

  serve(app, beginProviderRoute, async (_, session) => ({
    redirect: await beginProviderConfirmation(app, session),
  }))

  serve(app, providerRoute, async (given, session) => {
    await confirmByProvider(app, session, given)
    return { status: 'OK' as const }
  })
}
