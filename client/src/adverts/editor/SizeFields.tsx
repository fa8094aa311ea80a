import type { Direction } from '@aitai/engine/model/advert.ts'
import { type Ref, useEffect, useState } from 'react'
import { intervals } from '../../shared/intervals.ts'
import { formatNotional } from '../../ui/format/amounts.ts'
import { formatNumber, formatShare } from '../../ui/format/format.ts'
import { parseNotional } from '../../ui/format/parse-amount.ts'
import { parseSidedAmount } from '../../ui/format/parse-sided-amount.ts'
import { type Language, useLanguage, useText } from '../../ui/text/use-text.ts'
import {
  type Rates,
  type RoundedQuantity,
  roundToLots,
  type Size,
  type SizeField,
  sizeFrom,
} from '../advert-size.ts'
import { AmountField } from './AmountField.tsx'

interface Props {
  shareQuantity: number
  lotSize: number
  /** The average daily volume of 20 days, in shares; absent if unknown. */
  averageDailyVolume?: number | undefined
  /** Null until the first quote: then only shares can be typed. */
  rates: Rates | null
  error: string | null
  disabled: boolean
  quantityRef: Ref<HTMLInputElement>
  onTyping: (shareQuantity: number | null) => void
  onChange: (shareQuantity: number) => void
  /** Called with the side that was typed before a quantity: S 10k. */
  onSide: (direction: Direction) => void
}

/** Quantity, USD and JPY notional: editing any of them updates the other two. */
export function SizeFields({ error, disabled, quantityRef, averageDailyVolume, onSide, ...given }: Props) {
  const sizing = useSizeEntry(given)
  const notional = { sizing, disabled: disabled || given.rates === null }
  return (
    <>
      <Quantity {...{ sizing, error, disabled, averageDailyVolume, onSide }} inputRef={quantityRef} />
      <Notional field="usdnotional" {...notional} />
      <Notional field="jpynotional" {...notional} />
    </>
  )
}

interface QuantityProps {
  sizing: SizeEntry
  averageDailyVolume: number | undefined
  error: string | null
  disabled: boolean
  inputRef: Ref<HTMLInputElement>
  onSide: (direction: Direction) => void
}

const sharesIn = (typed: string): number | null => parseSidedAmount(typed).amount

function Quantity({ sizing, averageDailyVolume, error, disabled, inputRef, onSide }: QuantityProps) {
  const text = useText()
  const language = useLanguage()
  const { rounded, shareQuantity } = sizing
  const roundingNote =
    rounded && !disabled ? text(`advert.rounded.${rounded}`, { shares: formatNumber(shareQuantity) }) : ''
  const shares = sizing.size?.shares ?? shareQuantity
  const ofVolume =
    averageDailyVolume && shares > 0
      ? text('advert.quantity.ofVolume', { share: formatShare(shares / averageDailyVolume, language) })
      : null
  return (
    <div className="size-quantity">
      <AmountField
        label={text('advert.quantity')}
        amount={shares}
        error={error ?? (sizing.invalidField === 'shares' ? text('advert.quantity.invalid') : null)}
        hint={roundingNote || ofVolume}
        placeholder={text('advert.quantity.hint')}
        disabled={disabled}
        inputRef={inputRef}
        parse={sharesIn}
        onType={(amount) => sizing.type('shares', amount)}
        onCommit={(amount, typed) => {
          const { direction } = parseSidedAmount(typed)
          if (direction && amount !== null) onSide(direction)
          sizing.commit('shares', amount)
        }}
      />
      <span role="status" className="visually-hidden">
        {roundingNote}
      </span>
    </div>
  )
}

interface NotionalProps {
  field: 'usdnotional' | 'jpynotional'
  sizing: SizeEntry
  disabled: boolean
}

function Notional({ field, sizing, disabled }: NotionalProps) {
  const text = useText()
  const language = useLanguage()
  const amount = sizing.size?.[field] ?? null
  return (
    <AmountField
      label={text(field === 'usdnotional' ? 'advert.usd' : 'advert.jpy')}
      amount={amount}
      error={sizing.invalidField === field ? text('advert.notional.invalid') : null}
      hint={shortAmount(amount ?? 0, language)}
      disabled={disabled}
      parse={parseNotional}
      onType={(typed) => sizing.type(field, typed)}
      onCommit={(typed) => sizing.commit(field, typed)}
    />
  )
}

/** Repeats an amount of at least a million in short form: 116.2m, in Japanese 1.16億. */
const shortAmount = (amount: number, language: Language): string =>
  amount < 1_000_000 ? '' : formatNotional(amount, language)

interface SizeEntryOptions {
  readonly shareQuantity: number
  readonly lotSize: number
  readonly rates: Rates | null
  /** Called while typing with the quantity in whole lots: 0 for no amount, null once editing ends. */
  readonly onTyping: (shareQuantity: number | null) => void
  readonly onChange: (shareQuantity: number) => void
}

interface Typing {
  readonly field: SizeField
  readonly amount: number | null
}

type SizeEntry = ReturnType<typeof useSizeEntry>

/** The size while any of the three fields is edited; commits the quantity in whole lots. */
function useSizeEntry({ shareQuantity, lotSize, rates, onTyping, onChange }: SizeEntryOptions) {
  const [typing, setTyping] = useState<Typing | null>(null)
  const [roundedQuantity, setRoundedQuantity] = useState<RoundedQuantity | null>(null)
  const [invalidField, setInvalidField] = useState<SizeField | null>(null)

  // The note explains what has just happened; later it would be read as a warning.
  useEffect(() => {
    if (roundedQuantity === null) return
    const timer = setTimeout(() => setRoundedQuantity(null), intervals.roundingNote)
    return () => clearTimeout(timer)
  }, [roundedQuantity])

  const type = (field: SizeField, amount: number | null): void => {
    setRoundedQuantity(null)
    setInvalidField(null)
    setTyping({ field, amount })
    const shares = amount === null ? null : sharesFrom(field, amount, rates)
    onTyping(shares === null ? 0 : roundToLots(shares, lotSize).shareQuantity)
  }
  const commit = (field: SizeField, amount: number | null): void => {
    setTyping(null)
    onTyping(null)
    setInvalidField(amount === null ? field : null)
    const shares = amount === null ? null : sharesFrom(field, amount, rates)
    if (shares === null) return onChange(0)
    const whole = roundToLots(shares, lotSize)
    setRoundedQuantity(whole)
    onChange(whole.shareQuantity)
  }
  const rounded = roundedQuantity?.shareQuantity === shareQuantity ? roundedQuantity.rounded : null
  return { shareQuantity, size: sizeShown(typing, shareQuantity, rates), rounded, invalidField, type, commit }
}

function sharesFrom(field: SizeField, amount: number, rates: Rates | null): number | null {
  if (field === 'shares') return amount
  return rates && sizeFrom(field, amount, rates).shares
}

/** The values of the fields: derived from the field being edited, else from the quantity. */
function sizeShown(typing: Typing | null, shareQuantity: number, rates: Rates | null): Size | null {
  if (!rates) return null
  if (!typing) return shareQuantity > 0 ? sizeFrom('shares', shareQuantity, rates) : null
  if (typing.amount === null) return null
  const size = sizeFrom(typing.field, typing.amount, rates)
  return { ...size, shares: Math.floor(size.shares) }
}
