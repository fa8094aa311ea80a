import { useEffect } from 'react'
import { useClipboard } from '../../ui/browser/use-clipboard.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { brokerNameIn } from '../../ui/format/broker-name.ts'
import { useFailureText, useLanguage, useText } from '../../ui/text/use-text.ts'
import { useConnectBrokerMutation } from '../api/desk-api.ts'
import './connection-details.css'

interface Props {
  agreementId: string
  brokerName: string | null
  password: string | null
}

/**
 * The executing broker and the own password. Mounting it records that the trader was connected (docs/rules.md
 * §9).
 */
export function ConnectionDetails({ agreementId, brokerName, password }: Props) {
  const text = useText()
  const language = useLanguage()
  const failureText = useFailureText()
  // One call per agreement, however often its popup is rendered.
  const [connectBroker, { data, error, isLoading }] = useConnectBrokerMutation({ fixedCacheKey: agreementId })
  const isRequested = data !== undefined || error !== undefined || isLoading
  useEffect(() => {
    if (!isRequested) void connectBroker({ connectAgreementId: agreementId })
  }, [isRequested, connectBroker, agreementId])
  const ownPassword = password ?? data?.password ?? ''
  return (
    <dl className="handover">
      <div>
        <dt>{text('locate.broker')}</dt>
        <dd className="handover-broker">{brokerNameIn(language, brokerName ?? data?.brokerName ?? '')}</dd>
      </div>
      <div>
        <dt>{text('locate.password')}</dt>
        <dd className="handover-password">
          <code>{ownPassword}</code>
          <CopyPasswordButton password={ownPassword} />
        </dd>
      </div>
      <div>
        <dt>{text('locate.contact')}</dt>
        <dd>
          {data?.contact ??
            (error
              ? failureText(error as Parameters<typeof failureText>[0])
              : text('locate.contact.loading'))}
          {error && (
            <Button kind="quiet" onClick={() => void connectBroker({ connectAgreementId: agreementId })}>
              {text('common.retry')}
            </Button>
          )}
        </dd>
      </div>
    </dl>
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
      <span role="status" className="only-heard">
        {note === 'copied' ? text('common.copied') : note === 'failed' ? text('common.copyFailed') : ''}
      </span>
    </>
  )
}
