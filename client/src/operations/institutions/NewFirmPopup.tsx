import { cleanName } from '@aitai/contract/routes/console/account-fields.ts'
import { useState } from 'react'
import { useAddFirmMutation } from '../../shared/api/operations-api.ts'
import { useText } from '../../ui/text/use-text.ts'
import { ActionPopup } from '../ActionPopup.tsx'
import { NameField } from '../NameField.tsx'

interface Props {
  onDone: (name: string, message: string) => void
  onClose: () => void
}

export function NewFirmPopup({ onDone, onClose }: Props) {
  const text = useText()
  const [name, setName] = useState('')
  const [group, setGroup] = useState('')
  const [add] = useAddFirmMutation()
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
      send={send}
      onClose={onClose}
    >
      <NameField label={text('operations.firms.name')} value={name} onChange={setName} />
      <NameField
        label={text('operations.firms.group')}
        hint={text('operations.firms.group.hint')}
        value={group}
        onChange={setGroup}
      />
    </ActionPopup>
  )
}
