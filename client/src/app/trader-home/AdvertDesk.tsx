import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { ActionBar, type DoneAction } from '../../adverts/actions/ActionBar.tsx'
import {
  type PriceConditionState,
  usePriceConditions,
} from '../../adverts/advanced/price-conditions/use-price-conditions.ts'
import type { Rates } from '../../adverts/advert-size.ts'
import { advancedTabChanged } from '../../adverts/desk-slice.ts'
import { TermsEditor } from '../../adverts/editor/TermsEditor.tsx'
import { TermsNote } from '../../adverts/editor/TermsNote.tsx'
import {
  type FormProblem,
  firstInvalidTerm,
  type TermsForm,
  useTermsForm,
} from '../../adverts/editor/use-terms-form.ts'
import { ReviewPopup } from '../../adverts/review/ReviewPopup.tsx'
import { type Review, useReview } from '../../adverts/review/use-review.ts'
import { agreedRates } from '../../adverts/shown-advert.ts'
import { refusedTerm, type TermName, tabOfTerm } from '../../adverts/terms.ts'
import { LazyMarketPanel } from '../../chart/LazyMarketPanel.tsx'
import { useAgreedLocates } from '../../shared/agreements/use-agreed-locates.ts'
import { useBrokers } from '../../shared/api/use-brokers.ts'
import { useSelectedQuote } from '../../shared/prices/use-market.ts'
import { useAppDispatch } from '../../shared/store/store.ts'
import { OkPopup } from '../../ui/popups/OkPopup.tsx'
import { useFailureText, useText } from '../../ui/text/use-text.ts'

interface Props {
  advert: Advert
  equity: Equity
  /** Whether to focus the quantity once. */
  toQuantity: boolean
  onArrived: () => void
  /** The other adverts of the day, for the warnings of the review. */
  others: readonly Advert[]
  /** The public market line of the security. */
  children: ReactNode
}

