import type { Approval } from '@aitai/contract/schemas/console/approvals.ts'
import { formatTimeWithZone } from '../../ui/format/format.ts'
import { useFailureText, useLanguage, useText } from '../../ui/text/use-text.ts'
import { ConsolePart } from '../ConsolePart.tsx'
import { ConsoleTable, StateMark } from '../ConsoleTable.tsx'
import { useApprovalColumns } from './ApprovalCells.tsx'

/** What was decided or has expired today, the newest first. */
export function DecidedApprovals({ approvals }: { approvals: readonly Approval[] }) {
  const text = useText()
  const language = useLanguage()
  const columns = useApprovalColumns()
  return (
    <ConsolePart title={text('operations.approvals.over')}>
      <ConsoleTable
        className="approvals-table"
        rows={approvals}
        keyOf={({ id }) => id}
        empty={text('operations.approvals.over.none')}
        columns={[
          ...columns,
          {
            title: text('operations.approvals.state'),
            className: 'approvals-outcome',
            cell: (approval) => <ApprovalOutcome approval={approval} />,
          },
          {
            title: text('operations.approvals.decidedBy'),
            className: 'approvals-by',
            cell: ({ decidedBy, decidedAt }) => (
              <>
                {decidedBy ?? '–'}
                {decidedAt !== null && (
                  <span className="approvals-when">
                    {formatTimeWithZone(Date.parse(decidedAt), language)}
                  </span>
                )}
              </>
            ),
          },
        ]}
      />
    </ConsolePart>
  )
}

/** What has become of a request, and why it could not be carried out after its approval. */
function ApprovalOutcome({ approval }: { approval: Approval }) {
  const text = useText()
  const failureText = useFailureText()
  const { state, kind, outcome, rejectionReason } = approval
  const isFetched = state === 'DONE' && kind === 'VIEW'
  return (
    <>
      <StateMark mark={markOf(approval)}>
        {text(`operations.approvals.state.${isFetched ? 'fetched' : state}`)}
      </StateMark>
      {rejectionReason !== '' && (
        <span className="approvals-when">
          {text('operations.approvals.rejected', { reason: rejectionReason })}
        </span>
      )}
      {outcome !== '' && (
        <span className="approvals-when">
          {outcome === 'NAME_MOVED' || outcome === 'ERROR'
            ? text(`operations.approvals.outcome.${outcome}`)
            : failureText({
                errorCode: outcome,
                message: text('operations.approvals.refused', { code: outcome }),
              })}
        </span>
      )}
    </>
  )
}

/** The mark before the word: done, refused, or over. */
function markOf({ state }: Approval): string {
  if (state === 'DONE' || state === 'GRANTED') return 'active'
  return state === 'EXPIRED' || state === 'WITHDRAWN' ? 'expired' : 'disabled'
}
