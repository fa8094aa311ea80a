import type { TraderDefaults } from '@aitai/contract/schemas/preferences.ts'
import type { Broker } from '@aitai/contract/schemas/reference.ts'
import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { api, useSetTraderDefaultsMutation } from '../shared/api/desk-api.ts'
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
  saved: TraderDefaults
  brokers: readonly Broker[]
  onSaved: () => void
  onCancel: () => void
}

/** The form for the defaults of new IOIs. A failed save is reported below the form. */
export function PreferencesForm({ saved, brokers, onSaved, onCancel }: Props) {
  const text = useText()
  const dispatch = useAppDispatch()
  const usable = brokers.map(({ brokerID }) => brokerID)
  const form = usePreferencesForm(saved, usable)
  const [save, saving] = useSetTraderDefaultsMutation()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])

  const submit = form.form.handleSubmit(async ({ pathPreferences: { ranked, brokers: path }, ...others }) => {
    const { data } = await save({ ...others, pathPreferences: { ranked, brokers: [...path] } })
    if (!data) return
    // The response has the saved values: the summary must not show the old ones until they are fetched.
    await dispatch(api.util.upsertQueryData('getTraderDefaults', undefined, data))
    onSaved()
  }, focusFirstFault)
  return (
    <form className="preferences-form" noValidate onSubmit={(event) => void submit(event)}>
      <h2 ref={title} tabIndex={-1}>
        {text('preferences.edit.title')}
      </h2>
      <PriceConditionDefaults form={form} />
      <AdvertDefaults form={form} />
      <Path form={form} brokers={brokers} />
      {saving.isError && <SaveFailed error={saving.error} />}
      <div className="preferences-actions">
        <Button kind="primary" type="submit" busy={saving.isLoading}>
          {text(saving.isLoading ? 'preferences.saving' : 'preferences.save')}
        </Button>
        <Button onClick={onCancel}>{text('preferences.cancel')}</Button>
      </div>
      <UnsavedChangesGuard isChanged={form.form.formState.isDirty} />
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
