import { isCallFailure } from '../shared/api/failure.ts'
import { useText } from '../ui/text/use-text.ts'

/**
 * Returns a function with the text for a call that was accepted and waits for a second person, by its error; null for
 * any other error. The call has changed nothing, and no error popup is shown for it.
 */
export function useApprovalNeededText(): (error: unknown) => string | null {
  const text = useText()
  return (error) =>
    isCallFailure(error) && error.errorCode === 'APPROVAL_NEEDED'
      ? text('operations.approvals.waits', { id: String(error.variables?.id ?? '') })
      : null
}

interface ActionReply {
  readonly data?: { readonly changed: boolean } | undefined
  readonly error?: unknown
}

/**
 * Returns a function that reports the result of an action to `onDone`: `message`, or that nothing had to change, or
 * that it waits for a second person. It returns whether the request was accepted; a refusal has its own popup.
 */
export function useActionResult(onDone: (message: string) => void) {
  const text = useText()
  const approvalNeededText = useApprovalNeededText()
  return ({ data, error }: ActionReply, message: string): boolean => {
    const approvalNeeded = approvalNeededText(error)
    if (!data && approvalNeeded === null) return false
    onDone(approvalNeeded ?? (data?.changed ? message : text('operations.done.unchanged')))
    return true
  }
}
