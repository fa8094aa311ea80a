import type { Price } from '../model/price.ts'
import type { CostFigures, ReversionMinute } from './cost-figures.ts'

/** The costs of several agreements. Averages are weighted by value and leave out agreements without the figure. */
export interface CostTotals {
  readonly agreements: number
  readonly executed: number
  readonly shares: number
  readonly value: Price
  readonly halfSpreadSaved: Price
  readonly halfSpreadBp: number | null
  readonly againstArrivalBp: number | null
  readonly againstVwapBp: number | null
  readonly reversionBp: Readonly<Record<ReversionMinute, number | null>>
  /** The agreements that each reversion is an average of. */
  readonly reversionCount: Readonly<Record<ReversionMinute, number>>
  /** The plain average, in milliseconds. */
  readonly timeToLocateMs: number | null
}

/** Adds up the costs of agreements (docs/rules.md §24). */
export function costTotalsOf(figures: readonly CostFigures[]): CostTotals {
  const sum = (of: (each: CostFigures) => number): number =>
    figures.reduce((total, each) => total + of(each), 0)
  const averageBp = (of: (each: CostFigures) => number | null): number | null => weighted(figures, of)
  return {
    agreements: figures.length,
    executed: figures.filter(({ isExecuted }) => isExecuted).length,
    shares: sum(({ quantity }) => quantity),
    value: sum(({ value }) => value),
    halfSpreadSaved: sum(({ halfSpreadSaved }) => halfSpreadSaved ?? 0),
    halfSpreadBp: averageBp(({ halfSpreadBp }) => halfSpreadBp),
    againstArrivalBp: averageBp(({ againstArrivalBp }) => againstArrivalBp),
    againstVwapBp: averageBp(({ againstVwapBp }) => againstVwapBp),
    reversionBp: byMinute((minute) => averageBp(({ reversionBp }) => reversionBp[minute])),
    reversionCount: byMinute(
      (minute) => figures.filter(({ reversionBp }) => reversionBp[minute] !== null).length,
    ),
    timeToLocateMs:
      figures.length === 0 ? null : Math.round(sum(({ timeToLocateMs }) => timeToLocateMs) / figures.length),
  }
}

const byMinute = <T>(of: (minute: ReversionMinute) => T): Readonly<Record<ReversionMinute, T>> => ({
  1: of(1),
  5: of(5),
  15: of(15),
  30: of(30),
})

/** The average by value, rounded to 0.01; null if no agreement has the figure. */
function weighted(figures: readonly CostFigures[], of: (each: CostFigures) => number | null): number | null {
  let [total, value] = [0, 0]
  for (const each of figures) {
    const figure = of(each)
    if (figure === null) continue
    total += figure * each.value
    value += each.value
  }
  return value > 0 ? Math.round((total / value) * 100) / 100 + 0 : null
}
