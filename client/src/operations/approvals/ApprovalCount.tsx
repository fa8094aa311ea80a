import { useOperationsApprovalsQuery } from '../../shared/api/approvals-api.ts'
import { polledEvery } from '../../shared/api/stale-since.ts'
import { intervals } from '../../shared/intervals.ts'
import { useText } from '../../ui/text/use-text.ts'
import './approvals.css'

/** How many requests the user could approve, beside the entry of the menu; nothing without any. */
export function ApprovalCount() {
  const text = useText()
  const { data } = useOperationsApprovalsQuery(undefined, polledEvery(intervals.operationsPoll))
  const count = data?.open.filter(({ mayApprove }) => mayApprove).length ?? 0
  if (count === 0) return null
  return (
    <span className="approvals-count">
      <span aria-hidden>{count}</span>
      <span className="visually-hidden">{text('operations.approvals.count', { count })}</span>
    </span>
  )
}
