import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import { type ReactNode, useEffect } from 'react'
import { useClipboard } from '../../ui/browser/use-clipboard.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { formatYen } from '../../ui/format/amounts.ts'
import { brokerNameIn } from '../../ui/format/broker-name.ts'
import { formatHourMinuteWithZone, formatMid, formatNumber, formatUtc } from '../../ui/format/format.ts'
import { Side } from '../../ui/labels/Side.tsx'
import { useFailureText, useLanguage, useText } from '../../ui/text/use-text.ts'
import { useConnectBrokerMutation } from '../api/desk-api.ts'
import { ReceiptButton } from './receipt/ReceiptButton.tsx'
import './connection-details.css'

interface Props {
  /** A locate that both sides accepted. */
  locate: LocateNotification
  /** Whether quantity, mid and time are shown too, where nothing else on the screen says them. */
  withDeal?: boolean
}

/**
 * What is handed over to the executing broker: its name and contact, the trader's password, what was agreed, and
 * whether the broker has confirmed it. Mounting it records that the trader was connected (docs/rules.md §9).
 */
export function ConnectionDetails({ locate, withDeal = false }: Props) {
  const text = useText()
  const language = useLanguage()
  const agreementId = locate.connectionAgreementId ?? ''
  // One call per agreement, however often its details are rendered.
  const [connectBroker, { data, error, isLoading }] = useConnectBrokerMutation({ fixedCacheKey: agreementId })
  const isRequested = data !== undefined || error !== undefined || isLoading
  useEffect(() => {
    if (!isRequested) void connectBroker({ connectAgreementId: agreementId })
  }, [isRequested, connectBroker, agreementId])
  const ownPassword = locate.password ?? data?.password ?? ''
  return (
    <dl className="handover">
      <Entry label={text('locate.broker')} className="handover-broker">
        {brokerNameIn(language, locate.brokerName ?? data?.brokerName ?? '')}
      </Entry>
      <Entry label={text('locate.contact')}>
        {locate.brokerContact ?? data?.contact ?? <MissingContact {...{ error, agreementId }} />}
      </Entry>
      <Entry label={text('locate.password')} className="handover-password">
        {ownPassword === '' && data !== undefined ? (
          text('agreement.passwordLost')
        ) : (
          <>
            <code>{ownPassword}</code>
            <CopyPasswordButton password={ownPassword} />
          </>
        )}
      </Entry>
      <Entry label={text('locate.received')} className="handover-received" tone={locate.receivedAt !== null}>
        <span role="status">
          {locate.receivedAt === null
            ? text('locate.received.pending')
            : text('locate.received.at', { time: formatHourMinuteWithZone(locate.receivedAt, language) })}
        </span>
      </Entry>
      {withDeal && <LocatedTrade locate={locate} />}
      {agreementId === '' ? null : (
        <Entry label={text('agreement.receipt')}>
          <ReceiptButton agreementId={agreementId} />
        </Entry>
      )}
    </dl>
  )
}

/** What was agreed on: side, quantity, mid, value and time. */
function LocatedTrade({ locate }: Pick<Props, 'locate'>) {
  const text = useText()
  const language = useLanguage()
  const { direction, locateQuantity, midPrice, jpynotional, locateTime } = locate
  return (
    <>
      <Entry label={text('locate.quantity')}>
        <Side direction={direction} /> {formatNumber(locateQuantity)} {text('common.shares')}
      </Entry>
      <Entry label={text('locate.mid')}>
        {formatMid(midPrice)} <span className="handover-value">{formatYen(jpynotional, language)}</span>
      </Entry>
      <Entry label={text('locate.time')}>
        <span title={formatUtc(locateTime)}>{formatHourMinuteWithZone(locateTime, language)}</span>
      </Entry>
    </>
  )
}

interface EntryProps {
  label: string
  className?: string
  /** Marks a value that confirms something. */
  tone?: boolean
  children: ReactNode
}

function Entry({ label, className, tone = false, children }: EntryProps) {
  return (
    <div data-confirmed={tone || undefined}>
      <dt>{label}</dt>
      <dd className={className}>{children}</dd>
    </div>
  )
}

/** While the contact is not known: it is loading, or why it could not be loaded. */
function MissingContact({ error, agreementId }: { error: unknown; agreementId: string }) {
  const text = useText()
  const failureText = useFailureText()
  const [connectBroker] = useConnectBrokerMutation({ fixedCacheKey: agreementId })
  if (!error) return text('locate.contact.loading')
  return (
    <>
      {failureText(error as Parameters<typeof failureText>[0])}
      <Button kind="quiet" onClick={() => void connectBroker({ connectAgreementId: agreementId })}>
        {text('common.retry')}
      </Button>
    </>
  )
}

function CopyPasswordButton({ password }: { password: string }) {
  const text = useText()
  const { note, copy } = useClipboard()
  return (
    <>
      <Button kind="normal" onClick={() => copy(password)}>
        {text(note === 'copied' ? 'common.copied' : 'locate.copy')}
      </Button>
      <span role="status" className="visually-hidden">
        {note === 'copied' ? text('common.copied') : note === 'failed' ? text('common.copyFailed') : ''}
      </span>
    </>
  )
}