/** The editor, review and actions of the selected advert. Remounted for each advert, but not for a renewed one. */
export function AdvertDesk({ advert, equity, toQuantity, onArrived, others, children }: Props) {
  const formId = useId()
  const terms = useTermsForm(advert)
  const current = useRates(equity.equityId)
  const brokers = useBrokers() ?? []
  const agreed = useAgreedLocates().get(advert.id)
  // A completed IOI has the size and the value of its locate, whatever the market does.
  const rates = agreed ? agreedRates(agreed) : current
  const shownTerms = agreed ? { ...terms.terms, shareQuantity: agreed.locateQuantity } : terms.terms
  const [done, setDone] = useState<DoneAction | null>(null)
  const review = useReview({ advert, terms, rates, others, onDone: setDone })
  const errorOf = useErrors(terms, review.failure)
  const conditions = usePriceConditions(advert, equity, terms, review.failure)
  const { form, quantity, goTo } = useFocus(toQuantity, onArrived)
  const [hasNoBroker, setHasNoBroker] = useState(false)
  const submit = submitOf({ terms, conditions, review, goTo, onNoBroker: () => setHasNoBroker(true) })

  return (
    <>
      <div className="desk-main">
        <form ref={form} id={formId} className="desk-editor" noValidate onSubmit={submit}>
          <TermsEditor
            {...{ advert, equity, rates, errorOf, conditions }}
            terms={shownTerms}
            note={<TermsNote {...{ advert, equity, terms, agreed }} />}
            // The fields stay enabled during a locate, so that typing is not interrupted.
            locked={advert.advertisementStatus === 'COMPLETED'}
            quantityRef={quantity}
            hasSide={terms.hasSide}
            onSide={terms.chooseSide}
            onChange={(name, value) => {
              review.forgetFailure()
              terms.change(name, value)
            }}
          >
            {children}
          </TermsEditor>
        </form>
        <LazyMarketPanel
          {...{ advert, equity }}
          context={conditions.triggerContext}
          locked={advert.advertisementStatus === 'COMPLETED'}
          onChange={(name, value) => {
            review.forgetFailure()
            terms.change(name, value)
          }}
        />
      </div>
      <ActionBar {...{ advert, equity, formId, done }} isModified={terms.isModified} onDone={setDone} />
      {review.isOpen && (
        <ReviewPopup
          {...{ advert, equity, brokers, rates, review }}
          terms={terms.terms}
          sent={terms.sent}
          onRefused={(refused) => goTo(conditions.refusedField(refused))}
        />
      )}
      {hasNoBroker && (
        <NoBrokerPopup
          onClose={() => {
            setHasNoBroker(false)
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
  onNoBroker: () => void
}

/** Opens the review, or focuses the first field that would be refused. */
const submitOf =
  ({ terms, conditions, review, goTo, onNoBroker }: Submitting) =>
  (event: FormEvent): void =>
    void terms.form.handleSubmit(
      () => {
        const entered = { ...terms.terms, ...terms.form.getValues() }
        const refusedTrigger = conditions.refusedTriggerField(entered)
        if (refusedTrigger) goTo(refusedTrigger)
        else if (review.open(entered)) goTo('shareQuantity')
      },
      (errors) => {
        const invalid = firstInvalidTerm(errors)
        // A path without brokers is ADVERT-ERROR-011, which has a popup.
        if (invalid === 'brokerIds') onNoBroker()
        else if (invalid) goTo(invalid)
      },
    )(event)

/** The last price and the exchange rate; null until they have arrived. */
function useRates(securityId: string): Rates | null {
  // Not the whole quote: the editor has no other field of it, and most of them change with each push.
  const lastPrice = useSelectedQuote(securityId, (quote) => quote?.lastPrice)
  const usdJpy = useSelectedQuote(securityId, (quote) => quote?.usdJpy)
  return lastPrice === undefined || usdJpy === undefined ? null : { lastPrice, usdJpy }
}

/** Moves the focus: to the quantity after a selection, to the field of an error. */
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

/** The error text of a field: the server's refusal, else a form rule. */
function useErrors({ form }: TermsForm, failure: Review['failure']) {
  const text = useText()
  const failureText = useFailureText()
  const { errors } = form.formState
  return (name: TermName): string | null => {
    if (failure && refusedTerm(failure.errorCode) === name) return failureText(failure)
    const problem = errors[name]?.message as FormProblem | undefined
    return problem ? text(problem) : null
  }
}

/** ADVERT-ERROR-011. Closing it opens the tab where brokers are chosen. */
function NoBrokerPopup({ onClose }: { onClose: () => void }) {
  const text = useText()
  return (
    <OkPopup title={text('error.title')} tone="error" onClose={onClose}>
      <p role="alert">{text('ADVERT-ERROR-011')}</p>
    </OkPopup>
  )
}

/**
 * Returns a function that opens the tab of a term and focuses its field. `form` contains all fields.
 */
function useTermFocus(
  form: RefObject<HTMLElement | null>,
  quantity: RefObject<HTMLElement | null>,
): (name: TermName) => void {
  const dispatch = useAppDispatch()
  const pendingTerm = useRef<TermName | null>(null)
  const [, forceRender] = useState(0)
  // After every render, because the tab may have opened in this one.
  useEffect(() => {
    const name = pendingTerm.current
    if (!name || !form.current) return
    const field = fieldOf(name, form.current)
    if (!field) return
    pendingTerm.current = null
    // A closing popup restores the focus in the next frame, so wait for the frame after it.
    requestAnimationFrame(() => requestAnimationFrame(() => field.focus()))
  })
  return (name) => {
    const tab = tabOfTerm[name]
    if (!tab) {
      const field = form.current && fieldOf(name, form.current)
      return (field ?? quantity.current)?.focus()
    }
    dispatch(advancedTabChanged(tab))
    pendingTerm.current = name
    forceRender((times) => times + 1)
  }
}

/** The field of the term, or its tab if it has no field. */
function fieldOf(name: TermName, form: HTMLElement): HTMLElement | null {
  return (
    form.querySelector<HTMLElement>(`#term-${name}:not(:disabled), [data-term="${name}"]:not(:disabled)`) ??
    form.querySelector<HTMLElement>(`#panel-${tabOfTerm[name]}[aria-selected="true"]`)
  )
}
