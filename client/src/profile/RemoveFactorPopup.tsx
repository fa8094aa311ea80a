import { useConfirmation } from '../shared/confirmation/use-confirmation.tsx'
import { useText } from '../ui/text/use-text.ts'
import type { RemovalProps } from './Factors.tsx'
import { PasswordPopup } from './PasswordPopup.tsx'

interface Props extends RemovalProps {
  kind: 'app' | 'passkey'
  /** The mutation that removes it. */
  removal: readonly [
    remove: (removed: { id: string; password: string }) => PromiseLike<{ data?: unknown; error?: unknown }>,
    state: { isLoading: boolean; error?: unknown },
  ]
}

/** Removes an authenticator app or a passkey, after the password. */
export function RemoveFactorPopup({ kind, factor: { id, name }, afterRemoval, removal, onClose }: Props) {
  const text = useText()
  const { confirmed, popup } = useConfirmation()
  const [remove, { isLoading, error }] = removal
  const submit = async (password: string): Promise<void> => {
    const { data } = await confirmed(() => remove({ id, password }))
    if (data) onClose()
  }
  return (
    <PasswordPopup
      title={text(`profile.${kind}.removeTitle`, { name })}
      action={text('profile.app.remove')}
      kind="danger"
      busy={isLoading}
      failure={error}
      onClose={onClose}
      onSubmit={(password) => void submit(password)}
    >
      <p>{text(`profile.${kind}.removeLead`)}</p>
      {afterRemoval !== 'OTHERS' && (
        <p>{text(afterRemoval === 'SMS' ? 'profile.app.removeToSms' : 'profile.app.removeLast')}</p>
      )}
      {popup}
    </PasswordPopup>
  )
}
