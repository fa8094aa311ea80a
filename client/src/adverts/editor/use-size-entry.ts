import { useState } from 'react'
import { type Rates, type Size, type SizeField, sizeFrom } from '../notionals.ts'
import { type RoundedQuantity, roundToLots } from './lot-rounding.ts'

interface Given {
  readonly shareQuantity: number
  readonly lotSize: number
  readonly rates: Rates | null
  /** The lots that what is typed would be: 0 for no amount, null once nothing is being typed. */
  readonly onTyping: (shareQuantity: number | null) => void
  readonly onChange: (shareQuantity: number) => void
}

interface Typing {
  readonly field: SizeField
  readonly amount: number | null
}

export type SizeEntry = ReturnType<typeof useSizeEntry>

/** The size while it is typed through any of its faces; the quantity in lots is what comes of it. */
export function useSizeEntry({ shareQuantity, lotSize, rates, onTyping, onChange }: Given) {
  const [typing, setTyping] = useState<Typing | null>(null)
  const [lotted, setLotted] = useState<RoundedQuantity | null>(null)
  const [wrong, setWrong] = useState<SizeField | null>(null)

  const type = (field: SizeField, amount: number | null): void => {
    setLotted(null)
    setWrong(null)
    setTyping({ field, amount })
    const shares = amount === null ? null : sharesFrom(field, amount, rates)
    onTyping(shares === null ? 0 : roundToLots(shares, lotSize).shareQuantity)
  }
  const commit = (field: SizeField, amount: number | null): void => {
    setTyping(null)
    onTyping(null)
    setWrong(amount === null ? field : null)
    const shares = amount === null ? null : sharesFrom(field, amount, rates)
    if (shares === null) return onChange(0)
    const whole = roundToLots(shares, lotSize)
    setLotted(whole)
    onChange(whole.shareQuantity)
  }
  const rounded = lotted?.shareQuantity === shareQuantity ? lotted.rounded : null
  return { shareQuantity, size: sizeShown(typing, shareQuantity, rates), rounded, wrong, type, commit }
}

function sharesFrom(field: SizeField, amount: number, rates: Rates | null): number | null {
  if (field === 'shares') return amount
  return rates && sizeFrom(field, amount, rates).shares
}

/** What the fields show: from what is being typed, else from the quantity. */
function sizeShown(typing: Typing | null, shareQuantity: number, rates: Rates | null): Size | null {
  if (!rates) return null
  if (!typing) return shareQuantity > 0 ? sizeFrom('shares', shareQuantity, rates) : null
  if (typing.amount === null) return null
  const size = sizeFrom(typing.field, typing.amount, rates)
  return { ...size, shares: Math.floor(size.shares) }
}
