import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import type { TermName, Terms } from '../terms.ts'
import type { Trigger, TriggerContext } from './price-conditions/triggers.ts'

/** What the advanced panel is given. */
export interface AdvancedPanelProps {
  readonly advert: Advert
  readonly equity: Equity
  readonly locking: TriggerContext
  /** What is being typed, before it is among the terms. */
  readonly shareQuantity: number
  readonly disabled: boolean
  readonly errorOf: (name: TermName) => string | null
  /** A text for the field of a trigger: what the engine would refuse, or what the server has refused. */
  readonly faultOf: (trigger: Trigger) => string | null
  readonly onChange: <Name extends TermName>(name: Name, value: Terms[Name]) => void
}

export type PriceConditionsProps = Pick<
  AdvancedPanelProps,
  'advert' | 'equity' | 'locking' | 'faultOf' | 'disabled' | 'onChange'
>
