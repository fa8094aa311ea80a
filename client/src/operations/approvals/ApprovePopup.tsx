import type { Approval, Decision } from '@aitai/contract/schemas/console/approvals.ts'
import { useApproveRequestMutation } from '../../shared/api/approvals-api.ts'
import { useConfirmation } from '../../shared/confirmation/use-confirmation.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Popup } from '../../ui/popups/Popup.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { ShownArguments } from './ApprovalCells.tsx'

interface Props {
  approval: Approval
  onDone: (decision: Decision) => void
  onClose: () => void
}

/** The question before an approval: what exactly, why, and what it does. */
export function ApprovePopup({ approval, onDone, onClose }: Props) {
  const text = useText()
  const { id, command, kind, by, reason } = approval
  const [approve, { isLoading }] = useApproveRequestMutation()
  const { confirmed, popup } = useConfirmation()
  const send = async (): Promise<void> => {
    const { data } = await confirmed(() => approve({ id }))
    // A refusal has a popup of its own; the list says what has become of the request.
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
            <Button kind="primary" busy={isLoading} onClick={() => void send()}>
              {text('operations.approvals.do')}
            </Button>
          </>
        }
      >
        <div className="console-question">
          <ShownArguments approval={approval} />
          <p>{text(`operations.approvals.means.${kind}`, { by })}</p>
          <p>
            {text('operations.approvals.reason')}: <q>{reason}</q>
          </p>
        </div>
      </Popup>
      {popup}
    </>
  )
}
