import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Broker, Equity } from '@aitai/contract/schemas/reference.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { CallFailure } from '../../shared/api/failure.ts'
import { intervals } from '../../shared/intervals.ts'
import { isRetyped, RetypedQuantity } from '../../shared/sizes/SizeWarnings.tsx'
import { isSizeWarning } from '../../shared/sizes/size-warnings.ts'
import { ignoreHeldEnter } from '../../ui/browser/browser-hooks.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { PlainButton } from '../../ui/controls/PlainButton.tsx'
import { formatYen } from '../../ui/format/amounts.ts'
import { equityNameIn } from '../../ui/format/equity-name.ts'
import { formatNumber, formatShare } from '../../ui/format/format.ts'
import { Side } from '../../ui/labels/Side.tsx'
import { Popup } from '../../ui/popups/Popup.tsx'
import { hasText } from '../../ui/text/i18n.ts'
import { useFailureText, useLanguage, useText } from '../../ui/text/use-text.ts'
import { type Rates, sizeFrom } from '../advert-size.ts'
import { submitOrModify } from '../status/advert-status.ts'
import { refusedTerm, type Terms } from '../terms.ts'
import { ReviewRow, WarningLine } from './ReviewLines.tsx'
import { reviewRows } from './review-rows.ts'
import type { Review } from './use-review.ts'
import './review-popup.css'

interface Props {
  advert: Advert
  equity: Equity
  brokers: readonly Broker[]
  terms: Terms
  /** The terms last saved; an update shows what differs. */
  sent: Terms
  rates: Rates | null
  review: Review
  /** Called with a refusal about a field, after the review has closed. */
  onRefused: (refused: CallFailure) => void
}

/** Shows everything that will be sent; the only confirmation before it is sent (WCAG 3.3.4). */
export function ReviewPopup({ advert, equity, terms, review, onRefused, ...rest }: Props) {
  const text = useText()
  const language = useLanguage()
  const submitFailureText = useSubmitFailureText()
  const heading = useRef<HTMLDivElement>(null)
  const isUpdate = submitOrModify(advert) === 'modify'
  const { tickSize, lotSize } = equity
  // An update that does not enlarge it was confirmed before.
  const isLarger = !isUpdate || terms.shareQuantity > rest.sent.shareQuantity
  const retyped = useRetypedQuantity(terms.shareQuantity, isLarger && review.warnings.some(isSizeWarning))
  const confirm = async (): Promise<void> => {
    const refused = await review.confirm()
    if (refused && refusedTerm(refused.errorCode)) onRefused(refused)
  }
  return (
    <Popup
      title={text(isUpdate ? 'advert.review.update' : 'advert.review.send')}
      size="medium"
      initialFocus={heading}
      onClose={review.close}
      actions={<Actions {...{ heading, isUpdate, review, retyped }} onConfirm={() => void confirm()} />}
    >
      <div ref={heading} tabIndex={-1} className="review-heading">
        <Side direction={terms.direction} />
        <b className="review-quantity">{formatNumber(terms.shareQuantity)}</b>
        <span>{`${equity.ric} ${equityNameIn(language, equity)}`}</span>
        <ReviewedValue shareQuantity={terms.shareQuantity} equity={equity} rates={rest.rates} />
      </div>
      {review.warnings.map((warning) => (
        <WarningLine key={JSON.stringify(warning)} warning={warning} minutes={terms.duration} />
      ))}
      {retyped.isNeeded && (
        <RetypedQuantity
          label={text('advert.retype')}
          expected={terms.shareQuantity}
          typed={retyped.typed}
          inputRef={retyped.field}
          onType={retyped.setTyped}
          onEnter={() => retyped.confirm.current?.focus()}
        />
      )}
      <dl className="review-rows">
        {reviewRows({ ...rest, terms, text, isUpdate, tickSize, lotSize }).map((row) => (
          <ReviewRow key={row.label} {...row} />
        ))}
      </dl>
      {review.failure && (
        <p className="review-failure" role="alert">
          {submitFailureText(review.failure)}
        </p>
      )}
      <p className="review-disclaimer">{text('advert.review.disclaimer')}</p>
    </Popup>
  )
}

/** The value and the share of the average daily volume, whether or not they deserve a warning. */
function ReviewedValue({
  shareQuantity,
  equity: { averageDailyVolume },
  rates,
}: Pick<Props, 'rates' | 'equity'> & { shareQuantity: number }) {
  const text = useText()
  const language = useLanguage()
  const value = rates && formatYen(sizeFrom('shares', shareQuantity, rates).jpynotional, language)
  const ofVolume =
    averageDailyVolume &&
    text('advert.quantity.ofVolume', { share: formatShare(shareQuantity / averageDailyVolume, language) })
  return <span className="review-value">{[value, ofVolume].filter(Boolean).join(' · ')}</span>
}

/** Why it could not be sent: by the code, else that it could not, and what the server says. */
function useSubmitFailureText(): (failure: CallFailure) => string {
  const text = useText()
  const failureText = useFailureText()
  return (failure) =>
    hasText(failure.errorCode) && failure.errorCode !== 'INTERNAL'
      ? failureText(failure)
      : `${text('SubmitError')}\n${failureText(failure)}`
}

type Retyped = ReturnType<typeof useRetypedQuantity>

/** Whether the quantity must be typed again before it can be sent, and whether it was. */
function useRetypedQuantity(expected: number, isNeeded: boolean) {
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const confirm = useRef<HTMLButtonElement>(null)
  return { isNeeded, isMissing: isNeeded && !isRetyped(typed, expected), typed, setTyped, field, confirm }
}

interface ActionsProps {
  heading: RefObject<HTMLElement | null>
  isUpdate: boolean
  review: Review
  retyped: Retyped
  onConfirm: () => void
}

function Actions({ heading, isUpdate, review, retyped, onConfirm }: ActionsProps) {
  const text = useText()
  const { confirm, field, isNeeded, isMissing } = retyped
  const isReady = useReadyToConfirm(heading, isNeeded ? field : confirm)
  const why = isMissing ? text('advert.retype.why') : isReady ? undefined : text('locate.inert')
  const label = isUpdate ? 'advert.review.confirm.update' : 'advert.review.confirm.send'
  return (
    <>
      <Button onClick={review.close}>{text('advert.review.back')}</Button>
      <PlainButton
        ref={confirm}
        kind="primary"
        disabled={!isReady || isMissing}
        title={why}
        busy={review.isSending}
        onKeyDown={ignoreHeldEnter}
        onClick={onConfirm}
      >
        {text(review.isSending ? 'advert.review.sending' : label)}
      </PlainButton>
    </>
  )
}

/**
 * Whether the confirm button accepts a press. Enter in a field opens this popup, so a second Enter must not
 * confirm it unread: the button is inert at first. Then it takes the focus, or the field for a quantity that must
 * be typed again, unless the user has moved it.
 */
function useReadyToConfirm(
  heading: RefObject<HTMLElement | null>,
  next: RefObject<HTMLElement | null>,
): boolean {
  const [isReady, setIsReady] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsReady(true), intervals.popupInert)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (isReady && document.activeElement === heading.current) next.current?.focus()
  }, [isReady, heading, next])
  return isReady
}
