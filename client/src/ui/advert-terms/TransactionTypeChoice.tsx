import { type TransactionType, transactionTypes } from '@aitai/engine/model/advert.ts'
import type { ReactNode } from 'react'
import { SegmentedControl } from '../controls/SegmentedControl.tsx'
import { useText } from '../text/use-text.ts'

interface Props {
  label: ReactNode
  type: TransactionType
  onChoose: (type: TransactionType) => void
}

/** Cash, swap or either: of the trader's side, or accepted from the contra (docs/specification.md §9). */
export function TransactionTypeChoice({ type, ...rest }: Props) {
  const text = useText()
  const options = transactionTypes.map((value) => ({ value, label: text(`common.${value}`) }))
  return <SegmentedControl value={type} options={options} {...rest} />
}
