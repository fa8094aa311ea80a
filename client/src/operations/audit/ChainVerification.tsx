import type { VerifiedAuditTrail, VerifiedChain } from '@aitai/contract/schemas/console/audit.ts'
import { useVerifyAuditTrailMutation } from '../../shared/api/console-compliance-api.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { formatNumber, formatTimeWithZone } from '../../ui/format/format.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { ConsolePart } from '../ConsolePart.tsx'

/** Checks both chains against their hashes, and says the result in words. */
export function ChainVerification() {
  const text = useText()
  const [verify, { data, isLoading }] = useVerifyAuditTrailMutation()
  return (
    <ConsolePart title={text('operations.audit.verify')}>
      <div className="audit-box">
        <p className="console-aside">{text('operations.audit.verify.hint')}</p>
        <div>
          <Button busy={isLoading} onClick={() => void verify()}>
            {text('operations.audit.verify.do')}
          </Button>
        </div>
        <div role="status">{data && !isLoading && <ChainResult result={data} />}</div>
      </div>
    </ConsolePart>
  )
}

function ChainResult({ result: { at, verified, audit, journal } }: { result: VerifiedAuditTrail }) {
  const text = useText()
  const language = useLanguage()
  return (
    <div className="audit-box-result">
      <p className="audit-verified" data-verified={verified}>
        {text(verified ? 'operations.audit.verified' : 'operations.audit.notVerified')}
      </p>
      <dl className="audit-chains">
        <Chain name={text('operations.audit.chain.audit')} chain={audit} />
        <Chain name={text('operations.audit.chain.journal')} chain={journal} />
      </dl>
      <p className="console-aside">{text('operations.audit.elsewhere')}</p>
      <p className="console-aside">
        {text('operations.audit.verified.at', { time: formatTimeWithZone(Date.parse(at), language) })}
      </p>
    </div>
  )
}

function Chain({ name, chain: { whole, seq, hash, why } }: { name: string; chain: VerifiedChain }) {
  const text = useText()
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span className="console-state" data-state={whole ? 'whole' : 'disabled'}>
          {whole
            ? text('operations.audit.chain.whole', { count: formatNumber(seq) })
            : text('operations.audit.chain.broken', { seq: formatNumber(seq) })}
        </span>
        {hash !== null && <code>{hash}</code>}
        {why !== null && <q lang="en">{why}</q>}
      </dd>
    </div>
  )
}
