import type { Advert } from '@aitai/contract/adverts.ts'
import type { Equity } from '@aitai/contract/reference.ts'
import { advertCan, isInLocate } from '@aitai/engine/advert.ts'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useGetQuoteQuery, useUserBrokersListQuery } from '../api.ts'
import { intervals } from '../intervals.ts'
import { Button } from '../ui/Button.tsx'
import { useFailureText, useText } from '../ui/text.ts'
import { ActionBar } from './ActionBar.tsx'
import type { Rates } from './notionals.ts'
import { ReviewPopup } from './ReviewPopup.tsx'
import { refusedField } from './refused-field.ts'
import { TermsEditor } from './TermsEditor.tsx'
import type { TermName, Terms } from './terms.ts'
import { useReview } from './use-review.ts'
import { type TermsForm, useTermsForm } from './use-terms-form.ts'

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

/**
 * One advert in hand: its terms, the review before anything is sent, and its actions. Mounted anew per
 * advert.
 */
export function AdvertDesk({ advert, equity, toQuantity, onArrived, others, children }: Props) {
  const formId = useId()
  const quantity = useRef<HTMLInputElement>(null)
  const path = useRef<HTMLElement>(null)
  const terms = useTermsForm(advert)
  const rates = useRates(equity.equityId)
  const { data: brokers = [] } = useUserBrokersListQuery()
  const review = useReview({ advert, terms, rates, others })
  // In a locate the fields stay open: whoever is typing just then must not lose a stroke (quality U1).
  const locked = advert.advertisementStatus === 'COMPLETED'
  const errorOf = useErrors(terms, review.failure)

  useEffect(() => {
    if (!toQuantity) return
    quantity.current?.focus()
    onArrived()
  }, [toQuantity, onArrived])

  const goToError = (name: TermName | null): void => {
    if (name === 'brokerIds') path.current?.focus()
    else quantity.current?.focus()
  }
  const change = <Name extends TermName>(name: Name, value: Terms[Name]): void => {
    review.forgetFailure()
    terms.form.setValue(name, value as never, {
      shouldDirty: true,
      shouldValidate: terms.form.formState.isSubmitted,
    })
  }
  const confirm = async (): Promise<void> => {
    const field = refusedField((await review.confirm())?.errorCode ?? '')
    if (field) goToError(field)
  }

  return (
    <>
      <form
        id={formId}
        className="desk-editor"
        noValidate
        onSubmit={(event) =>
          void terms.form.handleSubmit(review.open, (errors) => {
            goToError(errors.shareQuantity ? 'shareQuantity' : 'brokerIds')
          })(event)
        }
      >
        <TermsEditor
          advert={advert}
          equity={equity}
          terms={terms.terms}
          rates={rates}
          errorOf={errorOf}
          note={<Note advert={advert} terms={terms} />}
          locked={locked}
          quantityRef={quantity}
          pathRef={path}
          onChange={change}
        >
          {children}
        </TermsEditor>
      </form>
      <ActionBar advert={advert} equity={equity} isModified={terms.isModified} formId={formId} />
      {review.isOpen && (
        <ReviewPopup
          advert={advert}
          equity={equity}
          brokers={brokers}
          terms={terms.terms}
          sent={terms.sent}
          rates={rates}
          cautions={review.cautions}
          failure={review.failure}
          sending={review.sending}
          onConfirm={() => void confirm()}
          onBack={review.close}
        />
      )}
    </>
  )
}

/** The last price and the exchange rate, as fresh as the market line: one query serves both. */
function useRates(securityId: string): Rates | null {
  const { data } = useGetQuoteQuery({ securityId }, { pollingInterval: intervals.quotePoll })
  return data ?? null
}

function useErrors({ form }: TermsForm, failure: ReturnType<typeof useReview>['failure']) {
  const text = useText()
  const failureText = useFailureText()
  const { errors } = form.formState
  return (name: TermName): string | null => {
    if (failure && refusedField(failure.errorCode) === name) return failureText(failure)
    if (name === 'shareQuantity' && errors.shareQuantity) return text('advert.quantity.invalid')
    return name === 'brokerIds' && errors.brokerIds ? text('ADVERT-ERROR-011') : null
  }
}

function Note({ advert, terms }: { advert: Advert; terms: TermsForm }) {
  const text = useText()
  if (isInLocate(advert)) {
    return (
      <p className="terms-note" data-tone="located">
        {text('advert.editor.locked')}
      </p>
    )
  }
  if (advert.advertisementStatus === 'COMPLETED')
    return <p className="terms-note">{text('advert.editor.completed')}</p>
  if (terms.isModified && advertCan('modify', advert)) {
    return (
      <p className="terms-note">
        {text('advert.editor.edited')}
        <Button kind="quiet" onClick={() => terms.form.reset(terms.sent)}>
          {text('advert.editor.discard')}
        </Button>
      </p>
    )
  }
  return advert.advertisementStatus === 'DEAD' ? (
    <p className="terms-note">{text('advert.editor.ended')}</p>
  ) : null
}
