import { maxReasonLength } from '@aitai/contract/routes/console/reason.ts'
import { Field } from '../ui/controls/Field.tsx'
import { useText } from '../ui/text/use-text.ts'

/** The reason of an action, which the journal stores permanently. */
export function ReasonField({ value, onChange }: { value: string; onChange: (reason: string) => void }) {
  const text = useText()
  return (
    <Field
      label={text('operations.halt.reason')}
      hint={text('operations.halt.reason.hint')}
      value={value}
      maxLength={maxReasonLength}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
