import { useId } from 'react'
import { Chevron } from '../labels/Chevron.tsx'
import './select.css'

interface Props<T extends string> {
  label: string
  /** For a screen reader alone, where the place says what it is. */
  isLabelHidden?: boolean
  value: T
  options: readonly { readonly value: T; readonly label: string }[]
  disabled?: boolean
  onChange: (value: T) => void
}

/** One of a few options in the browser's own list, which every keyboard user knows. */
export function Select<T extends string>({
  label,
  isLabelHidden = false,
  value,
  options,
  disabled = false,
  onChange,
}: Props<T>) {
  const id = useId()
  return (
    <div className="select">
      <label className={isLabelHidden ? 'visually-hidden' : 'field-label'} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value as T)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Chevron to="down" />
    </div>
  )
}
