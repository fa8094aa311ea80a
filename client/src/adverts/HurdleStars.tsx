import { hurdleOfStar, starsOf } from '@aitai/engine/credibility.ts'
import { useId } from 'react'
import { Term } from '../ui/Term.tsx'
import { useText } from '../ui/text.ts'
import './hurdle-stars.css'

const stars = [1, 2, 3, 4, 5] as const

interface Props {
  hurdle: number
  disabled: boolean
  onChange: (hurdle: number) => void
}

/**
 * The rating a contra must have, picked by stars (specification 5). Radio buttons: arrows move it star by
 * star.
 */
export function HurdleStars({ hurdle, disabled, onChange }: Props) {
  const text = useText()
  const name = useId()
  const filled = starsOf(Math.max(1, hurdle))
  return (
    <fieldset className="hurdle" disabled={disabled}>
      <legend className="field-label">
        <Term word="hurdle">{text('advert.hurdle')}</Term>
      </legend>
      <div className="hurdle-row">
        {stars.map((star) => (
          <label
            key={star}
            className="hurdle-star"
            data-filled={star <= filled}
            title={text('advert.hurdle.stars', { stars: star, hurdle: hurdleOfStar(star) })}
          >
            <input
              type="radio"
              name={name}
              checked={star === filled}
              aria-label={text('advert.hurdle.stars', { stars: star, hurdle: hurdleOfStar(star) })}
              onChange={() => onChange(hurdleOfStar(star))}
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
