import { setTimeout as wait } from 'node:timers/promises'
import type { ApiSession } from '@aitai/contract/api-client.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { formatUtcTimestamp } from '@aitai/gateway/wire/utc-timestamp.ts'
import { answerLocate, submitAdvert } from '../../e2e/support/trading-api.ts'
import type { QuickFixProcess } from '../fix/quickfix-process.ts'

/** An order of the trader's list, and its security. */
export interface ListedOrder {
  readonly equity: Equity
  readonly shares: number
}

/** What the contras do in a second: in how many names they are located, and by what. */
export interface Burst {
  readonly second: number
  readonly names: number
  readonly by: 'desk' | 'FIX'
}

/** 40 names within five minutes: single ones, a burst that needs a table, two large ones, and three by FIX. */
export const fiveMinutes: readonly Burst[] = [
  { second: 5, names: 3, by: 'desk' },
  { second: 30, names: 1, by: 'desk' },
  { second: 45, names: 1, by: 'desk' },
  { second: 60, names: 4, by: 'desk' },
  { second: 90, names: 8, by: 'desk' },
  { second: 130, names: 2, by: 'desk' },
  { second: 160, names: 12, by: 'desk' },
  { second: 210, names: 3, by: 'FIX' },
  { second: 240, names: 5, by: 'desk' },
  { second: 275, names: 1, by: 'desk' },
]

/** When the opposite IOI was accepted by the server, which locates both sides at once, by RIC. */
export type LocatedAt = Map<string, number>

/** Sells what the trader's list buys, burst by burst, and answers each locate after a moment. */
export class Contras {
  readonly locatedAt: LocatedAt = new Map()
  readonly #desk: ApiSession
  readonly #fix: { readonly process: QuickFixProcess; readonly compId: string }
  readonly #answers: Promise<unknown>[] = []

  constructor(desk: ApiSession, fix: { readonly process: QuickFixProcess; readonly compId: string }) {
    this.#desk = desk
    this.#fix = fix
  }

  /** Trades against the orders in turn. Resolves when the last one is located. Throws if one is not. */
  async trade(orders: readonly ListedOrder[], bursts: readonly Burst[]): Promise<void> {
    const began = Date.now()
    let next = 0
    for (const { second, names, by } of bursts) {
      await wait(Math.max(0, began + second * 1_000 - Date.now()))
      const due = orders.slice(next, next + names)
      next += names
      await Promise.all(due.map((order) => (by === 'FIX' ? this.#byFix(order) : this.#byDesk(order))))
    }
  }

  /** Resolves once every locate was answered by its contra. */
  async finish(): Promise<void> {
    await Promise.all(this.#answers)
  }

  async #byDesk({ equity, shares }: ListedOrder): Promise<void> {
    await submitAdvert(this.#desk, equity, 'SELL', {
      terms: { shareQuantity: shares },
    })
    this.locatedAt.set(equity.ric, Date.now())
    this.#answers.push(answerLocate(this.#desk, equity, 'accept'))
  }

  async #byFix({ equity: { ric }, shares }: ListedOrder): Promise<void> {
    const { process, compId } = this.#fix
    const clOrdId = `M-${ric}`
    const order = `11=${clOrdId}|453=1|448=HIN|447=D|452=1|18=M|55=${ric}|54=2`
    process.send(compId, `35=D|${order}|60=${formatUtcTimestamp(Date.now())}|38=${shares}|40=P|5001=25`)
    await process.receives(compId, { 11: clOrdId, 150: '0' })
    this.locatedAt.set(ric, Date.now())
    const answer = async (): Promise<void> => {
      const located = await process.receives(compId, { 35: 'R', 5018: clOrdId })
      process.send(compId, `35=AJ|131=${located.fields['131']}|694=1`)
    }
    this.#answers.push(answer())
  }
}
