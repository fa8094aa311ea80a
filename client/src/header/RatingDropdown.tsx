import { starsOf } from '@aitai/engine/credibility.ts'
import { Suspense } from 'react'
import { later } from '../later.ts'
import { Dropdown } from '../ui/Dropdown.tsx'
import { Stars } from '../ui/Stars.tsx'
import { useText } from '../ui/text.ts'
import './rating.css'

const RatingLedger = later(async () => (await import('./RatingLedger.tsx')).RatingLedger)

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
      {(close) => (
        <Suspense>
          <RatingLedger rating={rating} onContact={close} />
        </Suspense>
      )}
    </Dropdown>
  )
}
