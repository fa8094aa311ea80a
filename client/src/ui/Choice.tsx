import { useId } from 'react'
import './choice.css'

interface Props<T extends string> {
  label: string
  value: T
  options: readonly { value: T; label: string }[]
  onChoose: (value: T) => void
}

/** One of a few, all of them seen at once: radio buttons drawn as one row of segments. */
export function Choice<T extends string>({ label, value, options, onChoose }: Props<T>) {
  const name = useId()
  return (
    <fieldset className="choice">
      <legend>{label}</legend>
      <div className="choice-options">
        {options.map((option) => (
          <label key={option.value} className="choice-option">
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
