import { Field } from '../ui/controls/Field.tsx'
import { useText } from '../ui/text/use-text.ts'

interface Props {
  value: string
  /** What can be searched for. */
  hint: string
  onChange: (search: string) => void
}

/** Narrows a list while it is typed. */
export function SearchField({ value, hint, onChange }: Props) {
  const text = useText()
  return (
    <Field
      label={text('operations.users.search')}
      value={value}
      type="search"
      autoComplete="off"
      spellCheck={false}
      placeholder={hint}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
