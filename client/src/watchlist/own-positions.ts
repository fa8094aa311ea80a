import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import { executedTotal } from '@aitai/engine/cost-analysis/ioi-figures.ts'
import type { Direction } from '@aitai/engine/model/advert.ts'

type SharesBySide = Readonly<Record<Direction, number>>

/** What a trader has agreed today in a security, in shares. */
export interface OwnPosition {
  /** Bought less sold. */
  readonly net: number
  readonly agreed: SharesBySide
  /** As far as brokers have reported it. */
  readonly executed: SharesBySide
}

type Agreed = Pick<
  LocateNotification,
  'securityId' | 'direction' | 'locateQuantity' | 'notExecuted' | 'executions'
>

const nothing: SharesBySide = { BUY: 0, SELL: 0 }

/** The position of the day by security, from own agreements; those of which nothing was executed do not count. */
export function ownPositions(agreements: Iterable<Agreed>): ReadonlyMap<string, OwnPosition> {
  const positions = new Map<string, OwnPosition>()
  for (const { securityId, direction, locateQuantity, notExecuted, executions } of agreements) {
    if (notExecuted) continue
    const { agreed, executed } = positions.get(securityId) ?? { agreed: nothing, executed: nothing }
    const more = (shares: SharesBySide, by: number): SharesBySide => ({
      ...shares,
      [direction]: shares[direction] + by,
    })
    const total = more(agreed, locateQuantity)
    positions.set(securityId, {
      net: total.BUY - total.SELL,
      agreed: total,
      executed: more(executed, executedTotal(executions)?.quantity ?? 0),
    })
  }
  return positions
}
