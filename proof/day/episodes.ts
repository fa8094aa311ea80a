import type { Outcome } from '@aitai/engine/model/locate.ts'

export type Side = 'BUY' | 'SELL'
export type TransactionType = 'CASH_ONLY' | 'CASH_SWAP' | 'SWAP_ONLY'

export const institutions = ['Alder', 'Birch', 'Cypress', 'Dogwood', 'Elm', 'Fir'] as const
export const tradersPerInstitution = 2
export const brokerNames = ['Hinoki', 'Kaede', 'Momiji', 'Sugi', 'Tsubaki'] as const

/** An IOI of the script. */
export interface ScriptedIoi {
  readonly trader: string
  readonly ric: string
  readonly direction: Side
  readonly shareQuantity: number
  readonly minimumQuantity: number
  readonly transactionType: TransactionType
  readonly transactionTypePreference: TransactionType
  readonly brokers: readonly string[]
  readonly ranked: boolean
  readonly quantityDecay: boolean
  /** Yen; null for none. */
  readonly advertisingTrigger: number | null
  /** Yen; null for none. */
  readonly knockoutTrigger: number | null
  /** Percent; null for none. */
  readonly indexRelativeKnockout: number | null
  readonly submitAt: number
}

/** What a trader does with a locate, so many milliseconds after it; null does not answer. */
export interface ScriptedAnswer {
  readonly answer: 'ACCEPT' | 'DECLINE' | null
  readonly afterMs: number
}

/** What the broker reports: shares as a fraction of the located ones, prices as a distance from the mid. */
export type ScriptedReport = {
  readonly afterMs: number
  /** The time counts from 08:20 of the next day, not from the outcome. */
  readonly isNextDay?: boolean
} & (
  | { readonly does: 'report'; readonly share: number; readonly ticks: number }
  /** The first report. */
  | { readonly does: 'correct'; readonly share: number; readonly ticks: number }
  | { readonly does: 'withdraw' }
  | { readonly does: 'reportNothing'; readonly sides: readonly Side[] }
  | { readonly does: 'withdrawNothing' }
  /** On the day after the agreement, too late. */
  | { readonly does: 'reportNothingTooLate' }
)

/** Two IOIs in one security, and what is done if they are located. */
export interface Episode {
  readonly kind: EpisodeKind
  readonly iois: readonly ScriptedIoi[]
  /** In the order of the IOIs. */
  readonly answers: readonly ScriptedAnswer[]
  readonly reports: readonly ScriptedReport[]
  /** How the locates of each IOI must end, in their order. */
  readonly outcomes: readonly (readonly Outcome[])[]
  /** When the clock ticks besides: at the quotes by which a trigger fires or must not. Milliseconds UTC. */
  readonly looks: readonly number[]
}

/**
 * By what happens. `declined` goes on with a third trader, with whom the accepting side agrees after it has resumed;
 * `halted` is withdrawn because the security is halted while one side has answered.
 */
export type EpisodeKind =
  | 'executed'
  | 'in parts'
  | 'corrected'
  | 'withdrawn'
  | 'unreported'
  | 'nothing executed'
  | 'nothing executed, taken back'
  | 'declined'
  | 'both declined'
  | 'timed out'
  | 'halted'
  | 'before the open'
  | 'lunch'
  | 'official close'
  | 'trigger'
  | 'alone'
  | 'incompatible'
  | 'executed the next morning'
  | KnockoutKind

/** How an IOI may end by its price conditions or by its market (docs/rules.md §11, §12), or just not. */
export type KnockoutKind =
  | 'knocked out'
  | 'knocked out before its trigger'
  | 'one quote beyond its knockout'
  | 'knocked out against the index'
  | 'knocked out in a locate'
  | 'halted for long'
