import type { Approval, Decision } from '@aitai/contract/schemas/console/approvals.ts'
import { useRejectRequestMutation } from '../../shared/api/approvals-api.ts'
import { useText } from '../../ui/text/use-text.ts'
import { ActionPopup } from '../ActionPopup.tsx'
import { RequestedAction } from './ApprovalCells.tsx'

interface Props {
  approval: Approval
  onDone: (decision: Decision) => void
  onClose: () => void
}

/** The question before a request is rejected, with the reason that its requester reads. */
export function RejectionPopup({ approval, onDone, onClose }: Props) {
  const text = useText()
  const [reject] = useRejectRequestMutation()
  const { id, command, by } = approval
  const send = async (reason: string): Promise<boolean> => {
    const { data } = await reject({ id, reason })
    if (data) onDone(data)
    // After a refusal too: the list shows the state of the request.
    return true
  }
  return (
    <ActionPopup
      title={text('operations.approvals.confirmRejection', {
        what: text(`operations.approvals.command.${command}`),
      })}
      means={[text('operations.approvals.means.REJECT', { by })]}
      doLabel={text('operations.approvals.doReject')}
      isDangerous
      send={send}
      onClose={onClose}
    >
      <RequestedAction approval={approval} />
    </ActionPopup>
  )
}
