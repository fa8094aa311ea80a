import { isCallFailure } from '../shared/api/failure.ts'
import { useText } from '../ui/text/use-text.ts'

/**
 * Returns a function that says, from the error of a call, that it now waits for a second person; null for any other
 * error. The call did nothing, and no popup tells of it.
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
 * Returns a function that says what has come of an action: `said`, that it was so already, or that it waits for a
 * second person. It returns whether the request was accepted; a refusal has a popup of its own.
 */
export function useActionResult(onDone: (message: string) => void) {
  const text = useText()
  const waitsText = useWaitsText()
  return ({ data, error }: ActionReply, said: string): boolean => {
    const waits = waitsText(error)
    if (!data && waits === null) return false
    onDone(waits ?? (data?.changed ? said : text('operations.done.unchanged')))
    return true
  }
}
