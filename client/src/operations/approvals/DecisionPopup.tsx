import type { Approval, Decision } from '@aitai/contract/schemas/console/approvals.ts'
import { useApproveRequestMutation, useRejectRequestMutation } from '../../shared/api/approvals-api.ts'
import { useConfirmation } from '../../shared/confirmation/use-confirmation.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Popup } from '../../ui/popups/Popup.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { ShownArguments } from './ApprovalCells.tsx'

interface Props {
  approval: Approval
  decision: 'approve' | 'reject'
  onDone: (decision: Decision) => void
  onClose: () => void
}

/** The question before a request is approved or rejected: what exactly, why, and what the decision does. */
export function DecisionPopup({ approval, decision, onDone, onClose }: Props) {
  const text = useText()
  const { id, command, kind, by, reason } = approval
  const [approve, approving] = useApproveRequestMutation()
  const [reject, rejecting] = useRejectRequestMutation()
  const { confirmed, popup } = useConfirmation()
  const approves = decision === 'approve'
  const send = async (): Promise<void> => {
    const { data } = await (approves ? confirmed(() => approve({ id })) : reject({ id }))
    // A refusal has a popup of its own; the list says what has become of the request.
    onClose()
    if (data) onDone(data)
  }
  return (
    <>
      <Popup
        title={text(approves ? 'operations.approvals.confirm' : 'operations.approvals.confirmRejection', {
          what: text(`operations.approvals.command.${command}`),
        })}
        onClose={onClose}
        actions={
          <>
            <Button onClick={onClose}>{text('operations.approvals.cancel')}</Button>
            <Button
              kind={approves ? 'primary' : 'danger'}
              busy={approving.isLoading || rejecting.isLoading}
              onClick={() => void send()}
            >
              {text(approves ? 'operations.approvals.do' : 'operations.approvals.doReject')}
            </Button>
          </>
        }
      >
        <div className="console-question">
          <ShownArguments approval={approval} />
          <p>
            {text(approves ? `operations.approvals.means.${kind}` : 'operations.approvals.means.REJECT', {
              by,
            })}
          </p>
          <p>
            {text('operations.approvals.reason')}: <q>{reason}</q>
          </p>
        </div>
      </Popup>
      {popup}
    </>
  )
}
