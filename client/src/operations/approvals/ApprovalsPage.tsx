import type { Approval, Decision } from '@aitai/contract/schemas/console/approvals.ts'
import { useState } from 'react'
import { useOperationsApprovalsQuery, useRejectRequestMutation } from '../../shared/api/approvals-api.ts'
import { polledEvery } from '../../shared/api/stale-since.ts'
import { intervals } from '../../shared/intervals.ts'
import { useTemporaryValue } from '../../ui/browser/use-temporary-value.ts'
import { useText } from '../../ui/text/use-text.ts'
import { Polled } from '../Polled.tsx'
import { ApprovalPopup } from './ApprovalPopup.tsx'
import { DecidedApprovals } from './DecidedApprovals.tsx'
import { OpenApprovals } from './OpenApprovals.tsx'
import { RejectionPopup } from './RejectionPopup.tsx'
import './approvals.css'

interface PendingDecision {
  readonly approval: Approval
  readonly decision: 'approve' | 'reject'
}

/** What waits for a second person, and what was decided today (docs/decisions/0155-four-eyes.md). */
export function ApprovalsPage() {
  const text = useText()
  const query = useOperationsApprovalsQuery(undefined, polledEvery(intervals.operationsPoll))
  const [pending, setPending] = useState<PendingDecision | null>(null)
  const Popup = pending?.decision === 'reject' ? RejectionPopup : ApprovalPopup
  const [done, setDone] = useTemporaryValue<string>(intervals.operationsDone)
  // One's own request is withdrawn by the same call as another's is rejected.
  const [reject] = useRejectRequestMutation()
  const finish = ({ command, state }: Decision): void => {
    const what = text(`operations.approvals.command.${command}`)
    if (state === 'DONE' || state === 'GRANTED' || state === 'REJECTED' || state === 'WITHDRAWN')
      setDone(text(`operations.approvals.done.${state}`, { what }))
  }
  const withdraw = async ({ id }: Approval): Promise<void> => {
    const { data } = await reject({ id })
    if (data) finish(data)
  }
  return (
    <Polled query={query} label={text('operations.page.approvals')}>
      {({ open, over }) => (
        <>
          <OpenApprovals
            approvals={open}
            readAt={query.fulfilledTimeStamp ?? 0}
            done={done ?? ''}
            onDecide={(approval, decision) => setPending({ approval, decision })}
            onWithdraw={(approval) => void withdraw(approval)}
          />
          <DecidedApprovals approvals={over} />
          {pending && <Popup approval={pending.approval} onDone={finish} onClose={() => setPending(null)} />}
        </>
      )}
    </Polled>
  )
}
