import type { TraderDefaults } from '@aitai/contract/schemas/preferences.ts'
import {
  type PreferenceError,
  type PreferenceForm,
  validatePreferences,
} from '@aitai/engine/adverts/preference-validation.ts'
import { normalizedPreferences } from '@aitai/engine/adverts/preferences.ts'
import { defaultLimits } from '@aitai/engine/model/limits.ts'
import { useMemo } from 'react'
import {
  type FieldErrors,
  get,
  type Path,
  type PathValue,
  set,
  type UseFormReturn,
  useForm,
  useWatch,
} from 'react-hook-form'
import { type TextFunction, useText } from '../ui/text/use-text.ts'

/** A field that can be edited, and its values. */
export type PreferenceField = Path<PreferenceForm>
type ChangePreference = <Name extends PreferenceField>(
  name: Name,
  value: PathValue<PreferenceForm, Name>,
) => void

export interface PreferencesFormState {
  readonly form: UseFormReturn<PreferenceForm>
  /** As they stand in the form. */
  readonly values: PreferenceForm
  /** The initial values of the form: the saved ones, adjusted so that they can be saved again. */
  readonly saved: PreferenceForm
  readonly change: ChangePreference
  /** Why a touched field, or a form that was submitted, cannot be saved. */
  readonly errorOf: (field: PreferenceField) => string | null
}

/**
 * The form starts with values that can be saved: a hurdle of 10 instead of 3, an offset of 3 for an index-
 * relative condition that is off. It uses the engine's validation, the same as the server; a field is
 * validated again at each change.
 */
export function usePreferencesForm(
  saved: TraderDefaults,
  usableBrokerIds: readonly string[],
): PreferencesFormState {
  const text = useText()
  const defaultValues = useMemo(() => asForm(saved), [saved])
  const faultsOf = (values: PreferenceForm) => validatePreferences(values, defaultLimits, usableBrokerIds)
  const form = useForm<PreferenceForm>({
    defaultValues,
    resolver: (values) => {
      const faults = faultsOf(values)
      return faults.length === 0 ? { values, errors: {} } : { values: {}, errors: errorsOf(faults) }
    },
  })
  const values = useWatch({ control: form.control }) as PreferenceForm
  const { errors } = form.formState
  const faults = faultsOf(values)
  return {
    form,
    values,
    saved: defaultValues,
    change: (name, value) => form.setValue(name, value, { shouldValidate: true, shouldDirty: true }),
    errorOf: (field) => {
      const fault = get(errors, field) ? faults.find((each) => each.field === field) : undefined
      return fault ? faultText(fault, text) : null
    },
  }
}

/** The values as the calls that save them take them. */
export const storableForm = ({ pathPreferences: { ranked, brokers }, ...others }: PreferenceForm) => ({
  ...others,
  pathPreferences: { ranked, brokers: [...brokers] },
})

function asForm(saved: TraderDefaults): PreferenceForm {
  const { pathPreferences, ...others } = normalizedPreferences(saved, defaultLimits)
  return { ...others, pathPreferences: { ...pathPreferences, brokers: idsOnly(pathPreferences.brokers) } }
}

const idsOnly = (brokers: PreferenceForm['pathPreferences']['brokers']) => brokers.map(({ id }) => ({ id }))

/** React Hook Form stores only where an error is, because its text depends on the current language. */
function errorsOf(faults: readonly PreferenceError[]): FieldErrors<PreferenceForm> {
  const errors: FieldErrors<PreferenceForm> = {}
  for (const { field, fault } of faults) set(errors, field, { type: fault })
  return errors
}

/** The generic messages; an unavailable broker has the message of a submit. */
function faultText({ fault, bound = 0 }: PreferenceError, text: TextFunction): string {
  if (fault === 'required') return text('field.required')
  if (fault === 'min') return text('field.min', { min: bound })
  if (fault === 'max') return text('field.max', { max: bound })
  if (fault === 'step') return text('field.step', { step: bound })
  return text('ADVERT-BROKER')
}
