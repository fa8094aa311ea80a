import { VisibleIcon } from '@salt-ds/icons'
import { type ComponentProps, useState } from 'react'
import { useText } from '../text/use-text.ts'
import { Field } from './Field.tsx'
import './password-field.css'

/** A password that can be shown; paste and password managers work as usual. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type' | 'unit'>) {
  const text = useText()
  const [shown, setShown] = useState(false)
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      unit={
        <button
          type="button"
          className="password-reveal"
          aria-pressed={shown}
          aria-label={text(shown ? 'auth.hidePassword' : 'auth.showPassword')}
          title={text(shown ? 'auth.hidePassword' : 'auth.showPassword')}
          onClick={() => setShown(!shown)}
        >
          <VisibleIcon aria-hidden />
        </button>
      }
    />
  )
}
