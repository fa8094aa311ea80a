import type { NewPasskeyResponse, PasskeyCreation } from '@aitai/contract/schemas/account.ts'
import type { PasskeyRequest, PasskeyResponse } from '@aitai/contract/schemas/session.ts'
import { useState } from 'react'
import { type CallFailure, isCallFailure } from './api/failure.ts'

/** Whether this browser has passkeys, and lets us use them: not without TLS, except on the user's own machine. */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential

/** Asks the authenticator to create a passkey. Throws a DOMException if it does not. */
export async function createPasskey(options: PasskeyCreation): Promise<NewPasskeyResponse> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  return asJson(await navigator.credentials.create({ publicKey })) as NewPasskeyResponse
}

/** Asks the authenticator to sign in with a passkey. Throws a DOMException if it does not. */
export async function getPasskey(options: PasskeyRequest): Promise<PasskeyResponse> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  return asJson(await navigator.credentials.get({ publicKey })) as PasskeyResponse
}

const asJson = (credential: Credential | null): unknown => (credential as PublicKeyCredential).toJSON()

/** What a browser says when it has no response: the user declined, waited too long, or has no such passkey. */
const codes: Readonly<Record<string, string>> = {
  InvalidStateError: 'PASSKEY_EXISTS',
  SecurityError: 'PASSKEY_UNAVAILABLE',
  NotSupportedError: 'PASSKEY_UNAVAILABLE',
}

interface Steps<Options, Credential, Reply> {
  /** Gets the challenge. */
  readonly begin: () => PromiseLike<{ data?: Options | undefined; error?: unknown }>
  readonly authenticator: (options: Options) => Promise<Credential>
  readonly send: (credential: Credential) => PromiseLike<{ data?: Reply | undefined; error?: unknown }>
}

/** The host for which the passkeys are, from the options of either kind. */
interface Addressed {
  readonly rpId?: string
  readonly rp?: { readonly id: string }
}

/**
 * A challenge of the server, the response of the authenticator, and what the server makes of it. `run` returns null if
 * one of them failed, and `failure` then says why.
 */
export function usePasskeyCeremony() {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  async function run<Options extends Addressed, Credential, Reply>({
    begin,
    authenticator,
    send,
  }: Steps<Options, Credential, Reply>): Promise<Reply | null> {
    setBusy(true)
    setFailure(null)
    try {
      const begun = await begin()
      if (begun.data === undefined) return fail(begun.error)
      const credential = await authenticator(begun.data).catch((error: unknown) =>
        browserFailure(error, begun.data?.rpId ?? begun.data?.rp?.id ?? ''),
      )
      if (isCallFailure(credential)) return fail(credential)
      const { data, error } = await send(credential)
      return data ?? fail(error)
    } finally {
      setBusy(false)
    }
  }
  const fail = (error: unknown): null => {
    if (isCallFailure(error)) setFailure(error)
    return null
  }
  return { run, busy, failure, reset: () => setFailure(null) }
}

const browserFailure = (error: unknown, address: string): CallFailure => ({
  status: 0,
  errorCode: codes[(error as Partial<DOMException>).name ?? ''] ?? 'PASSKEY_CANCELLED',
  message: String(error),
  variables: { address },
})
