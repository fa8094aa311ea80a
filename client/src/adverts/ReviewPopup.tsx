import type { Advert } from '@aitai/contract/adverts.ts'
import type { Broker, Equity } from '@aitai/contract/reference.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { CallFailure } from '../failure.ts'
import { intervals } from '../intervals.ts'
import { Button } from '../ui/Button.tsx'
import { nameIn } from '../ui/equity-name.ts'
import { Popup } from '../ui/Popup.tsx'
import { Side } from '../ui/Side.tsx'
import { useFailureText, useLanguage, useText } from '../ui/text.ts'
import { sendingAction } from './advert-status.ts'
import type { Caution } from './cautions.ts'
import type { Rates } from './notionals.ts'
import { reviewRows } from './review-rows.ts'
import type { Terms } from './terms.ts'
import './review-popup.css'

interface Props {
  advert: Advert
  equity: Equity
  brokers: readonly Broker[]
  terms: Terms
  /** As the server has them; what differs is said when an advert is updated. */
  sent: Terms
  rates: Rates | null
  cautions: readonly Caution[]
  failure: CallFailure | null
  sending: boolean
  onConfirm: () => void
  onBack: () => void
}

/** All that will be sent, before it is sent: the one confirmation there is (WCAG 3.3.4). */
export function ReviewPopup({ advert, equity, terms, cautions, failure, sending, ...rest }: Props) {
  const text = useText()
  const language = useLanguage()
  const failureText = useFailureText()
  const heading = useRef<HTMLDivElement>(null)
  const confirm = useRef<HTMLButtonElement>(null)
  const ready = useReadyToConfirm(heading, confirm)
  const isUpdate = sendingAction(advert) === 'modify'
  const rows = reviewRows({
    ...rest,
    terms,
    text,
    isUpdate,
    tickSize: equity.tickSize,
    lotSize: equity.lotSize,
  })
  return (
    <Popup
      title={text(isUpdate ? 'advert.review.update' : 'advert.review.send')}
      size="medium"
      initialFocus={heading}
      onClose={rest.onBack}
      actions={
        <>
          <Button onClick={rest.onBack}>{text('advert.review.back')}</Button>
          <Button ref={confirm} kind="primary" busy={sending || !ready} onClick={rest.onConfirm}>
            {text(
              sending
                ? 'advert.review.sending'
                : isUpdate
                  ? 'advert.review.confirm.update'
                  : 'advert.review.confirm.send',
            )}
          </Button>
        </>
      }
    >
      <div ref={heading} tabIndex={-1} className="review-heading">
        <Side direction={terms.direction} />
        <b className="review-quantity">{rows.quantity}</b>
        <span>
          {equity.ric} {nameIn(language, equity)}
        </span>
      </div>
      {cautions.map((caution) => (
        <CautionLine key={caution.kind + JSON.stringify(caution)} caution={caution} terms={terms} />
      ))}
      <dl className="review-rows">
        {rows.rows.map(({ label, value, was, note = null }) => (
          <Row key={label} label={label} was={was} note={note}>
            {value}
          </Row>
        ))}
      </dl>
      {failure && (
        <p className="review-failure" role="alert">
          {failureText(failure)}
        </p>
      )}
      <p className="review-disclaimer">{text('advert.review.disclaimer')}</p>
    </Popup>
  )
}

interface RowProps {
  label: string
  was: string | null
  note: string | null
  children: ReactNode
}

function Row({ label, was, note, children }: RowProps) {
  const text = useText()
  return (
    <div data-changed={was !== null || undefined}>
      <dt>{label}</dt>
      <dd>
        {children}
        {note && <small>{note}</small>}
        {was !== null && <small>{text('advert.review.was', { value: was })}</small>}
      </dd>
    </div>
  )
}

const utc = (at: number): string => new Date(at).toISOString().slice(11, 16)

function CautionLine({ caution, terms }: { caution: Caution; terms: Terms }) {
  const text = useText()
  const words = {
    large: () => text('advert.review.large', { times: caution.kind === 'large' ? caution.times : 0 }),
    close: () =>
      text('advert.review.close', {
        time: caution.kind === 'close' ? utc(caution.at) : '',
        minutes: terms.duration,
      }),
    break: () =>
      caution.kind === 'break'
        ? text('advert.review.break', { from: utc(caution.from), to: utc(caution.to) })
        : '',
  }
  return <p className="review-caution">{words[caution.kind]()}</p>
}

/**
 * Enter in a field opened this popup, and a held or second Enter must not send what nobody has read: the
 * button does nothing at first and takes the focus only then, if the focus has not gone elsewhere.
 */
function useReadyToConfirm(
  heading: { readonly current: HTMLElement | null },
  confirm: { readonly current: HTMLElement | null },
): boolean {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => {
      setReady(true)
      if (document.activeElement === heading.current) confirm.current?.focus()
    }, intervals.popupInert)
    return () => clearTimeout(timer)
  }, [heading, confirm])
  return ready
}
