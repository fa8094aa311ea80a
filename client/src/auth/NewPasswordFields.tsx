import { passwordLength } from '@aitai/contract/codes.ts'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { PasswordField } from '../ui/controls/PasswordField.tsx'
import { useText } from '../ui/text/use-text.ts'

interface Props {
  password: UseFormRegisterReturn
  again: UseFormRegisterReturn
  /** Which of the two is wrong. */
  wrong: { readonly password: boolean; readonly again: boolean }
}

/** What a new password has to be, whoever sets one. */
export const newPasswordRules = { required: true, minLength: passwordLength.min } as const

/** A new password, twice. */
export function NewPasswordFields({ password, again, wrong }: Props) {
  const text = useText()
  return (
    <>
      <PasswordField
        label={text('auth.newPassword')}
        autoComplete="new-password"
        hint={text('auth.lengthHint', { min: passwordLength.min })}
        error={wrong.password ? text('PASSWORD_LENGTH', passwordLength) : null}
        {...password}
      />
      <PasswordField
        label={text('auth.confirmation')}
        autoComplete="new-password"
        error={wrong.again ? text('PASSWORD_MISMATCH') : null}
        {...again}
      />
    </>
  )
}
