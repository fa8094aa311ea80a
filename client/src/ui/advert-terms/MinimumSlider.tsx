import { minSharesOf } from '@aitai/engine/adverts/size-limits.ts'
import { defaultLimits } from '@aitai/engine/model/limits.ts'
import { type CSSProperties, useId } from 'react'
import { formatNumber, withPercentSign } from '../format/format.ts'
import { GlossaryTerm } from '../labels/GlossaryTerm.tsx'
import { useLanguage, useText } from '../text/use-text.ts'
import './minimum-slider.css'

interface Props {
  percent: number
  /** The quantity that it is a percentage of, if known. */
  shareQuantity?: number
  lotSize?: number
  error: string | null
  onChange: (percent: number) => void
}

/** The minimum quantity, 10 to 75 percent, with its number of shares (docs/specification.md §5). */
export function MinimumSlider({ percent, error, onChange, ...of }: Props) {
  const text = useText()
  const language = useLanguage()
  const { shareQuantity = 0, lotSize = 1 } = of
  const id = useId()
  const { min, max } = defaultLimits.minimumQuantityPercent
  const meant =
    shareQuantity > 0
      ? text('advert.minimum.shares', {
          percent,
          shares: formatNumber(minSharesOf({ minimumQuantity: percent, shareQuantity }, { lotSize })),
        })
      : withPercentSign(percent, language)
  return (
    <div className="minimum">
      <div className="minimum-label">
        <label className="field-label" htmlFor={id}>
          <GlossaryTerm word="minimum">{text('advert.minimum')}</GlossaryTerm>
        </label>
        <output htmlFor={id}>{meant}</output>
      </div>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={1}
        value={percent}
        aria-valuetext={meant}
        aria-description={text('advert.minimum.hint')}
        style={{ '--filled': `${((percent - min) / (max - min)) * 100}%` } as CSSProperties}
        onChange={(event) => onChange(Number(event.target.value))}
      />
      <div className="minimum-ends" aria-hidden>
        <span>{withPercentSign(min, language)}</span>
        <span>{withPercentSign(max, language)}</span>
      </div>
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
