import { FormField, FormFieldHelperText, FormFieldLabel, Input } from '@salt-ds/core'
import type { InputHTMLAttributes, ReactNode, Ref } from 'react'

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> {
  label: string
  /** Shown below the field and announced to a screen reader, instead of the hint. */
  error?: string | null | undefined
  hint?: ReactNode
  /** Right aligned, as numbers are. */
  numeric?: boolean
  unit?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** A labelled input with its hint or error. Takes what react-hook-form's `register` gives. */
export function Field({ label, error, hint, numeric = false, unit, ref, ...input }: Props) {
  const help = error ?? hint
  return (
    <FormField
      {...(error ? { validationStatus: 'error' } : {})}
      {...(input.disabled ? { disabled: true } : {})}
    >
      <FormFieldLabel>{label}</FormFieldLabel>
      <Input
        bordered
        textAlign={numeric ? 'right' : 'left'}
        endAdornment={unit}
        inputProps={{ ...input, 'aria-invalid': error ? true : undefined }}
        {...(input.value === undefined ? {} : { value: String(input.value) })}
        {...(ref ? { inputRef: ref } : {})}
      />
      {help ? <FormFieldHelperText>{help}</FormFieldHelperText> : null}
    </FormField>
  )
}
