import { isCallFailure } from '../shared/api/failure.ts'
import { useText } from '../ui/text/use-text.ts'

/**
 * Returns a function that returns, for the error of a call that now waits for a second person, the text that says so;
 * null for any other error. The call changed nothing, and no error popup is shown for it.
 */
export function useWaitsText(): (error: unknown) => string | null {
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
  const waitsText = useWaitsText()
  return ({ data, error }: ActionReply, message: string): boolean => {
    const waits = waitsText(error)
    if (!data && waits === null) return false
    onDone(waits ?? (data?.changed ? message : text('operations.done.unchanged')))
    return true
  }
}
