import type { PasskeyResponse } from '@aitai/contract/schemas/session.ts'
import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import {
  useBeginPasskeyLoginMutation,
  useBeginProviderLoginMutation,
  useLoginMutation,
  usePasskeyLoginMutation,
} from '../shared/api/accounts-api.ts'
import { type CallFailure, isCallFailure } from '../shared/api/failure.ts'
import { getPasskey, hasPasskeys, usePasskeyCeremony } from '../shared/passkeys.ts'
import { goToProvider, type ProviderRedirect } from '../shared/provider-login.ts'
import { codeRequired, needsEndPopup, signedIn } from '../shared/store/session.ts'
import { useAppDispatch, useAppSelector } from '../shared/store/store.ts'
import { installation } from '../ui/browser/installation.ts'
import { Field } from '../ui/controls/Field.tsx'
import { PasswordField } from '../ui/controls/PasswordField.tsx'
import { PlainButton } from '../ui/controls/PlainButton.tsx'
import { FormMessage } from '../ui/labels/FormMessage.tsx'
import { hasText } from '../ui/text/i18n.ts'
import { lazyWithTexts } from '../ui/text/lazy.ts'
import { useFailureText, useText } from '../ui/text/use-text.ts'

const TwoFactorPopup = lazyWithTexts(async () => (await import('./TwoFactorPopup.tsx')).TwoFactorPopup)

const names = ['email', 'password'] as const
type Name = (typeof names)[number]

/** The hint of the password field (docs/specification.md §5). Nothing enforces it: the server knows the password. */
const hintedLength = 8

/** A sign-in that was accepted without a token (docs/specification.md §8). */
const withoutToken: CallFailure = { status: 200, errorCode: 'AUTH_UNK_FAILURE', message: '' }

/**
 * The form of e-mail and password with its validation. It does not use react-hook-form, which would be a
 * tenth of the code loaded before signing in.
 */
function useCredentials(needed: readonly Name[], send: (credentials: Record<Name, string>) => void) {
  const form = useRef<HTMLFormElement>(null)
  const [missing, setMissing] = useState<readonly Name[]>([])
  const focus = (name: Name): void =>
    form.current?.querySelector<HTMLInputElement>(`input[name=${name}]`)?.focus()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    // Values that a password manager filled in count too, whatever events it omitted.
    const filled = new FormData(event.currentTarget)
    const credentials = {
      email: String(filled.get('email')).trim(),
      password: String(filled.get('password')),
    }
    const lacking = needed.filter((name) => credentials[name] === '')
    setMissing(lacking)
    if (lacking[0]) focus(lacking[0])
    else send(credentials)
  }
  const isMissing = (name: Name): boolean => missing.includes(name)
  const field = (name: Name) => ({
    name,
    onChange: () => isMissing(name) && setMissing(missing.filter((each) => each !== name)),
  })
  return { form, submit, focus, field, isMissing }
}

/** Sign-in with e-mail and password, and with a code if two-factor is on. */
export function LoginPage() {
  const text = useText()
  const dispatch = useAppDispatch()
  const { requires2FA, lastAction } = useAppSelector((state) => state.session)
  const [login, signingIn] = useLoginMutation()
  const passkey = usePasskeyLogin()
  const provider = useProviderLogin()
  const { form, submit, focus, field, isMissing } = useCredentials(
    provider.isNeeded ? ['email'] : names,
    async ({ email, password }) => {
      if (provider.isNeeded) return provider.proceed()
      passkey.reset()
      const { data, error } = await login({ email: email.toLowerCase(), password })
      if (data?.token) dispatch(signedIn(data.token))
      else if (isCallFailure(error) && error.reason === '2FA_REQUIRED' && error.token) {
        dispatch(codeRequired(error.token))
      } else focus('password')
    },
  )
  const hasPopup = requires2FA || needsEndPopup(lastAction)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the page is free of popups, not on every render
  useEffect(() => {
    if (!hasPopup) focus('email')
  }, [hasPopup])
  return (
    <>
      <form ref={form} className="entry-form entry-login" noValidate onSubmit={submit}>
        <h1>{text('auth.title')}</h1>
        {lastAction === 'firstSetupSuccess' || lastAction === 'firstPasskeyAdded' ? (
          <FormMessage tone="success">
            {text(lastAction === 'firstSetupSuccess' ? 'auth.passwordSet' : 'auth.firstPasskeyAdded')}
          </FormMessage>
        ) : null}
        <Field
          label={text('auth.email')}
          type="email"
          autoComplete="username"
          error={isMissing('email') ? text('auth.required') : null}
          {...field('email')}
          onBlur={({ target }) => void provider.look(target.value)}
        />
        {provider.isNeeded ? (
          <p className="entry-note">{text('auth.providerLead')}</p>
        ) : (
          <PasswordField
            label={text('auth.password')}
            autoComplete="current-password"
            placeholder={text('auth.lengthHint', { min: hintedLength })}
            error={isMissing('password') ? text('auth.required') : null}
            {...field('password')}
          />
        )}
        <PlainButton kind="primary" type="submit" busy={signingIn.isLoading}>
          {text(provider.isNeeded ? 'auth.provider' : signingIn.isLoading ? 'auth.signingIn' : 'auth.signIn')}
        </PlainButton>
        {hasPasskeys() ? (
          <PlainButton
            busy={passkey.busy}
            onClick={() => {
              signingIn.reset()
              void passkey.signIn()
            }}
          >
            {text(passkey.busy ? 'auth.passkeyWaiting' : 'auth.passkey')}
          </PlainButton>
        ) : null}
        {provider.isNeeded ? null : (
          <Link className="entry-link" to="/forget-password">
            {text('auth.forgot')}
          </Link>
        )}
        {provider.isNeeded && provider.passwordAllowed ? (
          <button
            className="entry-link"
            type="button"
            onClick={() => {
              flushSync(provider.usePassword)
              focus('password')
            }}
          >
            {text('auth.usePassword')}
          </button>
        ) : null}
        {/* Below everything and with room of its own, so that no field moves when it appears. */}
        <div className="entry-refusal">
          <Refusal
            error={
              passkey.failure ??
              provider.error ??
              (signingIn.data && !signingIn.data.token ? withoutToken : signingIn.error)
            }
          />
        </div>
      </form>
      <Suspense>{requires2FA ? <TwoFactorPopup /> : null}</Suspense>
    </>
  )
}

