import type { Direction } from '@aitai/engine/model/advert.ts'
import { useText } from '../text/use-text.ts'
import './side.css'

const shapes: Readonly<Record<Direction, string>> = { BUY: '▲', SELL: '▼' }

/** BUY or SELL as a shape, a word and a colour, always in this order. */
export function Side({ direction }: { direction: Direction }) {
  const text = useText()
  return (
    <span className="side" data-direction={direction}>
      <span aria-hidden className="side-shape">
        {shapes[direction]}
      </span>
      {text(`common.${direction}`)}
    </span>
  )
}
