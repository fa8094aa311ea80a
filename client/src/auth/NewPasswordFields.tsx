import { passwordLength } from '@aitai/contract/codes.ts'
import { useState } from 'react'
import type { FieldError, UseFormRegisterReturn } from 'react-hook-form'
import { PasswordField } from '../ui/controls/PasswordField.tsx'
import { useText } from '../ui/text/use-text.ts'

interface Props {
  password: UseFormRegisterReturn
  again: UseFormRegisterReturn
  errors: { readonly password: FieldError | undefined; readonly again: FieldError | undefined }
  /** Whether a confirmation that differs has a message; at the first login it has none (docs/specification.md §5). */
  showsMismatch: boolean
}

/** What a new password has to be, whoever sets one. */
export const newPasswordRules = { required: true, minLength: passwordLength.min } as const

/** A new password, twice. */
export function NewPasswordFields({ password, again, errors, showsMismatch }: Props) {
  const text = useText()
  const [isLongEnough, setIsLongEnough] = useState(false)
  const errorText = (error: FieldError | undefined, otherwise: string | null): string | null => {
    if (!error) return null
    return error.type === 'required' ? text('field.required') : otherwise
  }
  return (
    <>
      <PasswordField
        label={text('auth.newPassword')}
        autoComplete="new-password"
        hint={<LengthRule isMet={isLongEnough} />}
        error={errorText(errors.password, text('PASSWORD_LENGTH', passwordLength))}
        {...password}
        onChange={(event) => {
          setIsLongEnough(event.target.value.length >= passwordLength.min)
          return password.onChange(event)
        }}
      />
      <PasswordField
        label={text('auth.confirmation')}
        autoComplete="new-password"
        error={errorText(errors.again, showsMismatch ? text('PASSWORD_MISMATCH') : null)}
        {...again}
      />
    </>
  )
}

/** The rule of the length, with a tick as soon as it is met. */
function LengthRule({ isMet }: { isMet: boolean }) {
  const text = useText()
  return (
    <span className="entry-rule" data-met={isMet || undefined}>
      {text('auth.lengthHint', { min: passwordLength.min })}
      <span role="status">
        {isMet && (
          <span role="img" aria-label={text('auth.lengthMet')}>
            {' '}
            ✓
          </span>
        )}
      </span>
    </span>
  )
}
