import { starsOf } from '@aitai/engine/credibility.ts'
import { Dropdown } from '../ui/Dropdown.tsx'
import { Stars } from '../ui/Stars.tsx'
import { useText } from '../ui/text.ts'
import { RatingLedger } from './RatingLedger.tsx'
import './rating.css'

/** The stars and the number, and behind them how they come about (specification 2, rules 14). */
export function RatingDropdown({ rating }: { rating: number }) {
  const text = useText()
  return (
    <Dropdown
      className="rating"
      label={text('header.ratingTitle')}
      name={text('header.ratingOpen', { rating, stars: starsOf(rating) })}
      trigger={<Stars rating={rating} />}
    >
      {(close) => <RatingLedger rating={rating} onContact={close} />}
    </Dropdown>
  )
}
