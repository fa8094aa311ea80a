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
