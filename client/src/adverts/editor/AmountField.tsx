import { type KeyboardEvent, type ReactNode, type Ref, useState } from 'react'
import { isComposing } from '../../ui/browser/browser-hooks.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { formatNumber } from '../../ui/format/format.ts'
import { parseAmount } from '../../ui/format/parse-amount.ts'

interface Props {
  id?: string
  label: string
  /** The value shown while the field is not being edited; null for an empty field. */
  amount: number | null
  error?: string | null | undefined
  hint?: ReactNode
  placeholder?: string
  disabled?: boolean
  inputRef?: Ref<HTMLInputElement>
  /** Reads the typed text; null while it is not an amount. By default a plain amount. */
  parse?: (typed: string) => number | null
  /** Called with every keystroke; null while the text is not an amount. */
  onType: (amount: number | null) => void
  /** Called on blur and on Enter after an edit, with the text as typed; null if it is not an amount. */
  onCommit: (amount: number | null, typed: string) => void
}

/**
 * An amount with shorthand such as 10k. While focused it keeps the text as typed, so that caret and input
 * method are not disturbed; separators are added on blur. A text input, so that the mouse wheel changes nothing.
 */
export function AmountField({
  amount,
  inputRef,
  hint,
  parse = parseAmount,
  onType,
  onCommit,
  ...field
}: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const [isFocused, setIsFocused] = useState(false)
  const shown = amount === null || amount === 0 ? '' : formatNumber(amount)

  const commit = (): void => {
    if (typed === null) return
    const parsed = parse(typed)
    onCommit(parsed, typed)
    // Keep invalid text in the field so that the user can correct it.
    if (parsed !== null || typed.trim() === '') setTyped(null)
  }
  const press = (event: KeyboardEvent): void => {
    // Enter also submits the form and opens the review, so commit the text first.
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
        onType(parse(event.target.value))
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
