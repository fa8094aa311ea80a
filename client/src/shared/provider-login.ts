import type { beginProviderLogin } from '@aitai/contract/routes/session.ts'
import type { ReplyOf } from '@aitai/contract/schemas/calls.ts'

/** Where to sign in with the institution's provider, and the token that completes it in this tab. */
export type ProviderRedirect = NonNullable<ReplyOf<typeof beginProviderLogin>['redirect']>

/** The entry of session storage, which other tabs and sites do not see, with that token. */
export const providerAttemptEntry = 'providerAttempt'
