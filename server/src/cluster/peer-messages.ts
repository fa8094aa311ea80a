import type { Price } from '@aitai/engine/model/price.ts'
import type { Quote } from '@aitai/engine/model/quote.ts'
import type { Refusal } from '@aitai/engine/model/refusals.ts'
import type { SubmittedCommand } from '../market/market.ts'
import type { DayStatistics } from '../quotes/bars/bar.ts'

/** A call that a follower passes on to the writer, after it has admitted and validated it. */
export interface ForwardedCall {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The body as base64, or null. */
  readonly body: string | null
  /** The client's address, for the writer's rate limits. */
  readonly address: string
}

/** The headers of a call that the writer needs. */
export const forwardedHeaders = [
  'authorization',
  'content-type',
  'idempotency-key',
  'accept-language',
  'user-agent',
  'purpose',
  'sec-purpose',
  'x-purpose',
] as const

/** The commands that a process sends on its own initiative. Calls and operators' commands are passed on as a whole. */
const forwardedCommands = ['endSession', 'setPresence'] as const satisfies readonly SubmittedCommand['type'][]
export type ForwardedCommand = Extract<
  SubmittedCommand,
  { readonly type: (typeof forwardedCommands)[number] }
>
export const isForwardedCommand = (command: SubmittedCommand): command is ForwardedCommand =>
  forwardedCommands.some((type) => type === command.type)

/** The writer's reply to a forwarded call. */
export interface ForwardedReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The newest entry of the journal: the follower replies once it has folded it. */
  readonly seq: number
}

/** What became of a command: the newest entry of the journal, or why it was refused. */
type CommandOutcome = { readonly seq: number } | { readonly refusal: Refusal }

/** The traders who have a socket in a process. */
export interface PresenceReport {
  readonly processId: string
  readonly traderIds: readonly string[]
}

/** An operator's command, which the writer runs. */
export interface ForwardedAdminCommand {
  readonly command: string
  readonly args: unknown
  /** The operator. */
  readonly by: string
  /** The user who was identified by a credential; null for a typed name. */
  readonly userId: string | null
}

/** Asks for the quotes that are newer than those of a version; 0 for all. */
interface QuotesRequest {
  readonly processId: string
  readonly version: number
}

export interface QuotesReply {
  readonly version: number
  readonly quotes: readonly Quote[]
  readonly usdJpy: Price
  readonly indexMove: number | null
  /** Of the day of each quote, in their order. Absent for a simulated market, which every process computes. */
  readonly statistics?: readonly DayStatistics[]
}

/** The requests of a process to the writer, by path. */
export interface PeerRequests {
  '/call': { readonly request: ForwardedCall; readonly reply: ForwardedReply }
  '/command': { readonly request: ForwardedCommand; readonly reply: CommandOutcome }
  /** The reply is an AdminReply. */
  '/admin': { readonly request: ForwardedAdminCommand; readonly reply: unknown }
  '/presence': { readonly request: PresenceReport; readonly reply: Record<string, never> }
  /** Answered only while commands are accepted. */
  '/ready': { readonly request: Record<string, never>; readonly reply: Record<string, never> }
  '/quotes': { readonly request: QuotesRequest; readonly reply: QuotesReply }
}

export type PeerPath = keyof PeerRequests
