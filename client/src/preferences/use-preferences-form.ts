import type { TraderDefaults } from '@aitai/contract/schemas/preferences.ts'
import {
  type PreferenceError,
  type PreferenceForm,
  validatePreferences,
} from '@aitai/engine/adverts/preference-validation.ts'
import { normalizedPreferences } from '@aitai/engine/adverts/preferences.ts'
import { defaultLimits } from '@aitai/engine/limits.ts'
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

/** A field that can be changed, and what may be put there. */
export type PreferenceField = Path<PreferenceForm>
export type ChangePreference = <Name extends PreferenceField>(
  name: Name,
  value: PathValue<PreferenceForm, Name>,
) => void

export interface PreferencesFormState {
  readonly form: UseFormReturn<PreferenceForm>
  /** As they stand in the form. */
  readonly values: PreferenceForm
  /** What the form began with: what was saved, as it may be saved again. */
  readonly saved: PreferenceForm
  readonly change: ChangePreference
  /** What keeps a field that was touched, or a form that was to be saved, from being saved. */
  readonly errorOf: (field: PreferenceField) => string | null
}

/**
 * The form begins with what can be saved again: a hurdle of 10 instead of 3, an offset of 3 for an
 * index-relative condition that is off. The rules are the engine's, so that the server has no
 * other ones; a field is looked at again with each change of it.
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

function asForm(saved: TraderDefaults): PreferenceForm {
  const { pathPreferences, ...others } = normalizedPreferences(saved, defaultLimits)
  return { ...others, pathPreferences: { ...pathPreferences, brokers: idsOnly(pathPreferences.brokers) } }
}

const idsOnly = (brokers: PreferenceForm['pathPreferences']['brokers']) => brokers.map(({ id }) => ({ id }))

/** What React Hook Form keeps of a fault is only where it is: its words may be of another language soon. */
function errorsOf(faults: readonly PreferenceError[]): FieldErrors<PreferenceForm> {
  const errors: FieldErrors<PreferenceForm> = {}
  for (const { field, fault } of faults) set(errors, field, { type: fault })
  return errors
}

/** The generic messages; a broker that is gone is told as a submit tells it. */
function faultText({ fault, bound = 0 }: PreferenceError, text: TextFunction): string {
  if (fault === 'required') return text('field.required')
  if (fault === 'min') return text('field.min', { min: bound })
  if (fault === 'max') return text('field.max', { max: bound })
  if (fault === 'step') return text('field.step', { step: bound })
  return text('ADVERT-BROKER')
}
