import type { Prometheus } from './prometheus.ts'

/** A fault that an operator may encounter, and the alert that reports it. */
export interface Fault {
  readonly alert: string
  readonly cause: string
  begin(): Promise<void>
  /** Null for a fault that stays for the rest of its day or longer, whatever is done. */
  readonly end: (() => Promise<void>) | null
}

/** Servers with a Prometheus, and the faults that are caused there in this order. */
export interface Situation {
  readonly name: string
  readonly prometheus: Prometheus
  /** Where each server has its metrics. */
  readonly metricsUrls: readonly string[]
  readonly faults: readonly Fault[]
  /** Desk calls without a fault, so that every metric has a value. */
  use(): Promise<void>
  close(): Promise<void>
}
