import type { Equity } from '@aitai/contract/schemas/reference.ts'
import type { Yen } from '@aitai/engine/model/price.ts'

/**
 * The securities with the highest average turnover of 20 days at the last close, the highest first; those whose
 * average volume is unknown are not among them. The same for everybody on a day.
 */
export const mostTraded = (equities: Iterable<Equity>, count: number): readonly Equity[] =>
  [...equities]
    .filter(({ averageDailyVolume }) => averageDailyVolume)
    .sort((a, b) => turnoverOf(b) - turnoverOf(a))
    .slice(0, count)

const turnoverOf = ({ averageDailyVolume = 0, closePrice }: Equity): Yen => averageDailyVolume * closePrice
