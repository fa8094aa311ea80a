import type { TraderDefaults } from '@aitai/contract/schemas/preferences.ts'
import type { Broker } from '@aitai/contract/schemas/reference.ts'
import { api, useSetTraderDefaultsMutation } from '../shared/api/desk-api.ts'
import { useAppDispatch } from '../shared/store/store.ts'
import { useText } from '../ui/text/use-text.ts'
import { PreferencesForm } from './PreferencesForm.tsx'
import { storableForm } from './use-preferences-form.ts'

interface Props {
  saved: TraderDefaults
  brokers: readonly Broker[]
  onSaved: () => void
  onCancel: () => void
}

/** The form for the defaults of new IOIs. */
export function DefaultsForm({ saved, brokers, onSaved, onCancel }: Props) {
  const text = useText()
  const dispatch = useAppDispatch()
  const [save, saving] = useSetTraderDefaultsMutation()
  return (
    <PreferencesForm
      title={text('preferences.edit.title')}
      initial={saved}
      saveLabel={text('preferences.save')}
      {...{ brokers, saving, onCancel }}
      onSave={async (values) => {
        const { data } = await save(storableForm(values))
        if (!data) return
        // The response has the saved values: the summary must not show the old ones until they are fetched.
        await dispatch(api.util.upsertQueryData('getTraderDefaults', undefined, data))
        onSaved()
      }}
    />
  )
}
