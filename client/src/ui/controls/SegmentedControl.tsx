import type { Direction } from '@aitai/engine/model/advert.ts'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import './segmented-control.css'

interface Option<T extends string> {
  readonly value: T
  readonly label: ReactNode
  /** A side is chosen in its own colour, everything else in the brand's. */
  readonly direction?: Direction
}

interface Props<T extends string> {
  /** The term of an advert that it sets, so that an error can move the focus here. */
  term?: string
  label: ReactNode
  /** Null while none is chosen. */
  value: T | null
  options: readonly Option<T>[]
  disabled?: boolean
  onChoose: (value: T) => void
  onKeyDown?: (event: KeyboardEvent) => void
}

/** One of a few visible options: radio buttons drawn as one row of segments. */
export function SegmentedControl<T extends string>({
  term,
  label,
  value,
  options,
  disabled = false,
  onChoose,
  onKeyDown,
}: Props<T>) {
  const name = useId()
  return (
    <fieldset className="choice" disabled={disabled}>
      <legend className="field-label">{label}</legend>
      <div className="choice-options">
        {options.map((option, i) => (
          <label key={option.value} className="choice-option" data-direction={option.direction}>
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              data-term={option.value === value || (value === null && i === 0) ? term : undefined}
              onChange={() => onChoose(option.value)}
              {...(onKeyDown ? { onKeyDown } : {})}
            />
            <span className="choice-face">{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
