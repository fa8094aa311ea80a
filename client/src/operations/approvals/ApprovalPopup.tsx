import type { Approval, Decision } from '@aitai/contract/schemas/console/approvals.ts'
import { useApproveRequestMutation } from '../../shared/api/approvals-api.ts'
import { useConfirmation } from '../../shared/confirmation/use-confirmation.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Popup } from '../../ui/popups/Popup.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { RequestedAction } from './ApprovalCells.tsx'

interface Props {
  approval: Approval
  onDone: (decision: Decision) => void
  onClose: () => void
}

/** The question before a request is approved: what exactly, why, and what the approval does. */
export function ApprovalPopup({ approval, onDone, onClose }: Props) {
  const text = useText()
  const { id, command, kind, by } = approval
  const [approve, approving] = useApproveRequestMutation()
  const { confirmed, popup } = useConfirmation()
  const send = async (): Promise<void> => {
    const { data } = await confirmed(() => approve({ id }))
    // A refusal has a popup of its own; the list shows the state of the request.
    onClose()
    if (data) onDone(data)
  }
  return (
    <>
      <Popup
        title={text('operations.approvals.confirm', {
          what: text(`operations.approvals.command.${command}`),
        })}
        onClose={onClose}
        actions={
          <>
            <Button onClick={onClose}>{text('operations.approvals.cancel')}</Button>
            <Button kind="primary" busy={approving.isLoading} onClick={() => void send()}>
              {text('operations.approvals.do')}
            </Button>
          </>
        }
      >
        <div className="console-question">
          <p>{text(`operations.approvals.means.${kind}`, { by })}</p>
          <RequestedAction approval={approval} />
        </div>
      </Popup>
      {popup}
    </>
  )
}
