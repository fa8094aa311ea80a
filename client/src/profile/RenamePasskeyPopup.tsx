import { passkeys } from '@aitai/contract/codes.ts'
import { useState } from 'react'
import { useRenamePasskeyMutation } from '../shared/api/accounts-api.ts'
import { Field } from '../ui/controls/Field.tsx'
import { useText } from '../ui/text/use-text.ts'
import type { FactorPopupProps } from './Factors.tsx'
import { PasswordPopup } from './PasswordPopup.tsx'

export function RenamePasskeyPopup({ factor: { id, name: before }, onClose }: FactorPopupProps) {
  const text = useText()
  const [rename, renaming] = useRenamePasskeyMutation()
  const [name, setName] = useState(before)
  const isEmpty = name.trim() === ''
  const submit = async (password: string): Promise<void> => {
    if (isEmpty) return
    const { data } = await rename({ id, name: name.trim(), password })
    if (data) onClose()
  }
  return (
    <PasswordPopup
      title={text('profile.passkey.renameNamed', { name: before })}
      action={text('profile.passkey.rename')}
      kind="primary"
      busy={renaming.isLoading}
      failure={renaming.error}
      onClose={onClose}
      onSubmit={(password) => void submit(password)}
    >
      <Field
        label={text('profile.app.name')}
        autoComplete="off"
        maxLength={passkeys.longestName}
        value={name}
        error={isEmpty ? text('auth.required') : null}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </PasswordPopup>
  )
}
