import { type KeyboardEvent, type ReactNode, type Ref, useState } from 'react'
import { isComposing } from '../../ui/browser/browser-hooks.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { formatNumber } from '../../ui/format/format.ts'
import { parseAmount } from '../../ui/format/parse-amount.ts'

interface Props {
  label: string
  /** What is shown when nobody is typing here; null for nothing yet. */
  amount: number | null
  error?: string | null | undefined
  hint?: ReactNode
  disabled?: boolean
  inputRef?: Ref<HTMLInputElement>
  /** With every keystroke; null while it is no amount. */
  onType: (amount: number | null) => void
  /** On leaving the field, and on Enter: null for what is no amount. Not called when nothing was typed. */
  onCommit: (amount: number | null) => void
}

/**
 * A number as a trader types it. While it has the focus the text is exactly what was typed, so that caret and
 * input method are never disturbed; separators come on leaving. A text input, so that a wheel turns nothing.
 */
export function AmountField({ amount, inputRef, hint, onType, onCommit, ...field }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const [isFocused, setIsFocused] = useState(false)
  const shown = amount === null || amount === 0 ? '' : formatNumber(amount)

  const commit = (): void => {
    if (typed === null) return
    const parsed = parseAmount(typed)
    onCommit(parsed)
    // What is no amount stays to be put right, beside its error.
    if (parsed !== null || typed.trim() === '') setTyped(null)
  }
  const press = (event: KeyboardEvent): void => {
    // Enter also sends the form, which opens the review: what was typed must be taken first.
    if (event.key === 'Enter' && !isComposing(event)) commit()
  }

  return (
    <Field
      {...field}
      numeric
      hint={hint}
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? shown}
      {...(inputRef ? { ref: inputRef } : {})}
      onChange={(event) => {
        setTyped(event.target.value)
        onType(parseAmount(event.target.value))
      }}
      onFocus={(event) => {
        if (!isFocused) event.target.select()
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
