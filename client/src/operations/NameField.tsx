import { longestName } from '@aitai/contract/routes/console/account-fields.ts'
import { Field } from '../ui/controls/Field.tsx'

interface Props {
  label: string
  value: string
  hint?: string
  onChange: (value: string) => void
}

/** A name, or another text that is as short. */
export function NameField({ onChange, ...field }: Props) {
  return (
    <Field
      {...field}
      maxLength={longestName}
      autoComplete="off"
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
