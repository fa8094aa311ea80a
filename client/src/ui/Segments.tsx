import { type ReactNode, useId } from 'react'
import './segments.css'

interface Segment<T extends string> {
  readonly value: T
  readonly label: ReactNode
  /** Colours a side; everything else is chosen in the brand's colour. */
  readonly direction?: 'BUY' | 'SELL'
}

interface Props<T extends string> {
  legend: string
  /** The legend is heard only, where the segments speak for themselves. */
  quietLegend?: boolean
  value: T
  segments: readonly Segment<T>[]
  disabled?: boolean
  onChange: (value: T) => void
}

/** One of a few, all in sight: radio buttons, so that arrows choose and Tab passes by in one step. */
export function Segments<T extends string>({
  legend,
  quietLegend = false,
  value,
  segments,
  disabled = false,
  onChange,
}: Props<T>) {
  const name = useId()
  return (
    <fieldset className="segments" disabled={disabled}>
      <legend className={quietLegend ? 'only-heard' : 'field-label'}>{legend}</legend>
      <div className="segments-row">
        {segments.map((segment) => (
          <label key={segment.value} className="segment" data-direction={segment.direction}>
            <input
              type="radio"
              name={name}
              value={segment.value}
              checked={segment.value === value}
              onChange={() => onChange(segment.value)}
            />
            <span>{segment.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
