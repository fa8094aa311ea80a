import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import type { Refusal } from '@aitai/engine/refusals.ts'
import type { CallFailure } from '../../../app/api/failure.ts'
import { useUser } from '../../../app/store/current-user.ts'
import { type FailureDescription, useFailureText } from '../../../ui/text/use-text.ts'
import { refusedField } from '../../editor/refused-field.ts'
import type { TermsForm } from '../../editor/use-terms-form.ts'
import type { TermName, Terms } from '../../terms.ts'
import { formatLevel } from './trigger-levels.ts'
import {
  refusedTrigger,
  type Trigger,
  type TriggerContext,
  triggerKinds,
  triggerRefusals,
  triggers,
} from './triggers.ts'
import { useAfterHours } from './use-after-hours.ts'

export interface PriceConditionState {
  readonly locking: TriggerContext
  /** A text for the field of a trigger: what the engine would refuse, or what the server has refused. */
  readonly faultOf: (trigger: Trigger) => string | null
  /** The field of the first trigger that would be refused, with these terms; null when none would be. */
  readonly faultyField: (terms: Terms) => TermName | null
  /** The field that the server's refusal is about: of a trigger the one that is really at fault. */
  readonly refusedField: (failure: CallFailure) => TermName
}

/** What can be done with the price conditions of an advert just now, and what is wrong with them. */
export function usePriceConditions(
  advert: Advert,
  equity: Equity,
  { terms, sent }: TermsForm,
  failure: CallFailure | null,
): PriceConditionState {
  const failureText = useFailureText()
  const afterHours = useAfterHours(equity.equityId)
  const rating = useUser()?.credibilityRating ?? null
  const locking = { advert, sent, terms, rating, afterHours }
  const faults = triggerRefusals(locking, equity)
  const refused = failure && refusedTrigger(failure, terms, sent)
  return {
    locking,
    faultOf: (trigger) => {
      // Nothing more is sent of it, so nothing can be wrong with it.
      if (advert.advertisementStatus === 'COMPLETED') return null
      const fault: FailureDescription | undefined = refused === trigger && failure ? failure : faults[trigger]
      return fault ? failureText(withPrices(fault, equity)) : null
    },
    faultyField: (asSent) => {
      const found = triggerRefusals({ ...locking, terms: asSent }, equity)
      return fieldOf(triggerKinds.find((trigger) => found[trigger]) ?? null, found)
    },
    refusedField: (why) =>
      fieldOf(refusedTrigger(why, terms, sent), { [why.errorCode]: why }) ??
      refusedField(why.errorCode) ??
      'shareQuantity',
  }
}

const ofSwitches: readonly string[] = ['TRIGGER-RATING', 'TRIGGER-SATISFIED', 'TRIGGER-FROZEN']

/** The value of a trigger, or its switch where only that can be put right. */
function fieldOf(trigger: Trigger | null, why: Readonly<Record<string, Refusal | CallFailure | undefined>>) {
  if (!trigger) return null
  const isOfSwitch = Object.values(why).some((each) => each && ofSwitches.includes(each.errorCode))
  return isOfSwitch ? triggers[trigger].on : triggers[trigger].value
}

/** The day's limits with the decimals of their tick: a price rounded to whole yen would be another one. */
function withPrices(fault: FailureDescription, equity: Equity): FailureDescription {
  if (fault.errorCode !== 'TRIGGER-LEVEL') return fault
  const variables = Object.fromEntries(
    Object.entries(fault.variables ?? {}).map(([name, price]) => [name, formatLevel(Number(price), equity)]),
  )
  return { ...fault, variables }
}
