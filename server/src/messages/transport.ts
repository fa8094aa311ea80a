import type { MessageKind, PendingMessage } from './outbox.ts'

/** What takes letters of a kind further: an SMTP server, a gateway for SMS. */
export interface MessageTransport {
  readonly kind: MessageKind
  /** How many letters it takes at once. */
  readonly width: number
  /** After so long a try has failed, whatever the other side still says. Milliseconds. */
  readonly attemptMs: number
  /** The delay before the next try grows up to this. Milliseconds. */
  readonly longestDelayMs: number
  /** Never throws: what goes wrong is an outcome. Gives up when the signal says so. */
  carry(letter: PendingMessage, signal: AbortSignal): Promise<SendOutcome>
  close(): void
}

/**
 * A fault is a word for the log and the outbox: codes alone, for what a server answers may quote an address
 * or a whole letter. One for good says that no later try can do better.
 */
export type SendOutcome = 'accepted' | { readonly fault: string; readonly forGood: boolean }

/** Whether a way to send letters works, and in words for an operator what was found. */
export interface TransportProbe {
  readonly ok: boolean
  readonly says: string
}

/** The code of an error if it is one; else nothing can be said of it without quoting. */
export const errorCodeWord = (code: unknown): string =>
  typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : 'UNKNOWN'
