import type { Ref } from 'react'
import { formatNotional, formatNumber } from '../../ui/format/format.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import type { Rates } from '../notionals.ts'
import { AmountField } from './AmountField.tsx'
import { type SizeEntry, useSizeEntry } from './use-size-entry.ts'

interface Props {
  shareQuantity: number
  lotSize: number
  /** Null until the first quote: then only shares can be typed. */
  rates: Rates | null
  error: string | null
  disabled: boolean
  quantityRef: Ref<HTMLInputElement>
  onTyping: (shareQuantity: number | null) => void
  onChange: (shareQuantity: number) => void
}

/** Quantity, USD and JPY: three faces of one size, in proportion whichever is typed (specification 5). */
export function SizeFields({ error, disabled, quantityRef, ...given }: Props) {
  const sizing = useSizeEntry(given)
  const notional = { sizing, disabled: disabled || given.rates === null }
  return (
    <>
      <Quantity sizing={sizing} error={error} disabled={disabled} inputRef={quantityRef} />
      <Notional field="usdnotional" {...notional} />
      <Notional field="jpynotional" {...notional} />
    </>
  )
}

interface QuantityProps {
  sizing: SizeEntry
  error: string | null
  disabled: boolean
  inputRef: Ref<HTMLInputElement>
}

function Quantity({ sizing, error, disabled, inputRef }: QuantityProps) {
  const text = useText()
  const { rounded, shareQuantity } = sizing
  const said =
    rounded && !disabled ? text(`advert.rounded.${rounded}`, { shares: formatNumber(shareQuantity) }) : ''
  return (
    <div className="size-quantity">
      <AmountField
        label={text('advert.quantity')}
        amount={sizing.size?.shares ?? shareQuantity}
        error={error ?? (sizing.wrong === 'shares' ? text('advert.quantity.invalid') : null)}
        hint={said || (shareQuantity === 0 && text('advert.quantity.hint'))}
        disabled={disabled}
        inputRef={inputRef}
        onType={(amount) => sizing.type('shares', amount)}
        onCommit={(amount) => sizing.commit('shares', amount)}
      />
      <span role="status" className="only-heard">
        {said}
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
      error={sizing.wrong === field ? text('advert.notional.invalid') : null}
      hint={shortOf(amount ?? 0, language === 'Jp')}
      disabled={disabled}
      onType={(typed) => sizing.type(field, typed)}
      onCommit={(typed) => sizing.commit(field, typed)}
    />
  )
}

const inMan = new Intl.NumberFormat('ja-JP', {
  notation: 'compact',
  maximumSignificantDigits: 4,
  useGrouping: true,
})

/** An amount in millions once more in short: 116.2m, and for a Japanese reader （1.162億）. */
function shortOf(amount: number, isJapanese: boolean): string {
  if (amount < 1_000_000) return ''
  const short = formatNotional(amount)
  return isJapanese ? `${short}（${inMan.format(amount)}）` : short
}
