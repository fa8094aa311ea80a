import { passkeys } from '@aitai/contract/codes.ts'
import type { NewPasskeyResponse } from '@aitai/contract/schemas/account.ts'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import {
  useBeginPasskeyMutation,
  useConfirmPasskeyMutation,
  useLogoutMutation,
} from '../shared/api/accounts-api.ts'
import { createPasskey, hasPasskeys, usePasskeyCeremony } from '../shared/passkeys.ts'
import { useUser } from '../shared/store/current-user.ts'
import { sessionEnded } from '../shared/store/session.ts'
import { useAppDispatch } from '../shared/store/store.ts'
import { Field } from '../ui/controls/Field.tsx'
import { HiddenUsernameField } from '../ui/controls/HiddenUsernameField.tsx'
import { PasswordField } from '../ui/controls/PasswordField.tsx'
import { PlainButton } from '../ui/controls/PlainButton.tsx'
import { FormMessage } from '../ui/labels/FormMessage.tsx'
import { useFailureText, useText } from '../ui/text/use-text.ts'

/**
 * Adds the first passkey of a user who cannot sign in without one. Afterwards the session ends, and the user signs in
 * with it.
 */
export function FirstPasskeyPage() {
  const text = useText()
  const failureText = useFailureText()
  const dispatch = useAppDispatch()
  const email = useUser()?.email ?? ''
  const { run, busy, failure } = usePasskeyCeremony()
  const [begin] = useBeginPasskeyMutation()
  const [confirm] = useConfirmPasskeyMutation()
  const [logOff] = useLogoutMutation()
  const { register, handleSubmit, formState, setFocus } = useForm({
    defaultValues: { name: '', password: '' },
  })
  const { errors } = formState
  useEffect(() => setFocus('name'), [setFocus])
  const submit = handleSubmit(async ({ name, password }) => {
    const reply = await run({
      begin: () => begin({ name: name.trim(), password }),
      authenticator: createPasskey,
      send: (credential: NewPasskeyResponse) => confirm({ credential }),
    })
    if (reply) dispatch(sessionEnded('firstPasskeyAdded'))
  })
  const leave = async (): Promise<void> => {
    await logOff()
    dispatch(sessionEnded('LOGGED_OUT'))
  }
  const isWrong = failure?.errorCode === 'PASSWORD_WRONG'
  const refused = failure ? failureText(failure) : null
  return (
    <form className="entry-form" noValidate onSubmit={(event) => void submit(event)}>
      <h1>{text('auth.firstPasskeyTitle')}</h1>
      <p>{text('auth.firstPasskeyLead')}</p>
      {hasPasskeys() ? null : <FormMessage tone="error">{text('profile.passkey.unsupported')}</FormMessage>}
      {refused !== null && !isWrong ? <FormMessage tone="error">{refused}</FormMessage> : null}
      <Field
        label={text('profile.app.name')}
        autoComplete="off"
        maxLength={passkeys.longestName}
        hint={text('profile.passkey.nameHint')}
        error={errors.name ? text('auth.required') : null}
        {...register('name', { validate: (name) => name.trim() !== '' })}
      />
      <HiddenUsernameField email={email} />
      <PasswordField
        label={text('profile.app.password')}
        autoComplete="current-password"
        error={errors.password ? text('auth.required') : isWrong ? refused : null}
        {...register('password', { required: true })}
      />
      <PlainButton kind="primary" type="submit" busy={busy}>
        {text(busy ? 'auth.passkeyWaiting' : 'profile.passkey.add')}
      </PlainButton>
      <PlainButton onClick={() => void leave()}>{text('auth.firstPasskeyLeave')}</PlainButton>
    </form>
  )
}
