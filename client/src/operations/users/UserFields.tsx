import {
  cleanEmail,
  cleanName,
  cleanPhone,
  longestName,
} from '@aitai/contract/routes/console/account-fields.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { Toggle } from '../../ui/controls/Toggle.tsx'
import { useText } from '../../ui/text/use-text.ts'

export interface UserValues {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  /** Empty for none, or for the one that is stored. */
  readonly phone: string
  readonly twoFactor: boolean
  readonly language: 'en' | 'ja'
}

interface Props {
  values: UserValues
  phoneHint: string
  onChange: (changed: Partial<UserValues>) => void
}

/** The details of a user, with what is wrong with each as the command would say it. */
export function UserFields({ values, phoneHint, onChange }: Props) {
  const text = useText()
  const { firstName, lastName, email, phone, twoFactor, language } = values
  const isWrongEmail = email.trim() !== '' && cleanEmail(email) === null
  const isWrongPhone = phone.trim() !== '' && cleanPhone(phone) === null
  return (
    <>
      <div className="console-pair">
        <Field
          label={text('operations.users.firstName')}
          value={firstName}
          maxLength={longestName}
          autoComplete="off"
          onChange={({ target }) => onChange({ firstName: target.value })}
        />
        <Field
          label={text('operations.users.lastName')}
          value={lastName}
          maxLength={longestName}
          autoComplete="off"
          onChange={({ target }) => onChange({ lastName: target.value })}
        />
      </div>
      <Field
        label={text('operations.users.email')}
        value={email}
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
        hint={text('operations.users.email.hint')}
        error={isWrongEmail ? text('operations.users.email.wrong') : null}
        onChange={({ target }) => onChange({ email: target.value })}
      />
      <div className="console-pair">
        <Field
          label={text('operations.users.phone')}
          value={phone}
          inputMode="tel"
          autoComplete="off"
          hint={phoneHint}
          error={isWrongPhone ? text('operations.users.phone.wrong') : null}
          onChange={({ target }) => onChange({ phone: target.value })}
        />
        <Select
          label={text('operations.users.language')}
          value={language}
          options={(['en', 'ja'] as const).map((value) => ({
            value,
            label: text(`operations.users.language.${value}`),
          }))}
          onChange={(chosen) => onChange({ language: chosen })}
        />
      </div>
      <Toggle
        label={text('operations.users.twoFactor')}
        on={twoFactor}
        onToggle={(on) => onChange({ twoFactor: on })}
      />
    </>
  )
}

/** Whether the values could be those of a new user. */
export const areComplete = ({ firstName, lastName, email, phone }: UserValues): boolean =>
  cleanName(firstName) !== null &&
  cleanName(lastName) !== null &&
  cleanEmail(email) !== null &&
  (phone.trim() === '' || cleanPhone(phone) !== null)