/** Signs in with a passkey alone, which is both factors. */
function usePasskeyLogin() {
  const dispatch = useAppDispatch()
  const { run, busy, failure, reset } = usePasskeyCeremony()
  const [begin] = useBeginPasskeyLoginMutation()
  const [send] = usePasskeyLoginMutation()
  const signIn = async (): Promise<void> => {
    const reply = await run({
      begin,
      authenticator: getPasskey,
      send: (credential: PasskeyResponse) => send({ credential }),
    })
    if (reply) dispatch(signedIn(reply.token))
  }
  return { signIn, busy, failure, reset }
}

interface FoundProvider {
  readonly email: string
  readonly redirect: ProviderRedirect | null
  /** Whether people of the domain may also have a password here. */
  readonly passwordAllowed: boolean
}

/**
 * Whether the domain of the address leads to the institution's own provider. It is looked up once the address has been
 * typed, and again when it changes.
 */
function useProviderLogin() {
  const [begin, { error }] = useBeginProviderLoginMutation()
  const [found, setFound] = useState<FoundProvider | null>(null)
  const look = async (typed: string): Promise<void> => {
    const email = typed.trim().toLowerCase()
    if (email === found?.email) return
    setFound(null)
    if (!/@.+\./.test(email)) return
    const { data } = await begin({ email })
    if (data) setFound({ email, ...data })
  }
  const redirect = found?.redirect ?? null
  const proceed = (): void => {
    if (redirect) goToProvider(redirect, null)
  }
  const usePassword = (): void => {
    if (found) setFound({ ...found, redirect: null })
  }
  const passwordAllowed = found?.passwordAllowed ?? true
  return { look, proceed, usePassword, passwordAllowed, isNeeded: redirect !== null, error }
}

/** The server cannot write, or a gateway cannot reach it. */
const offlineCodes: readonly string[] = ['UNAVAILABLE', 'GATEWAY_OFFLINE']

/** Why signing in failed; without any response, who can help. */
function Refusal({ error }: { error: unknown }) {
  const text = useText()
  const failureText = useFailureText()
  const refusal = loginRefusal(error)
  if (!refusal) return null
  const isOffline = offlineCodes.includes(refusal.errorCode)
  return (
    <FormMessage tone="error">
      {isOffline
        ? text('auth.gatewayOffline', { contact: installation.brand.contact.email })
        : failureText(refusal)}
    </FormMessage>
  )
}

/**
 * What the login page says of a refused sign-in (docs/specification.md §8): the text of its reason, else of
 * its code, else the server's message, else that it could not be done. Null when nothing was refused, or when
 * only the code is missing.
 */
export function loginRefusal(error: unknown): CallFailure | null {
  if (!isCallFailure(error)) return null
  if (error.reason === '2FA_REQUIRED') return null
  if (error.reason !== undefined && hasText(error.reason)) return { ...error, errorCode: error.reason }
  const isUnexplained = error.errorCode === 'INTERNAL' || (!hasText(error.errorCode) && error.message === '')
  return isUnexplained ? { ...error, errorCode: 'AUTH_UNK_FAILURE' } : error
}
