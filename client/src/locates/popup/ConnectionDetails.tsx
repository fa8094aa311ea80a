import { useEffect, useState } from 'react'
import { useConnectBrokerMutation } from '../../app/api/desk-api.ts'
import { intervals } from '../../intervals.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { useFailureText, useText } from '../../ui/text/use-text.ts'

interface Props {
  agreementId: string
  brokerName: string | null
  password: string | null
}

/** The executing broker and the own password, large; seeing them is what records the hand-over (rules 9). */
export function ConnectionDetails({ agreementId, brokerName, password }: Props) {
  const text = useText()
  const failureText = useFailureText()
  // One call per agreement, however often its popup is drawn.
  const [connectBroker, { data, error, isLoading }] = useConnectBrokerMutation({ fixedCacheKey: agreementId })
  const isAsked = data !== undefined || error !== undefined || isLoading
  useEffect(() => {
    if (!isAsked) void connectBroker({ connectAgreementId: agreementId })
  }, [isAsked, connectBroker, agreementId])
  const secret = password ?? data?.password ?? ''
  return (
    <dl className="handover">
      <div>
        <dt>{text('locate.broker')}</dt>
        <dd className="handover-broker">{brokerName ?? data?.brokerName}</dd>
      </div>
      <div>
        <dt>{text('locate.password')}</dt>
        <dd className="handover-password">
          <code>{secret}</code>
          <CopyButton secret={secret} />
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

function CopyButton({ secret }: { secret: string }) {
  const text = useText()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), intervals.copiedNote)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(secret)
    setCopied(true)
  }
  return (
    <>
      <Button kind="normal" onClick={() => void copy()}>
        {text(copied ? 'common.copied' : 'locate.copy')}
      </Button>
      <span role="status" className="only-heard">
        {copied ? text('common.copied') : ''}
      </span>
    </>
  )
}
