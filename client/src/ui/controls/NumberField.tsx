import { type KeyboardEvent, useState } from 'react'
import { isComposing } from '../browser/browser-hooks.ts'
import { Field } from './Field.tsx'

interface Props {
  id?: string
  label: string
  unit: string
  /** What is shown when nobody is typing here; null for nothing. */
  value: number | null
  show: (value: number) => string
  parse: (typed: string) => number | null
  /** Said when what was typed is no such number. */
  invalid: string
  /** Said when nothing was typed, where that is another matter. */
  missing?: string
  error?: string | null
  hint?: string | null
  disabled: boolean
  /** With every keystroke; null while it is no number. */
  onType?: (value: number | null) => void
  /** On leaving the field and on Enter; null for what is no number. Not called when nothing was typed. */
  onCommit: (value: number | null) => void
}

/**
 * A level or a percentage as a trader types it: the text is exactly what was typed until the field is left,
 * so that caret and input method are never disturbed. A text input, so that a wheel turns nothing.
 */
export function NumberField({ value, show, parse, error, hint, onType, onCommit, ...props }: Props) {
  const { invalid, missing = invalid, ...field } = props
  const [typed, setTyped] = useState<string | null>(null)
  const [isFocused, setIsFocused] = useState(false)
  // What is no number stays to be put right, until the value comes from elsewhere.
  const own = typed !== null && (isFocused || value === null) && !field.disabled ? typed : null
  const isWrong = own !== null && !isFocused && parse(own) === null

  const commit = (): void => {
    if (typed === null) return
    const parsed = parse(typed)
    onCommit(parsed)
    if (parsed !== null) setTyped(null)
  }
  const press = (event: KeyboardEvent): void => {
    // Enter also sends the form, which opens the review: what was typed must be taken first.
    if (event.key === 'Enter' && !isComposing(event)) commit()
  }
  return (
    <Field
      {...field}
      numeric
      error={isWrong ? (own.trim() === '' ? missing : invalid) : (error ?? null)}
      hint={hint}
      inputMode="decimal"
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
