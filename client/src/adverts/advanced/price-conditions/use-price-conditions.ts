import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { type Trigger, triggerKinds, triggers } from '@aitai/engine/adverts/trigger-validation.ts'
import type { Refusal } from '@aitai/engine/model/refusals.ts'
import type { CallFailure } from '../../../shared/api/failure.ts'
import { useUser } from '../../../shared/store/current-user.ts'
import { type FailureDescription, useFailureText } from '../../../ui/text/use-text.ts'
import type { TermsForm } from '../../editor/use-terms-form.ts'
import { refusedTerm, type TermName, type Terms } from '../../terms.ts'
import { formatLevel } from './trigger-levels.ts'
import {
  limitRefusal,
  type PriceCondition,
  refusedTrigger,
  type TriggerContext,
  triggerRefusals,
} from './triggers.ts'
import { useAfterHours } from './use-after-hours.ts'

export interface PriceConditionState {
  readonly triggerContext: TriggerContext
  /** The error text of a price condition: what the engine would refuse or the server has refused. */
  readonly triggerErrorOf: (condition: PriceCondition) => string | null
  /** The field of the first trigger that the engine would refuse with these terms; null if none. */
  readonly refusedTriggerField: (terms: Terms) => TermName | null
  /** The field that the server's refusal is about; for a level, that of the trigger it concerns. */
  readonly refusedField: (failure: CallFailure) => TermName
}

/** Which price conditions of an advert are locked, and their errors. */
export function usePriceConditions(
  advert: Advert,
  equity: Equity,
  { terms, sent }: TermsForm,
  failure: CallFailure | null,
): PriceConditionState {
  const failureText = useFailureText()
  const afterHours = useAfterHours(equity.equityId)
  const rating = useUser()?.credibilityRating ?? null
  const triggerContext = { advert, sent, terms, rating, afterHours }
  const refusals = triggerRefusals(triggerContext, equity)
  const limit = limitRefusal(triggerContext, equity)
  const refused: PriceCondition | null =
    failure &&
    (refusedTerm(failure.errorCode) === 'limitPrice' ? 'limit' : refusedTrigger(failure, terms, sent))
  return {
    triggerContext,
    triggerErrorOf: (condition) => {
      // A completed advert is not sent again, so it has no errors.
      if (advert.advertisementStatus === 'COMPLETED') return null
      const own = condition === 'limit' ? limit : refusals[condition]
      const found: FailureDescription | null | undefined = refused === condition && failure ? failure : own
      return found ? failureText(withPrices(found, equity)) : null
    },
    refusedTriggerField: (termsToSend) => {
      const context = { ...triggerContext, terms: termsToSend }
      const found = triggerRefusals(context, equity)
      const field = fieldOf(triggerKinds.find((trigger) => found[trigger]) ?? null, found)
      return field ?? (limitRefusal(context, equity) ? 'limitPrice' : null)
    },
    refusedField: (refusal) =>
      fieldOf(refusedTrigger(refusal, terms, sent), { [refusal.errorCode]: refusal }) ??
      refusedTerm(refusal.errorCode) ??
      'shareQuantity',
  }
}

/** The field that corrects a refusal: the switch of the trigger for some codes, else its value. */
function fieldOf(
  trigger: Trigger | null,
  refusal: Readonly<Record<string, Refusal | CallFailure | undefined>>,
) {
  if (!trigger) return null
  const concernsSwitch = Object.values(refusal).some(
    (each) => each && refusedTerm(each.errorCode) === 'advertisingTriggerActivated',
  )
  return concernsSwitch ? triggers[trigger].on : triggers[trigger].value
}

/** Formats the daily limits with the decimals of their tick, so that no price is rounded. */
function withPrices(failureOfTrigger: FailureDescription, equity: Equity): FailureDescription {
  if (!['TRIGGER-LEVEL', 'LIMIT-LEVEL'].includes(failureOfTrigger.errorCode)) return failureOfTrigger
  const variables = Object.fromEntries(
    Object.entries(failureOfTrigger.variables ?? {}).map(([name, price]) => [
      name,
      formatLevel(Number(price), equity),
    ]),
  )
  return { ...failureOfTrigger, variables }
}
