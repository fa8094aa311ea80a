import type { Advert } from '@aitai/contract/adverts.ts'
import type { Equity } from '@aitai/contract/reference.ts'
import type { TermName, Terms } from '../terms.ts'
import type { Locking, Trigger } from './triggers.ts'

/** What the advanced panel is given. */
export interface PanelProps {
  readonly advert: Advert
  readonly equity: Equity
  readonly locking: Locking
  /** What is being typed, before it is among the terms. */
  readonly shareQuantity: number
  readonly disabled: boolean
  readonly errorOf: (name: TermName) => string | null
  /** A text for the field of a trigger: what the engine would refuse, or what the server has refused. */
  readonly faultOf: (trigger: Trigger) => string | null
  readonly onChange: <Name extends TermName>(name: Name, value: Terms[Name]) => void
}

export type ConditionsProps = Pick<
  PanelProps,
  'advert' | 'equity' | 'locking' | 'faultOf' | 'disabled' | 'onChange'
>
