import type { beginProviderLogin } from '@aitai/contract/routes/session.ts'
import type { ReplyOf } from '@aitai/contract/schemas/calls.ts'

/** Where to sign in with the institution's provider, and the token that completes it in this tab. */
export type ProviderRedirect = NonNullable<ReplyOf<typeof beginProviderLogin>['redirect']>

/** The entry of session storage, which other tabs and sites do not see, with that token. */
const providerAttemptEntry = 'providerAttempt'

/** The page to which a confirmation at the provider leads back; absent for a sign-in. */
const providerReturnEntry = 'providerReturn'

/** Leads the browser to the provider, to sign in or to confirm in the session that `returnTo` is a page of. */
export function goToProvider({ url, attempt }: ProviderRedirect, returnTo: string | null): void {
  sessionStorage.setItem(providerAttemptEntry, attempt)
  if (returnTo === null) sessionStorage.removeItem(providerReturnEntry)
  else sessionStorage.setItem(providerReturnEntry, returnTo)
  location.assign(url)
}

/** What was begun in this tab, once: the token that completes it, and the page to which a confirmation returns. */
export function takeProviderAttempt(): { readonly attempt: string; readonly returnTo: string | null } {
  const begun = {
    attempt: sessionStorage.getItem(providerAttemptEntry) ?? '',
    returnTo: sessionStorage.getItem(providerReturnEntry),
  }
  for (const entry of [providerAttemptEntry, providerReturnEntry]) sessionStorage.removeItem(entry)
  return begun
}
