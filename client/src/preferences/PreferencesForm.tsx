import type { TraderDefaults } from '@aitai/contract/schemas/preferences.ts'
import type { Broker } from '@aitai/contract/schemas/reference.ts'
import type { PreferenceForm } from '@aitai/engine/adverts/preference-validation.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { isCallFailure } from '../shared/api/failure.ts'
import { useAppDispatch } from '../shared/store/store.ts'
import { preferencesChanged } from '../shared/store/unsent-changes.ts'
import { BrokerPath } from '../ui/advert-terms/BrokerPath.tsx'
import { useUnloadWarning } from '../ui/browser/browser-hooks.ts'
import { Button } from '../ui/controls/Button.tsx'
import { FormMessage } from '../ui/labels/FormMessage.tsx'
import { ConfirmLeavePopup } from '../ui/popups/ConfirmLeavePopup.tsx'
import { useFailureText, useText } from '../ui/text/use-text.ts'
import { AdvertDefaults } from './AdvertDefaults.tsx'
import { PriceConditionDefaults } from './PriceConditionDefaults.tsx'
import { conditionFields, priceConditionNames } from './price-conditions.ts'
import { type PreferencesFormState, usePreferencesForm } from './use-preferences-form.ts'

interface Props {
  title: string
  /** What the form begins with. */
  initial: TraderDefaults
  brokers: readonly Broker[]
  saveLabel: string
  /** Fields before the preferences, and whether they were changed. */
  children?: ReactNode
  isChangedBefore?: boolean
  saving: { readonly isLoading: boolean; readonly error?: unknown }
  onSave: (values: PreferenceForm) => Promise<void>
  onCancel: () => void
}

/** The form for conditions of new IOIs. A failed save is reported below the form. */
export function PreferencesForm({ title, initial, brokers, saveLabel, saving, children, ...rest }: Props) {
  const text = useText()
  const usable = brokers.map(({ brokerID }) => brokerID)
  const form = usePreferencesForm(initial, usable)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const submit = form.form.handleSubmit(rest.onSave, focusFirstFault)
  return (
    <form className="preferences-form" noValidate onSubmit={(event) => void submit(event)}>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
      <PriceConditionDefaults form={form} />
      <AdvertDefaults form={form} />
      <Path form={form} brokers={brokers} />
      {saving.error !== undefined && <SaveFailed error={saving.error} />}
      <div className="preferences-actions">
        <Button kind="primary" type="submit" busy={saving.isLoading}>
          {saving.isLoading ? text('preferences.saving') : saveLabel}
        </Button>
        <Button onClick={rest.onCancel}>{text('preferences.cancel')}</Button>
      </div>
      <UnsavedChangesGuard isChanged={form.form.formState.isDirty || rest.isChangedBefore === true} />
    </form>
  )
}

/** The first invalid field in the order of the form; only these fields can be invalid by user input. */
function focusFirstFault(errors: PreferencesFormState['form']['formState']['errors']): void {
  const offset = priceConditionNames
    .map((each) => conditionFields(each).offset)
    .find((each) => errors.priceConditions?.[each])
  const field = offset
    ? document.getElementById(`preferences-${offset}`)
    : document.querySelector<HTMLElement>('[data-term="brokerIds"]')
  field?.focus()
}

function Path({
  form: { values, change, errorOf },
  brokers,
}: {
  form: PreferencesFormState
  brokers: readonly Broker[]
}) {
  const text = useText()
  const path = values.pathPreferences
  return (
    <section className="preferences-part" aria-labelledby="preferences-path">
      <h3 id="preferences-path">{text('advert.panel.pathPreferences')}</h3>
      <BrokerPath
        brokers={brokers}
        path={path.brokers.map(({ id }) => id)}
        ranked={path.ranked}
        error={errorOf('pathPreferences.brokers')}
        onPath={(ids) =>
          change(
            'pathPreferences.brokers',
            ids.map((id) => ({ id })),
          )
        }
        onRanked={(ranked) => change('pathPreferences.ranked', ranked)}
      />
    </section>
  )
}

/** The message that nothing was saved, and why. */
function SaveFailed({ error }: { error: unknown }) {
  const text = useText()
  const failureText = useFailureText()
  return (
    <FormMessage tone="error">
      {text('PREFERENCES_NOT_UPDATED')} {isCallFailure(error) ? failureText(error) : null}
    </FormMessage>
  )
}

/**
 * Asks before a changed form is left for another screen or the page is closed. The header asks at log-off.
 */
function UnsavedChangesGuard({ isChanged }: { isChanged: boolean }) {
  const text = useText()
  const dispatch = useAppDispatch()
  const blocker = useBlocker(isChanged)
  useEffect(() => {
    if (!isChanged) return
    dispatch(preferencesChanged(true))
    return () => void dispatch(preferencesChanged(false))
  }, [dispatch, isChanged])
  useUnloadWarning(isChanged)
  if (blocker.state !== 'blocked') return null
  return (
    <ConfirmLeavePopup
      title={text('preferences.leaving.title')}
      leave={text('preferences.leaving.leave')}
      onStay={blocker.reset}
      onLeave={blocker.proceed}
    >
      {text('preferences.leaving.body')}
    </ConfirmLeavePopup>
  )
}
