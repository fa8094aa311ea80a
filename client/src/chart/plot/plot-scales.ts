import type { Yen } from '@aitai/engine/model/price.ts'
import { levelsInReach, priceRange } from '../chart-data.ts'
import type { ShownPlot } from './plot-content.ts'

/** The volume takes this part of the height, below the prices. */
const volumePart = 5

/** From where to where the price axis goes: the prices in view, the lines that it must contain, and near levels. */
export function priceScale({ data, content, heldScale }: ShownPlot): [Yen, Yen] {
  if (heldScale) return [...heldScale]
  const { axis, style, tick, levels, lines } = content
  const shown = [...(style === 'candles' ? [data.low, data.high] : [data.price]), data.index]
  const inView = shown.flatMap((prices) =>
    prices.filter((_, i) => (data.x[i] ?? 0) >= axis.from && (data.x[i] ?? 0) <= axis.to),
  )
  const contained = lines.filter(({ isContained }) => isContained).map(({ price }) => price)
  const prices = [...inView, ...contained]
  const [low, high] = priceRange([...prices, ...levelsInReach(levels, prices, tick)], tick)
  // Room for the volume below the lowest price.
  return [low - (high - low) / volumePart / 2, high]
}

/** From where to where the axis of the volume goes, which has no labels. */
export const volumeScale = ({ data }: ShownPlot): [number, number] => [
  0,
  data.volume.reduce<number>((most, each) => Math.max(most, each ?? 0), 1) * volumePart,
]
