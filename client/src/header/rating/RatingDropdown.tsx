import { starsOf } from '@aitai/engine/rating/credibility.ts'
import { Suspense } from 'react'
import { Dropdown } from '../../ui/controls/Dropdown.tsx'
import { lazyWithTexts } from '../../ui/text/lazy.ts'
import { useText } from '../../ui/text/use-text.ts'
import './rating.css'

const RatingLedger = lazyWithTexts(async () => (await import('./RatingLedger.tsx')).RatingLedger)

/** The stars and the rating, with their explanation (docs/rules.md §14). */
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

const positions = [1, 2, 3, 4, 5]

/** A rating as filled stars of five and as its number: trunc((rating − 1) / 20) + 1. */
function Stars({ rating }: { rating: number }) {
  const text = useText()
  const stars = starsOf(rating)
  return (
    <span className="stars" role="img" aria-label={text('header.rating', { rating, stars })}>
      <span aria-hidden className="stars-shapes">
        {positions.map((position) => (
          <svg
            key={position}
            aria-hidden="true"
            width="16"
            height="16"
            viewBox="0 0 16 16"
            data-filled={position <= stars}
          >
            <path d="M8 1.6l1.96 4.1 4.5.58-3.3 3.11.84 4.46L8 11.67l-4 2.18.84-4.46-3.3-3.11 4.5-.58z" />
          </svg>
        ))}
      </span>
      <span aria-hidden className="stars-number">
        {rating}
      </span>
    </span>
  )
}
