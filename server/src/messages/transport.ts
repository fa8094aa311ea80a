import type { MessageKind, PendingMessage } from './outbox.ts'

/** Sends messages of one kind: through an SMTP server or an SMS gateway. */
export interface MessageTransport {
  readonly kind: MessageKind
  /** How many messages it sends at once. */
  readonly concurrency: number
  /** Time limit of one attempt, in milliseconds. */
  readonly attemptMs: number
  /** The delay before the next attempt grows up to this, in milliseconds. */
  readonly maxDelayMs: number
  /** Never throws: errors are an outcome. Stops when the signal aborts. */
  send(message: PendingMessage, signal: AbortSignal): Promise<SendOutcome>
  close(): void
}

/**
 * `fault` is for the log and the outbox: codes only, because a server's reply may quote an address or a whole
 * message. `forGood` means that no later attempt can succeed.
 */
export type SendOutcome = 'accepted' | { readonly fault: string; readonly forGood: boolean }

/** Whether a transport works, with a text for the operator. */
export interface TransportProbe {
  readonly ok: boolean
  readonly message: string
}

/** An error code if the value looks like one, otherwise 'UNKNOWN': other text might quote the message. */
export const errorCodeWord = (code: unknown): string =>
  typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : 'UNKNOWN'
