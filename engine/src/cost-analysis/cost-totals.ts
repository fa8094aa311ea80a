import type { Price } from '../model/price.ts'
import { type CostFigures, type ReversionMinute, reversionMinutes } from './cost-figures.ts'

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
  /** The plain average, in milliseconds. */
  readonly timeToLocateMs: number | null
}

/** Adds up the costs of agreements (docs/rules.md §24). */
export function costTotalsOf(figures: readonly CostFigures[]): CostTotals {
  const sum = (of: (each: CostFigures) => number): number =>
    figures.reduce((total, each) => total + of(each), 0)
  const averageBp = (of: (each: CostFigures) => number | null): number | null => weighted(figures, of)
  const [one, five, fifteen, thirty] = reversionMinutes.map((minute) =>
    averageBp(({ reversionBp }) => reversionBp[minute]),
  )
  return {
    agreements: figures.length,
    executed: figures.filter(({ isExecuted }) => isExecuted).length,
    shares: sum(({ quantity }) => quantity),
    value: sum(({ value }) => value),
    halfSpreadSaved: sum(({ halfSpreadSaved }) => halfSpreadSaved ?? 0),
    halfSpreadBp: averageBp(({ halfSpreadBp }) => halfSpreadBp),
    againstArrivalBp: averageBp(({ againstArrivalBp }) => againstArrivalBp),
    againstVwapBp: averageBp(({ againstVwapBp }) => againstVwapBp),
    reversionBp: { 1: one ?? null, 5: five ?? null, 15: fifteen ?? null, 30: thirty ?? null },
    timeToLocateMs:
      figures.length === 0 ? null : Math.round(sum(({ timeToLocateMs }) => timeToLocateMs) / figures.length),
  }
}

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

/** A trader's own answers to locates. */
export interface AnswerCounts {
  readonly accepted: number
  readonly declined: number
  readonly unanswered: number
}

/** The share of one's own answers that were accepts, as a fraction; null without an answer. */
export const acceptanceRate = ({ accepted, declined }: AnswerCounts): number | null =>
  accepted + declined === 0 ? null : accepted / (accepted + declined)
