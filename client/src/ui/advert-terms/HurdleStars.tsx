import { hurdleOfStar, starsOf } from '@aitai/engine/rating/credibility.ts'
import { useId } from 'react'
import { GlossaryTerm } from '../labels/GlossaryTerm.tsx'
import { useText } from '../text/use-text.ts'
import './hurdle-stars.css'

const stars = [1, 2, 3, 4, 5] as const

interface Props {
  hurdle: number
  /** What picking a star sets: by default the smallest hurdle of that star. */
  hurdleOf?: (star: number) => number
  onChange: (hurdle: number) => void
}

/**
 * The rating that a contra must have, picked by stars (docs/specification.md §5). Radio buttons: arrows move
 * star by star.
 */
export function HurdleStars({ hurdle, hurdleOf = hurdleOfStar, onChange }: Props) {
  const text = useText()
  const name = useId()
  const filled = starsOf(Math.max(1, hurdle))
  return (
    <fieldset className="hurdle">
      <legend className="field-label">
        <GlossaryTerm word="hurdle">{text('advert.hurdle')}</GlossaryTerm>
      </legend>
      <div className="hurdle-row">
        {stars.map((star) => (
          <label
            key={star}
            className="hurdle-star"
            data-filled={star <= filled}
            title={text('advert.hurdle.stars', { stars: star, hurdle: hurdleOf(star) })}
          >
            <input
              type="radio"
              name={name}
              checked={star === filled}
              aria-label={text('advert.hurdle.stars', { stars: star, hurdle: hurdleOf(star) })}
              onChange={() => onChange(hurdleOf(star))}
              // The last filled one is checked already, so clicking it fires no change event.
              onClick={() => star === filled && hurdleOf(star) !== hurdle && onChange(hurdleOf(star))}
            />
            <span aria-hidden>{star <= filled ? '★' : '☆'}</span>
          </label>
        ))}
        <span className="hurdle-rating">
          {text('advert.hurdle.rating', { hurdle: Math.max(hurdleOfStar(1), hurdle) })}
        </span>
      </div>
    </fieldset>
  )
}
