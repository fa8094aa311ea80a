import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { type CallFailure, isCallFailure } from '../shared/api/failure.ts'
import { useUser } from '../shared/store/current-user.ts'
import { Button } from '../ui/controls/Button.tsx'
import { HiddenUsernameField } from '../ui/controls/HiddenUsernameField.tsx'
import { PasswordField } from '../ui/controls/PasswordField.tsx'
import { FormMessage } from '../ui/labels/FormMessage.tsx'
import { Popup } from '../ui/popups/Popup.tsx'
import { useFailureText, useText } from '../ui/text/use-text.ts'

interface Props {
  title: string
  /** The label of the button that does it. */
  action: string
  kind: 'primary' | 'danger'
  busy: boolean
  failure: unknown
  onClose: () => void
  onSubmit: (password: string) => void
  /** What will happen. */
  children: ReactNode
}

/** Asks for the password again before the way in which a user signs in is changed. */
export function PasswordPopup({ title, action, kind, busy, failure, onClose, onSubmit, children }: Props) {
  const text = useText()
  const failureText = useFailureText()
  const email = useUser()?.email ?? ''
  const { register, handleSubmit, formState } = useForm({ defaultValues: { password: '' } })
  const refused = isCallFailure(failure) ? failure : null
  const isWrong = isWrongPassword(refused)
  return (
    <Popup title={title} onClose={onClose}>
      <form
        className="profile-form"
        noValidate
        onSubmit={(event) => void handleSubmit(({ password }) => onSubmit(password))(event)}
      >
        {children}
        {refused && !isWrong ? <FormMessage tone="error">{failureText(refused)}</FormMessage> : null}
        <HiddenUsernameField email={email} />
        <PasswordField
          label={text('profile.app.password')}
          autoComplete="current-password"
          error={
            formState.errors.password
              ? text('auth.required')
              : isWrong && refused
                ? failureText(refused)
                : null
          }
          {...register('password', { required: true })}
        />
        <div className="profile-form-actions">
          <Button kind="quiet" onClick={onClose}>
            {text('common.close')}
          </Button>
          <Button kind={kind} type="submit" busy={busy}>
            {action}
          </Button>
        </div>
      </form>
    </Popup>
  )
}

export const isWrongPassword = (failure: CallFailure | null): boolean =>
  failure?.errorCode === 'PASSWORD_WRONG'
