import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import { Field } from '../ui/controls/Field.tsx'
import { HiddenUsernameField } from '../ui/controls/HiddenUsernameField.tsx'
import { PasswordField } from '../ui/controls/PasswordField.tsx'
import { useText } from '../ui/text/use-text.ts'

/** What a user enters to add an authenticator app or a passkey. */
export interface NewFactor {
  readonly name: string
  readonly password: string
}

interface Props {
  email: string
  longestName: number
  nameHint: string
  /** What the server says of the password, or null. */
  wrongPassword: string | null
  register: UseFormRegister<NewFactor>
  errors: FieldErrors<NewFactor>
}

/** The name of a new factor, and the password that every change of the factors needs. */
export function NewFactorFields({ email, longestName, nameHint, wrongPassword, register, errors }: Props) {
  const text = useText()
  return (
    <>
      <Field
        label={text('profile.app.name')}
        autoComplete="off"
        maxLength={longestName}
        hint={nameHint}
        error={errors.name ? text('auth.required') : null}
        {...register('name', { validate: (name) => name.trim() !== '' })}
      />
      <HiddenUsernameField email={email} />
      <PasswordField
        label={text('profile.app.password')}
        autoComplete="current-password"
        error={errors.password ? text('auth.required') : wrongPassword}
        {...register('password', { required: true })}
      />
    </>
  )
}
