import { directions } from '@aitai/engine/model/advert.ts'
import type { Command } from '@aitai/engine/model/commands.ts'
import type { ConnectionAgreement } from '@aitai/engine/model/connection-agreement.ts'
import type { State } from '@aitai/engine/model/state.ts'
import type { Random } from '../../harness/random.ts'

interface Due {
  readonly at: number
  readonly agreementId: string
  /** Otherwise it reports that the prober's side did not follow through. */
  readonly confirms: boolean
}

/** How long a trader who means to trade takes until the broker has confirmed the password. */
const confirmMs = 2 * 60_000

/** The brokers of the venue: who calls them gets a confirmation, and who does not is reported after a while. */
export class Brokers {
  readonly #reportDelayMs: number | null
  readonly #endsAt: number
  readonly #absent: ReadonlySet<string>
  readonly #chance: Random
  #due: Due[] = []

  /**
   * Brokers report after the delay, and at the end of the day at the latest; never if the delay is null. Institutions
   * that are `absent` never call their broker (docs/rules.md §24).
   */
  constructor(reportDelayMs: number | null, endsAt: number, absent: ReadonlySet<string>, chance: Random) {
    this.#reportDelayMs = reportDelayMs
    this.#endsAt = endsAt
    this.#absent = absent
    this.#chance = chance
  }

  expect({ agreementId, firmIds }: ConnectionAgreement, at: number): void {
    this.#due.push({ agreementId, at: at + this.#chance.between(1, confirmMs), confirms: true })
    const delay = this.#reportDelayMs
    if (delay !== null && directions.some((side) => this.#absent.has(firmIds[side])))
      this.#due.push({ agreementId, at: Math.min(at + delay, this.#endsAt), confirms: false })
  }

  /** Whether a report is still to come. */
  hasReports(): boolean {
    return this.#due.some(({ confirms }) => !confirms)
  }

  /** What is due at a moment. */
  takeDue(state: State, at: number): Command[] {
    const due = this.#due.filter((each) => each.at <= at)
    if (due.length === 0) return []
    this.#due = this.#due.filter((each) => each.at > at)
    return due.flatMap(({ agreementId, confirms }): Command[] => {
      const { brokerId, firmIds } = state.agreements.get(agreementId) as ConnectionAgreement
      const by = { at, agreementId, brokerId, brokerUserId: `${brokerId}-user` }
      const absent = { BUY: this.#absent.has(firmIds.BUY), SELL: this.#absent.has(firmIds.SELL) }
      return confirms
        ? directions
            .filter((side) => !absent[side])
            .map((side) => ({ type: 'confirmExecution' as const, side, ...by }))
        : [{ type: 'reportNotExecuted', atFault: absent, ...by }]
    })
  }
}
