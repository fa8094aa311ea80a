import { type Ref, useState } from 'react'
import { formatNotional, formatNumber } from '../ui/format.ts'
import { useLanguage, useText } from '../ui/text.ts'
import { AmountField } from './AmountField.tsx'
import { type Rates, type SizeField, sizeFrom } from './notionals.ts'
import { type LottedQuantity, toLots } from './quantity.ts'

interface Props {
  shareQuantity: number
  lotSize: number
  /** Null until the first quote: then only shares can be typed. */
  rates: Rates | null
  error: string | null
  disabled: boolean
  quantityRef: Ref<HTMLInputElement>
  onChange: (shareQuantity: number) => void
}

interface Typing {
  readonly field: SizeField
  readonly amount: number | null
}

const inMan = new Intl.NumberFormat('ja-JP', { notation: 'compact', maximumSignificantDigits: 4 })

/**
 * Quantity, USD and JPY: three faces of one size, kept in proportion whichever is typed (specification 5).
 */
export function SizeFields({ shareQuantity, lotSize, rates, error, disabled, quantityRef, onChange }: Props) {
  const text = useText()
  const language = useLanguage()
  const [typing, setTyping] = useState<Typing | null>(null)
  const [lotted, setLotted] = useState<LottedQuantity | null>(null)
  const [wrong, setWrong] = useState<SizeField | null>(null)

  const size = sizeShown(typing, shareQuantity, rates)
  const type = (field: SizeField) => (amount: number | null) => {
    setLotted(null)
    setWrong(null)
    setTyping({ field, amount })
  }
  const commit = (field: SizeField) => (amount: number | null) => {
    setTyping(null)
    setWrong(amount === null ? field : null)
    const shares =
      amount === null ? null : field === 'shares' ? amount : rates && sizeFrom(field, amount, rates).shares
    if (shares === null) return onChange(0)
    const whole = toLots(shares, lotSize)
    setLotted(whole)
    onChange(whole.shareQuantity)
  }

  const rounded = lotted?.rounded && lotted.shareQuantity === shareQuantity ? lotted : null
  const short = (notional: number | undefined): string =>
    notional === undefined || notional <= 100_000
      ? ''
      : language === 'Jp'
        ? `${formatNotional(notional)}（${inMan.format(notional)}）`
        : formatNotional(notional)
  const notional = { disabled: disabled || rates === null }
  const wrongNotional = (field: SizeField) => (wrong === field ? text('advert.notional.invalid') : null)
  return (
    <>
      <div className="size-quantity">
        <AmountField
          label={text('advert.quantity')}
          amount={size?.shares ?? shareQuantity}
          error={error ?? (wrong === 'shares' ? text('advert.quantity.invalid') : null)}
          hint={
            rounded?.rounded
              ? text(`advert.rounded.${rounded.rounded}`, { shares: formatNumber(rounded.shareQuantity) })
              : shareQuantity === 0 && text('advert.quantity.hint')
          }
          disabled={disabled}
          inputRef={quantityRef}
          onType={type('shares')}
          onCommit={commit('shares')}
        />
        <span role="status" className="only-heard">
          {rounded?.rounded
            ? text(`advert.rounded.${rounded.rounded}`, { shares: formatNumber(rounded.shareQuantity) })
            : ''}
        </span>
      </div>
      <AmountField
        label={text('advert.usd')}
        amount={size?.usdnotional ?? null}
        error={wrongNotional('usdnotional')}
        hint={short(size?.usdnotional)}
        onType={type('usdnotional')}
        onCommit={commit('usdnotional')}
        {...notional}
      />
      <AmountField
        label={text('advert.jpy')}
        amount={size?.jpynotional ?? null}
        error={wrongNotional('jpynotional')}
        hint={short(size?.jpynotional)}
        onType={type('jpynotional')}
        onCommit={commit('jpynotional')}
        {...notional}
      />
    </>
  )
}

/** What the three fields show: from what is being typed, else from the quantity. */
function sizeShown(typing: Typing | null, shareQuantity: number, rates: Rates | null) {
  if (!rates) return null
  if (typing) return typing.amount === null ? null : whole(sizeFrom(typing.field, typing.amount, rates))
  return shareQuantity > 0 ? sizeFrom('shares', shareQuantity, rates) : null
}

const whole = <T extends { readonly shares: number }>(size: T): T => ({
  ...size,
  shares: Math.floor(size.shares),
})
