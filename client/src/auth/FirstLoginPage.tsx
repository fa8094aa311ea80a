import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useUpdateTempPasswordMutation } from '../shared/api/accounts-api.ts'
import { isCallFailure } from '../shared/api/failure.ts'
import { useUser } from '../shared/store/current-user.ts'
import { sessionEnded } from '../shared/store/session.ts'
import { useAppDispatch } from '../shared/store/store.ts'
import { HiddenUsernameField } from '../ui/controls/HiddenUsernameField.tsx'
import { PlainButton } from '../ui/controls/PlainButton.tsx'
import { FormMessage } from '../ui/labels/FormMessage.tsx'
import { useFailureText, useLanguage, useText } from '../ui/text/use-text.ts'
import { NewPasswordFields, newPasswordRules } from './NewPasswordFields.tsx'

/** Sets the first password. Afterwards the user is logged out and signs in with it. */
export function FirstLoginPage() {
  const text = useText()
  const language = useLanguage()
  const failureText = useFailureText()
  const dispatch = useAppDispatch()
  const user = useUser()
  const [update, updating] = useUpdateTempPasswordMutation()
  const { register, handleSubmit, formState, getValues, setFocus } = useForm<{
    password: string
    passwordConfirmation: string
  }>()
  const { errors } = formState
  useEffect(() => setFocus('password'), [setFocus])
  const submit = handleSubmit(async (passwords) => {
    const { data } = await update(passwords)
    if (data) dispatch(sessionEnded('firstSetupSuccess'))
  })
  return (
    <form className="entry-form" noValidate onSubmit={(event) => void submit(event)}>
      <h1>{text('auth.welcome', { name: (language === 'Jp' ? user?.lastName : user?.firstName) ?? '' })}</h1>
      <p>{text('auth.firstLead')}</p>
      {isCallFailure(updating.error) ? (
        <FormMessage tone="error">{failureText(updating.error)}</FormMessage>
      ) : null}
      <HiddenUsernameField email={user?.email ?? ''} />
      <NewPasswordFields
        password={register('password', newPasswordRules)}
        again={register('passwordConfirmation', {
          required: true,
          validate: (again) => again === getValues('password'),
        })}
        errors={{ password: errors.password, again: errors.passwordConfirmation }}
        showsMismatch={false}
      />
      <PlainButton kind="primary" type="submit" busy={updating.isLoading}>
        {text(updating.isLoading ? 'auth.settingPassword' : 'auth.setPassword')}
      </PlainButton>
    </form>
  )
}
