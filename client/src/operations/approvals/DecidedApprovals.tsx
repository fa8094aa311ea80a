import type { Approval } from '@aitai/contract/schemas/console/approvals.ts'
import { formatTimeWithZone } from '../../ui/format/format.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { ApprovalCells } from './ApprovalCells.tsx'

/** What was decided or has expired today, the newest first. */
export function DecidedApprovals({ approvals }: { approvals: readonly Approval[] }) {
  const text = useText()
  const language = useLanguage()
  return (
    <section className="console-part" aria-label={text('operations.approvals.over')}>
      <header>
        <h2>{text('operations.approvals.over')}</h2>
      </header>
      {approvals.length === 0 ? (
        <p className="console-empty">{text('operations.approvals.over.none')}</p>
      ) : (
        <table className="console-table approvals-table">
          <thead>
            <tr>
              <th scope="col">{text('operations.approvals.what')}</th>
              <th scope="col">{text('operations.approvals.by')}</th>
              <th scope="col">{text('operations.approvals.reason')}</th>
              <th scope="col">{text('operations.approvals.at')}</th>
              <th scope="col">{text('operations.approvals.state')}</th>
              <th scope="col">{text('operations.approvals.decidedBy')}</th>
            </tr>
          </thead>
          <tbody>
            {approvals.map((approval) => (
              <tr key={approval.id}>
                <ApprovalCells approval={approval} />
                <td className="console-hours">
                  {formatTimeWithZone(Date.parse(approval.askedAt), language)}
                </td>
                <td>
                  <span className="console-state" data-state={markOf(approval)}>
                    {text(
                      approval.state === 'DONE' && approval.kind === 'VIEW'
                        ? 'operations.approvals.state.fetched'
                        : `operations.approvals.state.${approval.state}`,
                    )}
                  </span>
                </td>
                <td>{approval.decidedBy ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** The mark before the word: done, refused, or over. */
function markOf({ state }: Approval): string {
  if (state === 'DONE' || state === 'GRANTED') return 'active'
  return state === 'EXPIRED' || state === 'WITHDRAWN' ? 'expired' : 'disabled'
}
