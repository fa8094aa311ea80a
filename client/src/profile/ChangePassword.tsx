import { passwordLength } from '@aitai/contract/codes.ts'
import { useState } from 'react'
import { type FieldErrors, type UseFormRegister, useForm } from 'react-hook-form'
import { useUpdatePasswordMutation } from '../shared/api/accounts-api.ts'
import { isCallFailure } from '../shared/api/failure.ts'
import { useConfirmation } from '../shared/confirmation/use-confirmation.tsx'
import { useUser } from '../shared/store/current-user.ts'
import { HiddenUsernameField } from '../ui/controls/HiddenUsernameField.tsx'
import { PasswordField } from '../ui/controls/PasswordField.tsx'
import { PlainButton } from '../ui/controls/PlainButton.tsx'
import { FormMessage } from '../ui/labels/FormMessage.tsx'
import { useFailureText, useText } from '../ui/text/use-text.ts'

const empty = { oldPassword: '', password: '', passwordConfirmation: '' }
type Passwords = typeof empty

const isField = (name: string | undefined): name is keyof Passwords => name !== undefined && name in empty
const fieldOf = (error: unknown): string | undefined => (isCallFailure(error) ? error.field : undefined)

/** Changes the password; after a wrong attempt it is validated while typing. */
export function ChangePassword() {
  const text = useText()
  const failureText = useFailureText()
  const email = useUser()?.email ?? ''
  const { confirmed, popup } = useConfirmation()
  const [update, updating] = useUpdatePasswordMutation()
  const { register, handleSubmit, formState, reset, setError } = useForm({
    defaultValues: empty,
    reValidateMode: 'onChange',
  })
  // The inputs are uncontrolled, so only new ones are empty.
  const [round, setRound] = useState(0)
  const submit = handleSubmit(async (passwords) => {
    const { data, error } = await confirmed(() => update(passwords))
    if (data) {
      reset()
      setRound((last) => last + 1)
    } else if (isCallFailure(error) && isField(error.field))
      setError(error.field, { type: 'refused' }, { shouldFocus: true })
  })
  const refused = isCallFailure(updating.error) ? failureText(updating.error) : null
  return (
    <form className="profile-password" noValidate onSubmit={(event) => void submit(event)}>
      <h2>{text('profile.password.title')}</h2>
      {updating.isSuccess ? <FormMessage tone="success">{text('profile.password.done')}</FormMessage> : null}
      {refused !== null && !isField(fieldOf(updating.error)) && (
        <FormMessage tone="error">{refused}</FormMessage>
      )}
      <HiddenUsernameField email={email} />
      <Fields key={round} register={register} errors={formState.errors} refused={refused} />
      <PlainButton kind="primary" type="submit" busy={updating.isLoading}>
        {text(updating.isLoading ? 'profile.password.saving' : 'profile.password.save')}
      </PlainButton>
      {popup}
    </form>
  )
}

interface FieldsProps {
  register: UseFormRegister<Passwords>
  errors: FieldErrors<Passwords>
  /** The server's last error, shown at its field until that is changed. */
  refused: string | null
}

function Fields({ register, errors, refused }: FieldsProps) {
  const text = useText()
  const errorText = (name: keyof Passwords, otherwise: string): string | null => {
    if (!errors[name]) return null
    if (errors[name].type === 'refused') return refused
    return errors[name].type === 'required' ? text('auth.required') : otherwise
  }
  return (
    <>
      <PasswordField
        label={text('profile.password.old')}
        autoComplete="current-password"
        error={errorText('oldPassword', '')}
        {...register('oldPassword', { required: true })}
      />
      <PasswordField
        label={text('profile.password.new')}
        autoComplete="new-password"
        hint={text('auth.lengthHint', { min: passwordLength.min })}
        error={errorText('password', text('PASSWORD_LENGTH', passwordLength))}
        {...register('password', {
          required: true,
          minLength: passwordLength.min,
          deps: 'passwordConfirmation',
        })}
      />
      <PasswordField
        label={text('profile.password.again')}
        autoComplete="new-password"
        error={errorText('passwordConfirmation', text('profile.password.mismatch'))}
        {...register('passwordConfirmation', {
          required: true,
          validate: (again, { password }) => again === password,
        })}
      />
    </>
  )
}
