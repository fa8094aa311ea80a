import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import type { TermName, Terms } from '../terms.ts'
import type { PriceCondition, TriggerContext } from './price-conditions/triggers.ts'

/** Props of the advanced panel. */
export interface AdvancedPanelProps {
  readonly advert: Advert
  readonly equity: Equity
  readonly triggerContext: TriggerContext
  /** The quantity being typed, before it is committed. */
  readonly shareQuantity: number
  readonly errorOf: (name: TermName) => string | null
  /** The error text of a price condition: what the engine would refuse or the server has refused. */
  readonly triggerErrorOf: (condition: PriceCondition) => string | null
  readonly onChange: <Name extends TermName>(name: Name, value: Terms[Name]) => void
}

export type PriceConditionsProps = Pick<
  AdvancedPanelProps,
  'advert' | 'equity' | 'triggerContext' | 'triggerErrorOf' | 'onChange'
>
