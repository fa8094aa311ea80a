import { savedConditions } from '@aitai/contract/codes.ts'
import type { NamedConditions, TraderDefaults } from '@aitai/contract/schemas/preferences.ts'
import type { Broker } from '@aitai/contract/schemas/reference.ts'
import { cleanCell } from '@aitai/engine/upload/cell-text.ts'
import { useRef, useState } from 'react'
import { api, useSaveConditionsMutation } from '../../shared/api/desk-api.ts'
import { useAppDispatch } from '../../shared/store/store.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { PreferencesForm } from '../PreferencesForm.tsx'
import { storableForm } from '../use-preferences-form.ts'

interface Props {
  /** Null for new ones. */
  edited: NamedConditions | null
  initial: TraderDefaults
  brokers: readonly Broker[]
  onSaved: (name: string) => void
  onCancel: () => void
}

/** The form for conditions that are saved under a name. */
export function SavedConditionsForm({ edited, initial, brokers, onSaved, onCancel }: Props) {
  const text = useText()
  const dispatch = useAppDispatch()
  const [save, saving] = useSaveConditionsMutation()
  const before = edited?.name ?? ''
  const [name, setName] = useState(before)
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  return (
    <PreferencesForm
      title={text(edited ? 'conditions.edit.title' : 'conditions.new.title')}
      saveLabel={text('conditions.save')}
      isChangedBefore={name !== before}
      {...{ initial, brokers, saving, onCancel }}
      onSave={async (values) => {
        if (cleanCell(name) === '') {
          setMissing(true)
          field.current?.focus()
          return
        }
        const conditions = storableForm(values)
        const { data } = await save({ name, replaces: edited?.name ?? null, conditions })
        if (!data) return
        await dispatch(api.util.upsertQueryData('getSavedConditions', undefined, data))
        onSaved(cleanCell(name))
      }}
    >
      <div className="conditions-name">
        <Field
          ref={field}
          label={text('conditions.name')}
          value={name}
          maxLength={savedConditions.longestName}
          autoComplete="off"
          error={isMissing && cleanCell(name) === '' ? text('field.required') : null}
          hint={text('conditions.name.hint')}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
    </PreferencesForm>
  )
}
