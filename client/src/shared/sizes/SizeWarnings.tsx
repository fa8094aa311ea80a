import type { Ref } from 'react'
import { isComposing } from '../../ui/browser/browser-hooks.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { formatYenLimit } from '../../ui/format/amounts.ts'
import { formatNumber } from '../../ui/format/format.ts'
import { parseAmount } from '../../ui/format/parse-amount.ts'
import { type Language, type TextFunction, useText } from '../../ui/text/use-text.ts'
import type { SizeWarning } from './size-warnings.ts'
import './size-warnings.css'

/** The text of a warning about a size. */
export function sizeWarningText(warning: SizeWarning, text: TextFunction, language: Language): string {
  switch (warning.kind) {
    case 'large':
      return text('advert.review.large', { times: warning.times })
    case 'volume':
      return text('advert.review.volume', { percent: formatNumber(warning.percent) })
    case 'order':
      return text('advert.review.order', {
        more: formatNumber(warning.more),
        left: formatNumber(warning.left),
      })
    case 'block':
      return text('advert.review.block', { notional: formatYenLimit(warning.yen, language) })
  }
}

interface Props {
  /** The number of shares that must be typed. */
  expected: number
  label: string
  typed: string
  inputRef?: Ref<HTMLInputElement>
  onType: (typed: string) => void
  /** Enter on the right quantity. It sends nothing. */
  onEnter: () => void
}

/** Whether the quantity was typed again correctly, in any notation of a quantity. */
export const isRetyped = (typed: string, expected: number): boolean => parseAmount(typed) === expected

/**
 * Asks for a quantity that may be a typing error to be typed again: looking at a number again does not find
 * an extra zero, typing it does.
 */
export function RetypedQuantity({ expected, label, typed, inputRef, onType, onEnter }: Props) {
  const text = useText()
  const isWrong = typed.trim() !== '' && !isRetyped(typed, expected)
  return (
    <div className="retyped">
      {/* Above the field, because it is about the size and not about what is typed here. */}
      <p className="retyped-why">{text('advert.retype.hint')}</p>
      <Field
        label={label}
        numeric
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        hint={isRetyped(typed, expected) ? text('advert.retype.right') : null}
        {...(inputRef ? { ref: inputRef } : {})}
        data-wrong={isWrong || undefined}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isComposing(event) || event.repeat) return
          event.preventDefault()
          if (isRetyped(typed, expected)) onEnter()
        }}
      />
    </div>
  )
}
