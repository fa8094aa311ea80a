import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { isComposing } from '../browser/browser-hooks.ts'
import { Field } from './Field.tsx'

interface Props {
  id?: string
  label: string
  unit: string
  /** The keyboard of a phone. */
  inputMode?: 'decimal' | 'text'
  /** The value shown while nobody types here; null for nothing. */
  value: number | null
  show: (value: number) => string
  parse: (typed: string) => number | null
  /** The error if the input is not a number. */
  invalid: string
  /** The error if the input is empty, if that differs. */
  missing?: string
  error?: string | null
  hint?: ReactNode
  disabled: boolean
  /** Called at every keystroke; null if the input is not a number. */
  onType?: (value: number | null) => void
  /**
   * Called on leaving the field and on Enter; null if the input is not a number. Not called if nothing was
   * typed.
   */
  onCommit: (value: number | null) => void
  /** Called for the arrow keys, with 1 or -1, and for Page Up and Page Down, with 10 or -10. */
  onStep?: (steps: number) => void
}

const stepsOfKey: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }

/**
 * A level or percentage as a trader types it: the text stays as typed until the field is left, so that caret
 * and input method are not disturbed. A text input, so that the mouse wheel changes nothing.
 */
export function NumberField({ value, show, parse, error, hint, onType, onCommit, onStep, ...props }: Props) {
  const { invalid, missing = invalid, inputMode = 'decimal', ...field } = props
  const [typed, setTyped] = useState<string | null>(null)
  const [isFocused, setIsFocused] = useState(false)
  // A field that is disabled while somebody types in it is never left, and shows what is in effect from then on.
  if (field.disabled && (typed !== null || isFocused)) {
    setTyped(null)
    setIsFocused(false)
  }
  // Invalid input stays to be corrected, until the value changes from outside.
  const own = typed !== null && (isFocused || value === null) && !field.disabled ? typed : null
  const isWrong = own !== null && !isFocused && parse(own) === null

  const commit = (): void => {
    if (typed === null) return
    const parsed = parse(typed)
    onCommit(parsed)
    if (parsed !== null) setTyped(null)
  }
  const press = (event: KeyboardEvent): void => {
    // Enter also submits the form, which opens the review, so the input must be applied first.
    if (event.key === 'Enter' && !isComposing(event)) commit()
    const steps = stepsOfKey[event.key]
    // From what is in effect: a price that is half typed is left first.
    if (!onStep || steps === undefined || typed !== null || isComposing(event)) return
    event.preventDefault()
    onStep(steps)
  }
  return (
    <Field
      {...field}
      // Price conditions hide the label, which is then no name by axe (label-title-only).
      aria-label={field.label}
      numeric
      error={isWrong ? (own.trim() === '' ? missing : invalid) : (error ?? null)}
      hint={hint}
      inputMode={inputMode}
      autoComplete="off"
      value={own ?? (value === null ? '' : show(value))}
      onChange={(event) => {
        setTyped(event.target.value)
        onType?.(parse(event.target.value))
      }}
      onFocus={(event) => {
        if (!isFocused) event.target.select()
        if (own === null) setTyped(null)
        setIsFocused(true)
      }}
      onBlur={() => {
        setIsFocused(false)
        commit()
      }}
      onKeyDown={press}
    />
  )
}
