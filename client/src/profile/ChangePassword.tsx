import { passwordLength } from '@aitai/contract/user.ts'
import { type FieldErrors, type UseFormRegister, useForm } from 'react-hook-form'
import { useUpdatePasswordMutation } from '../accounts-api.ts'
import { isCallFailure } from '../failure.ts'
import { Message } from '../ui/Message.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { PlainButton } from '../ui/PlainButton.tsx'
import { useFailureText, useText } from '../ui/text.ts'
import { useUser } from '../user.ts'

const empty = { oldPassword: '', password: '', passwordConfirmation: '' }
type Passwords = typeof empty

/** A new password for who knows the old one; once it was wrong it is looked at as it is typed (spec. 5). */
export function ChangePassword() {
  const text = useText()
  const failureText = useFailureText()
  const email = useUser()?.email ?? ''
  const [update, updating] = useUpdatePasswordMutation()
  const { register, handleSubmit, formState, reset } = useForm({
    defaultValues: empty,
    reValidateMode: 'onChange',
  })
  const submit = handleSubmit(async (passwords) => {
    const { data } = await update(passwords)
    if (data) reset()
  })
  return (
    <form className="profile-password" noValidate onSubmit={(event) => void submit(event)}>
      <h2>{text('profile.password.title')}</h2>
      {updating.isSuccess ? <Message tone="success">{text('profile.password.done')}</Message> : null}
      {isCallFailure(updating.error) ? <Message tone="error">{failureText(updating.error)}</Message> : null}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <Fields register={register} errors={formState.errors} />
      <PlainButton kind="primary" type="submit" busy={updating.isLoading}>
        {text(updating.isLoading ? 'profile.password.saving' : 'profile.password.save')}
      </PlainButton>
    </form>
  )
}

interface FieldsProps {
  register: UseFormRegister<Passwords>
  errors: FieldErrors<Passwords>
}

function Fields({ register, errors }: FieldsProps) {
  const text = useText()
  const said = (name: keyof Passwords, otherwise: string): string | null => {
    if (!errors[name]) return null
    return errors[name].type === 'required' ? text('auth.required') : otherwise
  }
  return (
    <>
      <PasswordField
        label={text('profile.password.old')}
        autoComplete="current-password"
        error={said('oldPassword', '')}
        {...register('oldPassword', { required: true })}
      />
      <PasswordField
        label={text('profile.password.new')}
        autoComplete="new-password"
        hint={text('auth.lengthHint', { min: passwordLength.min })}
        error={said('password', text('PASSWORD_LENGTH', passwordLength))}
        {...register('password', {
          required: true,
          minLength: passwordLength.min,
          deps: 'passwordConfirmation',
        })}
      />
      <PasswordField
        label={text('profile.password.again')}
        autoComplete="new-password"
        error={said('passwordConfirmation', text('profile.password.mismatch'))}
        {...register('passwordConfirmation', {
          required: true,
          validate: (again, { password }) => again === password,
        })}
      />
    </>
  )
}
