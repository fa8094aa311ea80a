import { cleanEmail, cleanName, cleanPhone } from '@aitai/contract/routes/console/account-fields.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { Toggle } from '../../ui/controls/Toggle.tsx'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { NameField } from '../NameField.tsx'

export interface UserValues {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  /** Empty for none, or for the one that is stored. */
  readonly phone: string
  readonly twoFactor: boolean
  readonly language: 'en' | 'ja'
}

const namesIn = { En: ['firstName', 'lastName'], Jp: ['lastName', 'firstName'] } as const

interface Props {
  values: UserValues
  phoneHint: string
  onChange: (changed: Partial<UserValues>) => void
}

/** The details of a user, with what is wrong with each as the command would say it. */
export function UserFields({ values, phoneHint, onChange }: Props) {
  const text = useText()
  // In the order in which readers of the language write a name.
  const names = namesIn[useLanguage()]
  const { email, phone, twoFactor, language } = values
  const isWrongEmail = email.trim() !== '' && cleanEmail(email) === null
  const isWrongPhone = phone.trim() !== '' && cleanPhone(phone) === null
  return (
    <>
      <div className="console-pair">
        {names.map((name) => (
          <NameField
            key={name}
            label={text(`operations.users.${name}`)}
            value={values[name]}
            onChange={(value) => onChange({ [name]: value })}
          />
        ))}
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
