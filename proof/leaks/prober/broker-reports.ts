import type { CommandOf } from '@aitai/engine/model/commands.ts'
import type { ConnectionAgreement } from '@aitai/engine/model/connection-agreement.ts'
import type { State } from '@aitai/engine/model/state.ts'

/** The brokers of the venue, who wait in vain for the prober's orders (docs/rules.md §24). */
export class BrokerReports {
  readonly #delayMs: number | null
  readonly #endsAt: number
  /** When each agreement is reported. */
  readonly #dueTimes = new Map<string, number>()

  /** Brokers report after the delay, and at the end of the day at the latest; never if the delay is null. */
  constructor(delayMs: number | null, endsAt: number) {
    this.#delayMs = delayMs
    this.#endsAt = endsAt
  }

  expect(agreementId: string, at: number): void {
    if (this.#delayMs !== null) this.#dueTimes.set(agreementId, Math.min(at + this.#delayMs, this.#endsAt))
  }

  /** The reports that are due. The prober never trades; the others always do. */
  takeDue(state: State, at: number): CommandOf<'reportNotExecuted'>[] {
    const due = [...this.#dueTimes].flatMap(([agreementId, dueAt]) => (dueAt <= at ? [agreementId] : []))
    for (const agreementId of due) this.#dueTimes.delete(agreementId)
    return due
      .map((agreementId) => state.agreements.get(agreementId) as ConnectionAgreement)
      .map(({ agreementId, brokerId, firmIds: { BUY, SELL } }) => ({
        type: 'reportNotExecuted' as const,
        at,
        agreementId,
        brokerId,
        brokerUserId: `${brokerId}-user`,
        atFault: { BUY: BUY.startsWith('prober'), SELL: SELL.startsWith('prober') },
      }))
      .filter(({ atFault }) => atFault.BUY || atFault.SELL)
  }
}
