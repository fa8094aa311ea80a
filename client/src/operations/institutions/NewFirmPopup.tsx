import { cleanName, longestName } from '@aitai/contract/routes/console/account-fields.ts'
import { useState } from 'react'
import { useAddFirmMutation } from '../../shared/api/operations-api.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { ActionPopup } from '../ActionPopup.tsx'

interface Props {
  onDone: (name: string, message: string) => void
  onClose: () => void
}

export function NewFirmPopup({ onDone, onClose }: Props) {
  const text = useText()
  const [name, setName] = useState('')
  const [group, setGroup] = useState('')
  const [add, { isLoading }] = useAddFirmMutation()
  const missing = cleanName(name) === null ? text('operations.firms.add.needsName') : null
  const send = async (reason: string): Promise<boolean> => {
    const { data } = await add({ name, ...(group.trim() === '' ? {} : { affiliateGroup: group }), reason })
    if (!data) return false
    onDone(data.name, text('operations.firms.done.added', { name: data.name }))
    return true
  }
  return (
    <ActionPopup
      title={text('operations.firms.add')}
      means={[text('operations.firms.add.means')]}
      doLabel={text('operations.firms.add.do')}
      missing={missing}
      busy={isLoading}
      send={send}
      onClose={onClose}
    >
      <Field
        label={text('operations.firms.name')}
        value={name}
        maxLength={longestName}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
      />
      <Field
        label={text('operations.firms.group')}
        value={group}
        maxLength={longestName}
        autoComplete="off"
        hint={text('operations.firms.group.hint')}
        onChange={({ target }) => setGroup(target.value)}
      />
    </ActionPopup>
  )
}
