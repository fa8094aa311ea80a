import { type ReactNode, useState } from 'react'
import { isCallFailure } from '../api/failure.ts'
import { ConfirmIdentityPopup } from './ConfirmIdentityPopup.tsx'

interface CallReply<Reply> {
  data?: Reply | undefined
  error?: unknown
}

/**
 * Calls that the server accepts only shortly after the user has given a passkey or a code. `confirmed` makes such a call;
 * if it is refused for that, it lets the user confirm in `popup`, and makes it again. A user who closes the popup gets
 * the refusal.
 */
export function useConfirmation(): {
  readonly confirmed: <Reply>(send: () => PromiseLike<CallReply<Reply>>) => Promise<CallReply<Reply>>
  readonly popup: ReactNode
} {
  const [settle, setSettle] = useState<((isConfirmed: boolean) => void) | null>(null)
  async function confirmed<Reply>(send: () => PromiseLike<CallReply<Reply>>): Promise<CallReply<Reply>> {
    const first = await send()
    if (!isCallFailure(first.error) || first.error.errorCode !== 'CONFIRMATION_REQUIRED') return first
    const isConfirmed = await new Promise<boolean>((resolve) => setSettle(() => resolve))
    setSettle(null)
    return isConfirmed ? await send() : first
  }
  const popup = settle && (
    <ConfirmIdentityPopup onConfirmed={() => settle(true)} onClose={() => settle(false)} />
  )
  return { confirmed, popup }
}
