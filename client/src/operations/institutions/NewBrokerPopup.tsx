import { cleanName, cleanShortName } from '@aitai/contract/routes/console/account-fields.ts'
import { useState } from 'react'
import { useAddBrokerMutation } from '../../shared/api/operations-api.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { Toggle } from '../../ui/controls/Toggle.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { ActionPopup } from '../ActionPopup.tsx'
import { NameField } from '../NameField.tsx'

interface Props {
  onDone: (shortName: string, message: string) => void
  onClose: () => void
}

export function NewBrokerPopup({ onDone, onClose }: Props) {
  const text = useText()
  const [name, setName] = useState('')
  const [shortName, setShortName] = useState('')
  const [contact, setContact] = useState('')
  const [swapEnabled, setSwapEnabled] = useState(false)
  const [add] = useAddBrokerMutation()
  const isWrong = shortName.trim() !== '' && cleanShortName(shortName) === null
  const missing =
    cleanName(name) === null || cleanShortName(shortName) === null
      ? text('operations.brokers.add.needs')
      : null
  const send = async (reason: string): Promise<boolean> => {
    const { data } = await add({
      name,
      shortName,
      swapEnabled,
      ...(contact.trim() === '' ? {} : { contact }),
      reason,
    })
    if (!data) return false
    onDone(data.shortName, text('operations.firms.done.added', { name: data.shortName }))
    return true
  }
  return (
    <ActionPopup
      title={text('operations.brokers.add')}
      means={[text('operations.brokers.add.means')]}
      doLabel={text('operations.brokers.add.do')}
      missing={missing}
      send={send}
      onClose={onClose}
    >
      <NameField label={text('operations.brokers.registeredName')} value={name} onChange={setName} />
      <Field
        label={text('operations.brokers.shortName')}
        value={shortName}
        autoComplete="off"
        hint={text('operations.brokers.shortName.hint')}
        error={isWrong ? text('operations.brokers.shortName.hint') : null}
        onChange={({ target }) => setShortName(target.value)}
      />
      <NameField
        label={text('operations.brokers.contact')}
        hint={text('operations.brokers.contact.hint')}
        value={contact}
        onChange={setContact}
      />
      <Toggle label={text('operations.brokers.swap.long')} on={swapEnabled} onToggle={setSwapEnabled} />
    </ActionPopup>
  )
}
