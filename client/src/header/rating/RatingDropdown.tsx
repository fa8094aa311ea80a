import { starsOf } from '@aitai/engine/rating/credibility.ts'
import { Suspense } from 'react'
import { Dropdown } from '../../ui/controls/Dropdown.tsx'
import { lazyWithTexts } from '../../ui/text/lazy.ts'
import { useText } from '../../ui/text/use-text.ts'
import { Stars } from './Stars.tsx'
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
