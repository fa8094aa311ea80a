import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useGetQuoteQuery, useUserBrokersListQuery } from '../app/api/desk-api.ts'
import { intervals } from '../intervals.ts'
import { useFailureText, useText } from '../ui/text/use-text.ts'
import { ActionBar } from './actions/ActionBar.tsx'
import {
  type PriceConditionState,
  usePriceConditions,
} from './advanced/price-conditions/use-price-conditions.ts'
import { useTermFocus } from './advanced/use-term-focus.ts'
import { refusedField } from './editor/refused-field.ts'
import { TermsEditor } from './editor/TermsEditor.tsx'
import { TermsNote } from './editor/TermsNote.tsx'
import { type TermsForm, useTermsForm } from './editor/use-terms-form.ts'
import { NoBrokerPopup } from './NoBrokerPopup.tsx'
import type { Rates } from './notionals.ts'
import { ReviewPopup } from './review/ReviewPopup.tsx'
import { type Review, useReview } from './review/use-review.ts'
import type { TermName } from './terms.ts'

interface Props {
  advert: Advert
  equity: Equity
  /** Whether the cursor goes to the quantity, once. */
  toQuantity: boolean
  onArrived: () => void
  /** What the review says beside the terms depends on the other adverts of the day. */
  others: readonly Advert[]
  /** The public market line of the security. */
  children: ReactNode
}

/** One advert in hand: terms, the review before anything is sent, actions. Mounted anew for each advert. */
export function AdvertDesk({ advert, equity, toQuantity, onArrived, others, children }: Props) {
  const formId = useId()
  const terms = useTermsForm(advert)
  const rates = useRates(equity.equityId)
  const { data: brokers = [] } = useUserBrokersListQuery()
  const review = useReview({ advert, terms, rates, others })
  const errorOf = useErrors(terms, review.failure)
  const conditions = usePriceConditions(advert, equity, terms, review.failure)
  const { form, quantity, goTo } = useFocus(toQuantity, onArrived)
  const [isBrokerless, setIsBrokerless] = useState(false)
  const submit = submitOf({ terms, conditions, review, goTo, onBrokerless: () => setIsBrokerless(true) })

  return (
    <>
      <form ref={form} id={formId} className="desk-editor" noValidate onSubmit={submit}>
        <TermsEditor
          {...{ advert, equity, rates, errorOf, conditions }}
          terms={terms.terms}
          note={<TermsNote advert={advert} terms={terms} />}
          // In a locate the fields stay open: who is typing just then must not lose a stroke (quality U1).
          locked={advert.advertisementStatus === 'COMPLETED'}
          quantityRef={quantity}
          onChange={(name, value) => {
            review.forgetFailure()
            terms.change(name, value)
          }}
        >
          {children}
        </TermsEditor>
      </form>
      <ActionBar {...{ advert, equity, formId }} isModified={terms.isModified} done={review.done} />
      {review.isOpen && (
        <ReviewPopup
          {...{ advert, equity, brokers, rates, review }}
          terms={terms.terms}
          sent={terms.sent}
          onRefused={(refused) => goTo(conditions.refusedField(refused))}
        />
      )}
      {isBrokerless && (
        <NoBrokerPopup
          onClose={() => {
            setIsBrokerless(false)
            goTo('brokerIds')
          }}
        />
      )}
    </>
  )
}

interface Submitting {
  terms: TermsForm
  conditions: PriceConditionState
  review: Review
  goTo: (name: TermName) => void
  onBrokerless: () => void
}

/** Opens the review, or goes to what would be refused (specification 5). Enter in any field is the same. */
const submitOf =
  ({ terms, conditions, review, goTo, onBrokerless }: Submitting) =>
  (event: FormEvent): void =>
    void terms.form.handleSubmit(
      () => {
        const faulty = conditions.faultyField({ ...terms.terms, ...terms.form.getValues() })
        if (faulty) goTo(faulty)
        else review.open()
      },
      (errors) => (errors.shareQuantity ? goTo('shareQuantity') : onBrokerless()),
    )(event)

/** The last price and the exchange rate, as fresh as the market line: one query serves both. */
function useRates(securityId: string): Rates | null {
  const { data } = useGetQuoteQuery({ securityId }, { pollingInterval: intervals.quotePoll })
  return data ?? null
}

/** The places the focus goes to: the quantity after a choice, the field of an error. */
function useFocus(toQuantity: boolean, onArrived: () => void) {
  const quantity = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!toQuantity) return
    quantity.current?.focus()
    onArrived()
  }, [toQuantity, onArrived])
  const goTo = useTermFocus(form, quantity)
  return { form, quantity, goTo }
}

/** The text beside a field: a refusal by its code, else what is missing. */
function useErrors({ form }: TermsForm, failure: Review['failure']) {
  const text = useText()
  const failureText = useFailureText()
  const { errors } = form.formState
  return (name: TermName): string | null => {
    if (failure && refusedField(failure.errorCode) === name) return failureText(failure)
    if (name === 'shareQuantity' && errors.shareQuantity) return text('advert.quantity.invalid')
    return name === 'brokerIds' && errors.brokerIds ? text('ADVERT-ERROR-011') : null
  }
}
